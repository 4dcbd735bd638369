"""Guests who become people, people who leave, and how a player stands."""

from collections.abc import Callable
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts import signals
from accounts.models import User
from accounts.preferences import merged
from accounts.services.guests import SESSION_KEY, guest_of
from accounts.services.names import block_name
from accounts.services.tokens import revoke_all


class CannotBecomeBot(ValueError):
    """Only a person without rated games may become a bot."""

    code = "not_a_bot_candidate"


class NoGuest(ValueError):
    """There is no guest whose games could be brought along."""

    code = "no_guest"


def locked(user: User) -> User:
    """The user's row as it is now, which nobody else changes until the transaction ends.

    Raises `User.DoesNotExist`.
    """
    return User.objects.select_for_update().get(pk=user.pk)


def promote(guest: User) -> User | None:
    """The guest's row, locked and made a person's, or ``None`` if somebody was quicker.

    To be called in a transaction that goes on to give it a name and a way to sign in.
    """
    row = (
        User.objects.select_for_update()
        .filter(pk=guest.pk, kind=User.Kind.GUEST, is_active=True)
        .first()
    )
    if row is None:
        return None
    row.kind = User.Kind.PERSON
    row.date_joined = timezone.now()
    row.seen_on = None
    revoke_all(row)
    return row


def has_moved(guest: User) -> bool:
    """Whether the guest has made any move in any game."""
    answers = signals.answers(signals.kept_guests, ids=[guest.pk], since=None)
    return any(guest.pk in kept for kept in answers)


def waiting_guest(session: Any) -> User | None:
    """The guest of this session whose games the signed-in user may bring along."""
    guest = guest_of(session)
    return guest if guest is not None and has_moved(guest) else None


def forget_guest(session: Any) -> None:
    """The signed-in user does not want the guest's games: don't ask again."""
    session.pop(SESSION_KEY, None)


@transaction.atomic
def merge(guest: User, into: User) -> None:
    """Give the guest's games to ``into`` and end the guest.

    Raises `NoGuest` for anyone else, and `User.DoesNotExist` where ``into`` is gone.
    """
    # Both at once and always in this order: what comes can neither be one of two that wait for
    # each other, nor find the account gone half-way.
    both = User.objects.select_for_update().filter(pk__in=[guest.pk, into.pk]).order_by("pk")
    rows = {row.pk: row for row in both}
    if into.pk not in rows:
        raise User.DoesNotExist
    row, heir = rows.get(guest.pk), rows[into.pk]
    if row is None or row == heir or not row.is_guest:
        raise NoGuest("There is no such guest any more.")
    signals.guest_merged.send(User, guest=row, into=heir)
    if not heir.preferences and row.preferences:
        heir.preferences = into.preferences = row.preferences
        heir.save(update_fields=["preferences"])
    row.delete()


def _hold(user: User) -> User | None:
    """The user's row, locked, and nothing done in its name until the transaction ends.

    Games come before the row, as where a game ends; those that began in between come after it.
    """
    signals.standing_still.send(User, user=user)
    row = User.objects.select_for_update().filter(pk=user.pk).first()
    if row is not None:
        signals.standing_still.send(User, user=row)
    return row


@transaction.atomic
def delete_account(user: User) -> None:
    """End the account at once: profile, sign-in, tokens and apps; games as its receivers say.

    Raises `User.DoesNotExist` where it is gone.
    """
    row = _hold(user)
    if row is None:
        raise User.DoesNotExist
    _delete(row)


class _Stays(Exception):
    """The guest is to be kept."""


def delete_guest_unless(guest: User, stays: Callable[[User], bool]) -> bool:
    """Delete a guest, unless it is none any more or ``stays`` says so; whether it was deleted.

    ``stays`` is asked when nothing can come between its answer and the end of the guest.
    """
    try:
        with transaction.atomic():
            row = _hold(guest)
            if row is None or not row.is_guest or stays(row):
                raise _Stays
            _delete(row)
    except _Stays:
        return False
    return True


def _delete(row: User) -> None:
    signals.account_deleted.send(User, user=row)
    if not row.is_guest:
        block_name(row)
    end_sessions(row)
    row.delete()


def end_sessions(user: User, keep: str = "") -> int:
    """End every browser session of the user but ``keep``; how many there were."""
    # Imported late: allauth's models need the registry of apps.
    from allauth.usersessions.models import UserSession

    sessions = UserSession.objects.filter(user=user).exclude(session_key=keep)
    keys = list(sessions.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    sessions.filter(session_key__in=keys).delete()
    return len(keys)


def end_tokens(user: User) -> None:
    """Revoke every personal token and disconnect every app."""
    revoke_all(user)
    # Imported late: allauth's models need the registry of apps.
    from allauth.idp.oidc.models import Token as OAuthToken

    OAuthToken.objects.filter(user=user).delete()


@transaction.atomic
def change_settings(user: User, changes: dict[str, Any]) -> User:
    """Change some settings, ``None`` for the default; the user as it is then.

    Raises `accounts.preferences.BadPreference`, `User.DoesNotExist`.
    """
    row = locked(user)
    row.preferences = merged(row.preferences, changes)
    row.save(update_fields=["preferences"])
    return row


@transaction.atomic
def become_bot(user: User) -> None:
    """Make a person without rated games a bot, for good. Raises `CannotBecomeBot`."""
    row = locked(user)
    if row.kind != User.Kind.PERSON:
        raise CannotBecomeBot("Only a person's account can become a bot.")
    if any(signals.answers(signals.has_rated_games, user=row)):
        raise CannotBecomeBot("This account has played rated games; a bot needs a new one.")
    row.kind = user.kind = User.Kind.BOT
    row.save(update_fields=["kind"])
    signals.standing_changed.send(User, user=row)


@transaction.atomic
def suspend(user: User, suspended: bool) -> None:
    """Take a player off rated play and the boards, or let them back; a repeat changes nothing."""
    row = locked(user)
    if row.is_suspended == suspended:
        return
    row.suspended_at = user.suspended_at = timezone.now() if suspended else None
    row.save(update_fields=["suspended_at"])
    signals.standing_changed.send(User, user=row)
