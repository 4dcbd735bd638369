"""The whole OpenAPI document against a real server: no 500, no answer that breaks the schema."""

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.services.tokens import SCOPES
from tests.names import new_name
from tests.services import Server

PASSWORD = "nine of hearts, ten of spades"
AUTH = "/_allauth/browser/v1/"
ENDLESS = {"me_events_retrieve", "games_stream"}
EXAMPLES = 6
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def token(site: Server) -> Iterator[str]:
    """A person's token with every scope."""
    with httpx.Client(base_url=site.url, timeout=60) as page:
        page.get(AUTH + "config").raise_for_status()

        def post(path: str, data: Any) -> Any:
            headers = {"X-CSRFToken": page.cookies["csrftoken"], "Referer": site.url}
            return page.post(path, json=data, headers=headers).raise_for_status().json()

        name = new_name()
        post(AUTH + "auth/signup", {"username": name, "password": PASSWORD})
        # A random number should not be this token's, which would end the test.
        for _ in range(30):
            made = post("/api/v1/me/tokens/", {"name": "schema", "scopes": list(SCOPES)})
        yield made["token"]


def faults(operation: Any, mode: GenerationMode, headers: dict[str, str]) -> list[str]:
    """What is wrong with the answers to some requests."""
    found: list[str] = []

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        answer = case.call(headers=headers, timeout=60)
        try:
            case.validate_response(answer, checks=CHECKS)
        except (Exception, ExceptionGroup) as error:
            found.append(f"{operation.label}: {error}")

    # Some operations take nothing that could be wrong.
    with contextlib.suppress(Unsatisfiable):
        ask()
    return found


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_operation_keeps_to_the_schema(
    site: Server, token: str, mode: GenerationMode
) -> None:
    text = httpx.get(f"{site.url}/api/schema/?format=json", timeout=60).text
    schema = schemathesis.openapi.from_dict(json.loads(text))
    schema.config.update(base_url=site.url)
    headers = {"Authorization": f"Bearer {token}"}
    found: list[str] = []
    asked = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.definition.raw["operationId"] in ENDLESS:
            continue
        asked += 1
        try:
            found += faults(operation, mode, headers)
        except schemathesis.core.errors.InvalidSchema as error:
            found.append(f"{operation.label}: {error}")
    assert asked > 40
    assert not found, "\n\n".join(found[:20])


def test_the_document_says_who_may_call_what(site: Server) -> None:
    schema = httpx.get(f"{site.url}/api/schema/?format=json", timeout=60).json()
    assert schema["openapi"].startswith("3.1")
    # A name with part of a digest is one that nobody gave.
    assert not [name for name in schema["components"]["schemas"] if re.search(r"\d", name)]
    assert not re.search(r"\]\([\w./-]+\.md\)", schema["info"]["description"])
    assert set(schema["components"]["securitySchemes"]) == {"token", "oauth2", "session"}
    for path, operations in schema["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in operations.values():
            assert operation["description"].strip(), path
    renamed = schema["paths"]["/api/v1/me/name/"]["post"]["description"]
    assert "scope `account`" in renamed


def test_the_index_names_every_address(site: Server) -> None:
    answer = httpx.get(f"{site.url}/api/v1/", timeout=60)
    assert answer.status_code == 200
    index = answer.json()
    schema = httpx.get(site.url + index["schema"] + "?format=json", timeout=60).json()
    assert set(index["addresses"]) == set(schema["paths"])
    assert "/ws/v1/games/{public_id}/" in index["websockets"]
    assert httpx.get(site.url + index["docs"]).status_code == 200
    wrong = httpx.post(f"{site.url}/api/v1/", json={})
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method_not_allowed")
