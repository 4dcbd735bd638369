"""Guests: players without an account, bound to a browser session or to a bearer token."""

import secrets
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.limits import address_of, charge
from accounts.models import Token, User
from accounts.names import GUEST_PREFIX
from accounts.services import tokens
from accounts.services.seen import note_guest, today

SESSION_KEY = "guest"
_KEPT_KEY = "guest_kept"
TOKEN_LIFE = timedelta(days=90)
# No letters that the look-alike rule joins, so that two guests hardly ever collide.
_LETTERS = "abcdefghjknpqrstuxyz23456789"


def create_guest() -> User:
    """A new guest with a name of its own and no way to sign in."""
    while True:
        tail = "".join(secrets.choice(_LETTERS) for _ in range(10))
        guest = User(username=GUEST_PREFIX + tail, kind=User.Kind.GUEST, seen_on=today())
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest


def guest_of(session: Any) -> User | None:
    """The guest bound to a session, if there still is one; that it was here is noted."""
    number = session.get(SESSION_KEY) if session is not None else None
    if number is None:
        return None
    guest = User.objects.filter(pk=number, kind=User.Kind.GUEST, is_active=True).first()
    if guest is not None:
        note_guest(guest)
    return guest


def keep_session(session: Any) -> None:
    """Begin the life of a guest's session anew, once a day; nothing else leads back to it."""
    day = str(today())
    if session.get(_KEPT_KEY) != day:
        session[_KEPT_KEY] = day


def player_of(request: Any) -> User:
    """Who plays: the token's or session's user, its guest, or a new guest bound to the session.

    Raises 429 ``too_many_requests`` for an address that makes guests by the dozen.
    """
    user = request.user
    if user.is_authenticated:
        return user  # type: ignore[no-any-return]
    guest = guest_of(request.session)
    if guest is None:
        charge("guests", address_of(request.META))
        guest = create_guest()
        request.session[SESSION_KEY] = guest.pk
    return guest


def guest_token(guest: User) -> tuple[Token, str]:
    """A token with every scope, by which a client without cookies plays as this guest."""
    return tokens.issue(guest, "guest", tokens.SCOPES, timezone.now() + TOKEN_LIFE)
