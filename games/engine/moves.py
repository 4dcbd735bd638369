"""What each move does to a position, and why it may be refused (R2).

Score, history and the end of a game are the game's business.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.engine.cards import BIT, RANK, SLOT, SUIT, SUITS
from games.engine.errors import BadAction, IllegalMove
from games.engine.notation import MOVES
from games.engine.position import EMPTY_COLUMN, Column, Position, column
from games.engine.rules import RuleSet

DRAW, RECYCLE, WASTE_TO_COLUMN, TO_FOUNDATION, RUN, TAKE_BACK = range(6)
"""Kinds of moves. The score of a move goes by its kind; those up to recycling leave columns and
foundations alone."""

Result = tuple[Position, int, int]
"""New position; cards drawn or moved, or the suit where a foundation is concerned; the card that
turned up, or −1."""

_new = tuple.__new__


def _draw(position: Position, _source: int, _target: int, rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    if not stock:
        raise IllegalMove("stock_empty", "the stock is empty")
    drawn = stock[: rules.draw]
    after = (columns, stock[rules.draw :], waste + drawn, foundations, pass_number)
    return _new(Position, after), len(drawn), -1


def _recycle(position: Position, _source: int, _target: int, rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    if stock:
        raise IllegalMove("stock_not_empty", "the stock still has cards")
    if not waste:
        raise IllegalMove("waste_empty", "the waste is empty")
    if rules.passes is not None and pass_number >= rules.passes:
        raise IllegalMove("no_pass_left", "no pass is left")
    return _new(Position, (columns, waste, b"", foundations, pass_number + 1)), 0, -1


def _waste_to_column(position: Position, _source: int, target: int, _rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    if not waste:
        raise IllegalMove("waste_empty", "the waste is empty")
    card = waste[-1]
    if not columns[target][3] & SLOT[card]:
        raise _misfit(columns[target])
    after = (_put(columns, target, waste[-1:]), stock, waste[:-1], foundations, pass_number)
    return _new(Position, after), 1, -1


def _waste_to_foundation(position: Position, _source: int, _target: int, _rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    if not waste:
        raise IllegalMove("waste_empty", "the waste is empty")
    suit = SUIT[waste[-1]]
    higher = _raise(foundations, waste[-1])
    return _new(Position, (columns, stock, waste[:-1], higher, pass_number)), suit, -1


def _column_to_foundation(position: Position, source: int, _target: int, _rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    down, up = columns[source][:2]
    if not up:
        raise IllegalMove("column_empty", f"column {source + 1} is empty")
    higher = _raise(foundations, up[-1])
    left = list(columns)
    left[source], turned = _without(down, up, len(up) - 1)
    after = (tuple(left), stock, waste, higher, pass_number)
    return _new(Position, after), SUIT[up[-1]], turned


def _run(position: Position, source: int, target: int, _rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    down, up, holds, _, _ = columns[source]
    down_there, up_there, _, wants, _ = columns[target]
    if not holds & wants:
        if not up:
            raise IllegalMove("column_empty", f"column {source + 1} is empty")
        raise _misfit(columns[target])
    # Ranks fall by one along the run; on an empty column only its king fits, which is the first.
    first = RANK[up[0]] - RANK[up_there[-1]] + 1 if up_there else 0
    moved = up[first:]
    after = list(columns)
    after[source], turned = _without(down, up, first)
    after[target] = column(down_there, up_there + moved)
    piles = (tuple(after), stock, waste, foundations, pass_number)
    return _new(Position, piles), len(moved), turned


def _take_back(position: Position, source: int, target: int, rules: RuleSet) -> Result:
    columns, stock, waste, foundations, pass_number = position
    if not rules.take_back:
        raise IllegalMove("take_back_forbidden", "these rules allow no take-back")
    if not foundations[source]:
        raise IllegalMove("foundation_empty", f"the foundation of {SUITS[source]} is empty")
    card = source * 13 + foundations[source] - 1
    if not columns[target][3] & SLOT[card]:
        raise _misfit(columns[target])
    lower = shift(foundations, source, -1)
    after = (_put(columns, target, bytes((card,))), stock, waste, lower, pass_number)
    return _new(Position, after), source, -1


def _misfit(target: Column) -> IllegalMove:
    if target.up:
        return IllegalMove("does_not_fit", "it does not fit on the target column")
    return IllegalMove("not_a_king", "an empty column takes only a king")


def _raise(foundations: tuple[int, int, int, int], card: int) -> tuple[int, int, int, int]:
    suit = SUIT[card]
    if foundations[suit] != RANK[card]:
        raise IllegalMove("foundation_order", "it is not the next card of its foundation")
    return shift(foundations, suit, 1)


def shift(foundations: tuple[int, int, int, int], suit: int, by: int) -> tuple[int, int, int, int]:
    """The foundations with one suit's count changed."""
    clubs, diamonds, hearts, spades = foundations
    if suit == 0:
        return clubs + by, diamonds, hearts, spades
    if suit == 1:
        return clubs, diamonds + by, hearts, spades
    if suit == 2:
        return clubs, diamonds, hearts + by, spades
    return clubs, diamonds, hearts, spades + by


