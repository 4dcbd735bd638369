"""Changes of one row at once: none takes another back, and none goes past a limit."""

from typing import Any

import pytest

from tests.accounts.conftest import Later
from tests.accounts.locks import Link, id_of, lock, wait_for_a_wait
from tests.services import Server
from tests.ws.client import Api
from tests.ws.people import PASSWORD, Page


def test_settings_changed_at_once_are_all_kept(
    live: Server, live_too: Server, database: Link, later: Later, ann: Page
) -> None:
    number = id_of(database, ann.sign_up())
    token = ann.token("account")["token"]
    with Api(live.url, token) as here, Api(live_too.url, token) as there:
        lock(database, number)
        asking = [
            later(api.http.patch, "me/preferences/", json={name: True})
            for api, name in ((here, "sounds"), (there, "left_handed"))
        ]
        wait_for_a_wait(live, "accounts_user", 2)
        database.rollback()
        assert [one.result(30).status_code for one in asking] == [200, 200]
    kept = ann.api("GET", "me/preferences/")
    assert (kept["sounds"], kept["left_handed"]) == (True, True)


@pytest.mark.parametrize(
    ("path", "asked", "table", "most"),
    [
        ("me/tokens/", {"name": "q", "scopes": ["read"]}, "accounts_token", 50),
        (
            "me/clients/",
            {"name": "q", "redirect_uris": ["https://app.example.org/"]},
            "allauth_idp_oidc_client",
            20,
        ),
    ],
)
def test_as_many_as_one_can_have_and_no_more_at_once(
    live: Server,
    live_too: Server,
    database: Link,
    later: Later,
    ann: Page,
    path: str,
    asked: dict[str, Any],
    table: str,
    most: int,
) -> None:
    number = id_of(database, ann.sign_up())
    token = ann.token("account", "read")["token"]
    with Api(live.url, token) as here, Api(live_too.url, token) as there:
        made = most - 2 if path == "me/tokens/" else most - 1
        for _ in range(made):
            assert here.http.post(path, json=asked).status_code == 201
        lock(database, number)
        asking = [later(api.http.post, path, json=asked) for api in (here, there)]
        wait_for_a_wait(live, "accounts_user", 2)
        database.rollback()
        assert sorted(one.result(30).status_code for one in asking) == [201, 422]


def test_a_new_password_takes_no_setting_back(
    live: Server, live_too: Server, database: Link, later: Later, ann: Page
) -> None:
    number = id_of(database, ann.sign_up())
    with Page(live_too.url) as other:
        other.http.cookies.update(ann.http.cookies)
        database.execute(
            "SELECT 1 FROM usersessions_usersession WHERE user_id = %s FOR UPDATE", [number]
        )
        asked = {"current_password": PASSWORD, "new_password": PASSWORD + "!"}
        lock(database, number)
        changing = later(ann.auth, "POST", "account/password/change", asked)
        wait_for_a_wait(live, "accounts_user")
        database.execute(
            "UPDATE accounts_user SET preferences = %s WHERE id = %s", ['{"sounds": true}', number]
        )
        database.commit()
        assert changing.result(30).status_code == 200
        assert ann.api("GET", "me/preferences/")["sounds"] is True
