"""Games in memory, and what is asked of them."""

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from games import engine
from games.boards import utc_day
from games.models import Game
from games.models.derive import summary
from games.models.packing import ACTION_NUMBERS, texts
from games.protocol import envelope
from games.selectors.daily import closes_at
from games.services import utc, views
from games.services.clock import Clock
from games.services.errors import PlayError
from games.services.finish import Finished
from games.services.refusals import DailyClosed
from games.services.store import Facts, Stored


class Asker(Protocol):
    """Who made a request: told exactly once how it ended."""

    def accepted(self, change: "Change") -> None:
        """It is in the log."""

    def refused(self, request: "Request", error: PlayError, version: int) -> None:
        """Nothing was done; the game is at ``version``, as far as is known here."""


class Request(Struct, eq=False):
    """Actions upon a version of a game, or an end of it (``ending``) at whatever version.

    ``tag`` is the asker's own mark. ``whole`` asks for the view after it. A request without a
    player comes from the service itself.
    """

    asker: Asker
    public_id: str
    player_id: int | None
    version: int = 0
    actions: Sequence[str] = ()
    ending: engine.Ending | None = None
    tag: Any = None
    whole: bool = False
    tries: int = 0
    deadline: float = 0.0


class Change(Struct, eq=False):
    """What a request did to a game in memory, before and after it is in the log.

    It leads from version ``first`` to ``last``; ``data`` describes it for the game's readers.
    ``ends`` says that the game is over with it. ``echo`` is one that was in the log before, or that
    did nothing, as it is refused with ``error``.
    """

    entry: "Entry"
    request: Request
    first: int
    last: int
    data: dict[str, Any] | None = None
    turned: list[dict[str, str]] = []
    view: dict[str, Any] | None = None
    ends: bool = False
    echo: bool = False
    error: PlayError | None = None
    _frames: list[bytes] | None = None

    def frames(self) -> list[bytes]:
        """The messages that describe it, for all who look at the game."""
        if self._frames is None:
            self._frames = self._encoded({})
        return self._frames

    def answer(self) -> list[bytes]:
        """The same with the asker's mark in the first of them."""
        if self.ends or self.data is None:
            return self._encoded({"a": self.request.tag})
        # Not a copy of the data: this is the way of nearly every move.
        self.data["a"] = self.request.tag
        frame = envelope(b"acted", self.last, self.data)
        del self.data["a"]
        return [frame]

    def _encoded(self, mark: dict[str, Any]) -> list[bytes]:
        frames = []
        if self.data is not None:
            frames.append(envelope(b"acted", self.last, self.data | mark))
            mark = {}
        if self.ends:
            ended = views.ended(self.entry.facts, self.entry.game)
            frames.append(envelope(b"ended", self.last, ended | mark))
        return frames


MARK_EVERY: Final = 256
"""Actions between two marks of an `Entry`: no earlier state of a game is further from one."""


