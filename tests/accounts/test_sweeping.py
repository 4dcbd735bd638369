"""The sweep of guests beside guests who come back while it is at work."""

import subprocess
import sys
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import Browser, Later
from tests.accounts.locks import Link, one, wait_for_a_wait
from tests.processes import ROOT
from tests.services import Server
from tests.ws.client import Api, Socket
from tests.ws.people import PASSWORD


def aged(link: Link, api: Api, days: float) -> int:
    """The guest's id, as if it had been made so many days ago."""
    name = api.http.get("me/").json()["name"]
    query = (
        "UPDATE accounts_user SET date_joined = date_joined - %s, seen_on = seen_on - %s"
        " WHERE username = %s RETURNING id"
    )
    return int(one(link, query, timedelta(days=days), int(days), name))


def sweep(live: Server) -> "subprocess.Popen[str]":
    command = [sys.executable, "manage.py", "sweep_guests"]
    return subprocess.Popen(command, cwd=ROOT, env=live.env, stdout=subprocess.PIPE, text=True)


def test_who_comes_back_during_the_sweep_stays(live: Server, database: Link) -> None:
    with Api(live.url) as first, Api(live.url) as signer, Api(live.url) as mover:
        guests = [aged(database, api, 2) for api in (first, signer, mover)]
        game = mover.start()["id"]
        database.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR UPDATE", [guests[0]])
        sweeping = sweep(live)
        wait_for_a_wait(live, "accounts_user")
        with httpx.Client(base_url=f"{live.url}/_allauth/browser/v1/") as page:
            page.get("config")
            answer = page.post(
                "auth/signup",
                json={"username": f"back-{guests[1]}", "password": PASSWORD},
                headers={
                    "Authorization": f"Bearer {signer.token}",
                    "X-CSRFToken": page.cookies["csrftoken"],
                },
            )
        assert answer.status_code == 200
        assert mover.act(game, ["sw"], 0).status_code == 200
        database.rollback()
        sweeping.communicate(timeout=60)
        there = database.execute("SELECT id FROM accounts_user WHERE id = ANY(%s)", [guests])
        assert {row[0] for row in there} == set(guests[1:])
        assert mover.view(game)["version"] == 1
        assert mover.act(game, ["sw"], 1).status_code == 200


def test_a_move_after_the_decision_is_refused_whole(
    live: Server, database: Link, later: Later
) -> None:
    with Api(live.url) as api:
        guest = aged(database, api, 2)
        game = api.start()["id"]
        number = one(database, "SELECT id FROM games_game WHERE public_id = %s", game)
        database.execute("SELECT 1 FROM accounts_token WHERE user_id = %s FOR UPDATE", [guest])
        sweeping = sweep(live)
        wait_for_a_wait(live, "accounts_token")
        moving = later(api.act, game, ["sw"], 0)
        wait_for_a_wait(live, "games_action")
        database.rollback()
        sweeping.communicate(timeout=60)
        answer = moving.result(60)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        rows = "SELECT count(*) FROM games_action WHERE game_id = %s"
        assert one(database, rows, number) == 0
        assert api.http.get("me/").json()["code"] == "token_unknown"


async def by_request(_: Server, api: Api, __: str) -> None:
    assert api.http.get("me/").status_code == 200


async def by_socket(live: Server, api: Api, game: str) -> None:
    async with Socket(live.url, game, api.token) as socket:
        await socket.expect("view")
        await socket.send({"t": "act", "v": 1, "d": {"actions": ["sw"], "a": 1}})
        await socket.expect("acted")


@pytest.mark.parametrize("comes_back", [by_request, by_socket])
async def test_who_comes_back_to_an_old_game_is_kept(
    live: Server, database: Link, comes_back: Any
) -> None:
    with Api(live.url) as one_who_comes, Api(live.url) as one_who_stays_away:
        for api in (one_who_comes, one_who_stays_away):
            game = api.start()["id"]
            assert api.act(game, ["sw"], 0).status_code == 200
            aged(database, api, 91)
            began = "UPDATE games_game SET started_at = started_at - %s WHERE public_id = %s"
            one(database, f"{began} RETURNING id", timedelta(days=91), game)
            if api is one_who_comes:
                await comes_back(live, api, game)
        sweep(live).communicate(timeout=60)
        assert one_who_comes.http.get("me/").status_code == 200
        assert one_who_stays_away.http.get("me/").json()["code"] == "token_unknown"


@pytest.mark.django_db
def test_a_guest_s_cookie_lives_on_with_every_day_of_pages(visitor: Browser) -> None:
    assert visitor.api("patch", "me/preferences/", {"deck": "large"}).status_code == 200
    soon = timezone.now() + timedelta(days=1)
    Session.objects.update(expire_date=soon)
    page = visitor.get("/")
    assert page.cookies["sessionid"]["max-age"] == 90 * 24 * 3600
    assert Session.objects.get().expire_date > soon + timedelta(days=80)
    assert "sessionid" not in visitor.get("/").cookies
    assert visitor.api("get", "me/").json()["kind"] == "guest"


@pytest.mark.django_db
def test_a_page_is_a_visit(visitor: Browser) -> None:
    visitor.api("patch", "me/preferences/", {"deck": "large"})
    today = timezone.now().date()
    User.objects.update(seen_on=today - timedelta(days=91))
    visitor.get("/")
    guest = User.objects.get()
    assert guest.seen_on is not None and guest.seen_on >= today
    visitor.sign_up("nora")
    assert User.objects.get().seen_on is None
