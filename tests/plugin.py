"""Chooses the tests' services before Django reads its settings (``-p tests.plugin``).

The process that leads the run owns one PostgreSQL and one Valkey; pytest-xdist's workers share
them, each with databases of its own. The variables are set whatever the caller's environment
says, so no test ever reaches a service that is not the tests'.
"""

import os

import pytest

from tests.services import Postgres, Redis

POSTGRES_PORT = "KLONDIKE_TESTS_POSTGRES"
REDIS_PORT = "KLONDIKE_TESTS_REDIS"
WITHOUT_SERVICES = ("tests/engine", "tests/solver")

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER:
    postgres_server = Postgres(int(os.environ[POSTGRES_PORT]))
    valkey_server = Redis(int(os.environ[REDIS_PORT]))
else:
    postgres_server = Postgres(durable=False)
    valkey_server = Redis()
    os.environ[POSTGRES_PORT] = str(postgres_server.port)
    os.environ[REDIS_PORT] = str(valkey_server.port)

for inherited in ("SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS"):
    os.environ.pop(inherited, None)
os.environ["INSECURE_LOCAL"] = "1"
os.environ["DAILY_ON_DEMAND"] = "0"
os.environ["DATABASE_URL"] = postgres_server.url("klondike")
os.environ["REDIS_URL"] = valkey_server.url.removesuffix("0") + str(
    1 + int(WORKER.removeprefix("gw")) if WORKER else 0
)


def _services_wanted(config: pytest.Config) -> bool:
    if WORKER or config.option.collectonly or config.option.help:
        return False
    parallel = bool(getattr(config.option, "numprocesses", None))
    return parallel or not all(
        any(folder in argument for folder in WITHOUT_SERVICES) for argument in config.args
    )


def pytest_configure(config: pytest.Config) -> None:
    if _services_wanted(config):
        postgres_server.start()
        valkey_server.start()


def pytest_unconfigure() -> None:
    if not WORKER:
        postgres_server.close()
        valkey_server.close()
