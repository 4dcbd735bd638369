"""What a whole game costs the page: a trace that Chromium writes of itself, by drag and by taps.

``make bench-page`` starts a service of its own. Printed for each way to play: the main thread's
tasks above 50 ms (wall clock and processor time: only the latter is the page's own fault on a busy
machine), the longest, and the milliseconds from a pointer's release to the frame that shows what
it did, which contains the wait for the next frame (16.7 ms at 60 a second).
"""

import json
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.e2e.tables import Table, Way, actions_of, prefer, real_deals
from tests.e2e.waiting import until
from tests.services import Postgres, Server, migrate, started

LONG = 50.0
CATEGORIES = [
    "toplevel",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
SPEEDS = ("normal", "none")
Event = dict[str, Any]


@contextmanager
def service() -> Iterator[Server]:
    with ExitStack() as stack:
        postgres: Postgres = stack.enter_context(started(Postgres()))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = postgres.create("bench")
        migrate(url)
        env = {"DATABASE_URL": url, "REDIS_URL": "", "INSECURE_LOCAL": "1", "LIMITS": "off"}
        server = Server(env, folder / "log")
        stack.callback(server.stop)
        yield server.start()


def main_thread(events: list[Event]) -> tuple[int, int]:
    """Process and thread of the page: the renderer that was busiest."""
    names = [event for event in events if event["name"] == "thread_name"]
    found = [
        (event["pid"], event["tid"])
        for event in names
        if event["args"].get("name") == "CrRendererMain"
    ]
    busy = dict.fromkeys(found, 0)
    for event in events:
        if (event["pid"], event["tid"]) in busy:
            busy[event["pid"], event["tid"]] += 1
    return max(busy, key=lambda key: busy[key])


def tasks(events: list[Event], thread: tuple[int, int]) -> list[tuple[float, float]]:
    """Wall clock and processor time of each task, in milliseconds."""
    return [
        (event["dur"] / 1000, event["tdur" if "tdur" in event else "dur"] / 1000)
        for event in events
        if event["name"].endswith("RunTask")
        and "dur" in event
        and (event["pid"], event["tid"]) == thread
    ]


def shown_after(events: list[Event], thread: tuple[int, int]) -> list[float]:
    """Milliseconds from each release to the first frame drawn after the page had done its part."""
    own = sorted((event for event in events if "ts" in event), key=lambda event: event["ts"])
    releases = [
        event
        for event in own
        if event["name"] == "EventDispatch"
        and event["args"].get("data", {}).get("type") == "pointerup"
        and (event["pid"], event["tid"]) == thread
    ]
    process = thread[0]
    commits = [
        event["ts"] for event in own if event["name"] == "Commit" and event["pid"] == process
    ]
    draws = [
        event["ts"] for event in own if event["name"] == "DrawFrame" and event["pid"] == process
    ]
    waits = []
    for event in releases:
        done = event["ts"] + event.get("dur", 0)
        commit = next((at for at in commits if at >= done), None)
        draw = next((at for at in draws if commit is not None and at >= commit), None)
        if draw is not None:
            waits.append((draw - event["ts"]) / 1000)
    return waits


def play(browser: Browser, url: str, way: Way, speed: str) -> list[Event]:
    """Win a game by hand, and give the trace of it."""
    page = browser.new_context(service_workers="block").new_page()
    prefer(page, animation=speed, celebrate=False)
    deal = real_deals(3)[0]
    table = Table(page, url, deal["deck"])
    page.wait_for_load_state("networkidle")
    browser.start_tracing(page=page, categories=CATEGORIES)
    for action in actions_of(deal["log"]):
        # A hand takes a card where it lies, not out of the air.
        until(page, "() => !document.querySelector('.flying')")
        table.play(action, way)
    page.wait_for_selector(".over")
    trace: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    return trace


def report(way: str, speed: str, events: list[Event]) -> None:
    thread = main_thread(events)
    done = tasks(events, thread)
    waits = sorted(shown_after(events, thread))
    wall = [task for task, _ in done if task > LONG]
    own = [task for _, task in done if task > LONG]
    most = max(task for _, task in done)
    middle = statistics.median(waits)
    late = waits[int(len(waits) * 0.95)]
    print(
        f"{way:5} {speed:10} {len(done):8} {len(wall):10} {len(own):10} {most:11.1f} "
        f"{len(waits):9} {middle:8.1f} {late:6.1f} {waits[-1]:6.1f}"
    )


def main() -> None:
    print(
        "way   animation     tasks  >50 wall  >50 own  longest own  gestures  median   95 %    max"
    )
    with service() as server, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for way in ("drag", "tap"):
            for speed in SPEEDS:
                report(way, speed, play(browser, server.url, way, speed))
        browser.close()


if __name__ == "__main__":
    main()
