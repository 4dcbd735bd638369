"""Fixtures for every test: the services, fresh databases, servers as processes, the browser."""

import fcntl
import secrets
import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests import plugin
from tests.services import Postgres, Redis, Server, migrate, started
from tests.ws.client import Api

CHROMIUM = "/usr/bin/chromium"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NewDatabase = Callable[..., str]


class NewServer(Protocol):
    def __call__(
        self, database_url: str = ..., *, program: str = ..., redis_url: str = ..., **env: str
    ) -> Server: ...


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    """The run's PostgreSQL; shared, so not to be stopped."""
    plugin.postgres_server.start()
    return plugin.postgres_server


@pytest.fixture(scope="session")
def redis_server() -> Redis:
    """The run's Redis; shared, so not to be stopped."""
    plugin.valkey_server.start()
    return plugin.valkey_server


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for one test, which may stop, crash and restart it."""
    with started(Postgres()) as service:
        yield service


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis for one test, which may stop and restart it."""
    with started(Redis()) as service:
        yield service


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, postgres: Postgres, redis_server: Redis
) -> None:
    """Have the services running before Django makes its test database."""


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Forget counts and cached answers of the test before, where a test can have made any."""
    if {"db", "transactional_db", "redis_server"} & set(request.fixturenames):
        from django.core.cache import cache

        request.getfixturevalue("redis_server")
        cache.clear()


@pytest.fixture(scope="session")
def shared_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One directory for all workers of the run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if plugin.WORKER else base


@pytest.fixture(scope="session")
def migrated(shared_directory: Path, postgres: Postgres) -> Callable[[str], str]:
    """The migrated template of a kind of database: a PostgreSQL name or an SQLite path."""

    def template(kind: str) -> str:
        path = shared_directory / "template.sqlite3"
        name, url = {
            "postgresql": ("klondike_template", postgres.url("klondike_template")),
            "sqlite": (str(path), f"sqlite:///{path}"),
        }[kind]
        with (shared_directory / f"{kind}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = shared_directory / f"{kind}.migrated"
            if not done.exists():
                if kind == "postgresql":
                    postgres.create(name)
                migrate(url)
                done.touch()
        return name

    return template


@pytest.fixture(scope="session")
def live(
    migrated: Callable[[str], str],
    postgres: Postgres,
    redis_server: Redis,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """One server for all tests that do not end it, on a database of its own, without limits of
    requests."""
    name = f"live_{secrets.token_hex(4)}"
    url = postgres.create(name, migrated("postgresql"))
    log = tmp_path_factory.mktemp("live") / "server.log"
    env = {"DATABASE_URL": url, "REDIS_URL": redis_server.url, "LIMITS": "off"}
    server = Server(env, log).start()
    yield server
    server.stop()
    postgres.drop(name)


@pytest.fixture(scope="session")
def live_too(live: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another process of the same service, on the same database and Redis."""
    server = Server(live.env, tmp_path_factory.mktemp("live") / "server.log").start()
    yield server
    server.stop()


@pytest.fixture
def alice(live: Server) -> Iterator[Api]:
    """A guest."""
    with Api(live.url) as api:
        yield api


@pytest.fixture
def bob(live: Server) -> Iterator[Api]:
    """Another guest, who plays with alice's games in vain."""
    with Api(live.url) as api:
        yield api


@pytest.fixture
def new_database(
    migrated: Callable[[str], str], postgres: Postgres, tmp_path: Path
) -> Iterator[NewDatabase]:
    """``new_database()`` gives the URL of a fresh migrated database; ``"sqlite"`` is the other."""
    made: list[str] = []

    def new(kind: str = "postgresql") -> str:
        template = migrated(kind)
        name = f"fresh_{uuid.uuid4().hex[:12]}"
        if kind == "postgresql":
            made.append(name)
            return postgres.create(name, template)
        return f"sqlite:///{shutil.copy(template, tmp_path / f'{name}.sqlite3')}"

    yield new
    for name in made:
        postgres.drop(name)


@pytest.fixture(params=["postgresql", "sqlite"])
def any_database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """The URL of a fresh migrated database: the test runs once on each kind."""
    return new_database(request.param)


@pytest.fixture
def server(new_database: NewDatabase, redis_server: Redis, tmp_path: Path) -> Iterator[NewServer]:
    """``server(database_url, program="daphne", NAME="value")`` runs the service as a process.

    Without a URL it gets a fresh PostgreSQL database, and the run's Redis unless ``redis_url`` is
    another one or "" for none. All are stopped at the end.
    """
    servers: list[Server] = []

    def run(
        database_url: str = "",
        *,
        program: str = "uvicorn",
        redis_url: str = redis_server.url,
        **env: str,
    ) -> Server:
        chosen = {"DATABASE_URL": database_url or new_database(), "REDIS_URL": redis_url, **env}
        made = Server(chosen, tmp_path / f"server-{len(servers)}.log", program)
        servers.append(made)
        return made.start()

    yield run
    for made in servers:
        made.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium, which asks nothing of the network by itself."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": CHROMIUM_FLAGS}
