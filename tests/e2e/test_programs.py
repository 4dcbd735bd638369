"""Other people's programs, let in through a real browser, and the API's page to read."""

import re
import secrets
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from authlib.integrations.requests_client import OAuth2Session
from playwright.sync_api import Page, expect

from tests.names import new_name
from tests.services import Server

PASSWORD = "nine of hearts, ten of spades"
AUTH = "/_allauth/browser/v1/"
GUIDE = Path(__file__).parents[2] / "docs" / "api" / "ten-minutes.md"


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"<!doctype html><title>A program</title><p>Back in the program.</p>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The origin of a program's own page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def sign_up(client: httpx.Client) -> str:
    """Make an account as a page does it; its name."""
    client.get(AUTH + "config").raise_for_status()
    name = new_name()
    post(client, AUTH + "auth/signup", {"username": name, "password": PASSWORD})
    return name


def post(client: httpx.Client, path: str, data: Any) -> Any:
    headers = {"X-CSRFToken": client.cookies["csrftoken"], "Referer": str(client.base_url)}
    return client.post(path, json=data, headers=headers).raise_for_status().json()


def test_a_program_is_let_in_and_plays(site: Server, page: Page, elsewhere: str) -> None:
    back = f"{elsewhere}/back"
    with httpx.Client(base_url=site.url, timeout=30) as owner:
        name = sign_up(owner)
        made = {"name": "Card Counter", "redirect_uris": [back]}
        registered = post(owner, "/api/v1/me/clients/", made)
    with OAuth2Session(
        registered["client_id"],
        scope="read play",
        redirect_uri=back,
        code_challenge_method="S256",
        token_endpoint_auth_method="none",
    ) as program:
        discovery = f"{site.url}/.well-known/oauth-authorization-server"
        found = program.get(discovery, withhold_token=True).json()
        verifier = secrets.token_urlsafe(48)
        url, _ = program.create_authorization_url(
            found["authorization_endpoint"], code_verifier=verifier
        )
        page.goto(url)
        page.locator('input[autocomplete^="username"]').fill(name)
        page.locator('input[autocomplete="current-password"]').fill(PASSWORD)
        page.locator('button[type="submit"]').click()
        expect(page.get_by_role("heading", name="Let Card Counter in?")).to_be_visible()
        expect(page.get_by_label("play them in your name")).to_be_checked()
        page.get_by_role("button", name="Let it in").click()
        expect(page.get_by_text("Back in the program.")).to_be_visible()
        program.fetch_token(
            found["token_endpoint"], authorization_response=page.url, code_verifier=verifier
        )
        api = f"{site.url}/api/v1"
        assert program.get(f"{api}/me/").json()["name"] == name
        game = program.post(f"{api}/games/", json={"rules": "easy"}).json()
        asked = {"actions": ["sw"], "version": 0}
        answer = program.post(f"{api}/games/{game['id']}/actions/", json=asked)
        assert answer.json()["game"]["version"] == 1
        assert program.get(f"{api}/me/tokens/").json()["code"] == "scope_missing"


def test_the_guides_javascript_on_a_page_elsewhere(
    site: Server, page: Page, elsewhere: str
) -> None:
    (code,) = re.findall(r"```js\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    code = code.replace("https://klondike.example", site.url)
    page.goto(elsewhere)
    assert not page.context.cookies()
    page.evaluate(
        """async (code) => {
          const Socket = window.WebSocket;
          window.heard = [];
          window.WebSocket = class extends Socket {
            constructor(url) {
              super(url);
              this.addEventListener("message", (m) => window.heard.push(JSON.parse(m.data)));
            }
          };
          await new Function(`return (async () => { ${code} })()`)();
        }""",
        code,
    )
    page.wait_for_function("window.heard.filter((one) => one.t === 'acted').length >= 5")
    first = page.evaluate("window.heard[0]")
    assert (first["t"], first["v"]) == ("view", 0)
    assert not [one for one in page.evaluate("window.heard") if one["t"] == "refused"]
    assert not page.context.cookies()


def test_the_api_can_be_read(site: Server, page: Page) -> None:
    page.goto(f"{site.url}/api/docs/")
    expect(page.get_by_role("heading", name="Write a client in ten minutes")).to_be_visible(
        timeout=60_000
    )
    schema = httpx.get(f"{site.url}/api/schema/?format=json", timeout=60).json()
    text = page.locator("#docs").inner_text()
    for path in schema["paths"]:
        assert path in text
    broken = "() => [...document.images].filter((i) => i.offsetParent && !i.naturalWidth).length"
    assert page.evaluate(broken) == 0
    assert page.get_by_role("link", name="Klondike", exact=True).get_attribute("href") == "/"
    page.evaluate(AT_REST)
    link = page.locator("#docs").get_by_role("link", name="errors.md").first
    link.scroll_into_view_if_needed()
    # The page writes the section in sight into its address a moment after each scroll.
    page.wait_for_function("() => location.hash.startsWith('#section/The-websocket')")
    page.evaluate(AT_REST)
    link.click()
    expect(page.locator('[id="section/Errors"]')).to_be_in_viewport()
    for words in ("What will not change within v1", "token_revoked", "Retry-After", "act"):
        assert words in text


# The page is drawn part by part: what is jumped to would be pushed away by a part drawn above it.
AT_REST = """() => new Promise((done) => {
  let [height, same] = [0, 0];
  const timer = setInterval(() => {
    const now = document.documentElement.scrollHeight;
    same = now === height ? same + 1 : 0;
    height = now;
    if (same < 5) return;
    clearInterval(timer);
    done();
  }, 100);
})"""
