"""Live boards say why they close, and outlive the absence of what they are read from."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.conftest import NewServer
from tests.services import Postgres, Redis, Server, migrate
from tests.ws.client import Api, BoardSocket, Data
from tests.ws.people import Page

BOARD = "leaderboards/rated-1/win_rate/"
SCORES = "leaderboards/rated-1/best_score/"
DAILY = "daily/2026-01-01/rated-3/leaderboard/"
PATIENCE = 45.0
"""Seconds; a connection pool may try no earlier."""


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.05)


async def shown(socket: BoardSocket, length: int = 0) -> None:
    """Wait until the board is shown with so many rows."""
    async with asyncio.timeout(PATIENCE):
        while (message := json.loads(await socket.link.recv()))["t"] == "board":
            if message["d"]["length"] == length:
                return
    raise AssertionError(message)


async def closed(socket: BoardSocket) -> tuple[int, Data]:
    """The code that the server closes with, and the message before it."""
    last: Data = {}
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionClosed):
            while True:
                last = json.loads(await socket.link.recv())
    return socket.link.close_code or 0, last


async def says(socket: BoardSocket, close: int, code: str) -> None:
    """The server says why, as an `error`, and closes."""
    got, last = await closed(socket)
    assert last, got
    assert (got, last["t"], last["v"], last["d"]["code"]) == (close, "error", 0, code)
    assert set(last) == {"t", "v", "d"}
    assert last["d"]["message"]


def lose(server: Server) -> None:
    """Somebody new resigns a rated game."""
    with Page(server.url) as player:
        player.sign_up()
        game = player.api("POST", "games/", {"ladder": "rated-1"})["id"]
        player.api("POST", f"games/{game}/resign/", {})


async def with_a_database(own_postgres: Postgres) -> str:
    url = own_postgres.create("klondike")
    await asyncio.to_thread(migrate, url)
    return url


@pytest.mark.parametrize("opened", ["before", "meanwhile"])
async def test_a_board_is_shown_when_the_database_is_back(
    own_postgres: Postgres, server: NewServer, opened: str
) -> None:
    here = server(await with_a_database(own_postgres), redis_url="", LIMITS="off")
    if opened == "meanwhile":
        await asyncio.to_thread(own_postgres.stop)
    async with BoardSocket(here.url, SCORES) as socket, BoardSocket(here.url, SCORES) as other:
        if opened == "before":
            await shown(socket)
            await shown(other)
            await asyncio.to_thread(own_postgres.stop)
        # A reading has failed for good.
        await until(lambda: "live_board" in here.log_text())
        await asyncio.to_thread(own_postgres.start)
        if opened == "meanwhile":
            await shown(socket)
            await shown(other)
        await until(lambda: is_ready(here))
        await asyncio.to_thread(lose, here)
        await shown(socket, 1)
        await shown(other, 1)


def is_ready(server: Server) -> bool:
    with Page(server.url) as page:
        return page.http.get("/readyz").status_code == 200


@pytest.mark.parametrize("opened", ["before", "meanwhile"])
async def test_a_board_is_shown_without_redis_and_lives_when_it_is_back(
    own_redis: Redis, server: NewServer, opened: str
) -> None:
    here = server(redis_url=own_redis.url, LIMITS="off")
    if opened == "meanwhile":
        await asyncio.to_thread(own_redis.stop)
    async with BoardSocket(here.url, SCORES) as socket:
        await shown(socket)
        if opened == "before":
            await asyncio.to_thread(own_redis.stop)
        await until(lambda: "channel_layer" in here.log_text())
        # Nobody can tell of this one.
        await asyncio.to_thread(lose, here)
        await shown(socket, 1)
        await asyncio.to_thread(own_redis.start)
        waits = []
        for length in (2, 3, 4):
            await asyncio.to_thread(lose, here)
            began = time.monotonic()
            await shown(socket, length)
            waits.append(time.monotonic() - began)
        # Until it is heard again, boards are read now and then.
        assert min(waits) < 1.5


async def test_who_must_be_known_is_told_that_the_database_is_away(
    own_postgres: Postgres, server: NewServer
) -> None:
    here = server(await with_a_database(own_postgres), redis_url="", LIMITS="off")
    with Api(here.url) as alice:
        await asyncio.to_thread(own_postgres.stop)
        async with (
            BoardSocket(here.url, BOARD, alice.token) as named,
            BoardSocket(here.url, DAILY) as daily,
        ):
            await asyncio.gather(says(named, 4503, "unavailable"), says(daily, 4503, "unavailable"))


@pytest.mark.parametrize(
    "text", ['{"t":"ping"}', '{"t": "ping"}', '{"v": 0, "t": "ping", "d": {}}']
)
async def test_a_ping_is_json(live: Server, text: str) -> None:
    async with BoardSocket(live.url) as socket:
        await socket.expect("board")
        await socket.send(text)
        assert await socket.expect("pong") == {"t": "pong", "v": 0, "d": {}}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("hello", "bad_frame"),
        ("{}", "bad_frame"),
        ('{"t":"sync"}', "bad_frame"),
        ('{"t":"ping","x":1}', "bad_frame"),
        ("[" * 8000, "bad_frame"),
        (b'{"t":"ping"}', "bad_frame"),
        ('{"t":"ping"}' + " " * 9000, "too_large"),
    ],
    ids=["words", "nothing", "another", "more", "deep", "bytes", "long"],
)
async def test_a_board_says_what_is_no_ping(live: Server, frame: str | bytes, code: str) -> None:
    async with BoardSocket(live.url) as socket:
        await socket.expect("board")
        await socket.link.send(frame)
        await says(socket, 4400, code)


async def test_a_board_says_that_there_were_too_many_messages(live: Server) -> None:
    async with BoardSocket(live.url) as socket:
        await socket.expect("board")
        for _ in range(2000):
            await socket.send({"t": "ping"})
        await says(socket, 4429, "too_many_messages")


@pytest.mark.parametrize("path", ["nothing/", "leaderboards/rated-1/", "gam%00es/x/", ""])
async def test_an_address_without_a_websocket_says_so(live: Server, path: str) -> None:
    async with BoardSocket(live.url, path) as socket:
        await says(socket, 4404, "not_found")
