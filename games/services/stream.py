"""A game's events as lines, for programs that would rather read than hold a websocket."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from accounts.services.proofs import Proof
from accounts.services.tokens import TokenError
from games.protocol import envelope
from games.services import runtime
from games.services.errors import PlayError
from games.services.play import entry_view
from games.services.rights import Ended, Right

KEEP_ALIVE: Final = 15.0
"""Seconds after which an empty line says that the stream still lives."""

MOST_UNREAD: Final = 256


class Stream:
    """A listener that keeps frames until they are read."""

    sees = False

    def __init__(self, public_id: str, proof: Proof | None) -> None:
        self._hub = runtime.adopt()
        self._public_id = public_id
        self._reader_id = None if proof is None else proof.user_id
        self._right = Right(self._end, proof)
        self._ended: Ended | None = None
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._version = 0
        self._over = False

    async def lines(self) -> AsyncIterator[bytes]:
        """The view, then every event, as messages of the websocket's protocol, until the end."""
        self._hub.listen(self._public_id, self)
        try:
            yield await self._view() + b"\n"
            self._hub.rights.hold(self._right)
            while not self._over or not self._frames.empty():
                frame = await self._next()
                if self._ended is not None:
                    raise self._ended
                if frame is None:
                    frame = await self._view()
                yield frame + b"\n"
        except (PlayError, TokenError) as error:
            words = {"code": error.code, "message": str(error)}
            yield envelope(b"error", self._version, words) + b"\n"
        finally:
            self._hub.rights.drop(self._right)
            self._hub.leave(self._public_id, self)

    def _end(self, why: Ended) -> None:
        self._ended = why
        self._frames.put_nowait(None)

    async def _next(self) -> bytes | None:
        try:
            return await asyncio.wait_for(self._frames.get(), KEEP_ALIVE)
        except TimeoutError:
            return b""

    async def _view(self) -> bytes:
        entry = await self._hub.settled(self._public_id)
        await self._hub.check_watch(entry, self._reader_id)
        if entry.facts.player_id != self._reader_id:
            self._right.watches, self._right.owner_id = self._public_id, entry.facts.player_id
        while entry.dead or entry.waiting:
            entry = await self._hub.settled(self._public_id)
        while not self._frames.empty():
            self._frames.get_nowait()
        self._version = entry.game.version
        self._over = entry.game.outcome is not None
        return envelope(b"view", self._version, entry_view(entry))

    def heard(self, first: int, last: int, frames: list[bytes]) -> None:
        if first < last <= self._version:
            return
        if first != self._version or self._frames.qsize() > MOST_UNREAD:
            # Events are missing: the whole game comes next.
            self._frames.put_nowait(None)
            return
        self._version = last
        for frame in frames:
            self._frames.put_nowait(frame)
            self._over = self._over or frame.startswith(b'{"t":"ended"')

    def behind(self, version: int) -> None:
        if version > self._version:
            self._frames.put_nowait(None)
