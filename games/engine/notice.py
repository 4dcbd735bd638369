"""The notice that there is nothing left to do (R6.2).

It speaks only where it is true however the cards that the player has not seen may lie, so it can
neither be false nor give a face-down card away.
"""

from typing import Literal

from games.engine.cards import BIT, RANK, SLOT, SUIT
from games.engine.position import Position
from games.engine.rules import RuleSet

Notice = Literal["no_moves", "no_progress"]


def is_idle(position: Position, rules: RuleSet, unseen_stock: int, seen: int) -> bool:
    """Whether, where drawing or recycling is the only move, it can never lead to another.

    The last ``unseen_stock`` cards of the stock were never turned over; ``seen`` is the mask of
    face-down tableau cards that were face up at some time (an undo turned them down again) or are
    shown anyway.
    """
    wanting = 0
    for item in position.columns:
        wanting |= item.wants

    def fits(card: int) -> bool:
        foundation = position.foundations[SUIT[card]]
        return bool(SLOT[card] & wanting) or foundation == RANK[card]

    # A card never seen that comes to the top sooner or later can be any of those never seen.
    hidden = _hidden(position, unseen_stock, seen) if unseen_stock else b""
    return not any(map(fits, hidden)) and not any(map(fits, _tops_to_come(position, rules)))


def _hidden(position: Position, unseen_stock: int, seen: int) -> bytes:
    down = b"".join(item.down for item in position.columns)
    return position.stock[-unseen_stock:] + bytes(card for card in down if not BIT[card] & seen)


def _tops_to_come(position: Position, rules: RuleSet) -> bytes:
    """The cards that drawing and recycling alone can still bring to the top of the waste."""
    stock, waste, draw = position.stock, position.waste, rules.draw
    tops = stock[draw - 1 :: draw] + stock[-1:]
    if rules.passes is None or position.pass_number < rules.passes:
        turned = waste + stock
        tops += turned[draw - 1 :: draw] + turned[-1:]
    return tops