class Entry:
    """A game in memory, ahead of its log by the changes in ``waiting``.

    ``saved`` actions are known to be in the log. A ``dead`` entry differs from the log and must
    not be used any more. An ``outdated`` one, of whose game something beside the log has changed,
    takes no new changes, and is dead when the last is saved. ``marks`` are copies of the game at
    earlier versions, oldest first, so that looking back costs the same however long the game is.
    """

    __slots__ = (
        "clock",
        "closes",
        "codes",
        "dead",
        "facts",
        "game",
        "idle",
        "marks",
        "outdated",
        "saved",
        "times",
        "waiting",
    )

    def __init__(self, stored: Stored) -> None:
        self.facts: Facts = stored.facts
        self.codes = bytearray(stored.codes)
        self.times = stored.times
        self.marks: list[engine.Game] = []
        self.game = self._replayed(stored.ending)
        self.saved = len(stored.codes)
        self.waiting: deque[Change] = deque()
        self.idle: asyncio.Future[None] | None = None
        self.dead = False
        self.outdated = False
        self.clock = self._clock()
        daily = self.facts.kind == Game.Kind.DAILY
        self.closes = closes_at(utc_day(self.facts.created_at)) if daily else None

    def _replayed(self, ending: engine.Ending | None) -> engine.Game:
        game = self.at(0)
        while game.version < len(self.codes):
            if game.version:
                self.marks.append(game.copy())
            self._replay(game, game.version + MARK_EVERY)
        if ending is not None:
            game.end(ending, game.ms)
        return game

    def _replay(self, game: engine.Game, version: int) -> None:
        """Play on what the log has up to a version."""
        begin = game.version
        actions, times = texts(self.codes[begin:version]), self.times[begin:version]
        for action, ms in zip(actions, times, strict=True):
            game.act(action, ms)

    def _mark(self, game: engine.Game) -> None:
        if game.version - (self.marks[-1].version if self.marks else 0) >= MARK_EVERY:
            self.marks.append(game.copy())

    def _clock(self) -> Clock:
        ms = self.game.ms
        started = self.facts.started_at
        if self.game.outcome is not None or not self.codes or started is None:
            return Clock(ms, running=False)
        if not self.facts.rated:
            return Clock(ms, running=False)
        since = int((utc.now() - started).total_seconds() * 1000)
        return Clock(max(ms, since), running=True)

    def play(self, request: Request) -> Change:
        """Play the request's actions, all or none.

        Raises `engine.EngineError`, with ``at`` where there are several, and `DailyClosed` after
        the last midnight.
        """
        if self.closes is not None and utc.now() >= self.closes:
            raise DailyClosed
        game = self.game
        first, before = game.version, game.position
        if first:
            self.clock.run()
        ms = self.clock.ms()
        actions = request.actions
        if len(actions) == 1:
            trial, action = game, actions[0]
            turned = [engine.turned_up(game.act(action, ms))]
            self.codes.append(ACTION_NUMBERS[action])
            self.times.append(game.ms)
        else:
            trial = game.copy()
            sealed = self.facts.salt is not None
            turned = _turned(trial.act_all(actions, [ms] * len(actions), sealed=sealed))
            self.game = trial
            self.codes += bytes([ACTION_NUMBERS[action] for action in actions])
            self.times.extend([trial.ms] * len(actions))
        if not first:
            self.facts.started_at = utc.now()
            self.clock.run()
        self._mark(trial)
        change = Change(self, request, first, trial.version)
        if trial.outcome is not None:
            self.clock.stop()
            change.ends = True
        self._describe(change, trial, before, turned)
        self.waiting.append(change)
        return change

    def _describe(
        self,
        change: Change,
        game: engine.Game,
        before: engine.Position,
        turned: list[dict[str, str]],
    ) -> None:
        request = change.request
        clock = {"ms": game.ms, "running": game.outcome is None}
        change.turned = turned
        change.data = views.acted(before, game, request.actions, _latest(turned), clock)
        # Once the game is over the view has more to show, but only when that is stored.
        if request.whole and game.outcome is None:
            change.view = views.view(self.facts, game, clock)

    def repeated(self, request: Request) -> Change | None:
        """The change that these actions made when they were first asked for, if they did."""
        first, last = request.version, request.version + len(request.actions)
        wanted = bytes([ACTION_NUMBERS.get(action, 255) for action in request.actions])
        if not wanted or self.codes[first:last] != wanted:
            return None
        game = self.at(first)
        before = game.position
        turned = _turned(game.act_all(request.actions, self.times[first:last]))
        change = Change(self, request, first, last)
        change.echo = True
        change.ends = game.outcome is not None
        self._describe(change, game, before, turned)
        return change

    def since(self, version: int) -> dict[str, Any]:
        """What was played after a version, like the data of one `Change`."""
        actions = texts(self.codes[version:])
        game = self.at(version)
        before = game.position
        turned = _turned(game.act_all(actions, self.times[version:]))
        clock = views.clock(self.clock.ms(), self.clock.running)
        return views.acted(before, game, actions, _latest(turned), clock)

    def at(self, version: int) -> engine.Game:
        """The game as it was at an earlier version."""
        near = bisect_right(self.marks, version, key=lambda mark: mark.version)
        if near:
            game = self.marks[near - 1].copy()
        else:
            game = engine.Game(self.facts.deck, self.facts.rules)
        self._replay(game, version)
        return game

    def end(self, request: Request, ending: engine.Ending) -> Change:
        """End the game as lost. Raises `engine.GameOver`.

        A rated game that its player resigns untouched counts, or giving up would be a free way
        to a better-looking deal.
        """
        self.game.end(ending, self.game.ms)
        if self.facts.rated and ending == "resigned" and self.facts.started_at is None:
            self.facts.started_at = utc.now()
        self.clock.stop()
        version = self.game.version
        change = Change(self, request, version, version)
        change.ends = True
        self.waiting.append(change)
        return change

    def finished(self) -> Finished:
        """What is to be stored now that the game is over."""
        return Finished(
            facts=self.facts,
            ended_at=utc.now(),
            codes=bytes(self.codes),
            times=self.times,
            saved=self.saved,
            **summary(self.game),
        )


def _turned(events: list[engine.Event]) -> list[dict[str, str]]:
    """For each event, what it turned up."""
    return [engine.turned_up(event) for event in events]


def _latest(turned: list[dict[str, str]]) -> dict[str, str]:
    """By column: the card that turned up last."""
    if len(turned) == 1:
        return turned[0]
    return {column: card for each in turned for column, card in each.items()}
