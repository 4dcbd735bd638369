"""The websockets of live boards: the top of a board at once, and again whenever it has changed.

However many games end and however many sockets look, a board is read at most every `PAUSE` seconds
in a process: bursts become one message.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings

from accounts import limits
from accounts.services.tokens import TokenError
from accounts.ws import identify
from games.boards import Board
from games.protocol import envelope
from games.selectors import boards as reads
from games.services import daily, live
from games.services.board_pages import TOP, day_board, find_board, page_shown
from games.services.errors import PlayError
from games.ws.budget import Budget
from games.ws.counting import Place, address_in

PAUSE: Final = 0.4
"""Seconds; with the time of reading and sending, well within one."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Tops:
    """The tops of boards as last read by this process, shared by all its sockets."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[float, asyncio.Task[dict[str, Any]]]] = {}

    async def get(self, board: Board, since: float) -> dict[str, Any]:
        """The board's top, read after ``since`` (on the loop's clock)."""
        known = self._read.get(board.code)
        if known is None or known[0] < since:
            loop = asyncio.get_running_loop()
            known = loop.time(), loop.create_task(_top(board))
            self._read[board.code] = known
            known[1].add_done_callback(lambda _: self._forget(board.code, loop))
        return await asyncio.shield(known[1])

    def _forget(self, code: int, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_later(2 * PAUSE, self._read.pop, code, None)


_tops = Tops()


@database_sync_to_async  # type: ignore[untyped-decorator]
def _top(board: Board) -> dict[str, Any]:
    return page_shown(board, reads.page(board, limit=TOP), reads.length(board))


async def board_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve ``/ws/v1/leaderboards/{ladder}/{board}/?period=&bots=``."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    names = scope["url_route"]["kwargs"]
    period = query.get("period", ["all"])[0]
    bots = query.get("bots", [""])[0] in {"1", "true"}

    async def find() -> Board:
        return find_board(names["ladder"], names["board"], period, bots)

    await _serve(scope, find, receive, send)


async def day_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve ``/ws/v1/daily/{date}/{ladder}/leaderboard/?bots=``."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    names = scope["url_route"]["kwargs"]
    bots = query.get("bots", [""])[0] in {"1", "true"}

    @database_sync_to_async  # type: ignore[untyped-decorator]
    def find() -> Board:
        deal = daily.find_begun(daily.parse_day(names["day"]), names["ladder"])
        return day_board(deal, bots=bots)

    await _serve(scope, find, receive, send)


async def _serve(
    scope: dict[str, Any], find: Callable[[], Awaitable[Board]], receive: Receive, send: Send
) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    place = Place()
    try:
        place.take("sockets", await _counted_by(scope))
        await _show_board(await find(), receive, send)
    except limits.TooManyOpen as error:
        await _close(send, 4429, error)
    except PlayError as error:
        await _close(send, 4404, error)
    finally:
        place.leave()


@database_sync_to_async  # type: ignore[untyped-decorator]
def _counted_by(scope: dict[str, Any]) -> str:
    """The player, or the address of a stranger: credentials open nothing here, so none is wrong."""
    identity = None
    with suppress(TokenError):
        identity = identify(scope)
    return address_in(scope) if identity is None else str(identity.user.pk)


async def _close(send: Send, close: int, error: PlayError | limits.TooManyOpen) -> None:
    await _push(send, b"error", {"code": error.code, "message": str(error)})
    await send({"type": "websocket.close", "code": close})


async def _show_board(board: Board, receive: Receive, send: Send) -> None:
    changed = asyncio.Event()
    helpers = [
        asyncio.create_task(_listen(board, changed)),
        asyncio.create_task(_show(board, changed, send)),
    ]
    try:
        await _answer(receive, send)
    finally:
        for task in helpers:
            task.cancel()
        await asyncio.gather(*helpers, return_exceptions=True)


async def _answer(receive: Receive, send: Send) -> None:
    """Read what the client says, until it goes: only ``ping`` has an answer."""
    budget = Budget(settings.SOCKET_RATE, settings.SOCKET_BURST)
    while (event := await receive())["type"] != "websocket.disconnect":
        if not budget.take():
            await send({"type": "websocket.close", "code": 4429})
            return
        if event.get("text") != '{"t":"ping"}':
            await send({"type": "websocket.close", "code": 4400})
            return
        await _push(send, b"pong", {})


async def _listen(board: Board, changed: asyncio.Event) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    channel = await layer.new_channel()
    group = live.group_of(board.ladder)
    await layer.group_add(group, channel)
    # What happened before the first look is in it, and what happens from now on is heard.
    changed.set()
    try:
        while True:
            message = await layer.receive(channel)
            if board.code in message["boards"]:
                changed.set()
    finally:
        with suppress(OSError):
            await layer.group_discard(group, channel)


async def _show(board: Board, changed: asyncio.Event, send: Send) -> None:
    loop = asyncio.get_running_loop()
    shown: dict[str, Any] | None = None
    while True:
        await changed.wait()
        changed.clear()
        top = await _tops.get(board, loop.time())
        if top != shown:
            shown = top
            await _push(send, b"board", top)
        await asyncio.sleep(PAUSE)


async def _push(send: Send, kind: bytes, data: dict[str, Any]) -> None:
    with suppress(OSError):
        await send({"type": "websocket.send", "text": envelope(kind, 0, data).decode()})
