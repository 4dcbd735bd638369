"""The websocket of a game: an ASGI application of its own with one loop that receives.

Channels' consumers hand each message to a thread and three tasks; this one plays it on the spot.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Protocol
from urllib.parse import parse_qs

import msgspec
from django.conf import settings

from accounts import limits
from accounts.services.tokens import TokenError
from accounts.ws import identify
from games.protocol import (
    Act,
    Auth,
    Hidden,
    Incoming,
    Ping,
    Resign,
    Shown,
    Sync,
    decode_incoming,
    envelope,
)
from games.services import runtime
from games.services.entries import Change, Entry, Request
from games.services.errors import GameNotFound, NotYourGame, PlayError
from games.services.hub import Hub
from games.services.play import entry_view
from games.services.refusals import DailySecret
from games.services.rights import Ended, Right
from games.ws.budget import Budget
from games.ws.counting import address_in
from games.ws.sending import Outbox, Send

Receive = Callable[[], Awaitable[dict[str, Any]]]

LONGEST_FRAME: Final = 8192
"""Characters; 200 actions take about a thousand."""

AUTH_PATIENCE: Final = 5.0
"""Seconds that a stranger has for the message `auth`."""

MOST_MISSED: Final = 500
"""Actions that a client who comes back gets as one event; who missed more gets the view."""


class Direct(Protocol):
    """A server's short way for messages (`klondike_site.sockets`)."""

    def take(self, taker: Callable[[str], None] | None) -> None: ...
    def wake(self) -> None: ...
    def send_text(self, text: bytes) -> bool: ...


class Closing(Exception):
    """The server closes the connection."""

    def __init__(self, close: int, code: str, message: str) -> None:
        super().__init__(message)
        self.close = close
        self.code = code


class Gone(Exception):
    """The client closed the connection."""


