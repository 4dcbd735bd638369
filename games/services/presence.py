"""Which other processes have someone looking at a game, and what they are told.

Every process joins one group of the channel layer. It says which games have listeners with it,
and sends the events of a game only to the processes that said so: most games are looked at
through one process alone and cost nothing here. Who begins to listen is answered with the version
that the others know, so nothing is missed between reading the log and being heard of.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Collection, Coroutine
from typing import Any, Final, Protocol

import structlog
from channels.layers import BaseChannelLayer

from games.services import live
from games.services.entries import Change

GROUP: Final = "games.processes"
BEAT: Final = 10.0
"""Seconds between signs of life; three missed ones mean that a process is gone."""

_PROCESS: Final = secrets.token_hex(8)
_log = structlog.get_logger(__name__)
Message = dict[str, Any]


class Told(Protocol):
    """What a hub does with the news of others."""

    def news(self, public_id: str, first: int, last: int, frames: list[bytes]) -> None:
        """Another process stored what leads from one version to the next."""

    def version_elsewhere(self, public_id: str, version: int) -> None:
        """Another process knows this version of a game that is listened to here."""

    def forget(self, public_id: str) -> None:
        """Have the game read again."""

    def version_here(self, public_id: str) -> int | None:
        """The stored version of a game in memory."""

    def listened(self) -> list[str]:
        """The games that have listeners here."""

    @property
    def rights(self) -> "Suspicious":
        """What the connections here rest on."""


class Suspicious(Protocol):
    """What looks after the rights of connections."""

    def suspect(self, users: Collection[int]) -> None:
        """Look soon at what concerns these users."""


def _here() -> str:
    return f"{os.getpid()}-{_PROCESS}"


def tell_others(what: str, **data: Any) -> None:
    """Tell every other process, from any thread of any process, also of one without games."""
    live.send(GROUP, {"type": "games", "what": what, "from": "", "by": _here(), **data})


def _ending() -> bool:
    """Whether the running task was cancelled: a layer may answer that with an error of its own."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Presence:
    """The other processes, as far as they are known."""

    def __init__(self, layer: BaseChannelLayer, hub: Told) -> None:
        self._layer = layer
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._name = ""
        self._seen: dict[str, float] = {}
        self._where: dict[str, set[str]] = {}
        self._outbox: list[tuple[str, Message]] = []
        self._wakeup = asyncio.Event()
        self._tasks = [self._loop.create_task(work) for work in (self._receive(), self._send())]
        self._beat: asyncio.TimerHandle | None = None

    async def close(self) -> None:
        """Say good-bye."""
        if self._beat is not None:
            self._beat.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._name:
            await self._try(self._layer.group_send(GROUP, self._message("bye")))
            await self._try(self._layer.group_discard(GROUP, self._name))

    # What this process says

    def tell(self, change: Change) -> None:
        """Tell the processes where someone looks at the game."""
        public_id = change.request.public_id
        there = self._where.get(public_id)
        if there:
            news = {
                "game": public_id,
                "first": change.first,
                "last": change.last,
                "frames": change.frames(),
            }
            for name in there:
                self._post(name, self._message("news", **news))

    def listens(self, public_id: str) -> None:
        """Someone here begins to look at a game."""
        self._post(GROUP, self._message("listens", games=[public_id]))

    def left(self, public_id: str) -> None:
        """Nobody here looks at a game any more."""
        self._post(GROUP, self._message("left", game=public_id))

    def _message(self, what: str, **data: Any) -> Message:
        return {"type": "games", "what": what, "from": self._name, **data}

    def _post(self, to: str, message: Message) -> None:
        if self._name and (to != GROUP or self._seen or message["what"] == "hello"):
            self._outbox.append((to, message))
            self._wakeup.set()

    async def _send(self) -> None:
        while not _ending():
            await self._wakeup.wait()
            self._wakeup.clear()
            outbox, self._outbox = self._outbox, []
            for to, message in outbox:
                if to == GROUP:
                    await self._try(self._layer.group_send(GROUP, message))
                else:
                    await self._try(self._layer.send(to, message))

    async def _try(self, work: Coroutine[Any, Any, Any]) -> bool:
        try:
            await work
        except Exception as error:
            # Whatever the layer's server does, moves go on; other pages see them when they ask.
            _log.warning("channel_layer", error=repr(error))
            return False
        return True

    # What this process hears

    async def _receive(self) -> None:
        while True:
            try:
                self._name = await self._layer.new_channel("games")
                await self._layer.group_add(GROUP, self._name)
                self._hello()
                while True:
                    self._hear(await self._layer.receive(self._name))
            except Exception as error:
                if _ending():
                    return
                _log.warning("channel_layer", error=repr(error))
                self._name = ""
                await asyncio.sleep(1)

    def _hello(self) -> None:
        """A sign of life, with the games listened to: who was restarted learns them so."""
        if self._beat is not None:
            self._beat.cancel()
        self._post(GROUP, self._message("hello", games=self._hub.listened()))
        dead = [name for name, seen in self._seen.items() if time.monotonic() - seen > 3 * BEAT]
        for name in dead:
            self._gone(name)
        self._beat = self._loop.call_later(BEAT, self._hello)

    def _hear(self, message: Message) -> None:
        sender, what = message["from"], message["what"]
        if sender == self._name:
            return
        if not sender:
            if message["by"] != _here():
                self._heed(message)
            return
        unknown = sender not in self._seen
        self._seen[sender] = time.monotonic()
        if what == "news":
            self._hub.news(message["game"], message["first"], message["last"], message["frames"])
        elif what == "version":
            for public_id, version in message["games"].items():
                self._hub.version_elsewhere(public_id, version)
        elif what == "left":
            self._forget_place(message["game"], sender)
        elif what == "bye":
            self._gone(sender)
        else:
            if what == "hello":
                self._left_out(sender, set(message["games"]))
            self._add(sender, message["games"])
            if unknown:
                self._post(sender, self._message("listens", games=self._hub.listened()))

    def _heed(self, message: Message) -> None:
        """What was told to every process, by one that need not have games itself."""
        if message["what"] == "forget":
            for public_id in message["games"]:
                self._hub.forget(public_id)
        else:
            self._hub.rights.suspect(message["users"])

    def _add(self, sender: str, public_ids: list[str]) -> None:
        versions = {}
        for public_id in public_ids:
            self._where.setdefault(public_id, set()).add(sender)
            version = self._hub.version_here(public_id)
            if version is not None:
                versions[public_id] = version
        if versions:
            self._post(sender, self._message("version", games=versions))

    def _forget_place(self, public_id: str, name: str) -> None:
        there = self._where.get(public_id, set())
        there.discard(name)
        if not there:
            self._where.pop(public_id, None)

    def _gone(self, name: str) -> None:
        self._seen.pop(name, None)
        self._left_out(name, set())

    def _left_out(self, name: str, public_ids: set[str]) -> None:
        """A process listens to no games but these."""
        where = [game for game, names in self._where.items() if name in names]
        for public_id in where:
            if public_id not in public_ids:
                self._forget_place(public_id, name)
