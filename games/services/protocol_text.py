"""The websocket's protocol written out: as TypeScript types for the client, and as a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect as kinds

from games import protocol

ROOT: Final = Path(__file__).resolve().parent.parent.parent
TYPESCRIPT: Final = ROOT / "frontend" / "src" / "net" / "protocol.gen.ts"
PAGE: Final = ROOT / "docs" / "protocol.md"

_HEAD: Final = (
    "// Written by `manage.py protocol_types` from games/protocol.py; don't change it here.\n"
)


_MARK: Final = "<!-- From here on written by `manage.py protocol_types`. -->"


def files() -> dict[Path, str]:
    """What each file should hold; the page's hand-written head is kept."""
    head = PAGE.read_text(encoding="utf-8").partition(_MARK)[0] + _MARK if PAGE.exists() else _MARK
    return {TYPESCRIPT: typescript(), PAGE: page(head)}


def current() -> bool:
    """Whether the files are what they should be."""
    return all(
        path.exists() and path.read_text(encoding="utf-8") == text for path, text in files().items()
    )


def typescript() -> str:
    """The types of every message and of the view."""
    incoming, outgoing = _members(protocol.Incoming), _members(protocol.Outgoing)
    parts = [_HEAD]
    for kind in _structs([*incoming, *outgoing]):
        parts.append(_interface(kind))
    parts.append(_union("ToServer", incoming))
    parts.append(_union("FromServer", outgoing))
    return "\n".join(parts)


def _members(union: Any) -> list[type[msgspec.Struct]]:
    return list(union.__args__)


def _structs(roots: list[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """Every struct that the messages are made of, parts before wholes."""
    found: dict[type[msgspec.Struct], None] = {}

    def visit(kind: Any) -> None:
        if isinstance(kind, kinds.StructType):
            for field in kind.fields:
                visit(field.type)
            found.setdefault(kind.cls)
        elif isinstance(kind, kinds.UnionType):
            for member in kind.types:
                visit(member)
        elif isinstance(kind, kinds.ListType):
            visit(kind.item_type)
        elif isinstance(kind, kinds.DictType):
            visit(kind.value_type)

    for root in roots:
        visit(kinds.type_info(root))
    return list(found)


def _union(name: str, members: list[type[msgspec.Struct]]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in members) + ";\n"


def _words(kind: type[msgspec.Struct]) -> str:
    """A struct's description, on one line."""
    return " ".join((kind.__dict__.get("__doc__") or "").split())


def _interface(kind: type[msgspec.Struct]) -> str:
    info: Any = kinds.type_info(kind)
    lines = [f"/** {words} */"] if (words := _words(kind)) else []
    lines.append(f"export interface {kind.__name__} {{")
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: '{info.tag}';")
    incoming = issubclass(kind, protocol.Strict)
    for field in info.fields:
        optional = not field.required and (incoming or kind.__struct_config__.omit_defaults)
        shown = _type(field.type, drop_null=optional)
        name = field.encode_name
        name = name if name.isidentifier() else f"'{name}'"
        lines.append(f"  {name}{'?' if optional else ''}: {shown};")
    return "\n".join([*lines, "}", ""])


def _type(kind: Any, *, drop_null: bool = False) -> str:
    """A type in TypeScript; ``drop_null`` where a missing field says it already."""
    simple: dict[type[Any], str] = {
        kinds.IntType: "number",
        kinds.StrType: "string",
        kinds.BoolType: "boolean",
        kinds.NoneType: "null",
        kinds.AnyType: "unknown",
    }
    if isinstance(kind, kinds.Metadata):
        return _type(kind.type, drop_null=drop_null)
    if isinstance(kind, kinds.UnionType):
        texts = [_type(member) for member in kind.types]
        return " | ".join(text for text in texts if not (drop_null and text == "null"))
    if isinstance(kind, kinds.LiteralType):
        return " | ".join(f"'{v}'" if isinstance(v, str) else str(v) for v in kind.values)
    if isinstance(kind, kinds.ListType):
        item = _type(kind.item_type)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if isinstance(kind, kinds.DictType):
        return f"Record<string, {_type(kind.value_type)}>"
    if isinstance(kind, kinds.StructType):
        return kind.cls.__name__
    return simple[type(kind)]


def page(head: str) -> str:
    """The page after its hand-written head: every message with its fields."""
    parts = [head.rstrip(), ""]
    incoming, outgoing = _members(protocol.Incoming), _members(protocol.Outgoing)
    parts += ["## What the client sends", "", *_messages(incoming)]
    parts += ["## What the server sends", "", *_messages(outgoing)]
    parts += ["## Parts of messages", ""]
    for kind in _structs([*incoming, *outgoing]):
        if kind not in incoming and kind not in outgoing and kind.__struct_fields__:
            parts += [f"### {kind.__name__}", "", *_table(kind), ""]
    parts += ["## Close codes", "", "| code | meaning |", "| --- | --- |"]
    parts += [f"| {code} | {words} |" for code, words in sorted(protocol.CLOSE_CODES.items())]
    return "\n".join(parts) + "\n"


def _messages(members: list[type[msgspec.Struct]]) -> Iterator[str]:
    for kind in members:
        tag = kind.__struct_config__.tag
        data = kind.__annotations__["d"]
        filled = isinstance(data, type) and data is not dict and data is not protocol.Nothing
        name = data.__name__ if filled else "{}"
        yield from (f"### `{tag}`", "", _words(kind), "", f"`d`: {name}", "")


def _table(kind: type[msgspec.Struct]) -> list[str]:
    info: Any = kinds.type_info(kind)
    omitted = kind.__struct_config__.omit_defaults
    lines = [_words(kind), "", "| field | type | |", "| --- | --- | --- |"]
    for field in info.fields:
        shown = _type(field.type).replace("|", "\\|")
        note = "" if field.required else ("may be left out" if not omitted else "may be absent")
        lines.append(f"| `{field.encode_name}` | {shown} | {note} |")
    return lines
