"""A simple player, good enough to win some games: it never looks ahead."""

import random

from games import engine

SLIPS = 0.06
"""How often it makes any move at all, so that no two people play a deal alike."""


def play(game: engine.Game, chance: random.Random, longest: int = 400) -> None:
    """Play until the game is won, there is nothing sensible left, or ``longest`` actions are in.

    Times are those of somebody who thinks for half a second to three.
    """
    idle = 0
    ms = 0
    while game.outcome is None and game.version < longest:
        action = choose(game, chance)
        if action is None or idle > 60:
            return
        before = game.position.foundations, _face_down(game)
        game.act(action, ms)
        ms += chance.randrange(450, 2900)
        moved = (game.position.foundations, _face_down(game)) != before
        idle = 0 if moved else idle + 1


def choose(game: engine.Game, chance: random.Random) -> str | None:
    """Home first, then what turns a card up, then the waste, then the stock."""
    legal = game.legal()
    ranked = {action: _worth(game, action) for action in legal}
    best = max(ranked.values(), default=0)
    if best <= 0:
        return None
    if chance.random() < SLIPS:
        return chance.choice(legal)
    return chance.choice([action for action, worth in ranked.items() if worth == best])


def _worth(game: engine.Game, action: str) -> int:
    source, target = action
    if target == "f":
        return 9
    if action == "sw":
        return 3
    if action == "ws":
        return 2
    if source == "w":
        return 5
    if source.isdigit():
        column = game.position.columns[int(source) - 1]
        last = game.position.columns[int(target) - 1].up
        whole = len(column.up) == 1 or not last or _moves_all(column.up, last)
        return 7 if whole and column.down else (4 if whole and last and not column.down else 0)
    return 0


def _moves_all(up: bytes, onto: bytes) -> bool:
    return up[0] % 13 + 1 == onto[-1] % 13


def _face_down(game: engine.Game) -> int:
    return sum(len(column.down) for column in game.position.columns)
