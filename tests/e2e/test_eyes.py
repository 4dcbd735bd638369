"""The table for every eye and hand: contrast, zoom, narrow screens, fingers, focus."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.tables import Table, actions_of, prefer, real_deals
from tests.e2e.waiting import confirmed
from tests.services import Server

DEAL = real_deals(3)[0]
ACTIONS = actions_of(DEAL["log"])
FINGER = 43.5
"""CSS pixels: 44, but for rounding."""


def faults_of(page: Page) -> list[Any]:
    """What axe finds."""
    return [
        (rule["id"], [node["html"][:160] for node in rule["nodes"]])
        for rule in Axe().run(page).response["violations"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_menu_and_the_settings(
    page: Page, site: Server, theme: str
) -> None:
    prefer(page, animation="none", theme=theme)
    Table(page, site.url, DEAL["deck"])
    page.get_by_role("button", name="More").click()
    assert faults_of(page) == []
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").get_by_role("switch").first).to_be_visible()
    assert faults_of(page) == []


@pytest.mark.parametrize("address", ["/", "/game/{id}/", "/learn/rules/", "/settings/"])
def test_nothing_is_wider_than_320_pixels_or_twice_the_size(
    page: Page, site: Server, address: str
) -> None:
    """A window of 640 pixels at 200 % is one of 320: text and buttons are laid out anew."""
    prefer(page, animation="none", textBoard=True)
    table = Table(page, site.url, DEAL["deck"])
    for width, height in ((320, 568), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(site.url + address.format(id=table.id))
        expect(page.locator("main h1").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        wide = page.evaluate(TOO_WIDE)
        assert wide == [], f"{address} at {width}"


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_a_phone_shows_whole_tables_and_the_tab_where_one_is(
    page: Page, site: Server, language: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    prefer(page, language=language)
    page.goto(f"{site.url}/learn/rules/")
    scores = page.locator(".scores")
    expect(scores).to_be_visible()
    room = "(one) => one.parentElement.clientWidth - one.parentElement.scrollWidth"
    assert scores.evaluate(room) == 0
    page.goto(f"{site.url}/leaderboards/purist/best_score/")
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=0.99)


def test_text_at_twice_its_size_is_all_there(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    Table(page, site.url, DEAL["deck"])
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(TOO_WIDE) == []
    for button in page.locator(".tools button").all():
        assert button.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
        expect(button).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("text_board", [False, True])
def test_fingers_find_44_pixels(browser: Browser, site: Server, text_board: bool) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    prefer(page, animation="none", textBoard=text_board)
    table = Table(page, site.url, DEAL["deck"])
    for action in ACTIONS[:6]:
        table.play(action, "keys")
    confirmed(page, table.game.version)
    small = page.evaluate(TARGETS, FINGER)
    assert small == []
    page.get_by_role("button", name="More").tap()
    assert page.evaluate(TARGETS, FINGER) == []
    context.close()


def test_the_focus_can_be_seen_wherever_it_goes(page: Page, site: Server) -> None:
    prefer(page, animation="none", textBoard=True)
    table = Table(page, site.url, DEAL["deck"])
    for action in ACTIONS[:3]:
        table.play(action, "keys")
    confirmed(page, table.game.version)
    page.locator(".skip").first.focus()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name, visible = page.evaluate(FOCUS)
        if name == "body":
            break
        seen.append(name)
        assert visible, f"the focus on {name} cannot be seen"
    assert len(seen) == len(set(seen)) > 12, "everything is reached once, and nothing holds one"


# Whatever reaches beyond the window's right edge and is not clipped by a part that scrolls itself.
TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth;
  const whole = document.documentElement.scrollWidth;
  const found = whole > room ? [whole] : [];
  const scrolls = (one) => one.matches('body') ? false
    : ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement);
  for (const one of document.querySelectorAll('main *, header *')) {
    if (one.closest('.board, svg, .visually-hidden, .skip')) continue;
    const box = one.getBoundingClientRect();
    if (box.width && box.right > room + 1 && !scrolls(one)) found.push(one.outerHTML.slice(0, 120));
  }
  return found;
}"""
TARGETS = """(least) => {
  const top = document.querySelector('dialog[open]') ?? document;
  const all = [...top.querySelectorAll('button, a[href], input, select, [role="button"]')];
  return all.filter((one) => {
    const own = (one.matches('input') && one.closest('label')) || one;
    const box = own.getBoundingClientRect();
    const hidden = !box.width || one.matches('.skip')
      || getComputedStyle(one).visibility === 'hidden';
    return !hidden && (box.width < least || box.height < least);
  }).map((one) => one.outerHTML.slice(0, 120));
}"""
FOCUS = """() => {
  const one = document.activeElement;
  if (one === document.body) return ['body', false];
  const label = one.getAttribute('aria-label') ?? one.textContent.slice(0, 40);
  const style = getComputedStyle(one);
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const cursor = one.matches('.board') && document.querySelector('[data-mark="cursor"]') !== null;
  return [`${one.tagName} ${label}`, ring || style.boxShadow.includes('6px') || cursor];
}"""
