"""Text that PostgreSQL can't keep, or that is no Unicode, is refused wherever it comes from."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.test import Client
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games.models import Game
from tests.accounts.conftest import API, AUTH, Browser, Program
from tests.services import Server

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
ODD = r'"\ud800"'


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "daily/2026-12-01/%00/"),
        ("get", "daily/2026-12-01/%00/leaderboard/"),
        ("get", "games/%00/"),
        ("get", "users/%00/"),
        ("get", "users/a%00b/games/"),
        ("get", "users/%00/stats/"),
        ("post", "daily/2026-12-01/%00/play/"),
        ("post", "users/%00/report/"),
        ("delete", "me/clients/%00/"),
        ("delete", "me/apps/%00/"),
    ],
)
def test_nothing_is_at_an_address_with_a_nul(as_alice: Browser, method: str, path: str) -> None:
    answer = as_alice.api(method, path, {} if method == "post" else None)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_no_page_is_at_an_address_with_a_nul(as_alice: Browser) -> None:
    for path in ("/%00", "/users/%00/", "/admin/accounts/user/%00/change/"):
        assert as_alice.get(path).status_code == 404


def test_a_query_with_a_nul(as_alice: Browser) -> None:
    answer = as_alice.api("get", "users/alice/games/?before=%00")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert list(answer.json()["extra"]["fields"]) == ["before"]
    assert as_alice.get("/oauth/authorize?client_id=%00&redirect_uri=x").status_code == 400


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("token", "grant_type=authorization_code&client_id=%00&code=%00"),
        ("token", "grant_type=refresh_token&client_id=a&refresh_token=%00"),
        ("revoke", "token=%00&client_id=%00"),
    ],
)
def test_a_form_with_a_nul(client: Client, path: str, form: str) -> None:
    answer = client.post(f"/oauth/{path}", form, content_type=FORM)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_credentials_and_cookies_with_a_nul(client: Client) -> None:
    basic = {"Authorization": "Basic ADoA"}  # the name and the secret are a NUL each
    form = "grant_type=authorization_code&code=a"
    answer = client.post("/oauth/token", form, content_type=FORM, headers=basic)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    for path in ("/api/v1/me/", "/", "/nothing/"):
        cookie = {"Cookie": r'sessionid="\000"'}
        assert client.get(path, headers=cookie).status_code == 400


def test_no_board_is_at_a_websocket_with_a_nul(site: Server) -> None:
    address = site.url.replace("http", "ws", 1) + "/ws/v1/"

    async def close_code(path: str, **headers: str) -> int | None:
        async with connect(address + path, additional_headers=headers) as link:
            with suppress(ConnectionClosed):
                async with asyncio.timeout(10):
                    async for _ in link:
                        pass
            return link.close_code

    for path in ("daily/2026-12-01/%00/leaderboard/", "leaderboards/%00/%00/", "games/%00/"):
        assert asyncio.run(close_code(path)) == 4404
    cookie = r'sessionid="\000"'
    assert asyncio.run(close_code("games/aaaaaaaaaaaa/", Cookie=cookie)) == 4404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "games/", "{%s: 1}"),
        ("post", "games/", '{"rules": {%s: 1}}'),
        ("patch", "me/preferences/", "{%s: 1}"),
        ("post", "daily/2026-12-01/rated-1/play/", "{%s: 1}"),
        ("post", "me/tokens/", '{"name": "x", "scopes": [%s]}'),
        ("post", "me/tokens/", '{"name": %s, "scopes": ["read"]}'),
        ("post", "games/ID/resign/", "{%s: 1}"),
        ("post", "games/ID/hint/", "{%s: 1}"),
    ],
)
def test_half_a_surrogate_pair_is_malformed(
    alice: User, program: Callable[..., Program], method: str, path: str, body: str
) -> None:
    headers = {"Authorization": f"Bearer {program(alice).secret}"}
    answer = getattr(Client(), method)(
        API + path, body.replace("%s", ODD), content_type=JSON, headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        '{"username": %s, "password": "x"}',
        '{"username": "alice", "password": %s}',
        '{"username": "alice", "password": "x", %s: 1}',
        '{"username": "alice", "password": ' + "9" * 5000 + "}",
        '{"username"',
        "[]",
        "7",
        "null",
    ],
)
@pytest.mark.parametrize("kind", [JSON, "text/plain"])
def test_signing_in_with_what_is_no_text(
    visitor: Browser, alice: User, body: str, kind: str
) -> None:
    visitor.get(AUTH + "config")
    token = {"X-CSRFToken": visitor.cookies["csrftoken"].value}
    path = AUTH + "auth/login"
    answer = visitor.post(path, body.replace("%s", ODD), content_type=kind, headers=token)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x"])
def test_signing_in_by_a_form(visitor: Browser, kind: str) -> None:
    visitor.get(AUTH + "config")
    token = {"X-CSRFToken": visitor.cookies["csrftoken"].value}
    body = '{"username": "alice", "password": "x"}'
    if kind != FORM:
        body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    answer = visitor.post(AUTH + "auth/login", body, content_type=kind, headers=token)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_a_whole_pair_is_text(as_alice: Browser) -> None:
    made = as_alice.api("post", "me/tokens/", {"name": "\U0001f0a1", "scopes": ["read"]})
    assert made.json()["name"] == "\U0001f0a1"
