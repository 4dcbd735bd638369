"""From an engine position to the kernel's numbers."""

from typing import Final

import numpy as np
import numpy.typing as npt

from games import engine
from games.solver import kernel as k

Numbers = npt.NDArray[np.int64]

# The kernel numbers suits C S D H, so that suits 2n and 2n + 1 have one colour.
_SUITS: Final = (0, 2, 3, 1)


def _index(suit: int, rank: int) -> int:
    """Kernel card of a kernel suit: the cards that one card may lie on are four places up."""
    return 4 * rank + 2 * ((suit >> 1) ^ (rank & 1)) + (suit & 1)


INDEX: Final = tuple(_index(_SUITS[card // 13], card % 13) for card in range(52))
"""By engine card: its place in the kernel's 52-bit sets. Twins are places 2n and 2n + 1."""

CARD: Final = tuple(INDEX.index(place) for place in range(52))
"""By kernel card: the engine's."""


def _height_tables() -> Numbers:
    """For all foundations, packed four bits a suit: the kernel's rows, as sets of cards."""
    suits = np.indices((16, 16, 16, 16)).reshape(4, -1)[::-1]
    tables = np.zeros((5, 1 << 16), np.int64)
    for suit in range(4):
        rank, twin = suits[suit], suits[suit ^ 1]
        low = np.minimum(suits[(suit & 2) ^ 2], suits[((suit & 2) ^ 2) + 1])
        bits = np.array([1 << _index(suit, r) if r < 13 else 0 for r in range(16)])
        top = np.maximum(rank - 1, 0)
        safe = (low >= rank - 1) & (twin >= rank - 2)
        kept = (rank == 0) | ((low >= top - 1) & (twin >= top - 2))
        tables[k.NEXT_HOME] |= bits[rank]
        tables[k.SAFE] |= np.where(safe, bits[rank], 0)
        tables[k.SAFE_FINAL] |= np.where(safe | (low >= rank), bits[rank], 0)
        tables[k.TAKEABLE] |= np.where(kept, 0, bits[top])
        tables[k.GONE] |= np.concatenate([[0], np.cumsum(bits)])[rank]
    return tables


HEIGHTS: Final = _height_tables()


def _blank_deal() -> Numbers:
    deal = np.zeros(k.DEAL_SIZE, np.int64)
    for suit in range(4):
        places = [_index(suit, rank) for rank in range(13)]
        deal[[k.UNIT + place for place in places]] = 1 << (4 * suit)
        deal[[k.SUIT + place for place in places]] = sum(1 << place for place in places)
    return deal


_BLANK: Final = _blank_deal()


def pack(position: engine.Position, rules: engine.RuleSet) -> tuple[Numbers, Numbers]:
    """The deal and the first frame of a search from the position."""
    deal = _BLANK.copy()
    frame = np.zeros(k.WIDTH, np.int64)
    _pack_columns(position, deal, frame)
    drawn = position.waste + position.stock
    for place, card in enumerate(drawn):
        deal[k.DRAWN + place] = 1 << INDEX[card]
        deal[k.PLACE + INDEX[card]] = place
    frame[k.STOCK] = (1 << len(drawn)) - 1
    waste = len(position.waste)
    if rules.passes is None:
        loose = rules.draw == 1 or waste % 3 == 0 or waste == len(drawn)
        frame[k.WASTE] = 0 if loose else waste
    else:
        frame[k.WASTE] = waste
        frame[k.PASS] = position.pass_number - 1
    return deal, frame


def _pack_columns(position: engine.Position, deal: Numbers, frame: Numbers) -> None:
    visible = locked = found = counts = key = most = 0
    weight = 1
    for number, column in enumerate(position.columns):
        visible |= sum(1 << INDEX[card] for card in column.up)
        # A king with nothing beneath is as good as one that was moved there.
        dealt = column.down + column.up[:1]
        if not column.down and column.up and column.up[0] % 13 == 12:
            dealt = b""
        for place, card in enumerate(dealt):
            deal[k.SURFACE + 8 * number + place] = 1 << INDEX[card]
            deal[k.COLUMN + INDEX[card]] = number
        if dealt:
            locked |= 1 << INDEX[dealt[-1]]
        deal[k.WEIGHT + number] = weight
        counts |= len(dealt) << (4 * number)
        key += weight * len(dealt)
        weight *= len(dealt) + 1
        most = max(most, len(dealt))
    if weight > 1 << 16 or most > 7:
        # The key has 16 bits for them, which is enough for every position of a game.
        raise engine.BadPosition("more face-down cards than a deal has in these columns")
    for suit, count in zip(_SUITS, position.foundations, strict=True):
        found |= count << (4 * suit)
    frame[: k.CK + 1] = (visible, locked, found, counts, key)