def decoded(text: str) -> Incoming:
    """A message of the protocol. Raises `Closing`."""
    try:
        return decode_incoming(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Closing(4400, "bad_frame", str(error)) from error


async def game_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one websocket of ``/ws/v1/games/{id}/``."""
    await receive()
    # Accepted in any case: a browser shows its page no code of a handshake that was refused.
    await send({"type": "websocket.accept"})
    public_id = scope["url_route"]["kwargs"]["public_id"]
    direct = scope.get("extensions", {}).get("klondike.direct")
    socket = Socket(runtime.adopt(), public_id, _known_version(scope), send, direct)
    try:
        await socket.open(scope, receive)
        await socket.serve(receive)
    except Gone:
        socket.stop()
    except Closing as closing:
        await socket.close(closing)
    except PlayError as error:
        await socket.close(_closing(error))
    except asyncio.CancelledError:
        if socket.ended is None:
            raise
        await socket.close(socket.ended)
    finally:
        socket.leave()


def _closing(error: Ended) -> Closing:
    close = 4503
    if isinstance(error, TokenError):
        close = 4403 if error.code == "bad_origin" else 4401
    elif isinstance(error, GameNotFound):
        close = 4404
    elif isinstance(error, NotYourGame | DailySecret):
        close = 4403
    return Closing(close, error.code, str(error))


def _known_version(scope: dict[str, Any]) -> int | None:
    text = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("v", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


class Socket:
    """One connection: a listener of its game, and the asker of its requests."""

    def __init__(
        self,
        hub: Hub,
        public_id: str,
        known: int | None,
        send: Send,
        direct: Direct | None = None,
    ) -> None:
        self.sees = False
        self._hub = hub
        self._public_id = public_id
        self._known = known
        self._send = send
        self._direct = direct
        self._outbox = Outbox(hub.loop, send, direct.send_text if direct is not None else None)
        self._budget = Budget(settings.SOCKET_RATE, settings.SOCKET_BURST)
        self._player_id: int | None = None
        self._may_play = False
        # The version that the client has; None until it got its first view.
        self._version: int | None = None
        self._resyncing: asyncio.Task[None] | None = None
        self._waiting: Awaitable[Any] | Closing | None = None
        self._plays = False
        self._place = limits.Place()
        self._address = ""
        self._reader: asyncio.Task[Any] | None = None
        self._right = Right(self._end)
        # Why the server closes the connection in the middle of it.
        self.ended: Closing | None = None

    # The connection

    async def open(self, scope: dict[str, Any], receive: Receive) -> None:
        """Greet the client. Raises `Gone`, `Closing`, `PlayError`."""
        self._reader = asyncio.current_task()
        await self._identify(scope)
        self._address = address_in(scope)
        if self._player_id is None:
            self._count("arrivals", self._address)
        else:
            self._count("sockets", str(self._player_id))
        try:
            await self._enter()
        except (NotYourGame, DailySecret):
            if self._player_id is not None:
                raise
            self._hub.leave(self._public_id, self)
            await self._authenticate(receive)
            self._count("sockets", str(self._player_id))
            await self._enter()
        self._hub.rights.hold(self._right)

    def _count(self, kind: str, key: str) -> None:
        try:
            self._place.take(kind, key)
        except limits.TooManyOpen as error:
            raise Closing(4429, error.code, str(error)) from error

    async def serve(self, receive: Receive) -> None:
        """Answer the client's messages. Raises `Gone`, `Closing`, `PlayError`."""
        while True:
            if self._direct is not None:
                self._direct.take(self._take)
            event = await receive()
            if event["type"] != "klondike.wake":
                self._waiting = self._handle(self._read(event))
            waiting, self._waiting = self._waiting, None
            if isinstance(waiting, Closing):
                raise waiting
            if waiting is not None:
                await waiting

    def _take(self, text: str) -> None:
        """Answer a message on the short way; what takes longer is left to `serve`."""
        try:
            self._waiting = self._handle(self._message(text))
        except Closing as closing:
            self._waiting = closing
        if self._waiting is not None and self._direct is not None:
            self._direct.take(None)
            self._direct.wake()

    async def _identify(self, source: dict[str, Any] | str) -> None:
        try:
            identity = await self._hub.read(identify, source)
        except TokenError as error:
            raise _closing(error) from error
        if identity is not None and "read" not in identity.scopes:
            raise Closing(4403, "scope_missing", "This needs a token with the scope read.")
        if identity is not None:
            self._right.proof = identity.proof
            self._player_id = identity.user.pk
            self._may_play = "play" in identity.scopes

    async def _authenticate(self, receive: Receive) -> None:
        try:
            event = await asyncio.wait_for(receive(), AUTH_PATIENCE)
        except TimeoutError:
            event = {"type": "websocket.receive", "text": '{"t":"ping"}'}
        message = self._read(event)
        if not isinstance(message, Auth):
            raise Closing(4401, "sign_in_required", "Say first who you are.")
        await self._identify(message.d.token)

    async def _enter(self) -> None:
        hub = self._hub
        # Before the game is read, so that nothing is missed in between.
        hub.listen(self._public_id, self)
        entry = await hub.settled(self._public_id)
        await hub.check_watch(entry, self._player_id)
        if self._player_id is None:
            self._count("sockets", self._address)
        self.sees = self._plays = entry.facts.player_id == self._player_id
        if not self._plays:
            self._right.watches, self._right.owner_id = self._public_id, entry.facts.player_id
        hub.looked_at(self._public_id)
        while entry.dead or entry.waiting:
            entry = await hub.settled(self._public_id)
        self._greet(entry)

    def _greet(self, entry: Entry) -> None:
        """What the player missed, or the view: others are shown no action from before they came."""
        known, version = self._known if self._plays else None, entry.game.version
        if known is None or entry.game.outcome is not None or version - known > MOST_MISSED:
            self._show(entry)
        elif known > version:
            self._push(envelope(b"resync", version, {}))
            self._show(entry)
        else:
            self._push(envelope(b"acted", version, entry.since(known)))
            self._version = version

    def _show(self, entry: Entry) -> None:
        self._version = entry.game.version
        self._push(envelope(b"view", entry.game.version, entry_view(entry)))

    def _read(self, event: dict[str, Any]) -> Incoming:
        if event["type"] == "websocket.disconnect" or self._outbox.broken:
            raise Gone
        text = event.get("text")
        if text is None:
            raise Closing(4400, "bad_frame", "Messages are text.")
        return self._message(text)

    def _message(self, text: str) -> Incoming:
        if len(text) > LONGEST_FRAME:
            raise Closing(4400, "too_large", f"A message has at most {LONGEST_FRAME} characters.")
        if not self._budget.take():
            raise Closing(4429, "too_many_messages", "The budget of messages is used up.")
        return decoded(text)

    async def close(self, closing: Closing) -> None:
        """Tell the client why, then close."""
        # The reason is the last that comes, whatever else happens to the game.
        self._hub.leave(self._public_id, self)
        if self._resyncing is not None:
            self._resyncing.cancel()
        if closing.code != "too_slow":
            self._push(envelope(b"error", self._at, _words(closing.code, str(closing))))
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._outbox.drained(), 5)
            await self._send({"type": "websocket.close", "code": closing.close})
        self.stop()

    def stop(self) -> None:
        """Send nothing any more."""
        self._outbox.stop()
        if self._resyncing is not None:
            self._resyncing.cancel()

    def leave(self) -> None:
        """Hear of nothing any more."""
        self._hub.leave(self._public_id, self)
        self._hub.rights.drop(self._right)
        self._place.leave()

    async def _room(self) -> None:
        """Read no further while the writer has too much to do."""
        while self._hub.full:  # noqa: ASYNC110 - rare, and an event would cost every batch
            await asyncio.sleep(0.01)

    # Messages of the client

    def _handle(self, message: Incoming) -> Awaitable[Any] | None:
        """Answer a message; what is given must be awaited before the next is read."""
        if type(message) is Act:
            task = self._act(message)
            if task is not None:
                return asyncio.wait([task])
            return self._room() if self._hub.full else None
        return self._other(message)

    def _act(self, message: Act) -> asyncio.Task[None] | None:
        request = Request(
            self,
            self._public_id,
            self._player_id,
            version=message.v,
            actions=message.d.actions,
            tag=message.d.a,
        )
        return self._hub.ask(request) if self._may(request) else None

    def _other(self, message: Incoming) -> Awaitable[Any] | None:
        if isinstance(message, Ping):
            self._push(envelope(b"pong", self._at, {}))
        elif isinstance(message, Resign):
            request = Request(
                self, self._public_id, self._player_id, ending="resigned", tag=message.d.a
            )
            task = self._hub.ask(request) if self._may(request) else None
            return asyncio.wait([task]) if task is not None else None
        elif isinstance(message, Sync):
            return self._synchronize()
        elif isinstance(message, Hidden | Shown):
            self._look(isinstance(message, Shown))
        elif isinstance(message, Auth) and self._player_id is None:
            return self._sign_in(message.d.token)
        else:
            raise Closing(4400, "bad_frame", "`auth` can only be the first message.")
        return None

    async def _sign_in(self, token: str) -> None:
        """A spectator says who they are, who may be the player."""
        await self._identify(token)
        self._count("sockets", str(self._player_id))
        self._hub.leave(self._public_id, self)
        self._right.watches = self._right.owner_id = self._known = self._version = None
        await self._enter()

    async def _synchronize(self) -> None:
        self._show(await self._hub.settled(self._public_id))

    def _look(self, sees: bool) -> None:
        self.sees = sees and self._plays
        self._hub.looked_at(self._public_id)

    def _may(self, request: Request) -> bool:
        """Whether this connection may play at all; whose game it is the hub looks at."""
        if self._player_id is None:
            self._refuse(request, "sign_in_required", "Say first who you are.")
        elif not self._may_play:
            self._refuse(request, "scope_missing", "This needs a token with the scope play.")
        else:
            return True
        return False

    def _refuse(self, request: Request, code: str, message: str) -> None:
        data = {"a": request.tag, **_words(code, message)}
        self._push(envelope(b"refused", self._at, data))

    @property
    def _at(self) -> int:
        """The version that a message names where nothing happened."""
        return max(self._version or 0, 0)

    # What the hub tells

    def accepted(self, change: Change) -> None:
        self._version = change.last
        for frame in change.answer():
            self._push(frame)

    def refused(self, request: Request, error: PlayError, version: int) -> None:
        data = {"a": request.tag, **_words(error.code, str(error))}
        for name in ("reason", "at"):
            if name in error.extra:
                data[name] = error.extra[name]
        self._push(envelope(b"refused", version, data))

    def heard(self, first: int, last: int, frames: list[bytes]) -> None:
        if self._version is None or (first < last <= self._version):
            return
        if first == self._version:
            self._version = last
            for frame in frames:
                self._push(frame)
        else:
            self._resync()

    def behind(self, version: int) -> None:
        if self._version is not None and version > self._version:
            self._resync()

    def _resync(self) -> None:
        """Events came in another order than they happened in: show the whole game."""
        if self._resyncing is None:
            self._resyncing = self._hub.loop.create_task(self._show_again())

    async def _show_again(self) -> None:
        try:
            entry = await self._hub.settled(self._public_id)
            self._show(entry)
        except PlayError:
            self._version = -1
        finally:
            self._resyncing = None

    def _push(self, frame: bytes) -> None:
        if not self._outbox.push(frame) and not self._outbox.broken:
            self._outbox.stop()
            self._break(Closing(4408, "too_slow", "Too many frames wait for this client."))

    def _end(self, why: Ended) -> None:
        """The right to be here has ended: show nothing more, play nothing more."""
        self._hub.leave(self._public_id, self)
        self._may_play = False
        self._break(_closing(why))

    def _break(self, closing: Closing) -> None:
        """Have the reader close the connection."""
        self.ended = self.ended or closing
        if self._reader is not None:
            self._reader.cancel()


def _words(code: str, message: str) -> dict[str, str]:
    return {"code": code, "message": message}
