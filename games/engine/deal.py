"""Decks in text, the numbered shuffle, and the deal (R1.2, R1.3, R10)."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Final

from games.engine.cards import PACK, TEXT, card_number, cards_text
from games.engine.errors import BadCode, BadDeck
from games.engine.position import Position, column

NUMBERS: Final = 1 << 35
"""Numbered deals are 0 … NUMBERS − 1."""

_ROWS: Final = [
    [sum(range(8 - row, 8)) + place - row for row in range(place + 1)] for place in range(7)
]
"""By column: the places in the deck of its cards, as the deal goes in rows."""


def parse_deck(text: str) -> bytes:
    """Read 52 cards in dealing order, with or without blanks, letters in either case.

    Raises `BadDeck`, which names each wrong text with its place, doubled and missing cards and
    the count.
    """
    if not isinstance(text, str):
        raise BadDeck("a deck is a text of 52 cards")
    if len(text) > 1000:
        raise BadDeck(f"{len(text)} characters are too many for 52 cards")
    pieces = [
        chunk[start : start + 2] for chunk in text.split() for start in range(0, len(chunk), 2)
    ]
    numbers = [card_number(piece) for piece in pieces]
    cards = bytes(number for number in numbers if number is not None)
    if len(pieces) == 52 and len(set(cards)) == 52:
        return cards
    wrong = [
        f"{piece} (place {place})"
        for place, (piece, number) in enumerate(zip(pieces, numbers, strict=True), start=1)
        if number is None
    ]
    raise _bad_deck(len(pieces), cards, wrong)


def _bad_deck(length: int, cards: bytes, wrong: list[str]) -> BadDeck:
    doubled = [TEXT[card] for card in PACK if cards.count(card) > 1]
    missing = [TEXT[card] for card in PACK if card not in cards]
    complaints = [f"{length} cards, not 52"] if length != 52 else []
    for words, names in (("no card", wrong), ("more than once", doubled), ("missing", missing)):
        if names:
            complaints.append(f"{words}: {', '.join(names[:8])}" + ("…" if names[8:] else ""))
    extra = {"count": length, "wrong": wrong[:60], "doubled": doubled, "missing": missing}
    return BadDeck("; ".join(complaints), extra)


def deck_text(deck: bytes) -> str:
    """The 104 characters of a deck in dealing order."""
    return cards_text(deck)


def deal(deck: bytes) -> Position:
    """Deal in rows (R1.2): column n gets n cards, its last face up; 24 are left as the stock.

    Raises `BadDeck` where the bytes are no order of the 52 cards.
    """
    if bytes(sorted(deck)) != PACK:
        raise BadDeck("a deck is an order of the 52 cards")
    columns = []
    for places in _ROWS:
        cards = bytes(deck[place] for place in places)
        columns.append(column(cards[:-1], cards[-1:]))
    return Position(tuple(columns), deck[28:], b"", (0, 0, 0, 0), 1)


def _stream(number: int) -> Iterator[int]:
    for block in count():
        yield from sha256(b"KL1" + number.to_bytes(8, "big") + block.to_bytes(4, "big")).digest()


def shuffle(number: int) -> bytes:
    """The deck of a numbered deal, 0 … 2³⁵−1; written down to the bit in docs/rules-and-codes.md.

    Raises `BadCode` where the number is out of range.
    """
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < NUMBERS:
        raise BadCode(f"deal numbers are 0 to {NUMBERS - 1}")
    deck = bytearray(PACK)
    stream = _stream(number)
    for last in range(51, 0, -1):
        # Bytes from the last, incomplete multiple are thrown away: no place is likelier.
        usable = 256 - 256 % (last + 1)
        place = next(byte for byte in stream if byte < usable) % (last + 1)
        deck[last], deck[place] = deck[place], deck[last]
    return bytes(deck)
