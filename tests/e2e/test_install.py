"""The site as an installed app: manifest, icons, the service worker, and what it shows offline."""

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.conftest import NewServer
from tests.e2e.conftest import listen
from tests.e2e.tables import Table, actions_of, prefer, real_deals
from tests.services import Server

READY = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; });
}"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""


@pytest.fixture
def worker_context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser in which the service worker may work; the other tests do without."""
    context = browser.new_context(service_workers="allow", locale="en-GB")
    context.set_default_timeout(10_000)
    yield context
    context.close()


def opened(context: BrowserContext, url: str) -> Page:
    """A page that the service worker has taken over."""
    page = context.new_page()
    found: list[str] = []
    listen(page, found)
    page.goto(url)
    page.evaluate(READY)
    assert found == []
    return page


def test_the_browser_finds_it_installable(browser: Browser, site: Server) -> None:
    # Chromium offers no installation in the incognito windows that tests usually have.
    page = browser.new_page()
    page.goto(f"{site.url}/about/")
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    missing = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in missing if error["errorId"] != "in-incognito"] == []
    icons = manifest["icons"]
    purposes = {(icon["sizes"], icon["purpose"]) for icon in icons}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    for icon in icons:
        size = page.evaluate(SIZE_OF_ICON, f"/static/{icon['src']}")
        assert icon["sizes"] == "any" or icon["sizes"] == "x".join(map(str, size))
    page.close()


def test_the_worker_is_asked_for_anew_and_may_reach_nothing_else(site: Server, page: Page) -> None:
    answer = page.request.get(f"{site.url}/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "connect-src 'self'" in answer.headers["content-security-policy"]
    assert page.request.post(f"{site.url}/sw.js").status in (403, 405)


def test_only_hashed_files_are_kept(worker_context: BrowserContext, site: Server) -> None:
    page = opened(worker_context, f"{site.url}/about/")
    table = Table(page, site.url, real_deals(3)[0]["deck"])
    for action in actions_of(real_deals(3)[0]["log"])[:5]:
        table.play(action, "keys")
    table.check()
    page.goto(f"{site.url}/learn/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    kept = page.evaluate(KEPT)
    assert any("/learn-" in path for path in kept), "what was loaded on the way is kept too"
    for path in kept:
        assert path.startswith("/static/assets/")
        assert len(path.rsplit("-", 1)[1].split(".")[0]) >= 8 or path.split(".")[0][-9] == "-"


def test_kept_files_are_not_asked_for_again(worker_context: BrowserContext, site: Server) -> None:
    page = opened(worker_context, f"{site.url}/about/")
    fetched: list[str] = []
    page.on(
        "response",
        lambda answer: (
            None if answer.from_service_worker else fetched.append(urlsplit(answer.url).path)
        ),
    )
    Table(page, site.url, real_deals(3)[0]["deck"])
    assert [path for path in fetched if path.startswith("/static/assets/")] == []
    assert any(path.startswith("/api/") for path in fetched)


def test_offline_says_what_to_do_and_comes_back(
    worker_context: BrowserContext, server: NewServer
) -> None:
    service = server()
    page = opened(worker_context, f"{service.url}/about/")
    service.stop()
    page.goto(f"{service.url}/daily/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") == "44px"
    service.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".app[data-page='daily'] h1")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "title"), [("nl", "Je bent offline"), ("de", "Du bist offline")]
)
def test_offline_is_said_in_the_reader_s_language(
    worker_context: BrowserContext, site: Server, language: str, title: str
) -> None:
    page = worker_context.new_page()
    prefer(page, language=language)
    page.goto(f"{site.url}/about/")
    page.evaluate(READY)
    worker_context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == language


def test_a_new_build_neither_reloads_nor_breaks_a_game_in_play(
    worker_context: BrowserContext, site: Server
) -> None:
    page = opened(worker_context, f"{site.url}/about/")
    table = Table(page, site.url, real_deals(3)[0]["deck"])
    page.evaluate("window.stayed = true")
    assert page.evaluate(RENEWED) == "installed", "it waits until the last tab is closed"
    for action in actions_of(real_deals(3)[0]["log"])[:6]:
        table.play(action, "keys")
    table.check()
    assert page.evaluate("window.stayed")
    assert page.evaluate(ACTIVE) == "/sw.js"


SIZE_OF_ICON = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}"""
# Another address is another script, as a new build would be.
RENEWED = """async () => {
  const known = await navigator.serviceWorker.register('/sw.js?another');
  const fresh = known.installing ?? known.waiting;
  while (fresh.state === 'installing') await new Promise((done) => { fresh.onstatechange = done; });
  return fresh.state;
}"""
ACTIVE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  return active.scriptURL.slice(location.origin.length);
}"""
