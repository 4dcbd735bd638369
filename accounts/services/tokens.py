"""Personal access tokens: issued once, kept as a digest, checked on each request."""

import hashlib
import secrets
import string
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Token, User
from accounts.signals import rights_changed

PREFIX = "kld_"
SCOPES = {
    "read": "Read your games, statistics and settings",
    "play": "Start games and play them in your name",
    "account": "Change your settings, name and account",
}
_CHARS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_RANDOM, _CHECKSUM = 36, 6
_USE_RESOLUTION = timedelta(minutes=1)


class TokenError(ValueError):
    """What was shown opens nothing; `code` says why (docs/errors.md, "Who you are")."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ScopeError(ValueError):
    """A scope that does not exist."""

    code = "bad_scope"


def _checksum(body: str) -> str:
    number, text = zlib.crc32(body.encode()), ""
    for _ in range(_CHECKSUM):
        number, digit = divmod(number, len(_CHARS))
        text = _CHARS[digit] + text
    return text


def new_secret() -> str:
    """``kld_``, 36 random characters (214 bits), and 6 of a checksum by which scanners know it."""
    body = "".join(secrets.choice(_CHARS) for _ in range(_RANDOM))
    return PREFIX + body + _checksum(body)


def well_formed(secret: str) -> bool:
    """Whether this can be one of our tokens at all; needs no database."""
    body, checksum = secret[len(PREFIX) : -_CHECKSUM], secret[-_CHECKSUM:]
    return secret.startswith(PREFIX) and len(body) == _RANDOM and _checksum(body) == checksum


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def checked_scopes(scopes: Iterable[str]) -> list[str]:
    """The scopes in a fixed order; raises `ScopeError` for none or an unknown one."""
    wanted = set(scopes)
    unknown = wanted - set(SCOPES)
    if unknown or not wanted:
        raise ScopeError(f"No such scope: {', '.join(sorted(unknown)) or '(none given)'}.")
    return [scope for scope in SCOPES if scope in wanted]


def issue(
    user: User, name: str, scopes: Iterable[str], expires_at: datetime | None
) -> tuple[Token, str]:
    """A new token of ``user`` and its secret, which is not kept and can't be shown again."""
    secret = new_secret()
    token = Token.objects.create(
        user=user,
        name=name,
        hint=secret[:12],
        digest=_digest(secret),
        scopes=checked_scopes(scopes),
        expires_at=expires_at,
    )
    return token, secret


def find(secret: str) -> Token:
    """The valid token with this secret, its last use noted to the minute.

    Raises `TokenError` with the code that says what is wrong.
    """
    if not well_formed(secret):
        raise TokenError("token_unknown", "There is no such token.")
    token = Token.objects.select_related("user").filter(digest=_digest(secret)).first()
    if token is None or not token.user.is_active:
        raise TokenError("token_unknown", "There is no such token.")
    now = timezone.now()
    if token.revoked_at is not None:
        raise TokenError("token_revoked", "This token was revoked.")
    if token.expires_at is not None and token.expires_at <= now:
        raise TokenError("token_expired", "This token has expired.")
    _note_use(token, now)
    return token


def _note_use(token: Token, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at >= _USE_RESOLUTION:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)


def check(secret: str) -> tuple[User, frozenset[str]]:
    """Whose token this is and what it allows; raises `TokenError`."""
    token = find(secret)
    return token.user, frozenset(token.scopes)


def revoke(token: Token) -> None:
    """End the token now; a second time changes nothing."""
    _revoke(Token.objects.filter(pk=token.pk), token.user_id)


def revoke_all(user: User) -> None:
    """End every token of the user now."""
    _revoke(Token.objects.filter(user=user), user.pk)


def _revoke(chosen: QuerySet[Token], user_id: int) -> None:
    if chosen.filter(revoked_at=None).update(revoked_at=timezone.now()):
        rights_changed.send(User, user_id=user_id)


def valid(user: User) -> QuerySet[Token]:
    """The user's tokens that still open something, newest first."""
    alive = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return Token.objects.filter(alive, user=user, revoked_at=None).order_by("-created_at", "-pk")
