"""What people do at the table besides moving cards, and the faults that other games had."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.tables import Table, actions_of, prefer, real_deals
from tests.e2e.waiting import until
from tests.services import Server

DEAL = real_deals(3)[0]
ACTIONS = actions_of(DEAL["log"])
EASY = real_deals(1)[0]
CODE = "KL1-D3N-AAAAAAG"


def menu(page: Page, item: str) -> None:
    page.locator(".tools button").last.click()
    page.get_by_role("button", name=item).click()


def games_of(page: Page) -> int:
    count: int = page.evaluate(
        "async () => (await (await fetch('/api/v1/games/')).json()).games.length"
    )
    return count


def begin(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    page.get_by_role("button", name="Deal now").click()
    page.wait_for_selector(".card")


def test_a_guest_plays_at_once_with_two_presses_and_one_game(page: Page, site: Server) -> None:
    page.goto(f"{site.url}/")
    page.get_by_role("button", name="Deal now").dblclick()
    page.wait_for_selector(".card")
    page.wait_for_timeout(300)
    assert games_of(page) == 1
    expect(page.locator(".figure-moves dd")).to_have_text("0")


def test_two_moves_30_ms_apart_are_both_played(page: Page, site: Server) -> None:
    table = Table(page, site.url, DEAL["deck"])
    stock = table._place("s")
    page.mouse.click(*stock)
    page.wait_for_timeout(30)
    page.mouse.click(*stock)
    for _ in range(2):
        table.game.act("sw", 0)
    table.check()


def test_moves_made_while_cards_fly_are_all_played(page: Page, site: Server) -> None:
    prefer(page, animation="slow")
    table = Table(page, site.url, DEAL["deck"])
    for action in ACTIONS[:24]:
        table.play(action, "keys")
    table.check()


def test_a_card_in_flight_can_be_dragged_on(page: Page, site: Server) -> None:
    prefer(page, animation="slow")
    table = Table(page, site.url, EASY["deck"], "easy")
    page.wait_for_timeout(1500)
    table.play("sw", "drag")
    table._wait_for(table.expected()["waste"][-1])
    x, y = table._place("w")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 200)
    expect(page.locator(".card.lifted")).to_have_count(1)
    page.mouse.up()
    table.check()


def test_undo_and_redo_give_back_board_and_score(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    table = Table(page, site.url, DEAL["deck"])
    for action in ACTIONS[:14]:
        table.play(action, "keys")
    table.check()
    for _ in range(6):
        page.get_by_role("button", name="Undo").click()
        table.game.act("uu", 0)
    table.check()
    page.keyboard.press("Control+z")
    table.game.act("uu", 0)
    page.get_by_role("button", name="Redo").click()
    table.game.act("rr", 0)
    table.check()
    expect(page.locator(".figure-score dd")).to_have_text(str(table.game.score))


def test_an_illegal_drop_returns(page: Page, site: Server) -> None:
    table = Table(page, site.url, DEAL["deck"])
    page.wait_for_timeout(800)
    before = table.shown()
    table._drag(table._place("1"), table._place("C"))
    assert table.shown() == before
    assert table.view()["version"] == 0


def test_no_recycle_sign_with_no_pass_left(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    table = Table(page, site.url, DEAL["deck"], "vegas-3")
    for _ in range(8):
        table.play("sw", "tap")
    table.check()
    expect(page.locator('[data-mark="s"]')).to_have_class(re.compile("stock-spent"))
    page.mouse.click(*table._place("s"))
    table.check()
    expect(page.locator(".figure-pass dd")).to_have_text("1 of 1")
    expect(page.locator(".figure-score dd")).to_have_text("-$52")


def test_a_game_by_code_shows_and_copies_its_code(page: Page, site: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(page, site.url)
    page.keyboard.press("n")
    page.get_by_label("By code").check(force=True)
    page.get_by_label("Code of the deal").fill("KL1-D9N-AAAAAAG")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".field-error")).to_contain_text("This is no code of a deal.")
    page.get_by_label("Code of the deal").fill(CODE.lower())
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("dialog", state="detached")
    page.locator(".tools button").last.click()
    page.get_by_role("button", name=CODE).click()
    expect(page.locator(".toast")).to_contain_text(CODE)
    assert page.evaluate("navigator.clipboard.readText()") == CODE


def test_a_pasted_deck_is_dealt_and_a_wrong_one_is_explained(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    begin(page, site.url)
    first = page.url
    page.get_by_role("button", name="New").click()
    page.get_by_label("Own deck").check(force=True)
    field = page.get_by_label("52 cards in dealing order")
    field.fill(DEAL["deck"][:-2] + DEAL["deck"][:2])
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".field-error")).to_contain_text("These are not 52 different cards.")
    field.fill(" ".join(re.findall("..", DEAL["deck"])))
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(lambda url: url != first)
    page.wait_for_selector(f'.card[data-face^="{DEAL["deck"][54:56]}"]')


def test_own_rules_are_played_as_chosen(page: Page, site: Server) -> None:
    page.goto(f"{site.url}/")
    page.get_by_role("button", name="All kinds of game").click()
    page.get_by_label("Own rules").check(force=True)
    page.get_by_label("Two", exact=True).check(force=True)
    page.get_by_label("Undo allowed").uncheck(force=True)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".card")
    expect(page.locator(".figure-pass dd")).to_have_text("1 of 2")
    page.keyboard.press("d")
    expect(page.locator(".figure-moves dd")).to_have_text("1")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_game_can_be_resigned_after_asking(page: Page, site: Server) -> None:
    begin(page, site.url)
    menu(page, "Resign")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".over")).to_have_count(0)
    menu(page, "Resign")
    page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".over")).to_contain_text("You gave up.")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    clock = page.locator(".figure-time dd").inner_text()
    page.wait_for_timeout(1200)
    assert page.locator(".figure-time dd").inner_text() == clock
    page.get_by_role("button", name="Same deal again").click()
    expect(page.locator(".over")).to_have_count(0)
    expect(page.locator(".figure-moves dd")).to_have_text("0")


def test_help_names_every_key(page: Page, site: Server) -> None:
    begin(page, site.url)
    page.keyboard.press("?")
    expect(page.locator("dialog h2")).to_have_text("Keyboard")
    assert page.locator("dialog kbd").count() >= 14
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_auto_finish_plays_ordinary_moves_and_stops_at_a_touch(page: Page, site: Server) -> None:
    prefer(page, animation="none", celebrate=False)
    table = Table(page, site.url, EASY["deck"], "easy")
    played: list[str] = []
    for action in actions_of(EASY["log"]):
        position = table.game.position
        shut = any(column.down for column in position.columns)
        if not (shut or position.stock or position.waste):
            break
        table.game.act(action, 0)
        played.append(action)
    assert page.evaluate(POST_ACTIONS, [table.id, played]) == 200
    table.check()
    finish = page.get_by_role("button", name="Finish")
    finish.click()
    until(
        page,
        "(v) => Number(document.querySelector('.table-page').dataset.version) > v + 1",
        table.game.version,
    )
    page.mouse.click(5, 300)
    expect(finish).to_be_enabled()
    page.wait_for_selector('.table-page[data-waiting="0"]')
    version = table.view()["version"]
    page.wait_for_timeout(400)
    assert table.view()["version"] == version
    assert table.view()["status"] == "playing"
    page.keyboard.press("a")
    expect(page.locator(".over h2")).to_have_text("You won")


def test_a_win_is_celebrated_until_a_key_is_pressed(page: Page, site: Server) -> None:
    prefer(page, animation="fast")
    table = Table(page, site.url, EASY["deck"], "easy")
    actions = actions_of(EASY["log"])
    assert page.evaluate(POST_ACTIONS, [table.id, actions[:-1]]) == 200
    for action in actions[:-1]:
        table.game.act(action, 0)
    table.check()
    table.play(actions[-1], "keys")
    page.wait_for_selector(".sparks")
    expect(page.locator(".over")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".sparks")).to_have_count(0)
    expect(page.locator(".over h2")).to_have_text("You won")


def test_the_text_board_says_every_pile_and_plays(page: Page, site: Server) -> None:
    prefer(page, textBoard=True, animation="none")
    table = Table(page, site.url, DEAL["deck"])
    board = page.locator(".text-board")
    assert board.locator(".text-piles li").count() == 13
    expect(board).to_contain_text("Column 7: 6 face down")
    page.get_by_role("button", name=re.compile("^sw: draw")).click()
    page.wait_for_selector('.table-page[data-version="1"][data-waiting="0"]')
    page.get_by_label("Type a move").fill("sw")
    page.keyboard.press("Enter")
    page.wait_for_selector('.table-page[data-version="2"][data-waiting="0"]')
    assert table.view()["stock"] == 18
    expect(board).to_contain_text("Stock, 18")
    page.get_by_label("Type a move").fill("11")
    page.keyboard.press("Enter")
    expect(board.get_by_role("alert")).to_contain_text("11 is not possible now.")


def test_preferences_change_the_table_at_once(page: Page, site: Server) -> None:
    begin(page, site.url)
    menu(page, "Settings")
    page.get_by_label("Blue").first.check(force=True)
    assert page.evaluate("document.documentElement.dataset.felt") == "blue"
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".card")
    assert page.evaluate("document.documentElement.dataset.felt") == "blue"


def test_a_game_of_somebody_else_is_not_shown_and_a_wrong_address_says_so(
    page: Page, site: Server, faults: list[str]
) -> None:
    begin(page, site.url)
    other = page.url
    page.context.clear_cookies()
    page.goto(other)
    expect(page.locator(".empty h1")).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)
    page.goto(f"{site.url}/game/nosuchgame12/")
    expect(page.locator(".empty h1")).to_have_text("There is no such game")
    faults.clear()


POST_ACTIONS = """async ([id, actions]) => {
  const csrf = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': csrf };
  const body = JSON.stringify({ actions, version: 0 });
  const request = { method: 'POST', headers, body };
  return (await fetch(`/api/v1/games/${id}/actions/`, request)).status;
}"""
