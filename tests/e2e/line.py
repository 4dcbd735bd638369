"""A bad line between browser and server: slow, lossy, and cut or dead when a test says so."""

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Iterator

DELAY = 0.15
"""Seconds each way: an answer takes 300 ms."""
LOST = 0.01
"""The share of packets that are lost, and come when TCP has sent them again."""
AGAIN = 0.4
Piece = tuple[float, bytes]


class Line:
    """A TCP proxy with a thread of its own; ``url`` is where it stands in for the server."""

    def __init__(self, target: int, delay: float = DELAY, lost: float = LOST) -> None:
        self.target = target
        self.delay = delay
        self.lost = lost
        self.dead = False
        self.taken = 0
        self._chance = random.Random(6)
        self._writers: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Line":
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def cut(self) -> None:
        """Break all connections off, as a tunnel or a change of networks does."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result(10)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Nothing arrives inside the block; afterwards all of it does."""
        self._loop.call_soon_threadsafe(self._flowing.clear)
        yield
        self._loop.call_soon_threadsafe(self._flowing.set)

    def die(self) -> None:
        """Let everything vanish on the connections there are; new ones work."""
        self.dead = True
        self._old = set(self._writers)

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _close(self) -> None:
        self._server.close()
        await self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.taken += 1
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, there[1]}
        self._writers |= pair
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(self._carry(reader, there[1]), self._carry(there[0], writer))
        for one in pair:
            one.transport.abort()
        self._writers -= pair

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pieces: asyncio.Queue[Piece] = asyncio.Queue()
        deliver = asyncio.ensure_future(self._deliver(pieces, writer))
        try:
            while data := await reader.read(1 << 16):
                extra = AGAIN if self._chance.random() < self.lost else 0.0
                pieces.put_nowait((time.monotonic() + self.delay + extra, data))
            pieces.put_nowait((time.monotonic() + self.delay, b""))
            await deliver
        finally:
            deliver.cancel()

    async def _deliver(self, pieces: asyncio.Queue[Piece], writer: asyncio.StreamWriter) -> None:
        """In order: a piece that is late holds up all that come after it, as TCP does."""
        while True:
            due, data = await pieces.get()
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self._flowing.wait()
            if self.dead and writer in self._old:
                continue
            if not data:
                if writer.can_write_eof():
                    writer.write_eof()
                return
            writer.write(data)


@contextlib.contextmanager
def bad_line(url: str, delay: float = DELAY, lost: float = LOST) -> Iterator[Line]:
    """A bad line to the server at ``url``."""
    with Line(int(url.rsplit(":", 1)[1]), delay, lost) as line:
        yield line
