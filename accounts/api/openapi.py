"""The OpenAPI document as a product: who may call what, guides to read, examples that were run."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from accounts.api.permissions import ScopePermission, SignedIn, WithAccount
from accounts.language import theme_of
from accounts.services.tokens import SCOPES

Schema = dict[str, Any]

DOCS = Path(settings.BASE_DIR) / "docs"
GUIDES = (
    "api/introduction.md",
    "api/ten-minutes.md",
    "api/authentication.md",
    "api/limits.md",
    "errors.md",
    "protocol.md",
    "api/stability.md",
    "api/changelog.md",
)
_LINK = re.compile(r"\]\((?:[\w.-]+/)*([\w-]+\.md)\)")
EXAMPLES = Path(__file__).with_name("examples.json")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Personal tokens and OAuth access tokens."""

    target_class = "accounts.api.authentication.BearerAuthentication"
    name = ["token", "oauth2"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[Schema]:
        flow = {
            "authorizationUrl": "/oauth/authorize",
            "tokenUrl": "/oauth/token",
            "refreshUrl": "/oauth/token",
            "scopes": SCOPES,
        }
        return [
            {
                "type": "http",
                "scheme": "bearer",
                "description": "A personal token, a guest's token or an OAuth access token.",
            },
            {
                "type": "oauth2",
                "description": "Authorization code with PKCE (S256).",
                "flows": {"authorizationCode": flow},
            },
        ]


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Our own pages' cookie."""

    target_class = "accounts.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "For this site's own pages, with the header `X-CSRFToken`.",
        }


class ScopedSchema(AutoSchema):
    """Says with each operation who may call it and with which scope."""

    def get_description(self) -> str:  # type: ignore[override]
        """The view's own words and what its permissions ask for."""
        needs = []
        for permission in self.view.get_permissions():
            if isinstance(permission, WithAccount):
                needs.append("an account")
            elif isinstance(permission, SignedIn):
                needs.append("a guest, person or bot")
            elif isinstance(permission, ScopePermission):
                needs.append(f"with a token: the scope `{permission.needed}`")
        words = super().get_description()
        return f"{words}\n\n*Needs {'; '.join(needs)}.*" if needs else words


@cache
def guides() -> str:
    """All guides as one Markdown text; a file that this installation lacks is left out."""
    files = [DOCS / name for name in GUIDES]
    texts = {file.name: file.read_text() for file in files if file.is_file()}

    def within(link: re.Match[str]) -> str:
        """A link from one guide to another as Redoc names the place where it stands."""
        title = texts[link[1]].partition("\n")[0].removeprefix("# ") if link[1] in texts else ""
        return f"](#section/{title.replace(' ', '-')})" if title else link[0]

    return "\n\n".join(_LINK.sub(within, text) for text in texts.values())


@cache
def examples() -> dict[str, Schema]:
    """By operation id: a request that was really sent, and its answer."""
    read: dict[str, Schema] = json.loads(EXAMPLES.read_text()) if EXAMPLES.is_file() else {}
    return read


def _add_example(operation: Schema, example: Schema) -> None:
    words = f"{example['method']} {example['path']}"
    operation["description"] += f"\n\nFor example `{words}`"
    if example["request"] is not None and "requestBody" in operation:
        for media in operation["requestBody"]["content"].values():
            media.setdefault("examples", {})["run"] = {
                "summary": words,
                "value": example["request"],
            }
    answer = operation["responses"].get(str(example["status"]), {})
    for media in answer.get("content", {}).values():
        media.setdefault("examples", {})["run"] = {"summary": words, "value": example["answer"]}


def complete(result: Schema, **_: Any) -> Schema:
    """Put guides and examples into the document."""
    result["info"]["description"] = guides()
    for operations in result["paths"].values():
        for operation in operations.values():
            example = examples().get(operation["operationId"])
            if example is not None:
                _add_example(operation, example)
    return result


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """The API to read, drawn by Redoc from our own files."""
    response = render(request, "accounts/api_docs.html", {"theme": theme_of(request)})
    # The library writes its styles into the page and searches in a worker made of a blob.
    response.csp = {  # type: ignore[attr-defined]
        "style-src": "'self' 'unsafe-inline'",
        "worker-src": "blob:",
    }
    return response
