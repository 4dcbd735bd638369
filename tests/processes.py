"""Processes that end with the one that started them, and what starting them needs."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUARD = ROOT / "tests" / "guard.py"
PATIENCE = 30.0


def free_port() -> int:
    """A port on 127.0.0.1 below the range from which the kernel gives out ports by itself."""
    while True:
        port = random.SystemRandom().randrange(18000, 32000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(ready: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Ask ``ready`` every 20 ms; ``TimeoutError`` names ``what`` after ``patience`` seconds."""
    deadline = time.monotonic() + patience
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} is not ready after {patience:.0f} s")
        time.sleep(0.02)


def children(pid: int, word: bytes) -> list[int]:
    """The processes that a process has started and whose command holds the word."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            command = (place / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if parent == pid and word in command:
            found.append(int(place.name))
    return found


def new_directory(name: str, user: int | None) -> Path:
    """A temporary directory that ``user`` owns and can enter."""
    path = Path(tempfile.mkdtemp(prefix=f"klondike-{name}-"))
    if user is not None:
        os.chown(path, user, user)
    return path


class Guarded:
    """A process that cannot outlive this one."""

    def __init__(
        self,
        command: list[str],
        *,
        end: signal.Signals,
        log: Path,
        user: int | None = None,
        directory: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        guard = [sys.executable, "-S", str(GUARD), str(int(end)), str(user or "-")]
        with log.open("ab") as output:
            self._guard = subprocess.Popen(
                [*guard, str(directory or "-"), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                env=env,
                cwd=ROOT if user is None else "/",
                start_new_session=True,
            )
        assert self._guard.stdout is not None
        self.pid = int(self._guard.stdout.readline())
        self._end = end

    @property
    def running(self) -> bool:
        with contextlib.suppress(OSError):
            os.kill(self.pid, 0)
            return self._guard.poll() is None
        return False

    def finish(self, number: int | None = None, *, keep: bool = True) -> None:
        """Send the signal, wait for the end, and keep or remove the directory."""
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        if self._guard.stdin.closed:
            return
        with contextlib.suppress(OSError):
            if self._guard.poll() is None:
                os.kill(self.pid, self._end if number is None else number)
        with contextlib.suppress(OSError):
            if keep:
                self._guard.stdin.write(b"k")
            self._guard.stdin.close()
        self._guard.wait(PATIENCE)
        self._guard.stdout.close()
