"""Guests that nobody comes back for are swept away."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import structlog
from django.db import OperationalError
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import signals
from accounts.models import User
from accounts.services.people import delete_guest_unless

WITHOUT_A_MOVE = timedelta(days=1)
WITH_MOVES = timedelta(days=90)
_BATCH = 500
_log = structlog.get_logger(__name__)


def _batches(guests: QuerySet[User]) -> Iterator[list[User]]:
    last = 0
    while batch := list(guests.filter(pk__gt=last).order_by("pk")[:_BATCH]):
        yield batch
        last = batch[-1].pk


def _kept(batch: list[User], since: datetime | None) -> set[int]:
    ids = [guest.pk for guest in batch]
    answers = signals.answers(signals.kept_guests, ids=ids, since=since)
    return {pk for kept in answers for pk in kept}


def _sweep(older_than: datetime, since: datetime | None) -> int:
    forgotten = Q(kind=User.Kind.GUEST, date_joined__lt=older_than)
    if since is not None:
        forgotten &= Q(seen_on=None) | Q(seen_on__lt=since.date())

    def stays(guest: User) -> bool:
        here = User.objects.filter(forgotten, pk=guest.pk).exists()
        return not here or bool(_kept([guest], since))

    swept = 0
    for batch in _batches(User.objects.filter(forgotten)):
        # Only a guess, which spares most of them: others go on playing while the sweep goes on.
        kept = _kept(batch, since)
        for guest in batch:
            if guest.pk not in kept:
                swept += _gone(guest, stays)
    return swept


def _gone(guest: User, stays: Callable[[User], bool]) -> bool:
    try:
        return delete_guest_unless(guest, stays)
    except OperationalError:
        # Two that waited for each other: somebody is at work with this guest.
        _log.warning("sweep", guest=guest.pk, exc_info=True)
        return False


def sweep_guests(now: datetime | None = None) -> int:
    """Delete guests older than a day that never moved, and those who were not here for 90 days.

    Answers how many. What signs up, moves or begins a game meanwhile stays.
    """
    now = now or timezone.now()
    return _sweep(now - WITHOUT_A_MOVE, None) + _sweep(now - WITH_MOVES, now - WITH_MOVES)
