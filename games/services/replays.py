"""Finished games, action by action, for those who know no rules."""

from typing import Any

from games import engine
from games.models.packing import texts
from games.services import views
from games.services.access import check_watch
from games.services.errors import PlayError
from games.services.store import Stored, load

Data = dict[str, Any]


class NotOver(PlayError):
    """A replay is of a game that is over."""

    code = "not_over"
    status = 409
    words = "This game is still being played; it can be replayed when it is over."


def replay(public_id: str, reader_id: int | None) -> Data:
    """A finished game: its last view, its first position, and for every action what it changed.

    Raises `GameNotFound`; `NotYourGame` or `DailySecret` for who may not look at it; `NotOver`.
    """
    stored = load(public_id)
    facts = stored.facts
    check_watch(facts, stored.over, reader_id)
    if not stored.over:
        raise NotOver
    game = views.replay(stored)
    return {
        "game": views.view(facts, game, views.clock(game.ms, False)),
        "start": _start(stored),
        "frames": _frames(stored),
    }


def _start(stored: Stored) -> Data:
    game = engine.Game(stored.facts.deck, stored.facts.rules)
    shown = engine.view(game)
    piles = {name: shown[name] for name in ("columns", "stock", "waste", "foundations")}
    return piles | _counts(game)


def _frames(stored: Stored) -> list[Data]:
    """One frame an action: its text and time, the piles it changed, and the counts after it."""
    facts = stored.facts
    game = engine.Game(facts.deck, facts.rules)
    frames = []
    for action, ms in zip(texts(stored.codes), stored.times, strict=True):
        before = game.position
        game.act(action, ms)
        frame = {"action": action, "ms": ms, "piles": engine.delta(before, game)}
        frames.append(frame | _counts(game))
    return frames


def _counts(game: engine.Game) -> Data:
    """Of `engine.counts`, what a replay shows; the rest would cost a search at every action."""
    scoring = game.rules.scoring
    return {
        "pass": game.position.pass_number,
        "score": None if scoring == "none" else game.score,
        "money": engine.money_text(game.score) if scoring == "vegas" else None,
        "moves": game.moves,
        "undos": game.undos,
    }
