"""An open connection loses its right when what it was opened with does."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import psycopg
import pytest

from tests.conftest import NewServer
from tests.processes import ROOT
from tests.services import Postgres, Server, migrate
from tests.ws.client import Api, Socket
from tests.ws.people import PASSWORD, Page

SOON = 4.0
"""Seconds; less than the time between two looks at everything."""

LATER = 9.0


@pytest.fixture
def person(live: Server) -> Iterator[Page]:
    """Somebody who has just signed up."""
    with Page(live.url) as person:
        person.sign_up()
        yield person


def sql(server: Server, statement: str, *values: Any) -> None:
    """Do something that no part of the service is told of."""
    with psycopg.connect(server.env["DATABASE_URL"]) as connection:
        connection.execute(statement, values)


async def ends(socket: Socket, close: int, code: str, within: float = SOON) -> None:
    async with asyncio.timeout(within):
        got, seen = await socket.closed()
    assert (got, seen[-1]["t"], seen[-1]["d"]["code"]) == (close, "error", code), seen


@asynccontextmanager
async def stays(socket: Socket) -> AsyncIterator[None]:
    """Somebody else's connection, which nothing happens to."""
    async with socket:
        await socket.expect("view")
        yield
        await socket.send({"t": "ping"})
        while (await socket.read())["t"] != "pong":
            pass


async def test_a_revoked_token(person: Page) -> None:
    game, token, other = person.start(), person.token(), person.token()
    async with (
        stays(Socket(person.url, game, other["token"])),
        stays(person.socket(game)),
        Socket(person.url, game, token["token"]) as socket,
    ):
        await socket.expect("view")
        person.api("DELETE", f"me/tokens/{token['id']}/")
        await ends(socket, 4401, "token_revoked")


async def test_an_expired_token(live: Server, person: Page) -> None:
    game, token = person.start(), person.token()
    async with Socket(person.url, game, token["token"]) as socket:
        await socket.expect("view")
        sql(live, "UPDATE accounts_token SET expires_at = now() WHERE id = %s", token["id"])
        await ends(socket, 4401, "token_expired", LATER)


async def test_a_disconnected_app(person: Page) -> None:
    game = person.start()
    client, token = person.app_token()
    async with stays(person.socket(game)), Socket(person.url, game, token) as socket:
        await socket.expect("view")
        assert (await socket.act(0, "sw"))["t"] == "acted"
        person.api("DELETE", f"me/apps/{client}/")
        await ends(socket, 4401, "token_unknown")


async def test_an_access_token_that_its_program_gives_back(person: Page) -> None:
    game = person.start()
    client, token = person.app_token()
    async with Socket(person.url, game, token) as socket:
        await socket.expect("view")
        person.give_back(client, token)
        await ends(socket, 4401, "token_unknown")


def sign_out(person: Page, _: Page) -> None:
    assert person.auth("DELETE", "auth/session").status_code == 401


def sign_out_everywhere(_: Page, other: Page) -> None:
    other.api("POST", "me/sign-out/", {"tokens": False})


def end_from_afar(person: Page, other: Page) -> None:
    sessions = other.auth("GET", "auth/sessions").json()["data"]
    ids = [one["id"] for one in sessions if not one["is_current"]]
    assert other.auth("DELETE", "auth/sessions", {"sessions": ids}).status_code == 200


def change_password(_: Page, other: Page) -> None:
    data = {"current_password": PASSWORD, "new_password": PASSWORD[::-1]}
    assert other.auth("POST", "account/password/change", data).status_code == 200


def delete_account(_: Page, other: Page) -> None:
    name = other.api("GET", "me/")["name"]
    other.api("POST", "me/deletion/", {"name": name, "password": PASSWORD})


@pytest.mark.parametrize(
    "end", [sign_out, sign_out_everywhere, end_from_afar, change_password, delete_account]
)
async def test_a_session_that_ends(person: Page, end: Callable[[Page, Page], None]) -> None:
    game = person.start()
    with Page(person.url) as other:
        other.sign_in(person.api("GET", "me/")["name"])
        async with person.socket(game) as socket:
            await socket.expect("view")
            end(person, other)
            await ends(socket, 4401, "sign_in_required")


