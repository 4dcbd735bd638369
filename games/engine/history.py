"""Taking moves back (R4).

A history is ``bytes``, four an action, the latest last: a value that games can share, bounded, and
far smaller than the positions themselves.
"""

from typing import Final

from games.engine.moves import (
    DRAW,
    MOVE,
    RECYCLE,
    RUN,
    TAKE_BACK,
    WASTE_TO_COLUMN,
    shift,
)
from games.engine.notation import MOVES
from games.engine.position import EMPTY_COLUMN, Column, Position, column

RECORD: Final = 4
"""Bytes an action: its place in `MOVES`, the detail of its result, flags, and `ZERO` + the points
that counted (−100…15), the floor taken into account."""

ZERO: Final = 128

TURNED: Final = 1
PAID: Final = 2
"""Flags of a record: a card turned up; a card was paid for the first time (R5.2)."""


def latest(history: bytes) -> tuple[str, int, int, int]:
    """Move, detail, flags and points of the last record."""
    place, detail, flags, points = history[-RECORD:]
    return MOVES[place], detail, flags, points - ZERO


def take_out(position: Position, action: str, detail: int, turned: bool) -> Position:
    """The position before the move that led to this one.

    ``detail`` is what playing it gave (see `moves.Result`), ``turned`` whether a card turned up.
    """
    move = MOVE[action]
    columns, stock, waste, foundations, pass_number = position
    kind = move.kind
    if kind == DRAW:
        stock, waste = waste[-detail:] + stock, waste[:-detail]
    elif kind == RECYCLE:
        stock, waste, pass_number = b"", stock, pass_number - 1
    elif kind == WASTE_TO_COLUMN:
        waste += columns[move.target].up[-1:]
        columns = _cut(columns, move.target, 1)
    elif kind == TAKE_BACK:
        columns = _cut(columns, move.target, 1)
        foundations = shift(foundations, move.source, 1)
    elif kind == RUN:
        moved = columns[move.target].up[-detail:]
        columns = _give_back(_cut(columns, move.target, detail), move.source, moved, turned)
    else:
        card = bytes((detail * 13 + foundations[detail] - 1,))
        foundations = shift(foundations, detail, -1)
        if action == "wf":
            waste += card
        else:
            columns = _give_back(columns, move.source, card, turned)
    return Position(columns, stock, waste, foundations, pass_number)


def _cut(columns: tuple[Column, ...], target: int, cards: int) -> tuple[Column, ...]:
    after = list(columns)
    down, up = columns[target][:2]
    after[target] = column(down, up[:-cards]) if len(up) > cards else EMPTY_COLUMN
    return tuple(after)


def _give_back(
    columns: tuple[Column, ...], source: int, cards: bytes, turned: bool
) -> tuple[Column, ...]:
    after = list(columns)
    down, up = columns[source][:2]
    after[source] = column(down + up, cards) if turned else column(down, up + cards)
    return tuple(after)
