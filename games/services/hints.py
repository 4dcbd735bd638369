"""Help in unrated games: the next move, and whether the game can still be won."""

from typing import Any

from games import engine
from games.models import Game
from games.models.packing import texts
from games.services import play, runtime, solving
from games.services.entries import Entry
from games.services.errors import Against, NotYourGame
from games.services.hub import Hub
from games.services.refusals import NoHelp
from games.services.store import Facts


def hint(public_id: str, player_id: int, address: str) -> dict[str, Any]:
    """The move to make and why; the game counts as helped from now on.

    Raises `GameNotFound`, `NotYourGame`, `NoHelp` in rated games and dailies, `Against` (the game
    is over), `TooManyQuestions`, `Busy`, `SolverBusy`.
    """
    facts, game, log = _read(public_id, player_id)
    if game.outcome is not None:
        raise Against(engine.GameOver("the game is over"), 0)
    with solving.place(player_id, address):
        found = solving.hint(game.deck, game.rules, log)
    _mark(facts)
    return {
        "version": game.version,
        "verdict": found.verdict,
        "action": found.action,
        "reasons": list(found.reasons),
    }


def analysis(public_id: str, player_id: int, address: str) -> dict[str, Any]:
    """Whether the game can still be won, and if not, since which action.

    Raises as `hint` does, but answers for games that are over too.
    """
    facts, game, log = _read(public_id, player_id)
    with solving.place(player_id, address):
        found = solving.analysis(game.deck, game.rules, log)
    _mark(facts)
    return {
        "version": game.version,
        "verdict": found.verdict,
        "since": found.since,
        "exact": found.exact,
    }


def _read(public_id: str, player_id: int) -> tuple[Facts, engine.Game, str]:
    async def read(hub: Hub) -> tuple[Facts, engine.Game, str]:
        entry: Entry = await hub.settled(public_id)
        return entry.facts, entry.game.copy(), "".join(texts(bytes(entry.codes)))

    facts, game, log = runtime.call(read)
    if facts.player_id != player_id:
        raise NotYourGame
    if facts.rated:
        raise NoHelp
    return facts, game, log


def _mark(facts: Facts) -> None:
    """Before the answer is given, so that none is had unmarked. Where there is none, or the game
    ended meanwhile and is counted, no help was had."""
    going_on = Game.objects.filter(pk=facts.id, status=Game.Status.PLAYING)
    if not facts.helped and going_on.update(helped=True):
        play.forget([facts.public_id])
