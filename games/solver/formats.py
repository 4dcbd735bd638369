"""Deals as other programs write them: ShootMe's digits, PySolFC's board, Solvitaire's JSON.

Each format has a parse and a render function between its text and our deck, 52 bytes in dealing
order (row by row, then the stock, next card first). All raise `BadDeck`, which says what is
wrong.
"""

import json
import re
from typing import Final, TypeGuard

from games import engine

# In our deck: the places of each column's cards, bottom first.
_COLUMNS: Final = tuple(
    tuple(sum(range(8 - row, 8)) + column - row for row in range(column + 1)) for column in range(7)
)


def _deck(cards: list[str], where: list[str]) -> bytes:
    """Check cards in text, with the name of each one's place, and make the deck."""
    for card, place in zip(cards, where, strict=True):
        if engine.card_number(card) is None:
            raise engine.BadDeck(f"{card[:10]!r} in {place} is no card")
    return engine.parse_deck("".join(cards))


def _from_columns(columns: list[list[str]], stock: list[str]) -> bytes:
    cards = [""] * 52
    where = [""] * 52
    for number, column in enumerate(columns, start=1):
        if len(column) != number:
            raise engine.BadDeck(f"column {number} has {len(column)} cards, not {number}")
        for place, card in zip(_COLUMNS[number - 1], column, strict=True):
            cards[place] = card
            where[place] = f"column {number}"
    if len(stock) != 24:
        raise engine.BadDeck(f"the stock has {len(stock)} cards, not 24")
    cards[28:] = stock
    where[28:] = ["the stock"] * 24
    return _deck(cards, where)


def _columns(deck: bytes) -> list[list[str]]:
    return [[engine.TEXT[deck[place]] for place in column] for column in _COLUMNS]


def parse_shootme(text: str) -> bytes:
    """Read 156 digits: a card is two of the rank, 01 to 13, and one of the suit, 1 to 4 for
    C D H S; in dealing order."""
    digits = "".join(text.split())
    if not re.fullmatch("[0-9]{156}", digits, re.ASCII):
        raise engine.BadDeck(f"a ShootMe deal is 156 digits, not {len(digits)} characters")
    cards = []
    for start in range(0, 156, 3):
        rank, suit = int(digits[start : start + 2]), int(digits[start + 2])
        if not (1 <= rank <= 13 and 1 <= suit <= 4):
            place = start // 3 + 1
            raise engine.BadDeck(f"{digits[start : start + 3]} (card {place}) is no card")
        cards.append(engine.TEXT[suit * 13 + rank - 14])
    return engine.parse_deck("".join(cards))


def shootme_text(deck: bytes) -> str:
    """Write 156 digits."""
    return "".join(f"{c % 13 + 1:02}{c // 13 + 1}" for c in deck)


def parse_pysolfc(text: str) -> bytes:
    """Read a board: a line `Talon:` with the stock, then a line a column.

    A card is rank then suit; `<…>` marks it face down; `10` is read as `T`. The stock's next
    card stands first; blank lines and lines from `#` on are passed over.
    """
    stock: list[str] | None = None
    columns = []
    for line in text.splitlines():
        content = line.partition("#")[0].strip()
        if not content or content.startswith("Foundations:"):
            continue
        name, colon, rest = content.partition(":")
        cards = [_bare(card) for card in (rest if colon else content).split()]
        if colon and name.strip().lower() in ("talon", "stock"):
            stock = cards
        elif colon:
            raise engine.BadDeck(f"a line begins with {name[:20]!r}")
        else:
            columns.append(cards)
    if stock is None:
        raise engine.BadDeck("no line begins with 'Talon:'")
    if len(columns) != 7:
        raise engine.BadDeck(f"{len(columns)} columns, not 7")
    return _from_columns(columns, stock)


def _bare(card: str) -> str:
    return card.strip("<>").upper().replace("10", "T")


def pysolfc_text(deck: bytes) -> str:
    """Write a board, face-down cards in `<…>`."""
    lines = ["Talon: " + " ".join(engine.TEXT[card] for card in deck[28:])]
    for column in _columns(deck):
        lines.append(" ".join([f"<{card}>" for card in column[:-1]] + column[-1:]))
    return "\n".join(lines) + "\n"


def parse_solvitaire(text: str) -> bytes:
    """Read JSON with `tableau piles`, bottom card first, lower case face down, and `stock`,
    whose last card is drawn first."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise engine.BadDeck(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise engine.BadDeck("not a JSON object")
    piles, stock = value.get("tableau piles"), value.get("stock")
    if not isinstance(piles, list) or len(piles) != 7 or not all(map(_is_cards, piles)):
        raise engine.BadDeck("'tableau piles' is not 7 lists of cards")
    if not _is_cards(stock):
        raise engine.BadDeck("'stock' is not a list of cards")
    marked = any(card.islower() for pile in piles for card in pile)
    for number, pile in enumerate(piles, start=1):
        # A file without any lower case tells nothing of faces.
        if marked and [card.islower() for card in pile] != [True] * (len(pile) - 1) + [False]:
            raise engine.BadDeck(f"column {number}: not just the last card is face up")
    columns = [[_bare(card) for card in pile] for pile in piles]
    return _from_columns(columns, [_bare(card) for card in reversed(stock)])


def _is_cards(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(card, str) for card in value)


def solvitaire_text(deck: bytes) -> str:
    """Write JSON, face-down cards in lower case."""

    def written(card: str, up: bool) -> str:
        text = card.replace("T", "10")
        return text if up else text.lower()

    piles = [
        [written(card, place == len(column) - 1) for place, card in enumerate(column)]
        for column in _columns(deck)
    ]
    stock = [written(engine.TEXT[card], False) for card in reversed(deck[28:])]
    return json.dumps({"tableau piles": piles, "stock": stock})
