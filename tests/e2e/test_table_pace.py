"""How much of the page's time a move takes, from a trace that Chromium writes of itself."""

import json
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.tables import Table, actions_of, prefer, real_deals
from tests.services import Server

LONGEST_TASK = 50_000
"""Microseconds of processor time: what else the machine does must not count."""


def main_thread_tasks(trace: bytes) -> list[int]:
    """The processor time, in microseconds, of each task of the pages' main threads."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    return [
        event["tdur"]
        for event in events
        if event["name"].endswith("RunTask")
        and "tdur" in event
        and (event["pid"], event["tid"]) in main
    ]


def test_no_task_of_a_game_is_long(page: Page, browser: Browser, site: Server) -> None:
    prefer(page, animation="normal")
    deal = real_deals(3)[0]
    table = Table(page, site.url, deal["deck"])
    page.wait_for_timeout(1500)
    browser.start_tracing(
        page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"]
    )
    for action in actions_of(deal["log"])[:60]:
        table.play(action, "keys")
    table.check()
    tasks = main_thread_tasks(browser.stop_tracing())
    assert len(tasks) > 200
    assert max(tasks) < LONGEST_TASK
