"""What boards there are, how their results are ordered, and which period a result falls in.

Plain values: nothing here knows of the database. Every board has a number (`Board.code`) in which
ladder, kind of board, people or bots, and period are packed; the numbers are stored and must not
change. A result is ordered by one integer, ``sort``: **smaller stands higher**.
"""

import math
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from games import engine

LADDER_NUMBERS = {
    "rated-1": 0,
    "rated-3": 1,
    "rated-vegas-1": 2,
    "rated-vegas-3": 3,
    "purist": 4,
}
DAILY_LADDERS = ("rated-1", "rated-3")
BOARD_NUMBERS = {
    "win_rate": 0,
    "current_streak": 1,
    "best_streak": 2,
    "vegas_total": 3,
    "best_time": 4,
    "best_score": 5,
    "fewest_moves": 6,
    "daily": 7,
}
LADDER_BOARDS = tuple(name for name in BOARD_NUMBERS if name != "daily")
FEWEST_GAMES_FOR_RATE = 20
RATE_UNIT = 10**9
Z95 = 1.959963984540054

_SCORE_MIDDLE = 1 << 30
_NOT_WON = 1 << 40
_PERIODS = 1 << 19
_KIND_STEP = 100_000
_MONDAY_ONE = date(1970, 1, 5)
_DAY_ONE = date(1970, 1, 1)


class PeriodKind(StrEnum):
    ALL = "all"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"


_KINDS = tuple(PeriodKind)


class Period(NamedTuple):
    """All time, or one UTC month, week (from Monday) or day."""

    kind: PeriodKind
    number: int

    @property
    def code(self) -> int:
        return _KINDS.index(self.kind) * _KIND_STEP + self.number

    @property
    def first_day(self) -> date | None:
        if self.kind is PeriodKind.MONTH:
            return date(self.number // 12, self.number % 12 + 1, 1)
        if self.kind is PeriodKind.WEEK:
            return _MONDAY_ONE + timedelta(weeks=self.number)
        if self.kind is PeriodKind.DAY:
            return _DAY_ONE + timedelta(days=self.number)
        return None

    def __str__(self) -> str:
        first = self.first_day
        if first is None:
            return "all"
        if self.kind is PeriodKind.MONTH:
            return f"{first:%Y-%m}"
        return f"{first:%G-W%V}" if self.kind is PeriodKind.WEEK else first.isoformat()


ALL_TIME = Period(PeriodKind.ALL, 0)


def month_of(day: date) -> Period:
    return Period(PeriodKind.MONTH, day.year * 12 + day.month - 1)


def week_of(day: date) -> Period:
    return Period(PeriodKind.WEEK, (day - _MONDAY_ONE).days // 7)


def day_period(day: date) -> Period:
    return Period(PeriodKind.DAY, (day - _DAY_ONE).days)


def period_of_code(code: int) -> Period:
    """The inverse of `Period.code`."""
    kind, number = divmod(code, _KIND_STEP)
    return Period(_KINDS[kind], number)


def utc_day(at: datetime) -> date:
    """The UTC day of a time, whatever zone it is written in."""
    return at.astimezone(UTC).date()


def midnight(day: date) -> datetime:
    """The beginning of a UTC day."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def periods_of(at: datetime) -> tuple[Period, Period, Period]:
    """The periods of a ladder that a game ended at ``at`` counts for."""
    day = utc_day(at)
    return ALL_TIME, month_of(day), week_of(day)


def parse_period(text: str, at: datetime) -> Period:
    """``all``, ``month``, ``week`` (those of ``at``), ``2026-11`` or ``2026-W48``.

    ``ValueError`` for anything else.
    """
    named = dict(zip(("all", "month", "week"), periods_of(at), strict=True))
    if text in named:
        return named[text]
    if match := re.fullmatch(r"([12]\d{3})-(\d{2})", text, re.ASCII):
        return month_of(date(int(match[1]), int(match[2]), 1))
    if match := re.fullmatch(r"([12]\d{3})-W(\d{2})", text, re.ASCII):
        return week_of(date.fromisocalendar(int(match[1]), int(match[2]), 1))
    raise ValueError(f"no such period: {text!r}")


@dataclass(frozen=True, slots=True)
class Board:
    """One board: its ladder, what it orders by, its period, and whether it is the bots'."""

    ladder: str
    name: str
    period: Period
    bots: bool = False

    @property
    def code(self) -> int:
        head = (LADDER_NUMBERS[self.ladder] * 16 + BOARD_NUMBERS[self.name]) * 2 + self.bots
        return head * _PERIODS + self.period.code

    @property
    def earlier_wins(self) -> bool:
        """Whether the time of finishing is part of the order (R8.5) and so decides ranks."""
        return self.name == "daily"


def board_of_code(code: int) -> Board:
    """The inverse of `Board.code`."""
    head, period = divmod(code, _PERIODS)
    place, bots = divmod(head, 2)
    ladder, name = divmod(place, 16)
    return Board(
        next(slug for slug, number in LADDER_NUMBERS.items() if number == ladder),
        next(slug for slug, number in BOARD_NUMBERS.items() if number == name),
        period_of_code(period),
        bool(bots),
    )


def boards_of(ladder: str) -> tuple[str, ...]:
    """The boards that a ladder has; Vegas totals are for Vegas ladders."""
    vegas = engine.LADDERS[ladder].scoring == "vegas"
    return tuple(name for name in LADDER_BOARDS if vegas or name != "vegas_total")


def wilson(won: int, played: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a rate, 0 to 1; (0, 1) without a game.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if not played:
        return 0.0, 1.0
    rate, square = won / played, Z95 * Z95 / played
    spread = Z95 * math.sqrt(rate * (1 - rate) / played + square / (4 * played))
    low = (rate + square / 2 - spread) / (1 + square)
    high = (rate + square / 2 + spread) / (1 + square)
    return max(0.0, low), min(1.0, high)


def rate_sort(won: int, played: int) -> int:
    return -round(wilson(won, played)[0] * RATE_UNIT)


def score_sort(won: bool, score: int) -> int:
    """A losing result stands below every winning one, whatever the scores."""
    return (0 if won else _NOT_WON) + _SCORE_MIDDLE - score


def score_of_sort(sort: int) -> tuple[bool, int]:
    """The inverse of `score_sort`: won, score."""
    won = sort < _NOT_WON // 2
    return won, _SCORE_MIDDLE - (sort if won else sort - _NOT_WON)


def daily_sort(*, won: bool, home: int, score: int, ms: int, moves: int) -> int:
    """R8.5 without its last part, the time of finishing, in 62 bits: a result and its order.

    Won, then cards on the foundations (52 for all who won), score, time, moves. A daily can't
    last 2²⁸ ms (three days); moves above 65,535 count as so many.
    """
    sort = 0 if won else 1
    sort = sort << 6 | (52 - home)
    sort = sort << 11 | (2047 - min(max(score, 0), 2047))
    sort = sort << 28 | min(ms, (1 << 28) - 1)
    return sort << 16 | min(moves, (1 << 16) - 1)


def value_of(name: str, sort: int) -> int | float:
    """What a board shows for a ``sort``: a rate from 0 to 1, ms, moves, a score, a count."""
    if name == "win_rate":
        return -sort / RATE_UNIT
    if name in {"current_streak", "best_streak", "vegas_total"}:
        return -sort
    return score_of_sort(sort)[1] if name == "best_score" else sort
