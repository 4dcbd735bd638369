"""Who a websocket belongs to."""

from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from io import BytesIO
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.http import is_same_domain

from accounts.identity import Identity, bearer_of, by_session, by_token
from accounts.models import User
from accounts.services.guests import guest_of
from accounts.services.tokens import TokenError

_SCHEMES = {"ws": "http", "wss": "https"}


def _headers(scope: dict[str, Any], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def same_origin(scope: dict[str, Any]) -> bool:
    """Whether the handshake's Origin is this site, scheme and all, or a trusted one.

    It is what Django asks of a form that a page sends, and as there a proxy may have ended TLS.
    Browsers always say an Origin; who brings a cookie without one is no page of ours.
    """
    said = _headers(scope, b"origin")
    if len(said) != 1:
        return False
    scheme = _SCHEMES.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    with suppress(DisallowedHost):
        if said[0] == f"{request.scheme}://{request.get_host()}":
            return True
    return _trusted(said[0])


def _trusted(origin: str) -> bool:
    rules = CsrfViewMiddleware(lambda _: None)  # type: ignore[arg-type]
    if origin in rules.allowed_origins_exact:
        return True
    scheme, _, host = origin.partition("://")
    allowed = rules.allowed_origin_subdomains.get(scheme, [])
    return any(is_same_domain(host, one) for one in allowed)


def _by_session(scope: dict[str, Any]) -> Identity | None:
    try:
        cookies = SimpleCookie("; ".join(_headers(scope, b"cookie")))
    except CookieError:
        return None
    morsel = cookies.get(settings.SESSION_COOKIE_NAME)
    if morsel is None or "\0" in morsel.value:
        return None
    request = HttpRequest()
    engine = import_module(settings.SESSION_ENGINE)
    request.session = engine.SessionStore(morsel.value)
    signed_in: Any = get_user(request)
    known = signed_in.is_authenticated and signed_in.is_active
    user: User | None = signed_in if known else guest_of(request.session)
    return None if user is None else Identity(user, by_session(request.session, user))


def identify(source: dict[str, Any] | str) -> Identity | None:
    """`identity_of` for threads."""
    if isinstance(source, str):
        user, credential = by_token(source)
        return Identity(user, credential.proof, credential.scopes)
    there = _by_session(source)
    for header in _headers(source, b"authorization"):
        secret = bearer_of(header)
        if secret is not None:
            return _only(identify(secret), there)
    if there is not None and not same_origin(source):
        raise TokenError("bad_origin", "This page may not open a socket with your cookie.")
    return there


def _only(named: Identity | None, beside: Identity | None) -> Identity | None:
    """Who a token names, unless a cookie names somebody else, as for requests."""
    if named is not None and beside is not None and named.user.pk != beside.user.pk:
        raise TokenError("mixed_credentials", "Cookie and token belong to different players.")
    return named


async def identity_of(source: dict[str, Any] | str) -> Identity | None:
    """Who opened a socket: from an ASGI scope (bearer header, else cookie) or a token's text.

    ``None`` is a stranger, who may watch. A cookie counts only from our own origin. Raises
    `accounts.services.tokens.TokenError` (also with the codes ``bad_origin``, ``bad_credentials``
    and ``mixed_credentials``).
    """
    return await sync_to_async(identify, thread_sensitive=True)(source)


async def user_of(source: dict[str, Any] | str) -> User | None:
    """`identity_of` for who needs no scopes."""
    identity = await identity_of(source)
    return identity.user if identity else None
