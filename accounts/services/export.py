"""Everything a person has here, as one JSON document or as lines."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as OAuthToken
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder

from accounts import signals
from accounts.models import NameReport, Token, User
from accounts.preferences import complete

Part = tuple[str, Iterable[Any]]


def _text(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False)


def _profile(user: User) -> dict[str, Any]:
    return {
        "name": user.username,
        "kind": user.kind,
        "created_at": user.date_joined,
        "last_sign_in_at": user.last_login,
        "last_seen_on": user.seen_on,
        "suspended_at": user.suspended_at,
    }


def _client(client: Client) -> dict[str, Any]:
    return {
        "id": client.id,
        "name": client.name,
        "type": client.type,
        "scopes": client.get_scopes(),
        "redirect_uris": client.get_redirect_uris(),
        "created_at": client.created_at,
    }


def _own_parts(user: User) -> Iterator[Part]:
    yield "profile", [_profile(user)]
    yield "preferences", [complete(user.preferences)]
    yield "emails", EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
    yield (
        "tokens",
        Token.objects.filter(user=user).values(
            "name", "hint", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"
        ),
    )
    yield (
        "sessions",
        UserSession.objects.filter(user=user).values(
            "created_at", "last_seen_at", "ip", "user_agent"
        ),
    )
    yield (
        "sign_in_factors",
        Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at"),
    )
    yield "social_accounts", SocialAccount.objects.filter(user=user).values("provider", "uid")
    yield "oauth_clients", map(_client, Client.objects.filter(owner=user))
    yield (
        "connected_apps",
        OAuthToken.objects.filter(user=user).values(
            "client__name", "scopes", "created_at", "expires_at"
        ),
    )
    yield (
        "name_reports_made",
        NameReport.objects.filter(reporter=user).values("name", "reason", "created_at"),
    )


def parts(user: User) -> Iterator[Part]:
    """``(name, rows)`` of everything kept about the user, what other apps keep included."""
    yield from _own_parts(user)
    for answer in signals.answers(signals.export_parts, user=user):
        yield from answer


def as_lines(user: User) -> Iterator[str]:
    """One line a row: ``{"part": name, "row": {…}}``."""
    for name, rows in parts(user):
        for row in rows:
            yield _text({"part": name, "row": row}) + "\n"


def as_document(user: User) -> Iterator[str]:
    """One JSON object of all parts, each a list of rows."""
    joint = "{"
    for name, rows in parts(user):
        yield f"{joint}{_text(name)}:["
        joint, comma = ",", ""
        for row in rows:
            yield comma + _text(row)
            comma = ","
        yield "]"
    yield "}"
