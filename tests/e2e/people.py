"""People in front of a browser: they sign up, sign in, and ask the API as the page does."""

import itertools
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.seed import PASSWORD

_numbers = itertools.count(1)


def new_name() -> str:
    return f"visitor-{next(_numbers)}"


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """The API's answer to the page's own session; None for an empty one."""
    status, answer = page.evaluate(_ASK, [method, path, body])
    assert status < 400, (path, status, answer)
    return answer


def sign_in(page: Page, url: str, name: str, query: str = "") -> None:
    page.goto(f"{url}/signin/{query}")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_up(page: Page, url: str, name: str, query: str = "") -> None:
    """Make an account by the page, and leave the offer of a passkey aside."""
    page.goto(f"{url}/signup/{query}")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def start_game(page: Page, actions: list[str]) -> str:
    """Begin a game on a known deal and play its first actions; the game's id."""
    game = ask(page, "POST", "games/", {"code": "KL1-D1N-AAAAAAG"})
    ask(page, "POST", f"games/{game['id']}/actions/", {"actions": actions, "version": 0})
    return str(game["id"])


_ASK = """async ([method, path, body]) => {
  const csrf = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': csrf };
  const given = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const answer = await fetch(`/api/v1/${path}`, { method, headers, ...given });
  return [answer.status, answer.status === 204 ? null : await answer.json()];
}"""
