"""What the first load weighs, what is kept for good, and that nobody else is asked for anything."""

import json
import re
from typing import Any

from playwright.sync_api import Page

from klondike_site.pages import ROUTES
from tests.e2e.tables import Table, real_deals
from tests.services import Server

BUDGET = 60_000
FOR_GOOD = "max-age=315360000, public, immutable"
DECK = real_deals(3)[0]["deck"]


def test_the_first_load_of_the_table_is_light(page: Page, site: Server) -> None:
    """Bytes on the wire, headers and the game itself included, the card art apart.

    Chromium asks for no brotli where there is no TLS, so this is gzip.
    """
    game = Table(page, site.url, DECK).id
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    asked: dict[str, str] = {}
    weights: dict[str, float] = {}
    session.on(
        "Network.responseReceived",
        lambda told: asked.__setitem__(told["requestId"], told["response"]["url"]),
    )
    session.on(
        "Network.loadingFinished",
        lambda told: weights.__setitem__(told["requestId"], told["encodedDataLength"]),
    )
    page.goto(f"{site.url}/game/{game}/", wait_until="networkidle")
    page.wait_for_selector(".card svg")
    sizes = {asked[number]: weight for number, weight in weights.items() if number in asked}
    art = [url for url in sizes if "/cards-" in url and url.endswith(".svg")]
    assert len(art) == 1, "all faces come in one file"
    total = sum(weight for url, weight in sizes.items() if url not in art)
    assert 20_000 < total <= BUDGET, json.dumps(sizes, indent=1)


def test_hashed_files_are_kept_for_good_and_pages_are_not(page: Page, site: Server) -> None:
    told: dict[str, dict[str, Any]] = {}
    page.on("response", lambda answer: told.setdefault(answer.url, answer.headers))
    Table(page, site.url, DECK)
    page.wait_for_load_state("networkidle")
    assets = {url: head for url, head in told.items() if "/static/assets/" in url}
    assert len(assets) > 10
    assert {head["cache-control"] for head in assets.values()} == {FOR_GOOD}
    for url in assets:
        head = page.request.get(url, headers={"Accept-Encoding": "gzip"}).headers
        # What gets no smaller goes as it is.
        assert head.get("content-encoding") == "gzip" or int(head["content-length"]) < 200, url
    pages = {url: head for url, head in told.items() if "/static/" not in url}
    assert any("/api/" in url for url in pages)
    for url, head in pages.items():
        assert re.search(r"no-store|no-cache|private|max-age=0", head.get("cache-control", "")), url


def test_no_page_asks_another_host_or_shows_a_bare_key(page: Page, site: Server) -> None:
    """In each language; the fixture `faults` minds the hosts and what the console complains of."""
    table = Table(page, site.url, DECK)
    name = table.view()["player"]["name"]
    parts = {
        "id": table.id,
        "name": name,
        "date": "2026-01-01",
        "ladder": "draw-3",
        "board": "score",
        "topic": "rules",
        "part": "security",
    }
    listed: dict[str, str] = json.loads(ROUTES.read_text())
    addresses = [re.sub(r":(\w+)", lambda part: parts[part[1]], route) for route in listed.values()]
    for language in ("en", "nl", "de"):
        page.evaluate(SPEAK, language)
        page.goto(f"{site.url}/about/")
        for page_name, address in zip(listed, addresses, strict=True):
            text = page.evaluate(SHOW, [address, page_name])
            assert not re.findall(r"\{\w+\}", text), f"{language} {address}"
            keys = re.findall(KEYS, text)
            assert not keys, f"{language} {address}: {keys}"


SECTIONS = "|".join(
    json.loads((ROUTES.parent.parent / "src" / "i18n" / "en.json").read_text()).keys()
)
KEYS = rf"\b(?:{SECTIONS})\.[a-z]\w+\b"
SPEAK = """(language) => {
  const kept = JSON.parse(localStorage['klondike.preferences'] ?? '{}');
  localStorage['klondike.preferences'] = JSON.stringify({ ...kept, language });
}"""
# Goes to a page as a link does, and gives all its words once it has settled.
SHOW = """async ([address, name]) => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
  const settled = () => document.querySelector(`.app[data-page="${name}"] h1`)
    && !document.querySelector('.waiting');
  for (let turn = 0; turn < 400 && !settled(); turn++) await new Promise(requestAnimationFrame);
  const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
    (one) => ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''));
  return [document.title, document.body.innerText, ...labels].join('\\n');
}"""
