"""Brings changes into the database: one writer for actions, one for games that end.

Each takes all that waits as soon as it is free. Nothing waits for a bigger batch.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog
from django.db import DatabaseError, InterfaceError, close_old_connections

from games.services.entries import Change, Entry
from games.services.finish import Finished, TakenElsewhere, finish_games
from games.services.logs import Log, LogDown, Row, Start

LARGEST_BATCH: Final = 4_000
_log = structlog.get_logger(__name__)

Done = Callable[[Entry, int], None]
Failed = Callable[[Entry], None]


class Writer:
    """Stores actions; ``queue`` has those that wait for it. ``saved(entry, version)`` or
    ``failed(entry)`` is called for each game; ``lost()`` where the database can't be reached."""

    def __init__(self, log: Log, saved: Done, failed: Failed, lost: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._log = log
        self._saved = saved
        self._failed = failed
        self._lost = lost
        self.queue: list[Change] = []
        self._task: asyncio.Task[None] | None = None

    def put(self, change: Change) -> None:
        """Store a change's actions soon."""
        self.queue.append(change)
        if self._task is None:
            self._task = self._loop.create_task(self._work())

    async def close(self) -> None:
        """Store what waits, then give the connection back."""
        if self._task is not None:
            await self._task
        await self._log.close()

    async def _work(self) -> None:
        try:
            while self.queue:
                batch = self.queue[:LARGEST_BATCH]
                del self.queue[:LARGEST_BATCH]
                await self._store([change for change in batch if not change.entry.dead])
        finally:
            self._task = None

    async def _store(self, batch: list[Change]) -> None:
        rows: list[Row] = []
        starts: list[Start] = []
        reached: dict[int, tuple[Entry, int]] = {}
        for change in batch:
            entry, first, last = change.entry, change.first, change.last
            facts = entry.facts
            game_id = facts.id
            if last == first + 1:
                rows.append((game_id, first, entry.codes[first], entry.times[first]))
            else:
                rows += [
                    (game_id, seq, entry.codes[seq], entry.times[seq]) for seq in range(first, last)
                ]
            if not first and facts.started_at is not None:
                starts.append((game_id, facts.started_at))
            reached[game_id] = entry, last
        if not rows:
            return
        # In the same order in every process, so that two don't wait for each other in a circle.
        rows.sort()
        try:
            refused = await self._log.save(rows, starts)
        except LogDown as error:
            _log.warning("log_down", error=str(error))
            self._lost()
            return
        for game_id, (entry, last) in reached.items():
            if game_id in refused:
                self._failed(entry)
            else:
                self._saved(entry, last)


class Finisher:
    """Ends games, in a thread that may use the ORM, while the writer goes on."""

    def __init__(self, saved: Done, failed: Failed) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "klondike-finish")
        self._saved = saved
        self._failed = failed
        self._queue: list[Entry] = []
        self._task: asyncio.Task[None] | None = None

    def put(self, entry: Entry) -> None:
        """End a game soon of which no change but the last waits."""
        self._queue.append(entry)
        if self._task is None:
            self._task = self._loop.create_task(self._work())

    async def close(self) -> None:
        """End what waits."""
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def _work(self) -> None:
        try:
            while self._queue:
                batch, self._queue = self._queue[:50], self._queue[50:]
                entries = [entry for entry in batch if not entry.dead]
                games = [entry.finished() for entry in entries]
                ended = await self._loop.run_in_executor(self._thread, _finish, games)
                for entry, game, done in zip(entries, games, ended, strict=True):
                    if done:
                        entry.facts.ended_at = game.ended_at
                        self._saved(entry, game.version)
                    else:
                        self._failed(entry)
        finally:
            self._task = None


def _finish(games: list[Finished]) -> list[bool]:
    """End games in one transaction; where that fails, each in one of its own."""
    close_old_connections()
    try:
        if _ended(games):
            return [True] * len(games)
        return [len(games) > 1 and _ended([game]) for game in games]
    finally:
        close_old_connections()


def _ended(games: Iterable[Finished]) -> bool:
    try:
        finish_games(games)
    except TakenElsewhere:
        return False
    except (DatabaseError, InterfaceError) as error:
        _log.warning("finish_failed", error=str(error))
        return False
    except Exception:
        # A fault in what counts games must not stop the games of everybody else.
        _log.exception("finish_failed")
        return False
    return True
