"""When guests were last here, to the day: a write a day for each at most, and none with a move."""

from datetime import date

from django.utils import timezone

from accounts.models import User


def today() -> date:
    return timezone.now().date()


def note_guest(user: User) -> None:
    """Note that a guest was here today; for anybody else, or a second time, nothing is done."""
    if user.is_guest and user.seen_on != today():
        user.seen_on = today()
        User.objects.filter(pk=user.pk).update(seen_on=user.seen_on)
