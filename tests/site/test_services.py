"""The tests' own services and servers keep what conftest.py promises."""

import os
import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.conftest import NewDatabase, NewServer
from tests.processes import ROOT, wait_until
from tests.services import Postgres, Redis


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read()


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_postgres_keeps_its_rows_over_a_restart_and_a_crash(own_postgres: Postgres) -> None:
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        assert own_postgres.sql(f"SHOW {setting}") == [("on",)]
    own_postgres.sql("CREATE TABLE kept AS SELECT 7 AS value")
    for number in (signal.SIGINT, signal.SIGQUIT):
        own_postgres.restart(number)
        assert own_postgres.sql("SELECT value FROM kept") == [(7,)]


def test_redis_restarts(own_redis: Redis) -> None:
    own_redis.restart()


def test_programs_of_postgres_run(postgres: Postgres) -> None:
    for program in (postgres.psql, postgres.pgbench):
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        assert "18" in done.stdout


def test_every_new_database_is_empty_and_migrated(new_database: NewDatabase) -> None:
    first, second = new_database(), new_database()
    assert first != second


@pytest.mark.parametrize(("program", "kind"), [("uvicorn", "postgresql"), ("daphne", "sqlite")])
def test_server_is_killed_and_started_again(
    server: NewServer, new_database: NewDatabase, program: str, kind: str
) -> None:
    running = server(new_database(kind), program=program)
    assert fetch(f"{running.url}/readyz") == b'{"status": "ok", "failing": []}'
    running.kill9()
    assert not running.running
    running.start()
    assert b"ok" in fetch(f"{running.url}/healthz")
    pid = running.pid
    running.stop()
    assert gone(pid)


def test_services_end_with_their_killed_owner() -> None:
    script = (
        "import sys, time; from tests.services import Postgres, Redis\n"
        "p = Postgres(); p.start(); r = Redis(); r.start()\n"
        "print(p._process.pid, r._process.pid, p._directory, r._directory, flush=True)\n"
        "time.sleep(60)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    with owner.stdout:
        postgres, valkey, *directories = owner.stdout.readline().split()
    owner.kill()
    owner.wait()
    wait_until(lambda: gone(int(postgres)) and gone(int(valkey)), "the end of the services")
    wait_until(lambda: not any(map(os.path.exists, directories)), "the end of their directories")
