"""This process's hub, and how code outside of its event loop reaches it.

In a server the hub lives on the server's own loop, so that a websocket's message needs no thread.
Where no server runs, as in management commands, it gets a loop in a thread of its own.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection

from games.services.errors import Unavailable
from games.services.hub import Hub
from games.services.logs import PostgresLog, SqliteLog
from games.services.presence import Presence

T = TypeVar("T")
PATIENCE = 30.0

# ruff: noqa: PLW0603 - a process has one hub, so this module has one

_lock = threading.RLock()
_hub: Hub | None = None
_thread: threading.Thread | None = None


def _make() -> Hub:
    """A hub on the running loop."""
    log = PostgresLog() if connection.vendor == "postgresql" else SqliteLog()
    hub = Hub(log, settings.GAMES_IN_MEMORY)
    layer = get_channel_layer()
    if layer is not None:
        hub.remote = Presence(layer, hub)
    return hub


def adopt() -> Hub:
    """The hub, on the running loop if there is none yet; to be called on the server's loop."""
    global _hub
    with _lock:
        if _hub is None or _hub.loop.is_closed():
            _hub = _make()
        if _hub.loop is not asyncio.get_running_loop():
            raise RuntimeError("the games of this process live on another loop")
        return _hub


def hub() -> Hub:
    """The hub; on a loop in a thread of its own where no server has adopted one."""
    global _hub, _thread
    with _lock:
        if _hub is not None and not _hub.loop.is_closed():
            return _hub
        ready = threading.Event()
        made: list[Hub] = []
        work = (ready, made)
        _thread = threading.Thread(target=_run, args=work, name="klondike-hub", daemon=True)
        _thread.start()
        ready.wait()
        _hub = made[0]
        return _hub


def current() -> Hub | None:
    """The hub, if this process has one."""
    with _lock:
        return _hub if _hub is not None and not _hub.loop.is_closed() else None


def _run(ready: threading.Event, made: list[Hub]) -> None:
    async def live() -> None:
        made.append(_make())
        ready.set()
        await made[0].closed.wait()

    asyncio.run(live())


def call(work: Callable[[Hub], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on the hub's loop from a thread that is not the loop's, and wait.

    Raises `Unavailable` after 30 s.
    """
    here = hub()
    future = asyncio.run_coroutine_threadsafe(work(here), here.loop)
    try:
        return future.result(PATIENCE)
    except TimeoutError as error:
        future.cancel()
        raise Unavailable from error


async def within(work: Callable[[Hub], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on the hub's loop from a coroutine on any loop."""
    here = hub()
    if here.loop is asyncio.get_running_loop():
        return await work(here)
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(here), here.loop))


async def close_here() -> None:
    """Store what waits and end the hub that lives on the running loop."""
    global _hub
    if _hub is not None and _hub.loop is asyncio.get_running_loop():
        await _hub.close()
        _hub = None


def close() -> None:
    """Store what waits and end the hub, if there is one; not from its own loop."""
    global _hub, _thread
    with _lock:
        if _hub is not None and not _hub.loop.is_closed() and _hub.loop.is_running():
            asyncio.run_coroutine_threadsafe(_hub.close(), _hub.loop).result(PATIENCE)
        if _thread is not None:
            _thread.join(PATIENCE)
        _hub = _thread = None
