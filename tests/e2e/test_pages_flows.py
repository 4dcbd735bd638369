"""What people do on the pages beside the table, from one page to the next, in a real browser."""

import contextlib
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import listen
from tests.e2e.people import ask, new_name, sign_in, sign_up, start_game
from tests.e2e.seed import PASSWORD
from tests.e2e.waiting import until
from tests.services import Server

expect.set_options(timeout=15_000)


def test_a_guest_plays_signs_up_and_keeps_the_game(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/about/")
    game = start_game(page, ["sw", "sw"])
    name = new_name()
    sign_up(page, town.url, name)
    mine = ask(page, "GET", "games/")["games"]
    assert [(one["id"], one["version"]) for one in mine] == [(game, 2)]
    assert ask(page, "GET", "me/")["kind"] == "person"
    page.goto(f"{town.url}/game/{game}/")
    expect(page.locator(".card").first).to_be_visible()
    ask(page, "POST", f"games/{game}/resign/")
    page.goto(f"{town.url}/users/{name}/")
    expect(page.get_by_role("cell", name="Given up")).to_be_visible()


def test_a_guest_who_signs_in_is_asked_about_the_guests_games(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/about/")
    game = start_game(page, ["sw"])
    sign_in(page, town.url, "Teun")
    page.get_by_role("button", name="Bring them along").click()
    page.wait_for_url(f"{town.url}/")
    assert game in [one["id"] for one in ask(page, "GET", "games/")["games"]]
    assert ask(page, "GET", "me/")["guest_waiting"] is None


def test_the_guests_games_are_asked_about_in_the_accounts_language_too(
    page: Page, town: Server
) -> None:
    name = new_name()
    sign_up(page, town.url, name)
    ask(page, "PATCH", "me/preferences/", {"language": "nl"})
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(f"{town.url}/about/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    start_game(page, ["sw"])
    sign_in(page, town.url, name, "?next=/account/tokens/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.get_by_role("button", name="Meenemen")).to_be_visible()
    # A page that was left before the answer asks again.
    page.goto(f"{town.url}/signin/?next=/account/tokens/")
    page.get_by_role("button", name="Meenemen").click()
    page.wait_for_url(f"{town.url}/account/tokens/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert ask(page, "GET", "me/")["guest_waiting"] is None
    page.goto(f"{town.url}/signin/?next=/account/tokens/")
    page.wait_for_url(f"{town.url}/account/tokens/")
    # The server draws this page and may send back here: that must come to an end.
    page.goto(f"{town.url}/signin/?next=/admin/")
    expect(page.get_by_label("Wachtwoord", exact=True)).to_be_visible()


def test_a_ladder_stays_chosen_while_somebody_signs_up(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/")
    page.get_by_role("button", name="Play rated").click()
    page.get_by_role("dialog").get_by_role("radio").last.check()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.wait_for_url("**/signup/**")
    page.get_by_label("Name", exact=True).fill(new_name())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_role("dialog").get_by_role("radio").last).to_be_checked()
    expect(page).to_have_url(f"{town.url}/")


def test_wrong_passwords_and_taken_names_are_told_at_their_field(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/signin/?next=//evil.example/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Name and password do not fit together.")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"{town.url}/")
    page.context.clear_cookies()
    page.goto(f"{town.url}/signup/")
    page.get_by_label("Name", exact=True).fill("ALICE")
    expect(page.get_by_role("alert")).to_contain_text("Somebody has this name")
    page.get_by_label("Name", exact=True).fill(new_name())
    expect(page.get_by_text("This name is free.")).to_be_visible()
    page.get_by_label("Password").fill("12345678")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert ask(page, "GET", "me/")["kind"] == "stranger"


def test_the_daily_is_one_game_on_two_devices(
    browser: Browser, page: Page, town: Server, faults: list[str]
) -> None:
    name = new_name()
    sign_up(page, town.url, name, "?next=/daily/")
    other = browser.new_context(service_workers="block", viewport={"width": 360, "height": 740})
    phone = other.new_page()
    listen(phone, faults)
    sign_in(phone, town.url, name)
    phone.wait_for_url(f"{town.url}/")
    phone.goto(f"{town.url}/daily/")
    buttons = [one.get_by_role("button", name="Play", exact=True).first for one in (page, phone)]
    for button in buttons:
        button.wait_for()
    for button in buttons:
        button.click()
    for one in (page, phone):
        one.wait_for_url(f"{town.url}/game/*/")
        expect(one.locator(".card").first).to_be_visible()
    assert page.url == phone.url
    other.close()


def lose_the_daily(player: Page, url: str) -> None:
    """Sign up, play the first of today's deals for one action and give it up."""
    sign_up(player, url, new_name())
    deals = ask(player, "GET", "daily/")
    game = ask(player, "POST", f"daily/{deals['today']}/rated-1/play/")
    actions = {"actions": game["legal"][:1], "version": 0}
    ask(player, "POST", f"games/{game['id']}/actions/", actions)
    ask(player, "POST", f"games/{game['id']}/resign/")


def test_a_result_comes_to_an_open_board_by_itself(
    browser: Browser, page: Page, town: Server
) -> None:
    players = [browser.new_context(service_workers="block").new_page() for _ in range(2)]
    # So that there is a board to look at, even if a day has begun since the town was made.
    lose_the_daily(players[0], town.url)
    page.goto(f"{town.url}/daily/")
    expect(page.locator(".board-table")).to_be_visible()
    length = page.locator(".board-length")
    before = length.inner_text()
    lose_the_daily(players[1], town.url)
    expect(length).not_to_have_text(before)
    name = ask(players[1], "GET", "me/")["name"]
    players[1].goto(f"{town.url}/daily/")
    expect(players[1].locator("tr.own")).to_contain_text(name)
    for player in players:
        player.context.close()


def test_a_replay_is_stepped_shared_and_checked(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/about/")
    game = ask(page, "GET", "users/alice/games/?kind=rated&limit=1")["games"][0]
    page.goto(f"{town.url}/replay/{game['id']}/?at=5")
    slider = page.get_by_role("slider", name="Place in the game")
    expect(slider).to_have_value("5")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="One on").click()
    expect(slider).to_have_value("7")
    expect(page).to_have_url(f"{town.url}/replay/{game['id']}/?at=7")
    page.reload()
    expect(slider).to_have_value("7")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "() => document.querySelector('input[type=range]').valueAsNumber > 8")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Check now").click()
    lines = page.locator(".check-line")
    expect(lines).to_have_count(4)
    expect(page.locator(".check-line.good")).to_have_count(4)
    page.get_by_role("button", name="Play this deal").click()
    page.wait_for_url(f"{town.url}/game/*/")
    expect(page.locator(".card").first).to_be_visible()


def test_a_changed_deck_does_not_pass_the_check(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/about/")
    game = ask(page, "GET", "users/alice/games/?kind=rated&limit=1")["games"][0]

    def forge(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        deck = body["game"]["deck"]
        body["game"]["deck"] = deck[:-4] + deck[-2:] + deck[-4:-2]
        route.fulfill(response=answer, json=body)

    page.route("**/frames/", forge)
    page.goto(f"{town.url}/replay/{game['id']}/")
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".check-line.bad").first).to_contain_text("does not fit its seal")


@pytest.mark.parametrize(
    ("code", "name", "daily", "boards"),
    [
        ("en", "English", "Daily deal", "Leaderboards"),
        ("nl", "Nederlands", "Dagspel", "Ranglijsten"),
        ("de", "Deutsch", "Tagesspiel", "Bestenlisten"),
    ],
)
def test_three_languages(
    page: Page, town: Server, code: str, name: str, daily: str, boards: str
) -> None:
    page.goto(f"{town.url}/settings/")
    page.get_by_text(name, exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.reload()
    expect(page.get_by_role("radio", name=name)).to_be_checked()
    for address, heading in {"/daily/": daily, "/leaderboards/": boards}.items():
        page.goto(town.url + address)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    for address in ("/users/alice/", "/users/alice/statistics/", "/watch/", "/signup/"):
        page.goto(town.url + address)
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator(".waiting")).to_have_count(0)
        text = page.locator("main").inner_text()
        assert "{" not in text
        assert not page.evaluate(_KEYS, text)


def test_the_language_may_be_the_devices_again(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/settings/")
    page.get_by_text("Nederlands", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.get_by_text("Zoals het apparaat").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("radio", name="As the device").first).to_be_checked()


_KEYS = "(text) => /\\b(boards|daily|profile|stats|watch|signup|results)\\.[a-z_]+/.test(text)"


def test_offline_says_what_to_do_and_comes_back(
    context: BrowserContext, page: Page, town: Server
) -> None:
    page.goto(f"{town.url}/leaderboards/rated-1/best_score/")
    expect(page.locator(".board-table").first).to_be_visible()
    context.set_offline(True)
    page.get_by_label("Period").select_option("week")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)


def test_the_address_of_somebodys_table_leads_to_watching(
    browser: Browser, page: Page, town: Server
) -> None:
    page.goto(f"{town.url}/about/")
    game = start_game(page, ["sw"])
    ask(page, "PATCH", "me/preferences/", {"watchable": True})
    with contextlib.closing(browser.new_context(service_workers="block")) as elsewhere:
        stranger = elsewhere.new_page()
        stranger.goto(f"{town.url}/game/{game}/")
        stranger.wait_for_url(f"{town.url}/watch/{game}/")
        ask(page, "POST", f"games/{game}/resign/")
        stranger.goto(f"{town.url}/game/{game}/")
        stranger.wait_for_url(f"{town.url}/replay/{game}/")
    page.goto(f"{town.url}/game/{game}/")
    expect(page.locator(".over")).to_be_visible()


def test_somebodys_game_is_watched(browser: Browser, page: Page, town: Server) -> None:
    other = browser.new_context(service_workers="block")
    player = other.new_page()
    name = new_name()
    sign_up(player, town.url, name)
    game = start_game(player, ["sw"])
    page.goto(f"{town.url}/watch/{game}/")
    expect(page.get_by_role("heading", name="This game can't be watched")).to_be_visible()
    player.goto(f"{town.url}/settings/")
    with player.expect_response(lambda answer: answer.request.method == "PATCH") as told:
        player.get_by_role("switch", name="Let others watch my games").check()
    assert told.value.ok
    page.goto(f"{town.url}/watch/{game}/")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    moves = page.locator(".numbers div", has_text="Moves").locator("dd")
    expect(moves).to_have_text("1")
    ask(player, "POST", f"games/{game}/actions/", {"actions": ["sw"], "version": 1})
    expect(moves).to_have_text("2")
    ask(player, "POST", f"games/{game}/resign/")
    expect(page.get_by_role("link", name="Look at the whole game")).to_be_visible()
    other.close()
