"""Whole games, won in a real browser: by dragging, by tapping, by keys, and on a phone by touch."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import listen
from tests.e2e.tables import Table, Way, actions_of, prefer, real_deals
from tests.services import Server

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


def win(page: Page, site: Server, way: Way, draw: int, rules: str, **preferences: Any) -> Table:
    prefer(page, animation="none", celebrate=False, **preferences)
    deal = real_deals(draw)[0]
    table = Table(page, site.url, deal["deck"], rules)
    actions = actions_of(deal["log"])
    for number, action in enumerate(actions):
        table.play(action, way)
        if number % 40 == 20:
            table.check()
    expect(page.locator(".over h2")).to_have_text("You won")
    view = table.view()
    assert view["status"] == "won"
    assert view["version"] == len(actions)
    assert view["score"] == table.game.score
    return table


def test_a_game_is_won_by_dragging(page: Page, site: Server) -> None:
    win(page, site, "drag", 3, "hard")


def test_a_game_is_won_by_tapping(page: Page, site: Server) -> None:
    win(page, site, "tap", 1, "easy")


def test_a_game_is_won_by_keys_alone(page: Page, site: Server) -> None:
    win(page, site, "keys", 3, "hard")


def test_a_game_is_won_with_the_table_mirrored_and_large_cards(page: Page, site: Server) -> None:
    win(page, site, "drag", 1, "easy", leftHanded=True, deck="large")


def test_a_game_is_won_by_touch_on_a_phone(browser: Browser, site: Server) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    found: list[str] = []
    listen(page, found)
    prefer(page, animation="none", celebrate=False)
    deal = real_deals(3)[0]
    table = Touch(page, site.url, deal["deck"], "hard")
    for action in actions_of(deal["log"]):
        table.play(action, "tap")
    expect(page.locator(".over h2")).to_have_text("You won")
    assert table.view()["status"] == "won"
    assert page.evaluate("[scrollX, scrollY, document.documentElement.scrollWidth]") == [0, 0, 360]
    assert found == []
    context.close()


class Touch(Table):
    """A player whose only pointer is a finger."""

    def _click(self, point: tuple[float, float]) -> None:
        self.page.touchscreen.tap(*point)

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        session = self.page.context.new_cdp_session(self.page)
        steps = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
        for kind, point in zip(("touchStart", "touchMove", "touchMove"), steps, strict=True):
            x, y = point
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            )
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (740, 360)])
def test_small_and_turned_phones_show_the_whole_table(
    page: Page, site: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    prefer(page, animation="none")
    table = Table(page, site.url, real_deals(3)[0]["deck"])
    for action in actions_of(real_deals(3)[0]["log"])[:12]:
        table.play(action, "drag")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("document.documentElement.scrollHeight") == height
    for button in page.locator(".tools button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5
        assert box["y"] + box["height"] <= height + 0.5
