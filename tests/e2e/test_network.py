"""Play over a bad line: 300 ms for every answer, a packet in a hundred late, connections cut."""

from playwright.sync_api import Page, expect

from tests.conftest import NewServer
from tests.e2e.line import bad_line
from tests.e2e.tables import Table, actions_of, prefer, real_deals
from tests.e2e.waiting import until
from tests.services import Server

DEAL = real_deals(3)[0]
ACTIONS = actions_of(DEAL["log"])
CUT_AFTER = (30, 65)


def test_a_whole_game_is_pleasant_over_a_bad_line(page: Page, site: Server) -> None:
    prefer(page, animation="none", celebrate=False)
    page.add_init_script(WATCH_FRAMES)
    with bad_line(site.url) as line:
        table = Table(page, line.url, DEAL["deck"])
        for number, action in enumerate(ACTIONS):
            if number in CUT_AFTER:
                line.cut()
            table.play(action, "tap")
            seen = until(page, "() => window.frames_seen.at(-1)?.done && window.frames_seen.at(-1)")
            assert seen["moved"], f"{action} showed only after its first frame"
        expect(page.locator(".over h2")).to_have_text("You won")
        view = table.view()
        assert (view["status"], view["version"]) == ("won", len(ACTIONS))
        assert view["score"] == table.game.score
        expect(page.locator(".toast.bad")).to_have_count(0)
        assert line.taken > len(CUT_AFTER)


def test_a_line_that_dies_without_a_word_is_given_up(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    page.clock.install()
    with bad_line(site.url, delay=0.01, lost=0) as line:
        table = Table(page, line.url, DEAL["deck"])
        for action in ACTIONS[:3]:
            table.play(action, "keys")
        table.check()
        line.die()
        table.play(ACTIONS[3], "keys")
        expect(page.locator(".link-state")).to_have_text("")
        page.clock.fast_forward(13_000)
        table.check()
        expect(page.locator(".link-state")).to_have_text("")


def test_a_server_that_ends_without_a_word(page: Page, server: NewServer) -> None:
    """So does daphne; test_table_links.py has uvicorn."""
    prefer(page, animation="none")
    service = server(program="daphne")
    table = Table(page, service.url, DEAL["deck"])
    for action in ACTIONS[:6]:
        table.play(action, "keys")
    table.check()
    service.stop()
    table.play(ACTIONS[6], "keys")
    expect(page.locator(".link-state")).to_contain_text("Connection lost")
    service.start()
    table.check()
    expect(page.locator(".link-state")).to_have_text("")
    expect(page.locator(".toast.bad")).to_have_count(0)


def test_two_tabs_that_draw_at_once_draw_once(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    with bad_line(site.url, lost=0) as line:
        table = Table(page, line.url, DEAL["deck"])
        second = page.context.new_page()
        table.open(second)
        with line.held():
            page.keyboard.press("d")
            second.keyboard.press("d")
        table.game.act("sw", 0)
        for tab in (page, second):
            table.page = tab
            table.check()
        second.keyboard.press("d")
        table.game.act("sw", 0)
        for tab in (page, second):
            table.page = tab
            table.check()


def test_two_tabs_that_do_different_things_agree(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    with bad_line(site.url, lost=0) as line:
        table = Table(page, line.url, DEAL["deck"])
        second = page.context.new_page()
        table.open(second)
        move = next(action for action in table.game.legal() if action != "sw")
        with line.held():
            page.keyboard.press("d")
            for letter in move:
                second.keyboard.press(letter)
        while (view := table.view())["version"] == 0:
            page.wait_for_timeout(20)
        table.game.act("sw" if view["stock"] < 24 else move, 0)
        for tab in (page, second):
            table.page = tab
            table.check()


# Whether a card lies elsewhere, or another card lies there, in the first frame after the gesture.
WATCH_FRAMES = """
window.frames_seen = [];
const looks = () => [...document.querySelectorAll('.card')].map(
  (card) => card.dataset.face + card.style.transform).sort().join();
let gesture = null;
addEventListener('pointerdown', () => {
  gesture = { before: looks(), done: false, moved: false };
  window.frames_seen.push(gesture);
}, true);
addEventListener('pointerup', () => {
  const ended = gesture;
  const look = () => Object.assign(ended, { done: true, moved: looks() !== ended.before });
  requestAnimationFrame(look);
}, true);
"""
