"""A websocket that sends frames byte by byte as told, also such as no client should send."""

import asyncio
import json
import socket
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

MASK = b"\x01\x02\x03\x04"
SMALL = 4096


def frame(payload: bytes, opcode: int = 0x81, *, width: int = 0) -> bytes:
    """A whole masked frame; ``width`` is 2 or 8 bytes of length where a shorter one would do."""
    size = len(payload)
    width = width or (0 if size < 126 else 2 if size < 65536 else 8)
    mark = {0: size, 2: 126, 8: 127}[width]
    head = bytes((opcode, 0x80 | mark)) + (size.to_bytes(width, "big") if width else b"")
    body = bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload))
    return head + MASK + body


def message(kind: str, version: int = 0, **data: Any) -> bytes:
    return json.dumps({"t": kind, "v": version, "d": data}).encode()


class Raw:
    """One connection to a game, whose kernel buffers what little it must."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self._place = urlsplit(url)
        self._request = (
            f"GET /ws/v1/games/{game}/ HTTP/1.1\r\nHost: {self._place.netloc}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def __aenter__(self) -> "Raw":
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        link.setblocking(False)
        address = (self._place.hostname, self._place.port)
        await asyncio.get_running_loop().sock_connect(link, address)
        self.reader, self.writer = await asyncio.open_connection(sock=link, limit=SMALL)
        self.send(self._request.encode())
        await self.reader.readuntil(b"\r\n\r\n")
        assert (await self.read())["t"] == "view"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.writer.transport.abort()

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def next(self) -> tuple[int, bytes]:
        """The next frame's opcode and payload; fails after five seconds."""
        async with asyncio.timeout(5):
            first, size = await self.reader.readexactly(2)
            width = {126: 2, 127: 8}.get(size, 0)
            if width:
                size = int.from_bytes(await self.reader.readexactly(width), "big")
            return first & 0x0F, await self.reader.readexactly(size)

    async def read(self) -> dict[str, Any]:
        """The next message."""
        opcode, payload = await self.next()
        assert opcode == 1, (opcode, payload)
        return json.loads(payload)  # type: ignore[no-any-return]

    async def closed(self) -> int:
        """The code of the close frame, which must come next."""
        opcode, payload = await self.next()
        assert opcode == 8, (opcode, payload)
        return int.from_bytes(payload[:2], "big")
