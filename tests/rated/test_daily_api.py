"""The daily deals by the API: what is shown when, and what is refused."""

from hashlib import sha256

import pytest
from django.test import Client

from accounts.models import User
from games import engine
from games.models import DailyDeal
from games.selectors import daily as reads
from games.services import daily
from tests.rated.days import DAY, MIDNIGHT, TODAY, go_to, known, line_of
from tests.rated.table import NOON, person, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def api(client: Client) -> Client:
    alice = person()
    client.force_login(alice)
    return client


def test_the_page_of_dailies_shows_commitments_ahead_and_no_secret(
    api: Client, deal: DailyDeal
) -> None:
    tomorrow = daily.prepare(TODAY + DAY, "rated-3", known)
    answer = api.get("/api/v1/daily/")
    shown = answer.json()
    assert (shown["today"], shown["ends_at"]) == ("2026-11-18", "2026-11-19T00:00:00.000Z")
    assert shown["now"] == "2026-11-18T12:00:00.000Z"
    assert shown["preparing"] == ["rated-1"]
    assert shown["since"] == "2026-11-18"
    assert [(d["date"], d["phase"]) for d in shown["deals"]] == [
        ("2026-11-18", "open"),
        ("2026-11-19", "coming"),
    ]
    assert shown["deals"][1]["commitment"] == tomorrow.commitment
    secrets = ("deck", "salt", "line", "par", "par_proved")
    assert all(each[name] is None for each in shown["deals"] for name in secrets)
    text = answer.content.decode()
    assert engine.deck_text(bytes(deal.deck)) not in text
    assert deal.line not in text


def test_before_the_first_deal_there_is_no_first_day(api: Client) -> None:
    assert api.get("/api/v1/daily/").json()["since"] is None


def test_days_without_a_deal_are_told(api: Client, deal: DailyDeal) -> None:
    assert api.get("/api/v1/daily/").json()["gaps"] == []
    daily.prepare(TODAY + 2 * DAY, "rated-3", known)
    go_to(MIDNIGHT + 2 * DAY)
    told = api.get("/api/v1/daily/").json()["gaps"]
    assert [one["date"] for one in told if one["ladder"] == "rated-3"] == ["2026-11-19"]
    days = ["2026-11-18", "2026-11-19", "2026-11-20"]
    assert [one["date"] for one in told if one["ladder"] == "rated-1"] == days


def test_after_the_day_deck_line_and_par_are_shown(api: Client, deal: DailyDeal) -> None:
    go_to(MIDNIGHT + reads.BEGINNING)
    shown = api.get("/api/v1/daily/2026-11-18/rated-3/").json()
    assert (shown["phase"], shown["par"], shown["line"]) == ("public", deal.par, deal.line)
    assert sha256((shown["deck"] + shown["salt"]).encode()).hexdigest() == shown["commitment"]


@pytest.mark.django_db(transaction=True)
def test_playing_by_the_api_gives_the_same_game_and_tells_strangers_to_sign_up(
    api: Client, deal: DailyDeal
) -> None:
    address = "/api/v1/daily/2026-11-18/rated-3/play/"
    first = api.post(address, {}, content_type="application/json")
    assert first.status_code == 200, first.content
    assert first.json()["kind"] == "daily"
    assert first.json()["commitment"] == deal.commitment
    assert first.json()["deck"] is None
    assert api.post(address, {}, content_type="application/json").json()["id"] == first.json()["id"]
    stranger = Client().post(address, {}, content_type="application/json")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "account_required")
    assert User.objects.count() == 1
    own = api.get("/api/v1/daily/2026-11-18/rated-3/").json()["own"]
    assert own == {"game": first.json()["id"], "status": "playing"}


def test_the_board_and_calendar_of_a_day(api: Client, deal: DailyDeal) -> None:
    alice = User.objects.get()
    play(daily.play(alice, TODAY, "rated-3"), line_of(deal), NOON)
    shown = api.get("/api/v1/daily/2026-11-18/rated-3/leaderboard/").json()
    assert (shown["length"], shown["me"]["rank"], shown["period"]) == (1, 1, "2026-11-18")
    assert shown["rows"][0]["player"] == {"name": "alice", "kind": "person"}
    month = api.get("/api/v1/daily/calendar/?ladder=rated-3&month=2026-11").json()
    assert [(d["date"], d["status"]) for d in month["days"]] == [("2026-11-18", "won")]
    assert month["streaks"] == [
        {"first": "2026-11-18", "last": "2026-11-18", "length": 1, "ended": None}
    ]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/v1/daily/2026-13-40/rated-3/", 404, "no_such_daily"),
        ("/api/v1/daily/20261118/rated-3/", 404, "no_such_daily"),
        ("/api/v1/daily/2026-W47-3/rated-3/", 404, "no_such_daily"),
        ("/api/v1/daily/20261118/rated-3/leaderboard/", 404, "no_such_daily"),
        ("/api/v1/daily/2026-11-18/purist/", 404, "no_such_daily"),
        ("/api/v1/daily/yesterday/rated-3/leaderboard/", 404, "no_such_daily"),
        ("/api/v1/daily/2026-11-19/rated-3/leaderboard/", 409, "daily_not_open"),
        ("/api/v1/daily/2026-11-18/rated-3/leaderboard/?limit=1000", 400, "bad_request"),
        ("/api/v1/daily/2026-11-18/rated-3/leaderboard/?after=x", 400, "bad_cursor"),
        ("/api/v1/daily/calendar/?ladder=rated-3&month=2026-00", 400, "bad_request"),
        ("/api/v1/daily/calendar/?ladder=purist&month=2026-01", 400, "bad_request"),
    ],
)
def test_bad_addresses_are_refused(
    api: Client, deal: DailyDeal, address: str, status: int, code: str
) -> None:
    daily.prepare(TODAY + DAY, "rated-3", known)
    answer = api.get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
