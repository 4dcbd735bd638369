"""A player at the table in a real browser: deals, drags, taps, keys, and what can be seen."""

import json
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

from games import engine
from tests.e2e.waiting import until

VECTORS = Path(__file__).parent.parent / "vectors"
Way = Literal["drag", "tap", "keys"]
RANKS = "A23456789TJQK"


def real_deals(draw: int) -> list[dict[str, Any]]:
    """Deals with a log that wins, the shortest log first."""
    lines = (VECTORS / "real-deals.jsonl").read_text().splitlines()
    deals = [json.loads(line) for line in lines]
    winning = [deal for deal in deals if deal.get("log") and deal["draw"] == draw]
    return sorted(winning, key=lambda deal: len(deal["log"]))


def actions_of(log: str) -> list[str]:
    return [log[at : at + 2] for at in range(0, len(log), 2)]


def prefer(page: Page, **preferences: Any) -> None:
    """Have the browser remember these preferences before the page is first opened."""
    stored = json.dumps(json.dumps(preferences))
    page.add_init_script(
        "const key = 'klondike.preferences';"
        f"if (!localStorage.getItem(key)) localStorage.setItem(key, {stored});"
    )


class Table:
    """A table that shows a game dealt from a known deck, with an engine that plays along."""

    def __init__(self, page: Page, url: str, deck: str, rules: str = "hard") -> None:
        self.page = page
        self.url = url
        page.goto(f"{url}/about/")
        wish = {"deck": deck, "rules": rules}
        self.id: str = page.evaluate(POST_GAME, wish)
        self.game = engine.Game(engine.parse_deck(deck), engine.parse_rules(rules))
        self.open(page)

    def open(self, page: Page) -> None:
        page.goto(f"{self.url}/game/{self.id}/")
        page.wait_for_selector(".card")
        page.wait_for_selector(".tools")

    # What can be seen

    def view(self) -> dict[str, Any]:
        """The game as the API has it."""
        answer: dict[str, Any] = self.page.evaluate(GET_GAME, self.id)
        return answer

    def shown(self) -> dict[str, Any]:
        """What lies on the cloth when all has come to rest."""
        until(self.page, "!document.querySelector('.flying, .lifted')")
        answer: dict[str, Any] = self.page.evaluate(SHOWN)
        return answer

    def expected(self) -> dict[str, Any]:
        """What should lie there, worked out by the engine."""
        view = engine.view(self.game, "player")
        home = [RANKS[count - 1] + suit for suit, count in view["foundations"].items() if count]
        return {
            "columns": [[column["down"], column["up"]] for column in view["columns"]],
            "waste": cards(view["waste"])[-self.game.rules.draw :],
            "home": sorted(home),
        }

    def check(self) -> None:
        settled = f'.table-page[data-version="{self.game.version}"][data-waiting="0"]'
        self.page.wait_for_selector(settled, timeout=20_000)
        shown, expected = self.shown(), self.expected()
        assert shown == expected, (
            f"after {self.game.version} actions: {shown} instead of {expected}"
        )

    # Moves

    def play(self, action: str, way: Way) -> None:
        """Play an action by hand, and along in the engine."""
        if way == "keys":
            self._type(action)
        elif action in ("sw", "ws"):
            self._click(self._place("s"))
        elif way == "drag" or self._would_go_home(action):
            self._drag(self._from(action), self._to(action))
        else:
            self._click(self._from(action))
            if not action.endswith("f"):
                self._click(self._to(action))
        self.game.act(action, 0)

    def _type(self, action: str) -> None:
        if action in ("sw", "ws"):
            self.page.keyboard.press("d")
            return
        self._known(action)
        for letter in action:
            self.page.keyboard.press(f"Shift+{letter}" if letter in "CDHS" else letter)

    def _would_go_home(self, action: str) -> bool:
        """A tap on this card would send it home, which is not what the log does."""
        source, target = action[0], action[1]
        return source in "CDHS" or (target != "f" and f"{source}f" in self.game.legal())

    def _known(self, action: str) -> str:
        """The card that is lifted, once it and the card that it goes onto can be seen."""
        card = self._lifted(action)
        self._wait_for(card)
        if action[1] != "f" and (under := self._under(action)):
            self._wait_for(under)
        return card

    def _wait_for(self, card: str) -> None:
        self.page.wait_for_selector(f'.card[data-face^="{card}"]', state="attached")

    def _under(self, action: str) -> str | None:
        column = cards(engine.view(self.game, "player")["columns"][int(action[1]) - 1]["up"])
        return column[-1] if column else None

    def _lifted(self, action: str) -> str:
        source, target = action[0], action[1]
        view = engine.view(self.game, "player")
        if source == "w":
            return str(view["waste"][-2:])
        if source in "CDHS":
            return RANKS[view["foundations"][source] - 1] + source
        column = cards(view["columns"][int(source) - 1]["up"])
        if target == "f":
            return column[-1]
        under = self._under(action)
        wanted = RANKS.index(under[0]) - 1 if under else 12
        return next(card for card in column if RANKS.index(card[0]) == wanted)

    def _from(self, action: str) -> tuple[float, float]:
        return self._card(self._known(action))

    def _to(self, action: str) -> tuple[float, float]:
        if action[1] == "f":
            return self._place(self._lifted(action)[1])
        under = self._under(action)
        return self._card(under) if under else self._place(action[1])

    def _card(self, card: str) -> tuple[float, float]:
        """A point in a card's uncovered strip."""
        # A card that is turned over on its way may have been the one that was waited for.
        while (point := self.page.evaluate(CARD_POINT, card)) is None:
            self._wait_for(card)
        x, y = point
        return x, y

    def _place(self, name: str) -> tuple[float, float]:
        x, y = self.page.evaluate(PLACE_POINT, name)
        return x, y

    def _click(self, point: tuple[float, float]) -> None:
        self.page.mouse.click(*point)

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()


def cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


POST_GAME = """async (wish) => {
  const csrf = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': csrf };
  const body = JSON.stringify(wish);
  const answer = await fetch('/api/v1/games/', { method: 'POST', headers, body });
  return (await answer.json()).id;
}"""
GET_GAME = "async (id) => (await fetch(`/api/v1/games/${id}/`)).json()"
SHOWN = """() => {
  const named = (card) => card.dataset.face.replace('-large', '');
  const all = [...document.querySelectorAll('.card')].map((card) => {
    const at = new DOMMatrix(card.style.transform);
    const up = !card.classList.contains('down');
    return { name: named(card), x: at.e, y: at.f, z: Number(card.style.zIndex), up };
  });
  const mark = (name) => {
    const at = new DOMMatrix(document.querySelector(`[data-mark="${name}"]`).style.transform);
    return { x: at.e, y: at.f };
  };
  const top = mark('1').y - 2;
  const width = document.querySelector('.card').offsetWidth;
  const rows = all.filter((card) => card.y < top);
  const along = (card) => card.x - mark('w').x;
  const wasted = (card) => card.up && along(card) > -2 && along(card) < 1.3 * width;
  const waste = rows.filter(wasted).sort((a, b) => a.z - b.z);
  const topOf = (suit) => rows
    .filter((card) => card.up && Math.abs(card.x - mark(suit).x) < 2)
    .sort((a, b) => b.z - a.z)[0]?.name;
  const spots = ['C', 'D', 'H', 'S'].map(topOf).filter(Boolean);
  const spread = [...new Map(waste.map((card) => [card.x, card.name])).values()];
  const columns = ['1', '2', '3', '4', '5', '6', '7'].map((pile) => {
    const here = all.filter((card) => card.y >= top && Math.abs(card.x - mark(pile).x) < 2);
    const up = here.filter((card) => card.up).sort((a, b) => a.z - b.z).map((card) => card.name);
    return [here.length - up.length, up.join('')];
  });
  return { columns, waste: spread, home: spots.sort() };
}"""
CARD_POINT = """(name) => {
  const card = document.querySelector(`.card[data-face^="${name}"]`);
  if (!card) return null;
  const board = document.querySelector('.board').getBoundingClientRect();
  const at = new DOMMatrix(card.style.transform);
  return [board.left + at.e + card.offsetWidth / 2, board.top + at.f + 7];
}"""
PLACE_POINT = """(name) => {
  const place = document.querySelector(`[data-mark="${name}"]`).getBoundingClientRect();
  return [place.left + place.width / 2, place.top + place.height / 2];
}"""
