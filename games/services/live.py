"""Tells open boards that they changed. Only that: who shows a board reads it again."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.boards import board_of_code

_log = structlog.get_logger(__name__)


class _Loop:
    def __init__(self) -> None:
        self.serving: asyncio.AbstractEventLoop | None = None


_loop = _Loop()


def serve_on(loop: asyncio.AbstractEventLoop) -> None:
    """This process serves its sockets on this event loop; messages are sent from there."""
    _loop.serving = loop


def group_of(ladder: str) -> str:
    """The channel layer's group of those who look at boards of a ladder."""
    return f"boards.{ladder}"


def announce(changed: Sequence[int]) -> None:
    """Say that these boards (by code, of one ladder) changed; after the commit that did it.

    A lost message costs a reader the time until the next one, so nobody waits for it.
    """
    if changed:
        group = group_of(board_of_code(changed[0]).ladder)
        send(group, {"type": "board.changed", "boards": list(changed)})


def send(group: str, message: dict[str, Any]) -> None:
    """Send a message to a group of the channel layer, from any thread, without waiting."""
    layer = get_channel_layer()
    if layer is None:
        return
    loop = _loop.serving
    if loop is not None and loop.is_running():
        # The layer in memory wakes a waiting socket only from within its own loop.
        loop.call_soon_threadsafe(_send_soon, loop, layer.group_send(group, message))
    else:
        async_to_sync(_send)(layer.group_send(group, message))


_sending: set["asyncio.Task[None]"] = set()


def _send_soon(loop: asyncio.AbstractEventLoop, sending: Coroutine[Any, Any, None]) -> None:
    task = loop.create_task(_send(sending))
    _sending.add(task)  # the loop itself holds tasks weakly
    task.add_done_callback(_sending.discard)


async def _send(sending: Coroutine[Any, Any, None]) -> None:
    try:
        await sending
    except Exception as error:
        # Whatever the layer's server does, what was to be told has happened.
        _log.warning("channel_layer", error=repr(error))
