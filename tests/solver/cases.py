"""Positions, vectors and budgets that the solver's tests share."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from games import engine

VECTORS = Path(__file__).parent.parent / "vectors"

RULES = [
    engine.RuleSet(draw, passes, take_back=take_back)
    for draw in (1, 3)
    for passes in (1, 2, 3, None)
    for take_back in (True, False)
]


def name_of(rules: engine.RuleSet) -> str:
    """A short name for a rule set in a test's own."""
    return f"draw{rules.draw}-{rules.passes or 'free'}-{'back' if rules.take_back else 'final'}"


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The lines of a vector file."""
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


def small_position(chance: random.Random, left: int, rules: engine.RuleSet) -> engine.Position:
    """A position with about ``left`` cards not home, face-down cards among them."""
    middle = 13 - left // 4
    foundations = [max(0, min(13, middle + chance.randint(-3, 3))) for _ in range(4)]
    cards = [card for card in engine.PACK if card % 13 >= foundations[card // 13]]
    chance.shuffle(cards)
    columns = []
    for number in range(7):
        down = [cards.pop() for _ in range(chance.randint(0, min(number, 3))) if len(cards) > 1]
        up = [cards.pop()] if cards and (down or chance.random() < 0.9) else []
        while up and chance.random() < 0.6:
            fits = [card for card in cards if _fits(card, up[-1])]
            if not fits:
                break
            cards.remove(fits[0])
            up.append(fits[0])
        columns.append(engine.column(bytes(down), bytes(up)) if up else engine.EMPTY_COLUMN)
    if len(cards) > 24:
        return small_position(chance, left, rules)
    drawn = chance.randint(0, len(cards))
    number = chance.randint(1, rules.passes or 1)
    clubs, diamonds, hearts, spades = foundations
    return engine.Position(
        tuple(columns),
        bytes(cards[drawn:]),
        bytes(cards[:drawn]),
        (clubs, diamonds, hearts, spades),
        number,
    )


def _fits(card: int, on: int) -> bool:
    return card % 13 == on % 13 - 1 and (card // 13 in (1, 2)) != (on // 13 in (1, 2))


def walked_position(chance: random.Random, rules: engine.RuleSet) -> engine.Position:
    """A position that random play, fond of the foundations, leads to."""
    position = engine.deal(engine.shuffle(chance.randrange(engine.NUMBERS)))
    for _ in range(chance.randint(40, 200)):
        legal = engine.legal_moves(position, rules)
        if not legal:
            break
        weights = [_weight(action) for action in legal]
        position = engine.play(position, chance.choices(legal, weights)[0], rules)
    return position._replace(pass_number=1) if rules.passes is None else position


def _weight(action: str) -> int:
    if action[1] == "f":
        return 6
    return 1 if action in ("sw", "ws") or action[0] in engine.SUITS else 3


def wins(position: engine.Position, rules: engine.RuleSet, log: str) -> bool:
    """Whether the engine plays the line to the end."""
    for action in engine.split_log(log):
        position = engine.play(position, action, rules)
    return position.foundations == (13, 13, 13, 13)
