"""The page's shell: one HTML document for every address of the client, with nothing inline."""

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from accounts.language import TEXTS, language_of, theme_of
from accounts.services.guests import guest_of, keep_session

ROUTES = Path(settings.BASE_DIR) / "frontend" / "templates" / "routes.json"
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


def player_of(request: HttpRequest) -> dict[str, str]:
    """Who the session says is playing, without making anyone: `nobody`, `guest` or `person`."""
    user = request.user if request.user.is_authenticated else guest_of(request.session)
    if user is None:
        return {"name": "", "kind": "nobody"}
    if not request.user.is_authenticated:
        keep_session(request.session)
    kind = str(getattr(user, "kind", "person"))
    return {"name": user.get_username(), "kind": kind if kind == "guest" else "person"}


@require_safe
def shell(request: HttpRequest, **_parts: str) -> HttpResponse:
    """The page for a known address; the client draws what the address names."""
    return _shell(request, status=200)


def missing(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """The same page with status 404: the client says that there is no such page."""
    if request.path.startswith(("/api/", "/_allauth/")):
        body = {"code": "not_found", "message": "There is nothing at this address.", "extra": {}}
        return JsonResponse(body, status=404)
    return _shell(request, status=404)


def _shell(request: HttpRequest, *, status: int) -> HttpResponse:
    language = language_of(request)
    context: dict[str, Any] = {
        "language": language,
        "theme": theme_of(request),
        "player": player_of(request),
        "noscript": TEXTS[language]["common"]["noscript"],
        "description": TEXTS[language]["common"]["description"],
    }
    get_token(request)  # the client reads the cookie this sets
    answer = render(request, "shell.html", context, status=status)
    answer["Content-Security-Policy"] = POLICY
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "Cookie, Accept-Language"
    return answer


def page_routes() -> list[URLPattern]:
    """A route for each address in the client's own list."""
    listed: dict[str, str] = json.loads(ROUTES.read_text())
    return [
        path(re.sub(r":(\w+)", r"<str:\1>", address).lstrip("/"), shell, name=f"page-{name}")
        for name, address in listed.items()
    ]
