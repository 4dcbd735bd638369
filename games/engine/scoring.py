"""Points for moves, the win's time bonus, and money as text (R5)."""

from typing import Final, NamedTuple

from games.engine.rules import Scoring


class Table(NamedTuple):
    """One scoring: `kinds` are the points by kind of move (draw, recycle, waste to column, card
    to a foundation, column to column, take-back), `turn_up` those of a face-down card turned up;
    `floored` says that the score never falls below 0."""

    start: int
    kinds: tuple[int, int, int, int, int, int]
    turn_up: int
    floored: bool


TABLES: Final[dict[Scoring, Table]] = {
    "standard": Table(0, (0, -100, 5, 10, 0, 0), 5, True),
    "vegas": Table(-52, (0, 0, 0, 5, 0, 0), 0, False),
    "microsoft": Table(0, (0, -2, 5, 10, 0, -15), 5, True),
    "none": Table(0, (0, 0, 0, 0, 0, 0), 0, False),
}

_BONUS: Final = 700_000
_BONUS_AFTER_SECONDS: Final = 30


def time_bonus(scoring: Scoring, ms: int) -> int:
    """Points for a win after that many milliseconds of play: whole seconds count, and only
    `microsoft` pays, from the 31st whole second on."""
    seconds = ms // 1000
    if scoring != "microsoft" or seconds <= _BONUS_AFTER_SECONDS:
        return 0
    return _BONUS // seconds


def money_text(score: int) -> str:
    """A Vegas score as money: ``+$208``, ``$0``, ``-$52`` (R5.4)."""
    sign = "+" if score > 0 else "-" if score < 0 else ""
    return f"{sign}${abs(score)}"
