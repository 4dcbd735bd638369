"""Starting games, and playing them from code that may wait: REST views and commands."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games import engine
from games.models import Game
from games.services import presence, runtime, utc, views
from games.services.entries import Change, Entry, Request
from games.services.errors import NotYourGame, PlayError
from games.services.hub import Hub
from games.services.sealed import new_salt, sealed_deck

Data = dict[str, Any]


class Reply:
    """An asker that waits for its answer on the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self._answer: asyncio.Future[Change] = hub.loop.create_future()

    def accepted(self, change: Change) -> None:
        if not self._answer.done():
            self._answer.set_result(change)

    def refused(self, request: Request, error: PlayError, version: int) -> None:
        if not self._answer.done():
            self._answer.set_exception(error)

    async def wait(self) -> Change:
        return await self._answer


def rules_text(rules: engine.RuleSet) -> str:
    """How a game's row holds a rule set: the preset's slug, or all fields as JSON."""
    for slug, preset in engine.PRESETS.items():
        if preset == rules:
            return slug
    return json.dumps(rules.as_dict(), separators=(",", ":"))


def new_game(player: User, rules: engine.RuleSet, **given: Any) -> Game:
    """Store a casual game; ``given`` are its deck and other columns, a fresh sealed deck if none.

    Raises nothing of its own.
    """
    if "deck" not in given:
        given["deck"], given["salt"] = sealed_deck(), new_salt()
    return Game.objects.create(
        player=player,
        rules=rules_text(rules),
        rules_version=engine.RULES_VERSION,
        created_at=utc.now(),
        **given,
    )


def numbered_game(player: User, text: str) -> Game:
    """Store a game of a deal code. Raises `engine.BadCode`."""
    code = engine.parse_code(text)
    return new_game(player, code.rules, deck=engine.shuffle(code.number), number=code.number)


def given_game(player: User, rules: engine.RuleSet, text: str) -> Game:
    """Store a game of 52 cards in text. Raises `engine.BadDeck`."""
    return new_game(player, rules, deck=engine.parse_deck(text))


def see(public_id: str, reader_id: int | None) -> Data:
    """The view of a game (`games.protocol.GameView`), with everything that is in the log.

    Raises `GameNotFound`, `NotYourGame`, `Unavailable`.
    """
    return runtime.call(lambda hub: _see(hub, public_id, reader_id))


async def _see(hub: Hub, public_id: str, reader_id: int | None) -> Data:
    return entry_view(await _entry(hub, public_id, reader_id))


async def _entry(hub: Hub, public_id: str, reader_id: int | None) -> Entry:
    entry = await hub.settled(public_id)
    await hub.check_watch(entry, reader_id)
    while entry.dead or entry.waiting:
        entry = await hub.settled(public_id)
    return entry


def log(public_id: str, reader_id: int | None) -> Data:
    """Rules, actions and times: one's own game's at any time, others' when it is over; with the
    deck once that is no secret.

    Raises `GameNotFound`, `NotYourGame`, `DailySecret`, `Unavailable`.
    """

    async def read(hub: Hub) -> Data:
        entry = await _entry(hub, public_id, reader_id)
        if entry.game.outcome is None and reader_id != entry.facts.player_id:
            raise NotYourGame("The log of a game is shown to others when it is over.")
        return views.log(entry.facts, entry.game, entry.codes, entry.times)

    return runtime.call(read)


def entry_view(entry: Entry) -> Data:
    """The view of a game in memory."""
    return views.view(entry.facts, entry.game, views.clock(entry.clock.ms(), entry.clock.running))


def act(
    public_id: str, player_id: int, actions: Sequence[str], version: int
) -> tuple[Data, list[dict[str, str]]]:
    """Play actions upon a version, all or none; the view after them, and for each what it turned
    up. Asked again with the same version and actions it gives the same and plays nothing.

    Raises `PlayError`s: `GameNotFound`, `NotYourGame`, `Stale`, `Against`, `TooManyActions`,
    `LogFull`, `Busy`, `Unavailable`.
    """
    change = _ask(public_id, player_id, actions=actions, version=version, whole=True)
    return change.view or entry_view(change.entry), change.turned


def resign(public_id: str, player_id: int) -> Data:
    """Give a game up; the view after it. A second time gives the same. Raises `PlayError`s."""
    return entry_view(_ask(public_id, player_id, ending="resigned").entry)


def end(public_id: str, ending: engine.Ending) -> None:
    """End a game for its player, as abandoned or closed. Raises `PlayError`s."""
    _ask(public_id, None, ending=ending)


def _ask(public_id: str, player_id: int | None, **what: Any) -> Change:
    async def ask(hub: Hub) -> Change:
        reply = Reply(hub)
        hub.ask(Request(reply, public_id, player_id, **what))
        return await reply.wait()

    return runtime.call(ask)


def forget(public_ids: Sequence[str]) -> None:
    """Have every process read these games again, whose rows were changed past the hub, and show
    them anew to who looks at them. From any process, also one without games."""

    async def forget(hub: Hub) -> None:
        for public_id in public_ids:
            hub.forget(public_id)

    if runtime.current() is not None:
        runtime.call(forget)
    presence.tell_others("forget", games=list(public_ids))


def suspect(user_ids: Sequence[int]) -> None:
    """Have every process look soon at the connections that these users have or let in."""
    hub = runtime.current()
    if hub is not None:
        hub.loop.call_soon_threadsafe(hub.rights.suspect, user_ids)
    presence.tell_others("rights", users=list(user_ids))