async def test_signing_out_leaves_programs_alone_unless_told(person: Page) -> None:
    game, token = person.start(), person.token()["token"]
    name = person.api("GET", "me/")["name"]
    async with Socket(person.url, game, token) as socket:
        await socket.expect("view")
        person.api("POST", "me/sign-out/", {"tokens": False})
        await socket.send({"t": "ping"})
        await socket.expect("pong")
        person.sign_in(name)
        person.api("POST", "me/sign-out/", {"tokens": True})
        await ends(socket, 4401, "token_revoked")


async def test_an_account_that_an_operator_closes(live: Server, person: Page) -> None:
    game, token = person.start(), person.token()["token"]
    async with person.socket(game) as socket, Socket(person.url, game, token) as program:
        await socket.expect("view")
        await program.expect("view")
        name = person.api("GET", "me/")["name"]
        sql(live, "UPDATE accounts_user SET is_active = false WHERE username = %s", name)
        await ends(socket, 4401, "sign_in_required", LATER)
        await ends(program, 4401, "token_unknown", LATER)


async def test_what_others_do_puts_no_look_off(live: Server, person: Page) -> None:
    game, token = person.start(), person.token()
    with Page(live.url) as other:
        other.sign_up()
        other.start()
        async with Socket(person.url, game, token["token"]) as socket:
            await socket.expect("view")
            sql(live, "UPDATE accounts_token SET revoked_at = now() WHERE id = %s", token["id"])
            end = asyncio.create_task(ends(socket, 4401, "token_revoked", LATER))
            while not end.done():
                made = await asyncio.to_thread(other.token)
                await asyncio.to_thread(other.api, "DELETE", f"me/tokens/{made['id']}/")
                await asyncio.sleep(0.5)
            await end


async def test_a_suspended_player_goes_on_as_by_rest(live: Server, person: Page) -> None:
    game = person.start()
    name = person.api("GET", "me/")["name"]
    async with stays(person.socket(game)):
        sql(live, "UPDATE accounts_user SET suspended_at = now() WHERE username = %s", name)
        played = person.api("POST", f"games/{game}/actions/", {"actions": ["sw"], "version": 0})
        assert played["game"]["version"] == 1
        await asyncio.sleep(SOON + 2)


async def test_a_guests_socket_ends_with_its_session(live: Server) -> None:
    with Page(live.url) as person:
        game = person.start()
        async with person.socket(game) as socket:
            await socket.expect("view")
            old = person.http.cookies["sessionid"]
            person.sign_up()
            assert person.http.cookies["sessionid"] != old
            await ends(socket, 4401, "sign_in_required")
        async with person.socket(game) as socket:
            assert (await socket.expect("view"))["d"]["id"] == game


async def test_spectators_leave_when_the_player_wants_it(person: Page, bob: Api) -> None:
    game = person.start()
    person.api("PATCH", "me/preferences/", {"watchable": True})
    async with (
        stays(person.socket(game)),
        Socket(person.url, game, bob.token) as spectator,
        Socket(person.url, game) as stranger,
    ):
        await spectator.expect("view")
        await stranger.expect("view")
        person.api("PATCH", "me/preferences/", {"theme": "dark"})
        await asyncio.sleep(0.3)
        person.api("PATCH", "me/preferences/", {"watchable": False})
        await ends(spectator, 4403, "not_your_game")
        await ends(stranger, 4403, "not_your_game")


async def test_a_game_that_is_over_may_be_looked_at_on(person: Page, bob: Api) -> None:
    game = person.start()
    person.api("PATCH", "me/preferences/", {"watchable": True})
    async with stays(Socket(person.url, game, bob.token)):
        person.api("POST", f"games/{game}/resign/", {})
        person.api("PATCH", "me/preferences/", {"watchable": False})
        await asyncio.sleep(1)


def lines(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in answer.iter_lines() if line)


