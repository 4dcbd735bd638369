"""Vectors, random play and small helpers that the engine's tests share."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from games import engine

VECTORS = Path(__file__).parent.parent / "vectors"

quick = settings(derandomize=True, max_examples=40, deadline=None, database=None)
"""For properties: the same examples at every run."""


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The lines of a vector file."""
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


ALL_RULES = {**engine.PRESETS, **engine.LADDERS}


PRESETS_WITH_MONEY = {slug for slug in engine.PRESETS if slug.startswith("vegas")}


def state(game: engine.Game) -> dict[str, Any]:
    """Everything a game holds, for the comparison of whole states."""
    game.legal()
    return {name: getattr(game, name) for name in engine.Game.__slots__}


def board(game: engine.Game) -> dict[str, Any]:
    """What an undo must restore: all but the counters of actions."""
    shown = engine.view(game)
    for counter in ("version", "moves", "undos", "undo", "redo", "notice"):
        del shown[counter]
    return {**shown, "text": engine.position_text(game.position)}


def wander(
    game: engine.Game, rng: random.Random, length: int, undos: float = 0.05, redos: float = 0.02
) -> list[str]:
    """Play random actions, moves that lead somewhere preferred; returns them."""
    played = []
    for _ in range(length):
        legal = game.legal()
        if game.can_undo and rng.random() < undos:
            action = "uu"
        elif game.can_redo and rng.random() < redos + 0.3:
            action = "rr"
        elif legal:
            weights = [_weight(move) for move in legal]
            action = rng.choices(legal, weights)[0]
        else:
            break
        game.act(action, game.ms + 700)
        played.append(action)
    return played


def _weight(move: str) -> int:
    if move[1] == "f":
        return 12
    if move[0] in engine.SUITS:
        return 1
    return {"s": 3, "w": 6}.get(move[0], 4)


def random_deck(rng: random.Random) -> bytes:
    return bytes(rng.sample(range(52), 52))


seeds = st.integers(min_value=0, max_value=2**32 - 1)
decks = st.permutations(list(range(52))).map(bytes)
rule_sets = st.builds(
    engine.RuleSet,
    draw=st.sampled_from((1, 3)),
    passes=st.sampled_from((None, 1, 2, 3)),
    scoring=st.sampled_from(engine.SCORINGS),
    take_back=st.booleans(),
    pays_once=st.booleans(),
    undo_limit=st.sampled_from((0, 1, 2, 7, 99, 100)),
    thoughtful=st.booleans(),
)
