"""Who a request or socket comes from, and what they may do with it."""

from dataclasses import dataclass, field
from typing import Any

from accounts.models import Token, User
from accounts.services import tokens
from accounts.services.proofs import Proof
from accounts.services.seen import note_guest


@dataclass(frozen=True)
class Credential:
    """What `request.auth` is for a bearer token: its scopes and what it is counted under.

    ``token`` is the personal token; an app's access token has none.
    """

    scopes: frozenset[str]
    key: str
    proof: Proof
    token: Token | None = None


@dataclass(frozen=True)
class Identity:
    """A user, the scopes of the token that stands for it (a session has them all), and the proof
    on which that rests."""

    user: User
    proof: Proof
    scopes: frozenset[str] = field(default=frozenset(tokens.SCOPES))


def bearer_of(header: str) -> str | None:
    """The secret in an ``Authorization`` header's value; None where it is of another kind.

    Raises `accounts.services.tokens.TokenError`, ``bad_credentials``, where it is not written so.
    """
    words = header.split()
    if not words or words[0].lower() != "bearer":
        return None
    if len(words) != 2 or not words[1].isascii():
        raise tokens.TokenError(
            "bad_credentials", "The header is: Authorization: Bearer, a blank, and the token."
        )
    return words[1]


def by_token(secret: str) -> tuple[User, Credential]:
    """The user and credential of a personal token or an OAuth access token.

    Raises `accounts.services.tokens.TokenError`.
    """
    if secret.startswith(tokens.PREFIX):
        token = tokens.find(secret)
        note_guest(token.user)
        proof = Proof("token", str(token.pk), token.user_id)
        return token.user, Credential(frozenset(token.scopes), f"token-{token.pk}", proof, token)
    # Imported late: allauth's models need the registry of apps.
    from accounts.oauth import access_token

    granted = access_token(secret)
    if granted is None:
        raise tokens.TokenError("token_unknown", "There is no such token.")
    scopes = frozenset(granted.get_scopes()) & frozenset(tokens.SCOPES)
    proof = Proof("app", str(granted.pk), granted.user_id)
    return granted.user, Credential(scopes, f"app-{granted.client_id}-{granted.user_id}", proof)


def by_session(session: Any, user: User) -> Proof:
    """The proof that a session gives of its user or guest."""
    return Proof("session", session.session_key or "", user.pk, user.password)


def proof_of(request: Any) -> Proof | None:
    """What a request of the API has shown for its user; None for a stranger's."""
    if not request.user.is_authenticated:
        return None
    if isinstance(request.auth, Credential):
        return request.auth.proof
    return by_session(request.session, request.user)
