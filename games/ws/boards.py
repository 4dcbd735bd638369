"""The websockets of live boards: the top of a board at once, and again whenever it has changed.

However many games end and however many sockets look, a board is read at most every `PAUSE` seconds
in a process: bursts become one message. Without the database or the channel layer an open board
waits, and is shown when they are back.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qs

import structlog
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings

from accounts import limits
from accounts.services.tokens import TokenError
from accounts.ws import identify
from games.boards import Board
from games.engine import LADDERS
from games.protocol import Ping, envelope
from games.selectors import boards as reads
from games.services import daily, live, runtime
from games.services.board_pages import TOP, day_board, find_board, page_shown
from games.services.errors import PlayError, Unavailable
from games.ws.budget import Budget
from games.ws.counting import address_in
from games.ws.sending import Send, close_saying
from games.ws.socket import LONGEST_FRAME, Closing, decoded

PAUSE: Final = 0.4
"""Seconds; with the time of reading and sending, well within one."""

LOOK_EVERY: Final = 10.0
"""Seconds after which a board is read again though nothing was heard: a message may be lost."""

JOIN_EVERY: Final = 3600.0
"""Seconds after which the layer's groups are joined anew: the one in memory forgets its members
after a day."""

SHORTEST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 4.0
"""Seconds before a service that was away is tried again."""

MOST_READS: Final = 2
"""Boards read at once. Without a database every read waits, and games need the threads as well."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
_log = structlog.get_logger(__name__)


class Waits:
    """The waits between tries, each twice as long as the one before, up to `LONGEST_WAIT`."""

    def __init__(self) -> None:
        self._next = SHORTEST_WAIT

    def begin_anew(self) -> None:
        """A try was a success."""
        self._next = SHORTEST_WAIT

    async def one(self) -> None:
        """Wait."""
        seconds, self._next = self._next, min(2 * self._next, LONGEST_WAIT)
        await asyncio.sleep(seconds)


class Tops:
    """The tops of boards as last read by this process, shared by all its sockets."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[float, asyncio.Task[dict[str, Any]]]] = {}
        self._room = asyncio.Semaphore(MOST_READS)

    async def get(self, board: Board, since: float) -> dict[str, Any]:
        """The board's top, read after ``since`` (on the loop's clock).

        Raises what reading raises, such as `Unavailable`; it is in the log then.
        """
        known = self._read.get(board.code)
        if known is None or known[0] < since:
            loop = asyncio.get_running_loop()
            task = loop.create_task(self._top(board))
            known = self._read[board.code] = loop.time(), task
            task.add_done_callback(lambda _: self._keep_a_while(board.code, task))
        return await asyncio.shield(known[1])

    async def _top(self, board: Board) -> dict[str, Any]:
        async with self._room:
            return await runtime.adopt().read(_read_top, board)

    def _keep_a_while(self, code: int, task: "asyncio.Task[dict[str, Any]]") -> None:
        if task.cancelled():
            self._forget(code, task)
        elif (error := task.exception()) is not None:
            # A fault of ours shows where it is; of a database that is away enough is known.
            trace = None if isinstance(error, PlayError) else error
            _log.warning("live_board", error=repr(error), exc_info=trace)
            self._forget(code, task)
        else:
            task.get_loop().call_later(2 * PAUSE, self._forget, code, task)

    def _forget(self, code: int, task: "asyncio.Task[dict[str, Any]]") -> None:
        if (known := self._read.get(code)) is not None and known[1] is task:
            del self._read[code]


def _read_top(board: Board) -> dict[str, Any]:
    return page_shown(board, reads.page(board, limit=TOP), reads.length(board))


class Watch:
    """What one socket knows of its board's changes; at first all is to be learned."""

    __slots__ = ("_changed", "_since", "board")

    def __init__(self, board: Board) -> None:
        self.board = board
        self._changed = asyncio.Event()
        self.tell(asyncio.get_running_loop().time())

    def tell(self, at: float) -> None:
        """The board may have changed, at that time on the loop's clock."""
        self._since = at
        self._changed.set()

    async def change(self) -> float:
        """Wait for a change; the time after which the board must be read to show it."""
        await self._changed.wait()
        self._changed.clear()
        return self._since


