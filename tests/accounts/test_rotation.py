"""One refresh token used by many at once."""

from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.accounts.conftest import Later
from tests.accounts.locks import Link, id_of, lock, wait_for_a_wait
from tests.conftest import NewDatabase, NewServer
from tests.services import Server
from tests.ws.people import Page


def refresh(url: str, client: str, token: str) -> httpx.Response:
    data = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client}
    return httpx.post(f"{url}/oauth/token", data=data, timeout=30)


def one_succeeds(answers: list[httpx.Response]) -> None:
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * (len(answers) - 1)
    refused = [answer.json()["error"] for answer in answers if answer.status_code == 400]
    assert set(refused) == {"invalid_grant"}


def test_the_second_waits_and_finds_it_used(
    live: Server, live_too: Server, database: Link, later: Later, ann: Page
) -> None:
    number = id_of(database, ann.sign_up())
    client, made = ann.app_tokens()
    lock(database, number)
    asking = [later(refresh, at.url, client, made["refresh_token"]) for at in (live, live_too)]
    wait_for_a_wait(live, "", 2)
    database.rollback()
    one_succeeds([answer.result(30) for answer in asking])


def test_the_account_ends_first(live: Server, database: Link, later: Later, ann: Page) -> None:
    number = id_of(database, ann.sign_up())
    client, made = ann.app_tokens()
    for table in ("allauth_idp_oidc_token", "allauth_idp_oidc_client", "usersessions_usersession"):
        column = "owner_id" if table.endswith("client") else "user_id"
        database.execute(f"DELETE FROM {table} WHERE {column} = %s", [number])
    database.execute("DELETE FROM accounts_user WHERE id = %s", [number])
    asking = later(refresh, live.url, client, made["refresh_token"])
    wait_for_a_wait(live, "")
    database.commit()
    answer = asking.result(30)
    assert answer.status_code in (400, 401)
    assert answer.json()["error"] in ("invalid_grant", "invalid_client")


def test_of_many_one_succeeds_on_sqlite(server: NewServer, new_database: NewDatabase) -> None:
    here = server(new_database("sqlite"), LIMITS="off")
    there = server(here.env["DATABASE_URL"], LIMITS="off")
    with Page(here.url) as ann, ThreadPoolExecutor(4) as pool:
        ann.sign_up()
        client, made = ann.app_tokens()
        urls = [here.url, there.url] * 2
        token = made["refresh_token"]
        one_succeeds(list(pool.map(lambda url: refresh(url, client, token), urls)))
