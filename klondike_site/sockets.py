"""uvicorn's websocket with a short way for whole text messages.

``uvicorn --ws klondike_site.sockets:GameSockets``. Everything but plain frames goes the usual way:
the handshake, pings, closing, fragments, compression. An application finds the short way in
``scope["extensions"]["klondike.direct"]`` and works without it under any other server.

Each message costs uvicorn's own way a walk through a general parser, a queue, a task's turn, and
stopping and starting to read; here it is one call.
"""

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

from games.ws.sending import MOST_UNSENT

Taker = Callable[[str], None]

EXTENSION: Final = "klondike.direct"
WAKE: Final = {"type": "klondike.wake"}

_BEGINS: Final = {0xFE: 8, 0xFF: 14}
"""Where a masked frame's payload begins, by its second byte, if not after six bytes."""

_LONGEST: Final = 1 << 16
"""Bytes of a frame that is looked at here; longer ones go the usual way."""


class GameSockets(WebSocketsSansIOProtocol):
    """One websocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._taker: Taker | None = None
        self._held = b""
        self._begun = False
        # Whether the general parser is known to be between two messages.
        self._plain = True
        # Answers to pings since the client reads too slowly.
        self._unread = 0

    # What the application uses

    def take(self, taker: Taker | None) -> None:
        """Have messages given to ``taker`` as they come, or (None) to ``receive`` again.

        As long as earlier messages wait for ``receive`` they come first, and this does nothing.
        """
        self._taker = taker if self.queue.empty() else None

    def wake(self) -> None:
        """Have ``receive`` give `WAKE`."""
        self.queue.put_nowait(WAKE)  # type: ignore[arg-type]

    def send_text(self, text: bytes) -> bool:
        """Send a message at once; False where ``send`` must be used, as the client reads slowly,
        or where the connection is gone."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        size = len(text)
        if size < 126:
            head = b"\x81%c" % size
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True

    # What uvicorn uses

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def handle_ping(self) -> None:
        self._unread = 0 if self.writable.is_set() else self._unread + 1
        if self._unread > MOST_UNSENT:
            self.transport.abort()
        else:
            super().handle_ping()

    def data_received(self, data: bytes) -> None:
        size = len(data)
        if (
            # Nearly always: one short frame, whole and alone.
            6 <= size < 132
            and data[0] == 0x81
            and data[1] == 0x80 + size - 6
            and (taker := self._taker) is not None
            and self._plain
            and not self._held
            and not self.close_sent
        ):
            self._text(taker, data, 6)
        else:
            self._usual(data)

    def _usual(self, data: bytes) -> None:
        if not self.handshake_complete or not self._plain or self.close_sent:
            # Nothing but the request may come before it is answered; else look no closer.
            self._plain = self._plain and not self._begun and data.endswith(b"\r\n\r\n")
            self._begun = True
            self._slowly(data)
            return
        if self._held:
            data = self._held + data
        place, size = 0, len(data)
        while size - place >= 2 and self._plain:
            end = _end(data, place)
            if end == 0:
                self._plain = False
            if not 0 < end <= size:
                break
            self._frame(data, place, end)
            place = end
        self._held = data[place:] if place else data
        if not self._plain or len(self._held) > _LONGEST:
            self._plain = False
            held, self._held = self._held, b""
            self._slowly(held)

    def _slowly(self, data: bytes) -> None:
        super().data_received(data)
        if not self.queue.empty():
            # What waits there comes before what is read next.
            self._taker = None

    def _frame(self, data: bytes, place: int, end: int) -> None:
        """Handle one whole frame."""
        first, second = data[place], data[place + 1]
        taker = self._taker
        if first == 0x81 and taker is not None:
            self._text(taker, data[place:end], _BEGINS.get(second, 6))
            return
        if first in (0x01, 0x02, 0x00):
            self._plain = False
        self._slowly(data[place:end])

    def _text(self, taker: Taker, frame: bytes, begin: int) -> None:
        """Give the taker the message of a whole frame, whose payload begins there."""
        try:
            text = apply_mask(frame[begin:], frame[begin - 4 : begin]).decode()
        except UnicodeDecodeError:
            self._slowly(frame)
        else:
            taker(text)


def _end(data: bytes, place: int) -> int:
    """Where the frame that begins at ``place`` ends; 0 if it is not masked or longer than is
    looked at here."""
    second = data[place + 1]
    if second < 0x80:
        return 0
    begin = place + _BEGINS.get(second, 6)
    if second < 0xFE:
        return begin + second - 0x80
    if len(data) < begin:
        return len(data) + 1
    size = int.from_bytes(data[place + 2 : begin - 4], "big")
    return begin + size if size <= _LONGEST else 0
