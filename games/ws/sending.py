"""Sends frames to one client without a task or a thread for each."""

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from typing import Any, Final

from games.protocol import envelope

Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_UNSENT: Final = 256
"""Frames that may wait for a client that reads slowly."""

LAST_PATIENCE: Final = 5.0
"""Seconds that a client has to read why the server closes."""


async def close_saying(send: Send, close: int, code: str, message: str) -> None:
    """Tell the client why, then close; nothing where it has gone or doesn't read."""
    why = envelope(b"error", 0, {"code": code, "message": message}).decode()
    # A client's being gone and its not reading in time are both an OSError.
    with suppress(OSError):
        async with asyncio.timeout(LAST_PATIENCE):
            await send({"type": "websocket.send", "text": why})
            await send({"type": "websocket.close", "code": close})


class Outbox:
    """A connection's outgoing frames, in order.

    A frame that the server takes at once, which is nearly all of them, is sent while `push` runs.
    Only where the client reads too slowly a task goes on with the rest.
    """

    __slots__ = ("_loop", "_now", "_send", "_task", "_unsent", "broken")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, send: Send, now: Callable[[bytes], bool] | None
    ) -> None:
        """``now`` sends a frame at once, or says that it can't."""
        self._loop = loop
        self._send = send
        self._now = now
        self._unsent: deque[bytes] = deque()
        self._task: asyncio.Task[None] | None = None
        self.broken = False

    def push(self, frame: bytes) -> bool:
        """Send soon; False where the connection is gone or too much waits already."""
        if self.broken:
            return False
        if self._task is None and self._now is not None and self._now(frame):
            return True
        if self._task is not None:
            self._unsent.append(frame)
            return len(self._unsent) <= MOST_UNSENT
        sending = self._sending(frame)
        try:
            step = sending.send(None)
        except StopIteration:
            return not self.broken
        self._task = self._loop.create_task(self._finish(sending, step))
        return True

    async def drained(self) -> None:
        """Wait until everything is sent."""
        while self._task is not None:
            await asyncio.wait([self._task])

    def stop(self) -> None:
        """Send nothing any more."""
        self.broken = True
        self._unsent.clear()
        if self._task is not None:
            self._task.cancel()

    async def _sending(self, frame: bytes) -> None:
        try:
            await self._send({"type": "websocket.send", "text": frame.decode()})
        except OSError:
            # What a server raises where the client has gone; its reader learns it too.
            self.broken = True

    async def _finish(self, sending: Coroutine[Any, Any, None], step: Any) -> None:
        try:
            await _rest(sending, step)  # type: ignore[misc]
            while self._unsent and not self.broken:
                await self._sending(self._unsent.popleft())
        finally:
            self._task = None


@types.coroutine
def _rest(sending: Coroutine[Any, Any, None], step: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was begun outside of a task and waits for ``step``."""
    while True:
        try:
            result = yield step
        except BaseException as error:
            step = _next(sending.throw, error)
        else:
            step = _next(sending.send, result)
        if step is _DONE:
            return


_DONE: Final = object()


def _next(go_on: Callable[[Any], Any], what: Any) -> Any:
    try:
        return go_on(what)
    except StopIteration:
        return _DONE
