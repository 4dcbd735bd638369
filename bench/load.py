"""The load client: many players on websockets, in a process of its own, as cheap as Python allows.

``python -m bench.load PLAN`` reads a JSON plan and prints a JSON result. A plan has ``url`` (or
``urls``, over which players are spread), ``players``: ``[path, token, log]`` each, ``seconds``,
and ``pace``: seconds between a player's moves, or 0 for as soon as the answer is there.

Frames are masked with zeros, so the payload goes out as it is; nothing is parsed of an answer but
what tells an accepted move from anything else.
"""

import asyncio
import json
import random
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import uvloop

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    "Authorization: Bearer {token}\r\n\r\n"
)


class Player(asyncio.Protocol):
    """One websocket and its game's log, played from the beginning."""

    def __init__(self, run: "Run", path: str, token: str, log: str, host: str) -> None:
        self.run = run
        self.hello = HANDSHAKE.format(path=path, host=host, token=token).encode()
        self.log = log
        self.version = 0
        self.buffer = b""
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent = 0.0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        if self.buffer:
            data = self.buffer + data
        if not self.open:
            head, gap, rest = data.partition(b"\r\n\r\n")
            if not gap:
                self.buffer = data
                return
            if b" 101 " not in head:
                raise RuntimeError(head.decode())
            self.open, data = True, rest
        place = 0
        while len(data) >= place + 2:
            length, begin = data[place + 1], place + 2
            if length == 126:
                length, begin = int.from_bytes(data[place + 2 : place + 4], "big"), place + 4
            end = begin + length
            if len(data) < max(end, begin):
                break
            self.heard(data[place] & 15, data, begin)
            place = end
        self.buffer = data[place:]

    def heard(self, opcode: int, data: bytes, begin: int) -> None:
        if opcode == 9:
            # Echoed, or the server takes the line for dead after a while.
            length = data[begin - 1]
            pong = bytes((0x8A, 128 | length)) + b"\0\0\0\0" + data[begin : begin + length]
            self.transport.write(pong)
        elif opcode != 1:
            self.run.refused(b"closed with %d" % int.from_bytes(data[begin : begin + 2], "big"))
        elif data.startswith(b'{"t":"acted"', begin):
            self.run.accepted(self)
        elif data.startswith(b'{"t":"view"', begin):
            self.ready.set_result(None)
        else:
            self.run.refused(data[begin:])

    def move(self) -> None:
        version = self.version
        action = self.log[2 * version : 2 * version + 2]
        if not action:
            self.run.ran_out += 1
            return
        self.version = version + 1
        text = b'{"t":"act","v":%d,"d":{"actions":["%b"],"a":%d}}' % (
            version,
            action.encode(),
            version,
        )
        self.sent = time.perf_counter()
        self.transport.write(b"\x81" + bytes((128 | len(text),)) + b"\0\0\0\0" + text)


class Run:
    """All players and what they measured."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.pace = plan["pace"]
        self.times: list[float] = []
        self.failures = 0
        self.ran_out = 0
        self.measuring = False
        self.going = True
        self.first_refusal = ""

    def accepted(self, player: Player) -> None:
        if self.measuring:
            self.times.append(time.perf_counter() - player.sent)
        if not self.pace and self.going:
            player.move()

    def refused(self, data: bytes) -> None:
        self.failures += 1
        self.first_refusal = self.first_refusal or data[:300].decode(errors="replace")

    async def connect(self) -> list[Player]:
        loop = asyncio.get_running_loop()
        urls = [urlsplit(url) for url in self.plan["urls"]]
        players = []
        gate = asyncio.Semaphore(50)

        async def one(number: int, path: str, token: str, log: str) -> None:
            url = urls[number % len(urls)]
            async with gate:
                _, player = await loop.create_connection(
                    lambda: Player(self, path, token, log, url.netloc), url.hostname, url.port
                )
                await player.ready
            players.append(player)

        await asyncio.gather(*(one(n, *each) for n, each in enumerate(self.plan["players"])))
        return players

    async def paced(self, players: list[Player]) -> None:
        """Have each player move once every ``pace`` seconds, from a random moment on.

        One task for all: one each would take as much of the machine as the server does.
        """
        loop = asyncio.get_running_loop()
        turns = sorted((random.random() * self.pace, n) for n in range(len(players)))
        begin = loop.time()
        while self.going:
            for offset, number in turns:
                if (wait := begin + offset - loop.time()) > 0:
                    # The loop's timers count milliseconds: less would be no pause at all.
                    await asyncio.sleep(max(wait, 0.001))
                if not self.going:
                    return
                players[number].move()
            begin += self.pace

    async def run(self) -> dict[str, Any]:
        players = await self.connect()
        pacing = None
        if self.pace:
            pacing = asyncio.create_task(self.paced(players))
        else:
            for player in players:
                player.move()
        await asyncio.sleep(self.plan["warm"])
        say("begin")
        self.measuring, begin = True, time.perf_counter()
        await asyncio.sleep(self.plan["seconds"])
        self.measuring, elapsed = False, time.perf_counter() - begin
        say("end")
        self.going = False
        await asyncio.sleep(0.3)
        if pacing is not None:
            pacing.cancel()
        return self.result(elapsed)

    def result(self, elapsed: float) -> dict[str, Any]:
        times = sorted(self.times)

        def at(share: float) -> float:
            return 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else 0.0

        return {
            "moves": len(times),
            "per_second": len(times) / elapsed,
            "p50": at(0.5),
            "p95": at(0.95),
            "p99": at(0.99),
            "failures": self.failures,
            "ran_out": self.ran_out,
            "first_refusal": self.first_refusal,
        }


def say(word: str) -> None:
    """Tell the parent, which reads the servers' CPU time at these moments."""
    print(word, flush=True)


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    print(json.dumps(uvloop.run(Run(plan).run())), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
