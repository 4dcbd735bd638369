"""Games that change hands, or whose player changes name or leaves, also while they are played."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.services import Server
from tests.ws.client import Api, Data, Socket
from tests.ws.people import PASSWORD, Page

MANY = ("sw", "uu") * 50


async def busy(socket: Socket, change: Callable[[], Any]) -> None:
    """Play without waiting for answers until the change is made, so much that something always
    waits to be stored."""
    changing = asyncio.create_task(asyncio.to_thread(change))
    answers = asyncio.create_task(socket.closed())
    with suppress(ConnectionClosed):
        for number in range(90):
            act = {"actions": MANY, "a": number}
            await socket.send({"t": "act", "v": number * len(MANY), "d": act})
            await asyncio.sleep(0.002)
            if changing.done():
                break
    await changing
    answers.cancel()


def act(page: Page, game: str) -> Data:
    view = page.api("GET", f"games/{game}/")
    asked = {"actions": ["sw"], "version": view["version"]}
    return page.api("POST", f"games/{game}/actions/", asked)["game"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("round_", range(3))
async def test_a_game_brought_along_in_play_is_the_accounts(
    live: Server, live_too: Server, round_: int
) -> None:
    with Page(live.url) as owner, Page(live_too.url) as too, Api(live.url) as guest:
        name = owner.sign_up()
        too.sign_in(name)
        game = guest.start()["id"]
        # The other process has it in memory as the guest's.
        with Api(live_too.url, guest.token) as elsewhere:
            elsewhere.view(game)
        async with Socket(live.url, game, guest.token) as socket:
            await socket.expect("view")
            brought = {"bring": True, "token": guest.token}
            await busy(socket, lambda: owner.api("POST", "me/guest/", brought))
        for page in (owner, too, owner):
            assert act(page, game)["player"] == {"name": name, "kind": "person"}
        over = owner.api("POST", f"games/{game}/resign/", {})
        assert (over["status"], over["player"]["name"]) == ("lost", name)


@pytest.mark.parametrize("round_", range(3))
async def test_a_new_name_shows_in_a_game_in_play(live: Server, round_: int) -> None:
    with Page(live.url) as page:
        name = page.sign_up()
        game = page.start()
        async with page.socket(game) as socket:
            await socket.expect("view")
            await busy(socket, lambda: page.api("POST", "me/name/", {"name": f"n-{name}"}))
        assert act(page, game)["player"]["name"] == f"n-{name}"


async def test_who_signs_up_in_play_is_shown_by_name(live: Server) -> None:
    with Page(live.url) as page:
        game = page.start()
        async with page.socket(game) as socket:
            await socket.expect("view")
            names: list[str] = []
            await busy(socket, lambda: names.append(page.sign_up()))
        assert act(page, game)["player"] == {"name": names[0], "kind": "person"}


def test_a_game_of_who_left_is_nobodys(live: Server, live_too: Server, alice: Api) -> None:
    with Page(live.url) as page:
        name = page.sign_up()
        game = page.api("POST", "games/", {"ladder": "rated-1"})["id"]
        act(page, game)
        page.api("POST", f"games/{game}/resign/", {})
        assert alice.view(game)["player"] == {"name": name, "kind": "person"}
        page.api("POST", "me/deletion/", {"name": name, "password": PASSWORD})
    with Api(live_too.url, alice.token) as elsewhere:
        for api in (alice, elsewhere):
            assert api.view(game)["player"] is None
