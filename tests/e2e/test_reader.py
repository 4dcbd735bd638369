"""The game as a screen reader has it: Chromium's accessibility tree, and what is announced."""

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from games import engine
from tests.e2e.tables import Table, actions_of, cards, prefer, real_deals
from tests.e2e.waiting import confirmed
from tests.services import Server

DEAL = real_deals(3)[0]
ACTIONS = actions_of(DEAL["log"])
RANKS = dict(
    zip(
        "A23456789TJQK",
        "ace two three four five six seven eight nine ten jack queen king".split(),
        strict=True,
    )
)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
LONGEST = 110
"""Characters of an announcement: about seven seconds of speech."""


class Reader:
    """What Chromium tells assistive technology."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def tree(self) -> dict[str, dict[str, Any]]:
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return {node["nodeId"]: node for node in nodes}

    def within(self, role: str, name: str) -> list[tuple[str, str]]:
        """Role and name of all that can be perceived in the part of that role and name."""
        tree = self.tree()
        root = next(
            node for node in tree.values() if not node["ignored"] and spoken(node) == (role, name)
        )
        found: list[tuple[str, str]] = []
        waiting = [root["nodeId"]]
        while waiting:
            node = tree[waiting.pop()]
            if not node["ignored"]:
                found.append(spoken(node))
            waiting.extend(reversed(node.get("childIds", [])))
        return found

    def announced(self) -> str:
        text = self.page.locator(".table-page > p[aria-live='polite']").text_content()
        return (text or "").replace("\u00a0", "")


def spoken(node: dict[str, Any]) -> tuple[str, str]:
    return node["role"]["value"], node.get("name", {}).get("value", "")


def words(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def piles(game: engine.Game) -> list[str]:
    """Every pile in words, as it should be told."""
    view = engine.view(game, "player")
    stock = str(view["stock"] or "empty, can be turned over")
    if not view["stock"] and not view["waste"]:
        stock = "empty"
    said = [f"Stock, {stock}"]
    waste = [words(card) for card in reversed(cards(view["waste"]))]
    said.append(f"Waste: {', '.join(waste) or 'empty'}")
    for suit in "SHCD":
        count = view["foundations"][suit]
        top = words("A23456789TJQK"[count - 1] + suit) if count else "empty"
        said.append(f"Foundation of {SUITS[suit]}: {top}")
    for number, column in enumerate(view["columns"], 1):
        parts = [f"{column['down']} face down"] if column["down"] else []
        parts += [words(card) for card in cards(column["up"])]
        said.append(f"Column {number}: {', '.join(parts) or 'empty'}")
    return said


def test_a_whole_game_is_won_by_the_text_board(page: Page, site: Server) -> None:
    prefer(page, textBoard=True, animation="none", celebrate=False)
    table = Table(page, site.url, DEAL["deck"])
    reader = Reader(page)
    assert page.evaluate("document.activeElement.className") == "text-board"
    said = []
    for number, action in enumerate(ACTIONS):
        if number % 4 == 3:
            choose(table, action)
        else:
            page.locator(".text-input").focus()
            page.keyboard.type(action)
            page.keyboard.press("Enter")
        table.game.act(action, 0)
        if number < len(ACTIONS) - 1:
            confirmed(page, table.game.version)
            said.append(reader.announced())
        if number % 20 == 0:
            compare(reader, table.game)
    expect(page.locator(".over h2")).to_have_text("You won")
    assert reader.announced().startswith("You won. ")
    assert table.view()["status"] == "won"
    assert all(text and len(text) <= LONGEST and "…" not in text for text in said), said
    drawn = [text for text, action in zip(said, ACTIONS, strict=False) if action == "sw"]
    assert all(text.startswith("Drawn: ") and text.count(" of ") in (1, 2, 3) for text in drawn)


def compare(reader: Reader, game: engine.Game) -> None:
    found = reader.within("region", "Board as text")
    items = [name for role, name in found if role == "StaticText"]
    assert [text for text in items if text in piles(game)] == piles(game)
    assert ("textbox", "Type a move") in found
    offered = [name.split(":")[0] for role, name in found if role == "button" and ":" in name]
    assert offered == list(game.legal())


def choose(table: Table, action: str) -> None:
    """Choose a move from the list by key; afterwards the focus is still in the list."""
    table.page.locator(".text-moves button", has_text=f"{action}: ").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".text-moves button:focus, .over")).to_have_count(1)


def test_the_text_board_is_found_by_keys_and_takes_the_focus(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    Table(page, site.url, DEAL["deck"])
    page.locator(".board").focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Board as text")).to_be_focused()
    expect(page.get_by_role("button", name="Board as text")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Board as text")).to_be_focused()
    page.keyboard.press("t")
    expect(page.locator(".text-board")).to_have_count(0)


def test_the_cards_speak_as_the_cursor_moves(page: Page, site: Server) -> None:
    prefer(page, animation="none")
    table = Table(page, site.url, DEAL["deck"])
    reader = Reader(page)
    found = [
        part for part in reader.within("application", "Table of cards") if part[0] != "generic"
    ]
    assert found == [("application", "Table of cards")], "cards are no noise of graphics"
    view = engine.view(table.game, "player")
    page.keyboard.press("ArrowRight")
    top = words(view["columns"][1]["up"][-2:])
    assert reader.announced() == f"Column 2: {top}, 1 face down"
    page.keyboard.press("Enter")
    assert reader.announced() == f"held: Column 2: {top}, 1 face down"
    page.keyboard.press("Escape")
    assert reader.announced() == "Put back"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    assert reader.announced() == "Stock, 24"
    page.keyboard.press("End")
    assert reader.announced().endswith(": empty")
    page.keyboard.press("f")
    assert reader.announced() == "That move is not possible."
    page.keyboard.press("d")
    table.game.act("sw", 0)
    confirmed(page, table.game.version)
    assert reader.announced().startswith("Drawn: ")
    for _ in range(2):
        page.keyboard.press("u")
        page.keyboard.press("r")
    for action in ("uu", "rr", "uu", "rr"):
        table.game.act(action, 0)
    confirmed(page, table.game.version)
    assert reader.announced() == "Redone"


def test_small_letters_do_for_foundations(page: Page, site: Server) -> None:
    deal, before = take_back()
    prefer(page, textBoard=True, animation="none")
    table = Table(page, site.url, deal["deck"], "easy" if deal["draw"] == 1 else "hard")
    for action in before[:-1]:
        table.play(action, "keys")
    confirmed(page, table.game.version)
    page.locator(".text-input").fill(before[-1].lower())
    page.keyboard.press("Enter")
    table.game.act(before[-1], 0)
    confirmed(page, table.game.version)
    assert table.view()["version"] == len(before)


def take_back() -> tuple[dict[str, Any], list[str]]:
    """A deal and its shortest beginning that ends with a card taken back from a foundation."""
    found = []
    for deal in (*real_deals(1), *real_deals(3)):
        game = engine.Game(
            engine.parse_deck(deal["deck"]),
            engine.parse_rules("easy" if deal["draw"] == 1 else "hard"),
        )
        for at, action in enumerate(actions_of(deal["log"])):
            back = [one for one in game.legal() if one[0] in SUITS]
            if back:
                found.append((at, deal, [*actions_of(deal["log"])[:at], back[0]]))
                break
            game.act(action, 0)
    _, deal, actions = min(found, key=lambda one: one[0])
    return deal, actions
