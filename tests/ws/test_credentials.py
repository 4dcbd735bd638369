"""Which credentials a socket takes: a cookie from our own pages alone, and one player's only."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import NewServer
from tests.services import Server
from tests.ws.client import Api, Socket
from tests.ws.people import Page


@pytest.fixture
def browser(live: Server) -> Iterator[Page]:
    """A guest's."""
    with Page(live.url) as made:
        made.start()
        yield made


async def refused(socket: Socket, close: int, code: str) -> None:
    async with socket:
        got, seen = await socket.closed()
    assert (got, seen[0]["t"], seen[0]["d"]["code"]) == (close, "error", code)


async def opened(socket: Socket) -> None:
    async with socket:
        await socket.expect("view")


async def test_a_cookie_counts_only_from_our_own_pages(live: Server, browser: Page) -> None:
    game = browser.start()
    await opened(browser.socket(game))
    foreign = (
        "https://evil.example",
        "null",
        # The same place, but another scheme, port or name of it.
        live.url.replace("http", "https"),
        live.url + "0",
        live.url.replace("127.0.0.1", "localhost"),
        None,
    )
    for origin in foreign:
        await refused(browser.socket(game, origin=origin), 4403, "bad_origin")


async def test_behind_a_proxy_that_ends_tls(server: NewServer) -> None:
    made = server(PROXY_COUNT="1")
    with Page(made.url) as browser:
        game = browser.start()
        secure = made.url.replace("http", "https")
        headers = browser.cookie() | {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
        await opened(browser.socket(game, origin=secure, additional_headers=headers))
        wrong = browser.socket(game, origin=made.url, additional_headers=headers)
        await refused(wrong, 4403, "bad_origin")


async def test_nobody_says_by_himself_that_he_came_by_https(live: Server, browser: Page) -> None:
    game = browser.start()
    secure = live.url.replace("http", "https")
    headers = browser.cookie() | {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    await refused(
        browser.socket(game, origin=secure, additional_headers=headers), 4403, "bad_origin"
    )
    await opened(browser.socket(game, additional_headers=headers))


async def test_origins_that_the_operator_trusts(server: NewServer) -> None:
    made = server(CSRF_TRUSTED_ORIGINS="https://play.example,https://*.klondike.example")
    with Page(made.url) as browser:
        game = browser.start()
        for origin in ("https://play.example", "https://a.klondike.example"):
            await opened(browser.socket(game, origin=origin))
        for origin in ("http://play.example", "https://klondike.example.evil.example"):
            await refused(browser.socket(game, origin=origin), 4403, "bad_origin")


async def test_a_token_needs_no_origin_and_may_come_from_any(
    live: Server, alice: Api, browser: Page
) -> None:
    game = alice.start()["id"]
    for origin in (None, live.url, "https://elsewhere.example"):
        await opened(Socket(live.url, game, alice.token, origin=origin))
    await refused(browser.socket(game), 4403, "not_your_game")


async def test_cookie_and_token_of_different_players(
    live: Server, alice: Api, browser: Page
) -> None:
    game = alice.start()["id"]
    both = browser.cookie() | {"Authorization": f"Bearer {alice.token}"}
    mixed = Socket(live.url, game, additional_headers=both, origin=live.url)
    await refused(mixed, 4401, "mixed_credentials")
    answer = browser.http.get(f"/api/v1/games/{game}/", headers=both)
    assert (answer.status_code, answer.json()["code"]) == (400, "mixed_credentials")


async def test_cookie_and_token_of_one_player(live: Server) -> None:
    with Page(live.url) as browser:
        browser.sign_up()
        game, token = browser.start(), browser.token()["token"]
        both = browser.cookie() | {"Authorization": f"Bearer {token}"}
        await opened(Socket(live.url, game, additional_headers=both))


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "bearer \u00fc"])
async def test_a_header_that_is_no_token(live: Server, alice: Api, header: Any) -> None:
    game = alice.start()["id"]
    socket = Socket(live.url, game, additional_headers={"Authorization": header})
    await refused(socket, 4401, "bad_credentials")


SESSION = "/_allauth/browser/v1/auth/session"


def test_a_foreign_page_changes_nothing_by_http(live: Server, browser: Page) -> None:
    before = browser.api("GET", "me/preferences/")
    token = {"X-CSRFToken": browser.http.cookies["csrftoken"]}
    for origin in ("https://evil.example", "null", live.url.replace("http", "https")):
        answer = browser.http.patch(
            "/api/v1/me/preferences/",
            json={"watchable": True},
            headers=token | {"Origin": origin},
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
        answer = browser.http.delete(SESSION, headers=token | {"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    for answer in (
        browser.http.patch("/api/v1/me/preferences/", json={"watchable": True}),
        browser.http.delete(SESSION),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert browser.api("GET", "me/preferences/") == before


@pytest.mark.parametrize("scopes", [["account"], ["play"]])
async def test_looking_needs_the_scope_read(live: Server, scopes: list[str]) -> None:
    with Page(live.url) as ann:
        ann.sign_up()
        game = ann.start()
        token = ann.token(*scopes)["token"]
    with Api(live.url, token) as rest:
        assert rest.http.get(f"games/{game}/").json()["code"] == "scope_missing"
    await refused(Socket(live.url, game, token), 4403, "scope_missing")
    async with Socket(live.url, game) as socket:
        await socket.send({"t": "auth", "d": {"token": token}})
        close, seen = await socket.closed()
    assert (close, [message["t"] for message in seen]) == (4403, ["error"])
    assert seen[0]["d"]["code"] == "scope_missing"


async def test_looking_is_all_that_read_allows(live: Server) -> None:
    with Page(live.url) as ann:
        ann.sign_up()
        game = ann.start()
        token = ann.token("read")["token"]
    async with Socket(live.url, game, token) as socket:
        await socket.expect("view")
        await socket.send({"t": "act", "v": 0, "d": {"actions": ["sw"], "a": 1}})
        answer = await socket.expect("refused")
    assert answer["d"]["code"] == "scope_missing"
