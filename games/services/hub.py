"""Every game that this process serves, in memory, and the one way of a move through it.

A request is checked and played on the game in memory, goes to the writer, and only when its rows
are in the log is the asker answered and everyone else who looks at the game told. Nothing here is
shared between threads: a hub lives on one event loop.

Another process may have played on the same game. What tells is the log: a change that does not
fit into it is refused by the primary key, then the game is read again and the request checked
again upon what the log says now.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

import structlog
from django.db import InterfaceError, OperationalError, close_old_connections

from games import engine
from games.models import Game
from games.models.packing import LONGEST_LOG
from games.protocol import MOST_ACTIONS
from games.services import store
from games.services.access import check_watch
from games.services.entries import Change, Entry, Request
from games.services.errors import (
    Against,
    Busy,
    Fault,
    LogFull,
    NotYourGame,
    PlayError,
    Stale,
    TooManyActions,
    Unavailable,
)
from games.services.logs import Log
from games.services.rights import Rights
from games.services.turns import Turn, Turns
from games.services.writer import Finisher, Writer

T = TypeVar("T")
_log = structlog.get_logger(__name__)
PATIENCE: Final = 10.0
"""Seconds that a request waits for a database that can't be reached."""

MOST_TRIES: Final = 8
MOST_WAITING: Final = 20_000
"""Changes that may wait for the writer before new requests are pushed back."""


class Listener(Protocol):
    """A page, stream or spectator that looks at a game; ``sees`` where it is its player's page
    and in sight."""

    sees: bool

    def heard(self, first: int, last: int, frames: list[bytes]) -> None:
        """What leads from one version to the next is in the log."""

    def behind(self, version: int) -> None:
        """Another process knows the game at this version."""


class Remote(Protocol):
    """Tells other processes what happened, and who listens here."""

    def tell(self, change: Change) -> None: ...
    def listens(self, public_id: str) -> None: ...
    def left(self, public_id: str) -> None: ...
    async def close(self) -> None: ...


@dataclass(slots=True)
class _Loading:
    """How many are reading a game now, and how often it was to be forgotten meanwhile."""

    reads: int = 0
    forgotten: int = 0


