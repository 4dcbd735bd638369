"""Players and games for these tests: real ones from the vectors, and ones with chosen figures."""

import json
from array import array
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from accounts.models import User
from games import engine
from games.models import DailyTry, Game
from games.models.derive import summary
from games.models.packing import ACTION_NUMBERS, pack
from games.services import ratings, store
from games.services.finish import Finished, finish_games

VECTORS = Path(__file__).parents[1] / "vectors"
DEALS = [json.loads(line) for line in (VECTORS / "real-deals.jsonl").read_text().splitlines()]
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday


def won_deal(draw: int, *, passes: int = 99) -> tuple[bytes, str]:
    """A deck and a line without take-back that wins it in so many passes."""
    for deal in DEALS:
        fits = deal["draw"] == draw and deal["passes"] <= passes and not deal["take_backs"]
        if fits and deal["log"]:
            return engine.parse_deck(deal["deck"]), deal["log"]
    raise LookupError


def person(name: str = "alice", kind: str = "person") -> User:
    return User.objects.create(username=name, kind=kind)


def new_game(player: User, rules: str = "rated-3", **fields: Any) -> Game:
    """A stored game without a move, of a ladder unless said otherwise."""
    return Game.objects.create(
        **{
            "player": player,
            "kind": "rated",
            "ladder": rules,
            "rules": rules,
            "rules_version": 1,
            "deck": won_deal(engine.parse_rules(rules).draw)[0],
            "salt": b"s" * 32,
            "created_at": NOON,
            **fields,
        }
    )


def play(game: Game, log: str, at: datetime, *, ms: int = 100) -> None:
    """Play a log, ``ms`` an action, the last action at ``at``; a win ends the game for good."""
    stored = store.load(game.public_id)
    actions = engine.split_log(log)
    times = [ms * index for index in range(len(actions))]
    stored.facts.started_at = at - timedelta(milliseconds=times[-1])
    played = engine.Game.replay(bytes(game.deck), stored.facts.rules, log, times)
    codes = bytes(ACTION_NUMBERS[action] for action in actions)
    if played.outcome is None:
        begin(game, log, at, ms=ms)
        return
    finish_games(
        [
            Finished(
                stored.facts, ended_at=at, codes=codes, times=array("I", times), **summary(played)
            )
        ]
    )


def begin(game: Game, log: str, at: datetime, *, ms: int = 100) -> None:
    """Store the first actions of a game that goes on, the last of them at ``at``."""
    actions = engine.split_log(log)
    for seq, action in enumerate(actions):
        game.actions.create(seq=seq, code=ACTION_NUMBERS[action], ms=ms * seq)
    game.started_at = at - timedelta(milliseconds=ms * (len(actions) - 1))
    game.save(update_fields=["started_at"])


def ended(
    player: User, rules: str = "rated-3", *, won: bool = True, at: datetime = NOON, **figures: Any
) -> Game:
    """A game that has ended with these figures, counted as the end of a game does."""
    fields = {
        "status": "won" if won else "lost",
        "termination": "won" if won else "resigned",
        "started_at": at - timedelta(minutes=5),
        "ended_at": at,
        "log": pack(b"\x00" * 100, [1000] * 100),
        "version": 100,
        "moves": 100,
        "score": 500 if won else 100,
        "ms": 300_000,
        "home": 52 if won else 10,
    }
    attempt = figures.pop("attempt", None)
    game = new_game(player, rules, **{**fields, **figures})
    if attempt is not None:
        DailyTry.objects.create(daily=attempt, player=player, game=game)
    with transaction.atomic():
        ratings.count(game)
    return game
