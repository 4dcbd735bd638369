"""Requests that somebody else's come before: who takes the same name, who ends the account."""

from collections.abc import Callable

import httpx
import pytest

from tests.accounts.conftest import Later
from tests.accounts.locks import Link, id_of, lock, wait_for_a_wait
from tests.services import Server
from tests.ws.client import Api
from tests.ws.people import PASSWORD, Page

Ask = Callable[[httpx.Client, Api], httpx.Response]


@pytest.mark.parametrize("renames", [False, True])
def test_a_name_is_taken_while_another_signs_up(
    live: Server, live_too: Server, database: Link, later: Later, ann: Page, renames: bool
) -> None:
    with Page(live_too.url) as other:
        if renames:
            other.sign_up()
        guest = ann.send("PATCH", "/api/v1/me/preferences/", {"sounds": True})
        assert guest.status_code == 200
        number = id_of(database, ann.api("GET", "me/")["name"])
        name = f"twin{number}x"
        lock(database, number)
        asked = {"username": name, "password": PASSWORD}
        signing = later(ann.auth, "POST", "auth/signup", asked)
        wait_for_a_wait(live, "accounts_user")
        if renames:
            other.api("POST", "me/name/", {"name": name.upper()})
        else:
            asked["username"] = name.upper()
            assert other.auth("POST", "auth/signup", asked).status_code == 200
        database.rollback()
        answer = signing.result(30)
        assert answer.status_code == 400
        assert [error["code"] for error in answer.json()["errors"]] == ["name_taken"]
        assert ann.api("GET", "me/")["kind"] == "guest"


REQUESTS: dict[str, Ask] = {
    "start": lambda me, _: me.post("games/", json={"rules": "easy"}),
    "rated": lambda me, _: me.post("games/", json={"ladder": "rated-1"}),
    "settings": lambda me, _: me.patch("me/preferences/", json={"sounds": True}),
    "token": lambda me, _: me.post("me/tokens/", json={"name": "q", "scopes": ["read"]}),
    "client": lambda me, _: me.post(
        "me/clients/", json={"name": "q", "redirect_uris": ["https://app.example.org/"]}
    ),
    "name": lambda me, _: me.post("me/name/", json={"name": "Somebody-else"}),
    "guest": lambda me, guest: me.post("me/guest/", json={"bring": True, "token": guest.token}),
    "deletion": lambda me, _: me.post(
        "me/deletion/",
        json={"name": me.get("me/").json()["name"], "password": PASSWORD},
    ),
}


@pytest.mark.parametrize("request_of", REQUESTS.values(), ids=REQUESTS)
def test_a_request_meets_the_end_of_its_account(
    live: Server, database: Link, later: Later, ann: Page, request_of: Ask
) -> None:
    number = id_of(database, ann.sign_up())
    token = ann.token("read", "play", "account")["token"]
    with Api(live.url, token) as me, Api(live.url) as guest:
        game = guest.start()["id"]
        assert guest.act(game, ["sw"], 0).status_code == 200
        assert me.http.get("me/").status_code == 200
        for table in ("accounts_token", "usersessions_usersession"):
            database.execute(f"DELETE FROM {table} WHERE user_id = %s", [number])
        database.execute("DELETE FROM accounts_user WHERE id = %s", [number])
        asking = later(request_of, me.http, guest)
        wait_for_a_wait(live, "")
        database.commit()
        answer = asking.result(30)
        assert (answer.status_code, answer.json()["code"]) == (401, "token_unknown")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        # Nothing of the guest's is lost.
        assert guest.view(game)["version"] == 1