class Ears:
    """Hears for all sockets of this process which boards changed.

    All tell their watches the same time of a change, so that one reading shows it to everybody.
    """

    def __init__(self) -> None:
        self._watches: set[Watch] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._ending: set[asyncio.Task[None]] = set()

    def enter(self, watch: Watch) -> None:
        """Tell this watch what changes."""
        self._watches.add(watch)
        if not self._tasks:
            loop = asyncio.get_running_loop()
            self._tasks = [loop.create_task(self._hear()), loop.create_task(self._look())]

    def leave(self, watch: Watch) -> None:
        """Tell it no more; who leaves last ends the hearing."""
        self._watches.discard(watch)
        if not self._watches:
            # Without the layer's server it may take long to leave its groups; nobody waits for it.
            for task in self._tasks:
                task.cancel()
                self._ending.add(task)
                task.add_done_callback(self._ending.discard)
            self._tasks = []

    def _tell(self, codes: list[int] | None = None) -> None:
        """Tell those who watch these boards, or everybody."""
        at = asyncio.get_running_loop().time()
        for watch in self._watches:
            if codes is None or watch.board.code in codes:
                watch.tell(at)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self._tell()

    async def _hear(self) -> None:
        layer = get_channel_layer()
        waits = Waits()
        while layer is not None and not _ending():
            try:
                await self._listen(layer, waits)
            except Exception as error:
                if not _ending():
                    _log.warning("channel_layer", error=repr(error))
                    await waits.one()

    async def _listen(self, layer: BaseChannelLayer, waits: Waits) -> None:
        """Listen for a while. Raises whatever the layer's server does."""
        channel = await layer.new_channel()
        groups = [live.group_of(ladder) for ladder in LADDERS]
        try:
            for group in groups:
                await layer.group_add(group, channel)
            waits.begin_anew()
            # What happened before is read now, and what happens from now on is heard.
            self._tell()
            with suppress(TimeoutError):
                async with asyncio.timeout(JOIN_EVERY):
                    while not _ending():
                        self._tell((await layer.receive(channel))["boards"])
        finally:
            for group in groups:
                with suppress(Exception):
                    await layer.group_discard(group, channel)


def _ending() -> bool:
    """Whether the running task was cancelled: a layer may answer that with an error of its own."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


_tops = Tops()
_ears = Ears()


async def board_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve ``/ws/v1/leaderboards/{ladder}/{board}/?period=&bots=``."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    names = scope["url_route"]["kwargs"]
    period = query.get("period", ["all"])[0]

    def find() -> Board:
        return find_board(names["ladder"], names["board"], period, _bots(query))

    await _serve(scope, find, receive, send)


async def day_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve ``/ws/v1/daily/{date}/{ladder}/leaderboard/?bots=``."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    names = scope["url_route"]["kwargs"]

    def find() -> Board:
        deal = daily.find_begun(daily.parse_day(names["day"]), names["ladder"])
        return day_board(deal, bots=_bots(query))

    await _serve(scope, find, receive, send)


def _bots(query: dict[str, list[str]]) -> bool:
    return query.get("bots", [""])[0] in {"1", "true"}


async def _serve(
    scope: dict[str, Any], find: Callable[[], Board], receive: Receive, send: Send
) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    place, hub = limits.Place(), runtime.adopt()
    try:
        place.take("sockets", await hub.read(_counted_by, scope))
        await _show_board(await hub.read(find), receive, send)
    except limits.TooManyOpen as error:
        await close_saying(send, 4429, error.code, str(error))
    except PlayError as error:
        close = 4503 if isinstance(error, Unavailable) else 4404
        await close_saying(send, close, error.code, str(error))
    except Closing as closing:
        await close_saying(send, closing.close, closing.code, str(closing))
    finally:
        place.leave()


def _counted_by(scope: dict[str, Any]) -> str:
    """The player, or the address of a stranger: credentials open nothing here, so none is wrong."""
    identity = None
    with suppress(TokenError):
        identity = identify(scope)
    return address_in(scope) if identity is None else str(identity.user.pk)


async def _show_board(board: Board, receive: Receive, send: Send) -> None:
    """Show and answer until the client goes. Raises `Closing`."""
    watch = Watch(board)
    tasks = [asyncio.create_task(_answer(receive, send)), asyncio.create_task(_show(watch, send))]
    _ears.enter(watch)
    try:
        # Nobody would look at a board on which one of the two had ended.
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        _ears.leave(watch)
    for task in done:
        task.result()


async def _answer(receive: Receive, send: Send) -> None:
    """Answer what the client says, until it goes. Raises `Closing`."""
    budget = Budget(settings.SOCKET_RATE, settings.SOCKET_BURST)
    while (event := await receive())["type"] != "websocket.disconnect":
        if not budget.take():
            raise Closing(4429, "too_many_messages", "The budget of messages is used up.")
        _check(event.get("text"))
        await _push(send, b"pong", {})


def _check(text: str | None) -> None:
    """Only ``ping`` has an answer. Raises `Closing`."""
    if text is None:
        raise Closing(4400, "bad_frame", "Messages are text.")
    if len(text) > LONGEST_FRAME:
        raise Closing(4400, "too_large", f"A message has at most {LONGEST_FRAME} characters.")
    if not isinstance(decoded(text), Ping):
        raise Closing(4400, "bad_frame", "A board answers only `ping`.")


async def _show(watch: Watch, send: Send) -> None:
    shown: dict[str, Any] | None = None
    while True:
        top = await _at_last(watch.board, await watch.change())
        if top != shown:
            shown = top
            await _push(send, b"board", top)
        await asyncio.sleep(PAUSE)


async def _at_last(board: Board, since: float) -> dict[str, Any]:
    """The board's top, however long it can't be read."""
    waits = Waits()
    while True:
        with suppress(Exception):
            return await _tops.get(board, since)
        await waits.one()


async def _push(send: Send, kind: bytes, data: dict[str, Any]) -> None:
    with suppress(OSError):
        await send({"type": "websocket.send", "text": envelope(kind, 0, data).decode()})
