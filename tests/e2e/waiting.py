"""Waiting for a state of the page: ``wait_for_function`` is against the policy of our pages."""

import time
from typing import Any

from playwright.sync_api import Page, Request


def until(page: Page, condition: str, arg: Any = None, seconds: float = 20) -> Any:
    """Evaluate ``condition`` (an expression or a function of ``arg``) until it holds; its value."""
    end = time.monotonic() + seconds
    while not (value := page.evaluate(condition, arg)):
        assert time.monotonic() < end, f"never came true: {condition} ({arg})"
        page.wait_for_timeout(15)
    return value


def confirmed(page: Page, version: int) -> None:
    """Wait until the table shows this version and nothing is on its way."""
    page.wait_for_selector(f'.table-page[data-version="{version}"][data-waiting="0"]')


class Traffic:
    """What a page has asked for and not got yet, to know when it has come to rest."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._open: set[Request] = set()
        self._latest = time.monotonic()
        page.on("request", self._asked)
        page.on("requestfinished", self._over)
        page.on("requestfailed", self._over)

    def _asked(self, request: Request) -> None:
        self._open.add(request)
        self._latest = time.monotonic()

    def _over(self, request: Request) -> None:
        self._open.discard(request)
        self._latest = time.monotonic()

    def rest(self, quiet: float = 0.15, seconds: float = 20) -> None:
        """Wait until every answer is there and nothing more was asked for in ``quiet`` seconds."""
        end = time.monotonic() + seconds
        while self._open or time.monotonic() < self._latest + quiet:
            assert time.monotonic() < end, f"still waiting for {[one.url for one in self._open]}"
            self.page.wait_for_timeout(25)
