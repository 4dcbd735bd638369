"""Positions as values, and their written form.

The written form is five fields with a blank between: the seven columns joined by ``/``, stock,
waste, foundations, pass. A column is its face-down cards, ``|``, its face-up cards, bottom first;
the stock is written next card first, the waste top last; an empty pile is ``-``::

    |6D/5C|5D/3DKH|6H/… QD9D… - C0D0H0S0 1
"""

import re
from itertools import pairwise
from typing import Final, NamedTuple

from games.engine.cards import HOLDS, KINGS, PACK, RANK, SLOT, SUIT, SUITS, TEXT, WANTS, card_number
from games.engine.cards import cards_text as _text
from games.engine.errors import BadPosition


class Column(NamedTuple):
    """A tableau column, bottom card first: `down` face down, `up` face up.

    The rest follows from these two and is kept because every list of moves needs it: `holds` is
    the mask of slots among the face-up cards, `wants` of those that fit on the column, `last` the
    last card (`NO_CARD` when empty). Make columns with `column`.
    """

    down: bytes
    up: bytes
    holds: int
    wants: int
    last: int

    def __repr__(self) -> str:
        return f"Column({'xx' * len(self.down)}|{_text(self.up)})"


class Position(NamedTuple):
    """All piles: seven columns, stock (next card first), waste (top last), the counts on the four
    foundations in the order C D H S, and the number of the pass, from 1."""

    columns: tuple[Column, ...]
    stock: bytes
    waste: bytes
    foundations: tuple[int, int, int, int]
    pass_number: int

    def __repr__(self) -> str:
        # It may end up in a log or in the report of an error; `position_text` tells all.
        text = position_text(self, columns_known=False, stock_known=False)
        return f"Position({text!r})"


NO_CARD: Final = 255
EMPTY_COLUMN: Final = Column(b"", b"", 0, KINGS, NO_CARD)
FULL: Final = (13, 13, 13, 13)
"""The foundations of a won game."""

_new = tuple.__new__


def column(down: bytes, up: bytes) -> Column:
    """The column of these cards; `up` must not be empty and must be a run."""
    last = up[-1]
    return _new(Column, (down, up, HOLDS[up[0] * 52 + last], WANTS[last], last))


def position_text(
    position: Position, *, columns_known: bool = True, stock_known: bool = True
) -> str:
    """Write a position; face-down cards of columns or stock that are not known are ``xx``."""

    def down_text(cards: bytes, known: bool) -> str:
        return _text(cards) if known else "xx" * len(cards)

    columns = "/".join(
        f"{down_text(item.down, columns_known)}|{_text(item.up)}" if item.up else "-"
        for item in position.columns
    )
    stock = down_text(position.stock, stock_known) or "-"
    counts = "".join(
        f"{suit}{count}" for suit, count in zip(SUITS, position.foundations, strict=True)
    )
    return f"{columns} {stock} {_text(position.waste) or '-'} {counts} {position.pass_number}"


_FOUNDATIONS: Final = re.compile(
    r"C(\d{1,2})D(\d{1,2})H(\d{1,2})S(\d{1,2})", re.ASCII | re.IGNORECASE
)
_PASS: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)


def parse_position(text: str) -> Position:
    """Read what `position_text` writes, card letters in either case.

    Raises `BadPosition` where a card is hidden (``xx``), doubled or missing, where face-up cards
    are no run, or where no deal could lead to piles of that size.
    """
    fields = text.split() if isinstance(text, str) and len(text) <= 1000 else []
    if len(fields) != 5:
        raise BadPosition("a position is columns, stock, waste, foundations and pass")
    parts = fields[0].split("/")
    if len(parts) != 7:
        raise BadPosition(f"{len(parts)} columns, not 7")
    columns = tuple(_parse_column(number, part) for number, part in enumerate(parts, start=1))
    stock, waste = _parse_cards("the stock", fields[1]), _parse_cards("the waste", fields[2])
    if len(stock) + len(waste) > 24:
        raise BadPosition("stock and waste are more than 24 cards")
    if not _PASS.fullmatch(fields[4]):
        raise BadPosition(f"the pass is {fields[4][:20]!r}, not a whole number from 1")
    position = Position(columns, stock, waste, _parse_foundations(fields[3]), int(fields[4]))
    _check_pack(position)
    return position


def _parse_cards(where: str, text: str) -> bytes:
    if text in ("", "-"):
        return b""
    cards = []
    for start in range(0, len(text), 2):
        card = card_number(text[start : start + 2])
        if card is None:
            raise BadPosition(f"{text[start : start + 2]!r} in {where} is no card")
        cards.append(card)
    return bytes(cards)


def _parse_column(number: int, text: str) -> Column:
    if text == "-":
        return EMPTY_COLUMN
    parts = text.split("|")
    if len(parts) != 2 or not parts[1]:
        raise BadPosition(f"column {number} is not face-down cards, | and face-up cards")
    down, up = (_parse_cards(f"column {number}", part) for part in parts)
    if not up:
        raise BadPosition(f"column {number} has no face-up card")
    if len(down) >= number:
        raise BadPosition(f"column {number} has more than {number - 1} face-down cards")
    for upper, lower in pairwise(up):
        if not SLOT[lower] & WANTS[upper]:
            raise BadPosition(f"{TEXT[lower]} does not fit on {TEXT[upper]} in column {number}")
    return column(down, up)


def _parse_foundations(text: str) -> tuple[int, int, int, int]:
    match = _FOUNDATIONS.fullmatch(text)
    counts = [int(count) for count in match.groups()] if match else [14]
    if max(counts) > 13:
        raise BadPosition(f"the foundations are {text[:20]!r}, not like 'C0D13H2S0'")
    return (counts[0], counts[1], counts[2], counts[3])


def _check_pack(position: Position) -> None:
    cards = bytearray(position.stock + position.waste)
    for item in position.columns:
        cards += item.down + item.up
    cards += bytes(card for card in PACK if RANK[card] < position.foundations[SUIT[card]])
    doubled = sorted({card for card in cards if cards.count(card) > 1})
    if doubled:
        raise BadPosition("more than once: " + " ".join(TEXT[card] for card in doubled))
    missing = [TEXT[card] for card in PACK if card not in cards]
    if missing:
        raise BadPosition("missing: " + " ".join(missing))