def _put(columns: tuple[Column, ...], target: int, cards: bytes) -> tuple[Column, ...]:
    after = list(columns)
    down, up = columns[target][:2]
    after[target] = column(down, up + cards)
    return tuple(after)


def _without(down: bytes, up: bytes, keep: int) -> tuple[Column, int]:
    """The column with only its first ``keep`` face-up cards, and the card that turned up."""
    if keep:
        return column(down, up[:keep]), -1
    if down:
        return column(down[:-1], down[-1:]), down[-1]
    return EMPTY_COLUMN, -1


class Event(NamedTuple):
    """What an action did: `turned_up` is (column 1–7, card) where a card turned up, `drawn` the
    cards drawn, in the order in which they came."""

    action: str
    turned_up: tuple[int, int] | None
    drawn: bytes


class Move(NamedTuple):
    """What the two characters of a move stand for: how it is played, on which columns 0…6 (or
    the suit 0…3 of a take-back), its kind, its place in `MOVES`, and the event where no card is
    drawn or turned up."""

    play: Callable[[Position, int, int, RuleSet], Result]
    source: int
    target: int
    kind: int
    place: int
    event: Event


def _parts(text: str) -> tuple[Callable[[Position, int, int, RuleSet], Result], int, int, int]:
    source, target = text[0], text[1]
    if text == "sw":
        return _draw, 0, 0, DRAW
    if text == "ws":
        return _recycle, 0, 0, RECYCLE
    if text == "wf":
        return _waste_to_foundation, 0, 0, TO_FOUNDATION
    if source == "w":
        return _waste_to_column, 0, int(target) - 1, WASTE_TO_COLUMN
    if source in SUITS:
        return _take_back, SUITS.index(source), int(target) - 1, TAKE_BACK
    if target == "f":
        return _column_to_foundation, int(source) - 1, 0, TO_FOUNDATION
    return _run, int(source) - 1, int(target) - 1, RUN


MOVE: Final[dict[str, Move]] = {
    text: Move(*_parts(text), place, Event(text, None, b"")) for place, text in enumerate(MOVES)
}
"""By the text of a move: what it stands for."""


def leans_on(position: Position, action: str) -> int:
    """Mask of the cards whose values decide whether an action is legal: those that it moves, and
    the one that they would lie on. What else decides, like counts of cards, is never hidden."""
    move = MOVE.get(action)
    if move is None or move.kind <= RECYCLE:
        return 0
    cards = b""
    if action[0] == "w":
        cards = position.waste[-1:]
    elif move.kind == RUN:
        cards = position.columns[move.source].up
    elif move.kind == TO_FOUNDATION:
        cards = position.columns[move.source].up[-1:]
    if move.kind != TO_FOUNDATION:
        cards += position.columns[move.target].up[-1:]
    return mask(cards)


def mask(cards: bytes) -> int:
    """The cards as a set: one bit each."""
    return sum(BIT[card] for card in cards)


def play(position: Position, text: str, rules: RuleSet) -> Position:
    """The position after a move.

    Raises `BadAction` where the text is no move, `IllegalMove` where it is against the rules.
    """
    move = MOVE.get(text)
    if move is None:
        raise BadAction(f"{str(text)[:20]!r} is no move")
    return move.play(position, move.source, move.target, rules)[0]
