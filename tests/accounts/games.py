"""Games for tests of what people have: finished ones as rows, without playing them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games import engine
from games.models import Game
from games.models.packing import ACTION_NUMBERS, ENDING_NUMBERS, pack

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def game_row(player: User | None, number: int = 6, **fields: Any) -> Game:
    """A resigned game of a numbered deck with three draws, not saved."""
    codes = bytes([ACTION_NUMBERS["sw"]] * 3 + [ENDING_NUMBERS["resigned"]])
    given: dict[str, Any] = {
        "player": player,
        "rules": "easy",
        "rules_version": engine.RULES_VERSION,
        "deck": engine.shuffle(number),
        "number": number,
        "status": "lost",
        "termination": "resigned",
        "created_at": NOW,
        "started_at": NOW,
        "ended_at": NOW + timedelta(minutes=2),
        "log": pack(codes, [0, 900, 1500, 1500]),
        "version": 3,
        "score": 0,
        "moves": 3,
        "ms": 1500,
    }
    return Game(**(given | fields))


def finished(player: User | None, **fields: Any) -> Game:
    """`game_row`, saved."""
    game = game_row(player, **fields)
    game.save()
    return game


def rated(player: User | None, **fields: Any) -> Game:
    """A finished rated game."""
    given: dict[str, Any] = {
        "kind": "rated",
        "ladder": "rated-1",
        "rules": "rated-1",
        "number": None,
        "deck": engine.shuffle(7),
        "salt": bytes(32),
    }
    game = game_row(player, **(given | fields | {"number": 6}))
    game.number = None
    game.save()
    return game
