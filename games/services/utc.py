"""The time of day, in one place, so that midnights and weeks can be tried out.

Services ask ``now()`` and nothing else. ``stopped(at)`` is for tests and trials: while it is
entered, the whole process lives at that time, which ``move`` sets forward.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta


class _Clock:
    def __init__(self) -> None:
        self.held: datetime | None = None


_clock = _Clock()


def now() -> datetime:
    """The time in UTC, with its zone."""
    return _clock.held or datetime.now(UTC)


@contextmanager
def stopped(at: datetime) -> Iterator[None]:
    """Live at ``at`` (with a zone, or ``ValueError``) until the block ends."""
    if at.tzinfo is None:
        raise ValueError("a time without a zone could be any hour of the day")
    before = _clock.held
    _clock.held = at.astimezone(UTC)
    try:
        yield
    finally:
        _clock.held = before


def move(step: timedelta) -> datetime:
    """Set a stopped clock forward or back; ``RuntimeError`` when it runs."""
    if _clock.held is None:
        raise RuntimeError("the clock runs by itself")
    _clock.held += step
    return _clock.held
