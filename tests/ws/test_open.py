"""Connections are counted where they belong, and those that leave leave nothing behind."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

import psycopg
import pytest

from tests.conftest import NewServer
from tests.rated.table import won_deal
from tests.services import Server
from tests.ws.client import Api, BoardSocket, Socket
from tests.ws.people import PASSWORD, Page

MOST = 32
ARRIVALS = 64


@asynccontextmanager
async def held(*sockets: Socket) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for socket in sockets:
            await stack.enter_async_context(socket)
        yield


async def auth(socket: Socket, token: str) -> None:
    await socket.send({"t": "auth", "d": {"token": token}})


async def refused(socket: Socket) -> None:
    close, seen = await socket.closed()
    assert (close, seen[-1]["d"]["code"]) == (4429, "too_many_open")


async def test_the_clock_stands_when_who_signed_in_by_message_leaves(
    live: Server, alice: Api
) -> None:
    game = alice.start()["id"]
    for version in range(2):
        async with Socket(live.url, game) as socket:
            await auth(socket, alice.token)
            await socket.expect("view")
            await socket.act(version, "sw")
    # Another connection's greeting comes after the server has seen the others go.
    async with Socket(live.url, game, alice.token) as socket:
        await socket.expect("view")
    async with asyncio.timeout(5):
        while alice.view(game)["clock"]["running"]:
            await asyncio.sleep(0.02)


async def test_a_spectator_is_shown_no_action_from_before_they_came(
    live: Server, alice: Api, bob: Api
) -> None:
    with Page(live.url) as player:
        player.sign_up()
        game = player.start()
        player.api("PATCH", "me/preferences/", {"watchable": True})
        path = f"games/{game}/actions/"
        played = {"actions": ["sw", "uu", "sw"], "version": 0}
        player.api("POST", path, played)
        async with Socket(live.url, game, bob.token, "?v=0") as spectator:
            view = await spectator.expect("view")
            assert view["v"] == 3
            player.api("POST", path, {"actions": ["sw"], "version": 3})
            assert (await spectator.expect("acted"))["d"]["actions"] == ["sw"]
        async with player.socket(game, query="?v=0") as own:
            assert (await own.expect("acted"))["d"]["actions"] == ["sw", "uu", "sw", "sw"]


async def test_who_signs_in_by_message_counts_as_that_player(server: NewServer) -> None:
    url = server().url
    with Api(url) as alice, Api(url) as bob:
        game, other = alice.start()["id"], bob.start()["id"]
        by_message = [Socket(url, game) for _ in range(MOST // 2)]
        by_header = [Socket(url, game, alice.token) for _ in range(MOST // 2)]
        async with held(*by_message, *by_header):
            for socket in by_message:
                await auth(socket, alice.token)
            for socket in by_message + by_header:
                await socket.expect("view")
            async with Socket(url, game, alice.token) as one_more:
                await refused(one_more)
            async with Socket(url, game) as one_more:
                await auth(one_more, alice.token)
                await refused(one_more)
            async with Socket(url, other) as beside:
                await auth(beside, bob.token)
                await beside.expect("view")
        # A place is free again as soon as the server has seen one go.
        async with asyncio.timeout(5):
            while True:
                async with Socket(url, game, alice.token) as again:
                    if (await again.read())["t"] == "view":
                        break


async def test_strangers_who_say_nothing(server: NewServer) -> None:
    url = server().url
    with Api(url) as alice:
        game = alice.start()["id"]
        silent = [Socket(url, game) for _ in range(ARRIVALS)]
        async with held(*silent):
            async with Socket(url, game) as one_more:
                await refused(one_more)
            async with Socket(url, game, alice.token) as socket:
                await socket.expect("view")
            for socket in silent:
                close, seen = await socket.closed()
                assert (close, seen[0]["d"]["code"]) == (4401, "sign_in_required")
        async with Socket(url, game) as socket:
            await auth(socket, alice.token)
            await socket.expect("view")


async def test_sockets_of_boards_count_too(server: NewServer) -> None:
    url = server().url
    with Api(url) as alice:
        game = alice.start()["id"]
        boards = [BoardSocket(url) for _ in range(MOST)]
        async with held(*boards):
            for each in boards:
                await each.expect("board")
            async with BoardSocket(url) as more:
                await refused(more)
            async with BoardSocket(url, token=alice.token) as players:
                await players.expect("board")
            async with Socket(url, game) as socket:
                await auth(socket, alice.token)
                await socket.expect("view")
        async with asyncio.timeout(5):
            while True:
                async with BoardSocket(url) as again:
                    if (await again.read())["t"] == "board":
                        break


async def test_a_game_that_is_gone_names_no_version_below_nothing(live: Server) -> None:
    with Page(live.url) as player:
        name = player.sign_up()
        game = player.start()
        async with player.socket(game) as socket:
            await socket.expect("view")
            player.api("POST", "me/deletion/", {"name": name, "password": PASSWORD})
            _, seen = await socket.closed()
    assert seen[-1]["t"] == "error"
    assert [message["v"] for message in seen if message["v"] < 0] == []


async def test_a_player_whom_strangers_may_watch_signs_in_by_message(live: Server) -> None:
    with Page(live.url) as player:
        player.sign_up()
        player.api("PATCH", "me/preferences/", {"watchable": True})
        game, token = player.start(), player.token()
        async with Socket(live.url, game) as socket:
            await socket.expect("view")
            assert (await socket.act(0, "sw"))["d"]["code"] == "sign_in_required"
            await auth(socket, token["token"])
            await socket.expect("view")
            assert (await socket.act(0, "sw"))["v"] == 1
            await auth(socket, token["token"])
            close, seen = await socket.closed()
            assert (close, seen[-1]["d"]["code"]) == (4400, "bad_frame")
        async with Socket(live.url, game) as socket:
            await socket.expect("view")
            await auth(socket, token["token"])
            await socket.expect("view")
            player.api("DELETE", f"me/tokens/{token['id']}/")
            close, seen = await socket.closed()
            assert (close, seen[-1]["d"]["code"]) == (4401, "token_revoked")


async def test_a_daily_is_played_by_who_signs_in_by_message_alone(server: NewServer) -> None:
    made = server()
    now = datetime.now(UTC)
    if now.hour == 23 and now.minute >= 58:
        pytest.skip("the day ends during the test")
    day = now.date()
    deck, line = won_deal(3)
    with psycopg.connect(made.env["DATABASE_URL"]) as link:
        link.execute(
            "INSERT INTO games_dailydeal (date, ladder, deck, line, salt, commitment, par,"
            " par_proved, prepared_at) VALUES (%s, 'rated-3', %s, %s, '', '', 100, false, now())",
            [day, deck, line],
        )
    with Page(made.url) as player:
        player.sign_up()
        token = player.token()["token"]
        game = player.api("POST", f"daily/{day}/rated-3/play/")["id"]
        async with Socket(made.url, game) as socket:
            await auth(socket, token)
            await socket.expect("view")
            assert (await socket.act(0, "sw"))["v"] == 1
        with Api(made.url) as bob:
            async with Socket(made.url, game, bob.token) as socket:
                await secret(socket)
            async with Socket(made.url, game) as socket:
                await auth(socket, bob.token)
                await secret(socket)


async def secret(socket: Socket) -> None:
    close, seen = await socket.closed()
    assert (close, seen[-1]["d"]["code"]) == (4403, "daily_secret")
