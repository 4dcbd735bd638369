"""One running service for the browser's tests, and a browser that minds the reader of its tests."""

import contextlib
import fcntl
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.e2e import seed
from tests.services import Postgres, Redis, Server, started

HARMLESS = ("net::ERR_", "WebSocket connection to", "the server responded with a status of")
"""Parts of what Chromium itself reports when a connection or a request fails on purpose."""


@contextlib.contextmanager
def serving(postgres: Postgres, template: str, directory: Path, **env: str) -> Iterator[Server]:
    """The service on a copy of a database, with a Redis of its own: what one town caches is not
    read in another."""
    name = f"{directory.name}_{uuid.uuid4().hex[:8]}"
    url = postgres.create(name, template)
    with started(Redis()) as redis:
        env |= {"DATABASE_URL": url, "REDIS_URL": redis.url}
        made = Server(env, directory / "server.log").start()
        yield made
        made.stop()
    postgres.drop(name)


@pytest.fixture(scope="session")
def site(
    migrated: Callable[[str], str], postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The service as a process on a database of its own, shared by the tests that don't stop it.

    Without limits: all tests come from one address, and each as a new guest.
    """
    directory = tmp_path_factory.mktemp("site")
    with serving(postgres, migrated("postgresql"), directory, LIMITS="off") as made:
        yield made


@pytest.fixture(scope="session")
def seeded(migrated: Callable[[str], str], postgres: Postgres, shared_directory: Path) -> str:
    """A database with people who have played for some days (see seed.py), made once a run."""
    name, empty = "klondike_town", migrated("postgresql")
    with (shared_directory / "town.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = shared_directory / "town.seeded"
        if not done.exists():
            url = postgres.create(name, empty)
            with started(Redis()) as redis:
                seed.fill({"DATABASE_URL": url, "REDIS_URL": redis.url})
            done.touch()
    return name


@pytest.fixture(scope="session")
def town(
    seeded: str, postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The service with those people, and no limits."""
    with serving(postgres, seeded, tmp_path_factory.mktemp("town"), LIMITS="off") as made:
        yield made


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """No service worker, which would hide what a page asks for; test_install.py allows it."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """A browser without a cookie; nothing may be asked of another host."""
    context.set_default_timeout(10_000)
    return context


@pytest.fixture(autouse=True)
def faults(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Whatever the page reports as an error fails the test; a test may clear the list itself."""
    found: list[str] = []
    if "page" not in request.fixturenames:
        yield found
        return
    page: Page = request.getfixturevalue("page")
    listen(page, found)
    yield found
    assert found == []


def listen(page: Page, found: list[str]) -> None:
    """Collect a page's script errors, its complaints, and requests to other hosts."""

    def told(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in HARMLESS):
            found.append(message.text)

    def asked(request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")):
            found.append(f"asked another host: {request.url}")

    page.on("console", told)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", asked)
