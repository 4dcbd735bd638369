"""Every page opens, says nothing to the console, and axe finds nothing in it, light and dark."""

from collections.abc import Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from tests.e2e.conftest import listen
from tests.e2e.people import ask, sign_in
from tests.e2e.waiting import Traffic
from tests.services import Server

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
Looks = tuple[tuple[Any, Any], ...]

GUEST = {
    "daily": "/daily/",
    "board": "/leaderboards/",
    "account, for a guest": "/account/",
    "sign in": "/signin/",
    "sign up": "/signup/",
    "forgotten password": "/account/reset-password/",
    "a link that has expired": "/account/confirm-email/?key=x",
    "watch": "/watch/",
    "no such page": "/nowhere/",
    "no such player": "/users/nobody-here/",
    "no such replay": "/replay/aaaaaaaaaaaa/",
}
PERSON = {
    "daily": "/daily/",
    "a past day": "/daily/{yesterday}/?ladder=rated-3",
    "a day to come": "/daily/2999-01-01/",
    "board": "/leaderboards/rated-1/best_score/",
    "board of the bots": "/leaderboards/purist/current_streak/?bots=1&period=week",
    "no such board": "/leaderboards/rated-1/vegas_total/",
    "profile": "/users/alice/",
    "profile of another": "/users/bob/",
    "statistics": "/users/alice/statistics/?of=rated:rated-vegas-1",
    "history": "/users/alice/games/?result=won",
    "history without games": "/users/alice/games/?since=2001-01-01&until=2001-01-02",
    "replay": "/replay/{won}/?at=40",
    "watching": "/watch/{live}/",
    "settings": "/settings/",
    "account": "/account/",
    "security": "/account/security/",
    "sessions": "/account/sessions/",
    "tokens": "/account/tokens/",
    "apps": "/account/apps/",
    "data": "/account/data/",
}


def addresses(page: Page, name: str) -> dict[str, str]:
    """Games and days of the town to put into the addresses."""
    own = ask(page, "GET", f"users/{name}/games/?result=won&limit=1")["games"]
    live = ask(page, "GET", "watch/")["games"]
    today = ask(page, "GET", "daily/")["deals"][0]["date"]
    return {"won": own[0]["id"], "live": live[0]["id"], "yesterday": today}


def half(pages: Mapping[str, str], odd: int) -> dict[str, str]:
    """Every other page, so that two workers may share them."""
    return dict(list(pages.items())[odd::2])


def look_at(page: Page, town: Server, pages: Mapping[str, str], looks: Looks) -> dict[str, Any]:
    """What axe finds, by page and look; what has no heading or is too wide counts too."""
    found: dict[str, Any] = {}
    traffic = Traffic(page)
    for name, address in pages.items():
        page.goto(town.url + address)
        page.wait_for_selector("h1, h2", state="attached")
        traffic.rest()
        page.wait_for_selector(".waiting", state="detached")
        for theme, size in looks:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.set_viewport_size(size)
            faults = faults_of(page)
            if faults:
                found[f"{name}, {theme}, {size['width']}"] = faults
    return found


def faults_of(page: Page) -> list[Any]:
    results = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    wide, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in results] + (
        [("too wide", wide, room)] if wide > room else []
    )


@pytest.mark.parametrize("odd", [0, 1])
def test_pages_of_a_person(context: BrowserContext, town: Server, odd: int) -> None:
    page = context.new_page()
    said: list[str] = []
    listen(page, said)
    sign_in(page, town.url, "alice")
    page.wait_for_url(f"{town.url}/")
    known = addresses(page, "alice")
    pages = {name: address.format(**known) for name, address in half(PERSON, odd).items()}
    looks = ("light", PHONE), ("dark", DESK)
    assert look_at(page, town, pages, looks) == {}
    assert said == []


@pytest.mark.parametrize("odd", [0, 1])
def test_pages_of_a_guest(context: BrowserContext, town: Server, odd: int) -> None:
    page = context.new_page()
    said: list[str] = []
    listen(page, said)
    looks = ("dark", PHONE), ("light", DESK)
    assert look_at(page, town, half(GUEST, odd), looks) == {}
    assert said == []