def test_streams_end_with_the_right_to_read(person: Page, bob: Api) -> None:
    game, token = person.start(), person.token()
    person.api("PATCH", "me/preferences/", {"watchable": True})
    program = Api(person.url, token["token"])
    with (
        program,
        program.http.stream("GET", f"games/{game}/stream/") as own,
        program.http.stream("GET", "me/events/") as events,
        bob.http.stream("GET", f"games/{game}/stream/") as watched,
    ):
        own_lines, event_lines, watched_lines = lines(own), lines(events), lines(watched)
        assert [next(one)["t"] for one in (own_lines, event_lines, watched_lines)] == [
            "view",
            "hello",
            "view",
        ]
        person.api("PATCH", "me/preferences/", {"watchable": False})
        assert [line["d"]["code"] for line in watched_lines] == ["not_your_game"]
        person.api("DELETE", f"me/tokens/{token['id']}/")
        assert [line["d"]["code"] for line in own_lines] == ["token_revoked"]
        assert [line["d"]["code"] for line in event_lines] == ["token_revoked"]


@pytest.mark.parametrize("shared", [True, False], ids=["redis", "no redis"])
async def test_a_right_that_ends_at_another_process(
    server: NewServer, redis_server: Any, new_database: Any, shared: bool
) -> None:
    """Told through Redis at once; without it, noticed a little later, by daphne as well."""
    url = new_database()
    redis_url = redis_server.url if shared else ""
    here = server(url, program="uvicorn" if shared else "daphne", redis_url=redis_url, LIMITS="off")
    there = server(url, redis_url=redis_url, LIMITS="off")
    with Page(here.url) as person, Page(there.url) as other:
        other.sign_in(person.sign_up())
        game, token = person.start(), person.token()
        async with Socket(here.url, game, token["token"]) as socket:
            await socket.expect("view")
            if shared:
                await asyncio.sleep(0.5)
            other.api("DELETE", f"me/tokens/{token['id']}/")
            await ends(socket, 4401, "token_revoked", SOON if shared else LATER)


async def test_a_database_that_is_away_ends_no_right(
    own_postgres: Postgres, server: NewServer
) -> None:
    url = own_postgres.create("klondike")
    await asyncio.to_thread(migrate, url)
    here = server(url, redis_url="", LIMITS="off")
    with Page(here.url) as person:
        person.sign_up()
        game, token = person.start(), person.token()
        async with Socket(here.url, game, token["token"]) as socket:
            await socket.expect("view")
            await asyncio.to_thread(own_postgres.stop)
            await asyncio.sleep(LATER - SOON + 1)
            await socket.send({"t": "ping"})
            await socket.expect("pong")
            await asyncio.to_thread(own_postgres.start)
            sql(here, "UPDATE accounts_token SET revoked_at = now() WHERE id = %s", token["id"])
            await ends(socket, 4401, "token_revoked", 2 * LATER)


@pytest.mark.parametrize("shared", [True, False], ids=["redis", "no redis"])
async def test_a_game_that_the_sweeper_ends_is_shown_as_ended(
    server: NewServer, redis_server: Any, shared: bool
) -> None:
    here = server(redis_url=redis_server.url if shared else "", LIMITS="off")
    with Page(here.url) as person:
        person.sign_up()
        game = person.api("POST", "games/", {"ladder": "rated-1"})["id"]
        person.api("POST", f"games/{game}/actions/", {"actions": ["sw"], "version": 0})
        sql(here, "UPDATE games_game SET started_at = now() - interval '8 days'")
        async with person.socket(game) as socket:
            assert (await socket.expect("view"))["d"]["status"] == "playing"
            await asyncio.to_thread(sweep, here)
            async with asyncio.timeout(LATER):
                view = (await socket.expect("view"))["d"]
    assert (view["status"], view["termination"]) == ("lost", "abandoned")


def sweep(server: Server) -> None:
    command = [sys.executable, "manage.py", "sweep"]
    done = subprocess.run(
        command, cwd=ROOT, env=server.env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 games ended"), done.stdout
