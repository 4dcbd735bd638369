"""Whether what a connection was opened with still opens it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, TypeVar

from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Token, User
from accounts.services.tokens import TokenError

T = TypeVar("T")

TOGETHER: Final = 1000
"""Keys in one question to the database."""

_ENDED: Final = TokenError("sign_in_required", "This session has ended.")
_UNKNOWN: Final = TokenError("token_unknown", "There is no such token any more.")
_GONE: Final = TokenError("token_unknown", "There is no such player any more.")


@dataclass(frozen=True)
class Proof:
    """A session, personal token or app's token that stands for a user.

    A session stands only as long as the password is the one that it was opened with, as for
    requests.
    """

    kind: Literal["session", "token", "app"]
    key: str
    user_id: int
    password: str = field(default="", repr=False)


def parts(keys: Iterable[T]) -> Iterator[list[T]]:
    """The different keys, so many together as one question may have."""
    there = list(dict.fromkeys(keys))
    return (there[place : place + TOGETHER] for place in range(0, len(there), TOGETHER))


def lost(proofs: Collection[Proof]) -> dict[Proof, TokenError]:
    """Those that open nothing any more, and why.

    One question for all of a kind, which in nearly all cases gives back no more than a number.
    """
    faults: dict[Proof, TokenError] = {}
    by_kind = {kind: [p for p in proofs if p.kind == kind] for kind in ("session", "token", "app")}
    now = timezone.now()
    faults |= _ended_sessions(by_kind["session"], now)
    faults |= _ended_tokens(by_kind["token"], now)
    faults |= _ended_apps(by_kind["app"])
    return faults


def _ended_sessions(proofs: list[Proof], now: datetime) -> dict[Proof, TokenError]:
    passwords: dict[int, str] = {}
    active = User.objects.filter(is_active=True)
    for users in parts(proof.user_id for proof in proofs):
        passwords.update(active.filter(pk__in=users).values_list("pk", "password"))
    there = _there(Session.objects.filter(expire_date__gt=now), proofs)
    return {
        proof: _ENDED
        for proof in proofs
        if proof.key not in there or passwords.get(proof.user_id) != proof.password
    }


def _ended_tokens(proofs: list[Proof], now: datetime) -> dict[Proof, TokenError]:
    running = Q(expires_at=None) | Q(expires_at__gt=now)
    there = _there(Token.objects.filter(running, revoked_at=None, user__is_active=True), proofs)
    gone = [proof for proof in proofs if proof.key not in there]
    rows = Token.objects.filter(pk__in=[proof.key for proof in gone]).select_related("user")
    tokens = {str(token.pk): token for token in rows}
    return {proof: _fault(tokens.get(proof.key)) for proof in gone}


def _fault(token: Token | None) -> TokenError:
    if token is None:
        return _UNKNOWN
    if not token.user.is_active:
        return _GONE
    if token.revoked_at is not None:
        return TokenError("token_revoked", "This token was revoked.")
    return TokenError("token_expired", "This token has expired.")


def _ended_apps(proofs: list[Proof]) -> dict[Proof, TokenError]:
    # Imported late: allauth's models need the registry of apps.
    from allauth.idp.oidc.models import Token as OAuthToken

    there = _there(OAuthToken.objects.valid().filter(user__is_active=True), proofs)
    return {proof: _UNKNOWN for proof in proofs if proof.key not in there}


def _there(rows: QuerySet[Any], proofs: list[Proof]) -> set[str]:
    """The keys of proofs that are among these rows; counting is enough where all are."""
    found: set[str] = set()
    for keys in parts(proof.key for proof in proofs):
        some = rows.filter(pk__in=keys)
        whole = some.count() == len(keys)
        found.update(keys if whole else map(str, some.values_list("pk", flat=True)))
    return found
