"""What the OpenAPI document says beyond what serializers tell."""

from typing import Any

import msgspec

from games import protocol

Schema = dict[str, Any]

_PREFIX = "#/components/schemas/"
_SHOWN = (protocol.GameView,)

ERROR: Schema = {
    "type": "object",
    "description": "Every error answer; docs/errors.md lists the codes.",
    "required": ["code", "message", "extra"],
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "extra": {"type": "object", "additionalProperties": True},
    },
    "additionalProperties": False,
}


# Suits as keys and not as properties: a well known generator of clients trips over one called D.
_FOUNDATIONS: Schema = {
    "type": "object",
    "description": "Cards on each suit's foundation.",
    "required": ["C", "D", "H", "S"],
    "propertyNames": {"enum": ["C", "D", "H", "S"]},
    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 13},
}


def ref(kind: type) -> Schema:
    """A reference to the schema of a `games.protocol` type."""
    return {"$ref": _PREFIX + kind.__name__}


def object_of(**properties: Schema) -> Schema:
    """An object that has exactly these fields."""
    return {
        "type": "object",
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


def list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
MOMENT: Schema = {"type": "string", "format": "date-time"}


def complete(result: Schema, **_: Any) -> Schema:
    """Add the protocol's types, and to every operation what an error looks like."""
    schemas = result["components"].setdefault("schemas", {})
    parts = msgspec.json.schema_components(_SHOWN, ref_template=_PREFIX + "{name}")[1]
    schemas.update(parts)
    schemas["Error"] = ERROR
    rules = schemas["Rules"]
    # Only the draw count must be given. The title is what generated clients call it.
    given = {"title": "RulesInput", "required": ["draw"], "additionalProperties": False}
    schemas["RulesInput"] = {**rules, **given}
    schemas["Foundations"] = _FOUNDATIONS
    content = {"application/json": {"schema": {"$ref": _PREFIX + "Error"}}}
    answer = {"description": "Refused; `code` says why.", "content": content}
    for path, operations in result["paths"].items():
        for operation in operations.values() if path.startswith("/api/v1/") else ():
            for status in ("4XX", "503"):
                operation["responses"].setdefault(status, answer)
    return result
