"""Open pages when the right to be there ends: in another tab, or by the player that is watched."""

from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import ask, new_name, sign_up, start_game
from tests.services import Server


def state(page: Page, version: int) -> None:
    expect(page.locator(".table-page")).to_have_attribute("data-version", str(version))


def test_signing_out_in_another_tab_closes_the_table(page: Page, site: Server) -> None:
    sign_up(page, site.url, new_name())
    game = start_game(page, ["sw"])
    page.goto(f"{site.url}/game/{game}/")
    state(page, 1)
    other = page.context.new_page()
    other.goto(f"{site.url}/about/")
    ask_to_sign_out(other)
    expect(page.get_by_role("link", name="Sign in").last).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)


def test_signing_up_in_another_tab_disturbs_nothing(page: Page, site: Server) -> None:
    """The session has another key then, and the page's link comes back with it."""
    page.goto(f"{site.url}/about/")
    game = start_game(page, ["sw"])
    page.goto(f"{site.url}/game/{game}/")
    state(page, 1)
    sign_up(page.context.new_page(), site.url, new_name())
    page.wait_for_timeout(500)
    page.locator(".board").press("d")
    state(page, 2)


def test_watching_ends_when_the_player_says_so(page: Page, browser: Browser, site: Server) -> None:
    page.goto(f"{site.url}/about/")
    game = start_game(page, ["sw"])
    ask(page, "PATCH", "me/preferences/", {"watchable": True})
    elsewhere = browser.new_context()
    try:
        spectator = elsewhere.new_page()
        spectator.goto(f"{site.url}/watch/{game}/")
        expect(spectator.locator(".theatre .card").first).to_be_visible()
        ask(page, "PATCH", "me/preferences/", {"watchable": False})
        expect(spectator.locator(".theatre")).to_have_count(0)
        expect(spectator.get_by_role("link", name="Watch").last).to_be_visible()
    finally:
        elsewhere.close()


def ask_to_sign_out(page: Page) -> None:
    page.evaluate("""async () => {
      const csrf = /csrftoken=([^;]*)/.exec(document.cookie)[1];
      await fetch('/_allauth/browser/v1/auth/session', {
        method: 'DELETE', headers: { 'X-CSRFToken': csrf },
      });
    }""")
