"""Cards, their text, and the tables that say what fits on what.

A card is an int 0…51: ``suit * 13 + rank``, suits in the order C D H S, rank 0 the ace. Sequences
of cards are ``bytes``, one byte a card. Card text is rank then suit: ``AS``, ``TH`` (R1.1).

Along a face-up run rank falls by one and colour changes, so the parity of rank + colour is the
same for all its cards. A *slot* is a pair (parity, rank): the two cards of one rank and one
colour. What fits is then a matter of bit masks over the 26 slots, see `SLOT`, `WANTS`, `HOLDS`.
In a mask each parity has 14 bits, the lowest of which stands for the card below an ace: no card
has that slot, so what an ace wants never comes.
"""

from functools import lru_cache
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
PACK: Final = bytes(range(52))
"""The 52 cards in the order of their numbers."""

KING: Final = 12

RANK: Final = tuple(card % 13 for card in PACK)
SUIT: Final = tuple(card // 13 for card in PACK)
TEXT: Final = tuple(RANKS[card % 13] + SUITS[card // 13] for card in PACK)

_RED_SUITS: Final = (1, 2)
_STRIDE: Final = 14


def _slot_of(card: int) -> int:
    parity = (RANK[card] + (SUIT[card] in _RED_SUITS)) % 2
    return parity * _STRIDE + 1 + RANK[card]


def _holds(first: int, last: int) -> int:
    """Mask of the slots of a run from ``first`` (its highest card) down to ``last``."""
    parity_start = _slot_of(last) - RANK[last]
    return sum(1 << (parity_start + rank) for rank in range(RANK[last], RANK[first] + 1))


BIT: Final = tuple(1 << card for card in PACK)
"""By card: its bit in a mask of 52 cards."""

SLOT: Final = tuple(1 << _slot_of(card) for card in PACK)
"""By card: the bit of its slot."""

WANTS: Final = tuple(slot >> 1 for slot in SLOT)
"""By a column's last card: the slot that fits on it, one bit below the card's own."""

KINGS: Final = SLOT[KING] | SLOT[13 + KING]
"""The slots that fit on an empty column."""

HOLDS: Final = tuple(_holds(first, last) for first in PACK for last in PACK)
"""By ``first * 52 + last`` of a run: the slots in it."""

_NUMBER: Final = {
    rank + suit: card
    for card, text in enumerate(TEXT)
    for rank in (text[0], text[0].lower())
    for suit in (text[1], text[1].lower())
}


def card_number(text: str) -> int | None:
    """The card that two characters name, letters in either case; None for any other text."""
    return _NUMBER.get(text)


def cards_text(cards: bytes) -> str:
    """Two characters a card, in order, nothing between."""
    return "".join([TEXT[card] for card in cards])


run_text = lru_cache(maxsize=1 << 14)(cards_text)
"""The same for face-up runs, of which games share most."""
