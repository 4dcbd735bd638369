"""Which moves are legal (R2, R3.2).

The list is made after every action, so it is the engine's dearest work. It is cut in two: what
columns and foundations allow among themselves, which lasts through all drawing and recycling, and
what stock and waste add.
"""

from functools import lru_cache
from typing import Final

from games.engine.cards import RANK, SLOT, SUIT, SUITS
from games.engine.notation import COLUMNS
from games.engine.position import FULL, NO_CARD, Column, Position
from games.engine.rules import RuleSet

_NEXT: Final = tuple((*range(suit * 13, suit * 13 + 13), NO_CARD - 1) for suit in range(4))
_TOP_SLOT: Final = tuple((0, *SLOT[suit * 13 : suit * 13 + 13]) for suit in range(4))
_TARGETS: Final = {
    source: tuple(source + target for target in COLUMNS) for source in (*COLUMNS, *SUITS, "w")
}
_FROM: Final = tuple(_TARGETS[source] for source in COLUMNS)
_FROM_WASTE: Final = _TARGETS["w"]

Board = tuple[tuple[str, ...], int]
"""The moves that columns and foundations allow among themselves, in alphabetical order, and the
mask of slots that fit on some column."""

Foundations = tuple[int, int, int, int]


def legal_moves(position: Position, rules: RuleSet) -> tuple[str, ...]:
    """Every legal move once, in alphabetical order; none where all cards are home."""
    return moves_with(board_moves(position, rules), position, rules)


def board_moves(position: Position, rules: RuleSet) -> Board:  # noqa: PLR0912 - see below
    """The part of the legal moves that drawing and recycling don't change."""
    columns = position[0]
    # Written out, not looped over, here and below: the list is made at every action, and a loop
    # over columns takes two to three times as long. Fields by number are for the same reason:
    # 2 is what a column holds, 3 what it wants, 4 its last card.
    one, two, three, four, five, six, seven = columns
    wanting = one[3] | two[3] | three[3] | four[3] | five[3] | six[3] | seven[3]
    next_cards, top_slots = _ends(position[3])
    moves: list[str] = []
    if one[2] & wanting:
        _add_targets(moves, columns, one[2], _FROM[0])
    if one[4] in next_cards:
        moves.append("1f")
    if two[2] & wanting:
        _add_targets(moves, columns, two[2], _FROM[1])
    if two[4] in next_cards:
        moves.append("2f")
    if three[2] & wanting:
        _add_targets(moves, columns, three[2], _FROM[2])
    if three[4] in next_cards:
        moves.append("3f")
    if four[2] & wanting:
        _add_targets(moves, columns, four[2], _FROM[3])
    if four[4] in next_cards:
        moves.append("4f")
    if five[2] & wanting:
        _add_targets(moves, columns, five[2], _FROM[4])
    if five[4] in next_cards:
        moves.append("5f")
    if six[2] & wanting:
        _add_targets(moves, columns, six[2], _FROM[5])
    if six[4] in next_cards:
        moves.append("6f")
    if seven[2] & wanting:
        _add_targets(moves, columns, seven[2], _FROM[6])
    if seven[4] in next_cards:
        moves.append("7f")
    if top_slots & wanting and rules.take_back:
        for suit, tops, count in zip(SUITS, _TOP_SLOT, position[3], strict=True):
            if tops[count] & wanting:
                _add_targets(moves, columns, tops[count], _TARGETS[suit])
    return tuple(moves), wanting


def moves_with(board: Board, position: Position, rules: RuleSet) -> tuple[str, ...]:
    """All legal moves of a position whose board is known."""
    moves, wanting = board
    columns, stock, waste, foundations, pass_number = position
    if not waste:
        return (*moves, "sw") if stock else () if foundations == FULL else moves
    card = waste[-1]
    more = ["sw"] if stock else []
    if SLOT[card] & wanting:
        _add_targets(more, columns, SLOT[card], _FROM_WASTE)
    if foundations[SUIT[card]] == RANK[card]:
        more.append("wf")
    if not stock and (rules.passes is None or pass_number < rules.passes):
        more.append("ws")
    return (*moves, *more)


@lru_cache(maxsize=1 << 14)
def _ends(foundations: Foundations) -> tuple[bytes, int]:
    """The card next on each foundation, and the slots of those on top."""
    next_cards = bytes(_NEXT[suit][count] for suit, count in enumerate(foundations))
    top_slots = 0
    for suit, count in enumerate(foundations):
        top_slots |= _TOP_SLOT[suit][count]
    return next_cards, top_slots


def _add_targets(
    moves: list[str], columns: tuple[Column, ...], slots: int, names: tuple[str, ...]
) -> None:
    # A column never wants a slot that it holds itself, so source and target always differ.
    one, two, three, four, five, six, seven = columns
    if one[3] & slots:
        moves.append(names[0])
    if two[3] & slots:
        moves.append(names[1])
    if three[3] & slots:
        moves.append(names[2])
    if four[3] & slots:
        moves.append(names[3])
    if five[3] & slots:
        moves.append(names[4])
    if six[3] & slots:
        moves.append(names[5])
    if seven[3] & slots:
        moves.append(names[6])
