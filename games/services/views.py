"""The view of a game and the data of its events, made from what the engine lets a reader see."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games import engine
from games.models import Game, derive
from games.models.packing import texts
from games.selectors.history import player_shown
from games.services.store import Facts, Stored

Data = dict[str, Any]


def deck_public(facts: Facts, over: bool) -> bool:
    """Whether deck and salt are no secret any more: the game is over, and so is a daily's day."""
    return over and (facts.kind != Game.Kind.DAILY or facts.revealed)


def replay(stored: Stored) -> engine.Game:
    """The engine's game after a stored log."""
    facts = stored.facts
    return derive.replay(facts.deck, facts.rules, stored.codes, stored.times, stored.ending)


def clock(ms: int, running: bool) -> Data:
    return {"ms": ms, "running": running}


def moment(at: datetime | None) -> str | None:
    """A time as text in UTC, to the millisecond, ending in Z."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def view(facts: Facts, game: engine.Game, clock: Data) -> Data:
    """The whole game, as `games.protocol.GameView` describes it; same for player and spectator."""
    public = deck_public(facts, game.outcome is not None)
    shown = engine.view(game, "player", deck_public=public)
    shown.update(
        id=facts.public_id,
        kind=facts.kind,
        ladder=facts.ladder or None,
        slug=facts.slug,
        rules_version=facts.rules_version,
        player=player_shown(facts.player_name, facts.player_kind),
        code=None if facts.number is None else engine.code_text(game.rules, facts.number),
        clock=clock,
        helped=facts.helped,
        commitment=facts.commitment,
        salt=facts.salt.hex() if public and facts.salt is not None else None,
        created_at=moment(facts.created_at),
        started_at=moment(facts.started_at),
        ended_at=moment(facts.ended_at) if game.outcome is not None else None,
    )
    return shown


def log(facts: Facts, game: engine.Game, codes: bytes | bytearray, times: Sequence[int]) -> Data:
    """What anyone needs to play the game again, the deck once it is no secret."""
    shown = view(facts, game, clock(game.ms, False))
    names = (
        "id slug rules rules_version code status termination version score commitment deck salt"
        " created_at started_at ended_at"
    )
    return {
        **{name: shown[name] for name in names.split()},
        "log": "".join(texts(codes)),
        "times": list(times),
    }


def acted(
    before: engine.Position,
    game: engine.Game,
    actions: Sequence[str],
    turned_up: dict[str, str],
    clock: Data,
) -> Data:
    """What actions did, as `games.protocol.ActedData` describes it."""
    data = engine.counts(game)
    del data["version"]
    data["actions"] = actions
    data["turned_up"] = turned_up
    data["piles"] = engine.delta(before, game)
    data["clock"] = clock
    return data


def ended(facts: Facts, game: engine.Game) -> Data:
    """How a game ended, as `games.protocol.EndedData` describes it."""
    public = deck_public(facts, over=True)
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game goes on")
    counts = engine.counts(game)
    return {
        "status": outcome.status,
        "termination": outcome.termination,
        **{name: counts[name] for name in ("score", "money", "moves", "undos")},
        "clock": clock(game.ms, False),
        "deck": engine.deck_text(facts.deck) if public else None,
        "salt": facts.salt.hex() if public and facts.salt is not None else None,
    }