class Hub:
    """The games of this process. All methods must be called on its event loop."""

    def __init__(self, log: Log, most_games: int) -> None:
        self.loop = asyncio.get_running_loop()
        self.listeners: dict[str, list[Listener]] = {}
        self.remote: Remote | None = None
        self.rights = Rights(self)
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._most_games = most_games
        self._loading: dict[str, _Loading] = {}
        self._turns = Turns()
        self._writer = Writer(log, self._saved, self._failed, self._lost)
        self._finisher = Finisher(self._saved, self._failed)
        self._readers = ThreadPoolExecutor(4, "klondike-read")
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = asyncio.Event()

    async def close(self) -> None:
        """Store what waits and end the threads."""
        self.rights.close()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._writer.close()
        await self._finisher.close()
        if self.remote is not None:
            await self.remote.close()
        self._readers.shutdown()
        self.closed.set()

    # Requests

    @property
    def full(self) -> bool:
        """Whether new requests should wait."""
        return len(self._writer.queue) >= MOST_WAITING

    def ask(self, request: Request) -> asyncio.Task[None] | None:
        """Handle a request; the asker is told. A task is given where memory does not suffice;
        the asker's next request should wait for it."""
        public_id = request.public_id
        entry = self._entries.get(public_id)
        if (
            entry is None
            or entry.outdated
            or self._turns.taken(public_id)
            or not self._try(entry, request, False)
        ):
            request.deadline = self.loop.time() + PATIENCE
            return self._start(self._slowly(self._turns.take(public_id), [request]))
        self._entries.move_to_end(public_id)
        return None

    def _try(self, entry: Entry, request: Request, fresh: bool) -> bool:
        """Answer from memory; False where the log must be looked at first (never if ``fresh``)."""
        try:
            change = self._change(entry, request, fresh)
        except engine.EngineError as error:
            self._decline(entry, request, Against(error, error.at or 0))
        except PlayError as error:
            self._decline(entry, request, error)
        except Exception:
            # Memory may be half changed; the log is not.
            _log.exception("fault", game=request.public_id)
            self._failed(entry)
            self._refuse(request, Fault(), request.version)
        else:
            if change is None:
                return False
            self._accept(entry, change)
        return True

    def _change(self, entry: Entry, request: Request, fresh: bool) -> Change | None:
        """What a request does to a game in memory; None where that must be read again first."""
        if request.player_id is not None and request.player_id != entry.facts.player_id:
            return _only(fresh, NotYourGame())
        if request.ending is not None:
            return self._end(entry, request, request.ending)
        if len(request.actions) > MOST_ACTIONS:
            raise TooManyActions(extra={"most": MOST_ACTIONS})
        over = entry.game.outcome is not None
        if request.version != entry.game.version or over:
            repeated = entry.repeated(request)
            if repeated is None and over:
                raise Against(engine.GameOver("the game is over"))
            return repeated or _only(fresh, Stale(entry.game.version))
        if len(self._writer.queue) >= MOST_WAITING:
            raise Busy
        if len(entry.codes) + len(request.actions) > LONGEST_LOG:
            raise LogFull(extra={"most": LONGEST_LOG})
        return entry.play(request)

    def _end(self, entry: Entry, request: Request, ending: engine.Ending) -> Change:
        outcome = entry.game.outcome
        if outcome is None:
            return entry.end(request, ending)
        if outcome.termination != ending:
            raise engine.GameOver("the game is over")
        version = entry.game.version
        change = Change(entry, request, version, version)
        change.ends = change.echo = True
        return change

    def _accept(self, entry: Entry, change: Change) -> None:
        if change.echo:
            if entry.waiting and (change.last > entry.saved or change.ends):
                entry.waiting.append(change)
            else:
                self._answer(change)
        elif not change.ends:
            self._writer.put(change)
        elif len(entry.waiting) == 1:
            self._finisher.put(entry)

    def _decline(self, entry: Entry, request: Request, error: PlayError) -> None:
        """Refuse, if need be when all that the refusal rests on is in the log.

        Of what another process may still forestall, a refusal would tell what no log ever shows.
        """
        version = entry.game.version
        if entry.waiting and not isinstance(error, Busy):
            change = Change(entry, request, version, version, echo=True, error=error)
            entry.waiting.append(change)
        else:
            self._refuse(request, error, version)

    def _refuse(self, request: Request, error: PlayError, version: int) -> None:
        try:
            request.asker.refused(request, error, version)
        except Exception:
            _log.exception("answer", game=request.public_id)

    # What became of them

    def _saved(self, entry: Entry, version: int) -> None:
        """The writer or the finisher stored the game's log up to a version."""
        entry.saved = version
        waiting = entry.waiting
        over = entry.facts.ended_at is not None
        while waiting and waiting[0].last <= version and (over or not waiting[0].ends):
            self._tell(waiting.popleft())
        if not waiting and entry.outdated:
            self._drop(entry)
        elif not waiting:
            self._wake(entry)
        elif waiting[0].ends and not over:
            self._finisher.put(entry)

    def _tell(self, change: Change) -> None:
        request = change.request
        if not change.echo:
            asker: object = request.asker
            for listener in self.listeners.get(request.public_id, ()):
                if listener is not asker:
                    self._inform(listener, change)
            if self.remote is not None:
                self.remote.tell(change)
        self._answer(change)

    # A fault of one who asks or listens must never reach the writer: others wait for it.

    def _answer(self, change: Change) -> None:
        if change.error is not None:
            self._refuse(change.request, change.error, change.last)
            return
        try:
            change.request.asker.accepted(change)
        except Exception:
            _log.exception("answer", game=change.request.public_id)

    def _inform(self, listener: Listener, change: Change) -> None:
        try:
            listener.heard(change.first, change.last, change.frames())
        except Exception:
            _log.exception("listener", game=change.request.public_id)

    def _failed(self, entry: Entry) -> None:
        """The log refused a change, or can't be reached: memory is ahead of it and must go."""
        requests = [change.request for change in entry.waiting]
        entry.waiting.clear()
        self._drop(entry)
        again = []
        for request in requests:
            request.tries += 1
            request.deadline = request.deadline or self.loop.time() + PATIENCE
            if request.tries < MOST_TRIES:
                again.append(request)
            else:
                self._refuse(request, Unavailable(), request.version)
        if again:
            self._start(self._slowly(self._turns.take(entry.facts.public_id), again))

    def _lost(self) -> None:
        """The log can't be reached: what it holds when it comes back is read from it again."""
        for entry in list(self._entries.values()):
            self._failed(entry)

    async def _slowly(self, turn: Turn, requests: list[Request]) -> None:
        async with turn:
            for request in requests:
                if request.tries > 1:
                    await asyncio.sleep(0.02 * 2**request.tries)
                try:
                    entry = await self.fresh(request.public_id, request.deadline)
                except PlayError as error:
                    self._refuse(request, error, request.version)
                else:
                    self._try(entry, request, True)

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Games in memory

    async def fresh(self, public_id: str, deadline: float | None = None) -> Entry:
        """The game with everything that the log has. Raises `GameNotFound`, `Unavailable`."""
        until = self.loop.time() + PATIENCE if deadline is None else deadline
        while True:
            entry = self._entries.get(public_id)
            if entry is None:
                entry = self._admit(await self._load(public_id, until))
                if entry.outdated:
                    continue
                return entry
            head = await self._read(until, store.head, public_id)
            if self._entries.get(public_id) is not entry:
                continue
            if not entry.outdated and not _behind(entry, head):
                self._entries.move_to_end(public_id)
                return entry
            self._outdate(entry)
            if entry.waiting:
                await self._settled(entry)

    async def _load(self, public_id: str, until: float) -> store.Stored:
        """Read a game; again where it was to be forgotten while it was read."""
        loading = self._loading.setdefault(public_id, _Loading())
        loading.reads += 1
        try:
            while True:
                before = loading.forgotten
                stored = await self._read(until, store.load, public_id)
                if loading.forgotten == before:
                    return stored
        finally:
            loading.reads -= 1
            if not loading.reads:
                del self._loading[public_id]

    async def settled(self, public_id: str) -> Entry:
        """Like `fresh`, and with nothing waiting, so that all it shows is in the log."""
        until = self.loop.time() + PATIENCE
        while True:
            entry = await self.fresh(public_id, until)
            if not entry.waiting:
                return entry
            await self._settled(entry)

    async def check_watch(self, entry: Entry, reader_id: int | None) -> None:
        """Raises `NotYourGame` or `DailySecret` for who may not look, and `Unavailable`."""
        if reader_id is None or reader_id != entry.facts.player_id:
            over = entry.game.outcome is not None
            await self.read(check_watch, entry.facts, over, reader_id)

    def forget(self, public_id: str) -> None:
        """Have the game read again before it is used again, and shown to who looks at it."""
        loading, entry = self._loading.get(public_id), self._entries.get(public_id)
        if loading is not None:
            loading.forgotten += 1
        if entry is not None:
            self._outdate(entry)
        for listener in list(self.listeners.get(public_id, ())):
            listener.behind(LONGEST_LOG + 1)

    def _outdate(self, entry: Entry) -> None:
        """Have a game read again before it is used again: at once, or after what waits."""
        if entry.waiting:
            entry.outdated = True
        else:
            self._drop(entry)

    def _admit(self, stored: store.Stored) -> Entry:
        public_id = stored.facts.public_id
        other = self._entries.get(public_id)
        if other is not None and (other.waiting or other.saved >= len(stored.codes)):
            return other
        if other is not None:
            self._drop(other)
        entry = self._entries[public_id] = Entry(stored)
        if len(self._entries) > self._most_games:
            self._make_room()
        return entry

    def _make_room(self) -> None:
        for public_id, entry in self._entries.items():
            if not entry.waiting and not self._turns.taken(public_id):
                self._drop(entry)
                return

    def _drop(self, entry: Entry) -> None:
        entry.dead = True
        if self._entries.get(entry.facts.public_id) is entry:
            del self._entries[entry.facts.public_id]
        self._wake(entry)

    async def _settled(self, entry: Entry) -> None:
        if entry.idle is None:
            entry.idle = self.loop.create_future()
        await asyncio.shield(entry.idle)

    def _wake(self, entry: Entry) -> None:
        if entry.idle is not None:
            entry.idle.set_result(None)
            entry.idle = None

    async def read(self, read: Callable[..., T], *args: Any) -> T:
        """Read from the database in a thread. Raises `Unavailable`."""
        return await self._read(self.loop.time() + PATIENCE, read, *args)

    async def _read(self, until: float, read: Callable[..., T], *args: Any) -> T:
        """Read in a thread, again and again while the database can't be reached."""
        pause = 0.05
        while True:
            try:
                return await self.loop.run_in_executor(self._readers, _reading, read, *args)
            except (OperationalError, InterfaceError) as error:
                if self.loop.time() + pause > until:
                    raise Unavailable from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1.0)

    # What other processes say

    def news(self, public_id: str, first: int, last: int, frames: list[bytes]) -> None:
        """Another process stored what leads from one version to the next."""
        entry = self._entries.get(public_id)
        if entry is not None:
            self._outdate(entry)
        for listener in list(self.listeners.get(public_id, ())):
            listener.heard(first, last, frames)

    def version_elsewhere(self, public_id: str, version: int) -> None:
        """Another process knows this version of a game that is listened to here."""
        for listener in list(self.listeners.get(public_id, ())):
            listener.behind(version)

    def version_here(self, public_id: str) -> int | None:
        """The stored version of a game in memory."""
        entry = self._entries.get(public_id)
        return None if entry is None else entry.saved

    def is_over(self, public_id: str) -> bool:
        """Whether the game is in memory and over."""
        entry = self._entries.get(public_id)
        return entry is not None and entry.game.outcome is not None

    def listened(self) -> list[str]:
        """The games that have listeners here."""
        return list(self.listeners)

    # Listeners

    def looked_at(self, public_id: str) -> None:
        """Have an unrated game's clock run only while its player sees it on some page."""
        entry = self._entries.get(public_id)
        if entry is None or entry.facts.rated or not entry.codes or entry.game.outcome is not None:
            return
        if any(listener.sees for listener in self.listeners.get(public_id, ())):
            entry.clock.run()
        else:
            entry.clock.stop()

    def listen(self, public_id: str, listener: Listener) -> None:
        """Tell a listener of every change from now on."""
        there = self.listeners.setdefault(public_id, [])
        there.append(listener)
        if self.remote is not None and len(there) == 1:
            self.remote.listens(public_id)
        self.looked_at(public_id)

    def leave(self, public_id: str, listener: Listener) -> None:
        """Tell it nothing any more."""
        there = self.listeners.get(public_id, [])
        if listener in there:
            there.remove(listener)
            if not there:
                del self.listeners[public_id]
                if self.remote is not None:
                    self.remote.left(public_id)
            self.looked_at(public_id)


def _behind(entry: Entry, head: store.Head) -> bool:
    """Whether the database knows more of a game than memory does."""
    facts, over = entry.facts, entry.game.outcome is not None
    if head.version > len(entry.codes) or (head.over and not over):
        return True
    if head.player != (facts.player_id, facts.player_name, facts.player_kind):
        return True
    # A daily's deal may have become public since.
    return head.over and facts.kind == Game.Kind.DAILY and not facts.revealed


def _only(fresh: bool, error: PlayError) -> Change | None:
    """Refuse where the log was looked at; otherwise ask for that by None."""
    if fresh:
        raise error
    return None


def _reading(read: Callable[..., T], *args: Any) -> T:
    close_old_connections()
    try:
        return read(*args)
    finally:
        close_old_connections()
