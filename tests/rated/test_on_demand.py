"""Where no worker runs, reading the dailies has a missing one prepared by another process."""

import os
import time
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest

from games import engine
from games.boards import DAILY_LADDERS
from games.services.daily import DAYS_AHEAD
from tests.conftest import NewServer
from tests.processes import children, wait_until
from tests.rated.table import won_deal
from tests.services import Server

MISSING = "rated-1"


@pytest.fixture
def today() -> date:
    """A day that does not end during the test."""
    now = datetime.now(UTC)
    if now.hour == 23 and now.minute >= 57:
        time.sleep((60 - now.minute) * 60)
    return datetime.now(UTC).date()


@pytest.fixture
def site(server: NewServer, today: date) -> Server:
    """A server with all deals of the days to come but one of today's."""
    made = server(DAILY_ON_DEMAND="1", LIMITS="off")
    rows = [
        (today + timedelta(days=ahead), ladder, *won_deal(engine.LADDERS[ladder].draw))
        for ahead in range(DAYS_AHEAD + 1)
        for ladder in DAILY_LADDERS
        if (ahead, ladder) != (0, MISSING)
    ]
    with psycopg.connect(made.env["DATABASE_URL"]) as link, link.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO games_dailydeal (date, ladder, deck, line, salt, commitment, par,"
            " par_proved, prepared_at) VALUES (%s, %s, %s, %s, '', '', 100, false, now())",
            rows,
        )
    return made


def dailies(site: Server) -> Any:
    return httpx.get(f"{site.url}/api/v1/daily/", timeout=30).raise_for_status().json()


def preparing(site: Server) -> list[int]:
    """The server's processes that prepare dailies."""
    return children(site.pid, b"\0prepare\0")


def the_child(site: Server) -> int:
    """The one process that prepares, which is the server's own image for its first moment."""
    wait_until(lambda: preparing(site) != [], "a process that prepares")
    (child,) = preparing(site)
    return child


@pytest.mark.timeout(300)
def test_a_missing_daily_is_prepared_once_and_beside_the_moves(site: Server, today: date) -> None:
    with httpx.Client(base_url=f"{site.url}/api/v1/", timeout=30) as guest:
        token = guest.post("guests/").json()["token"]
        guest.headers["Authorization"] = f"Bearer {token}"
        game = guest.post("games/", json={"rules": "easy"}).json()["id"]
        assert dailies(site)["preparing"] == [MISSING]
        child = the_child(site)
        for _ in range(5):
            assert dailies(site)["preparing"] in ([MISSING], [])
        version = 0
        while preparing(site):
            asked = {"actions": ["sw" if version % 2 == 0 else "uu"], "version": version}
            began = time.monotonic()
            guest.post(f"games/{game}/actions/", json=asked).raise_for_status()
            assert time.monotonic() - began < 5
            assert set(preparing(site)) <= {child}
            version += 1
            time.sleep(0.1)
        assert version > 0
    shown = dailies(site)
    assert shown["preparing"] == []
    (deal,) = [
        one for one in shown["deals"] if (one["date"], one["ladder"]) == (str(today), MISSING)
    ]
    assert (deal["phase"], deal["deck"], deal["line"]) == ("open", None, None)
    with psycopg.connect(site.env["DATABASE_URL"]) as link:
        found = link.execute(
            "SELECT deck, line FROM games_dailydeal WHERE date = %s AND ladder = %s",
            [today, MISSING],
        ).fetchone()
    assert found is not None
    outcome = engine.Game.replay(bytes(found[0]), engine.LADDERS[MISSING], found[1]).outcome
    assert outcome is not None and outcome.won


def test_the_process_ends_with_the_server(site: Server) -> None:
    assert dailies(site)["preparing"] == [MISSING]
    child = the_child(site)
    site.stop()
    wait_until(lambda: not _lives(child), "the end of the process")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
