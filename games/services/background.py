"""Has missing daily deals prepared by another process, so that proving never delays a move."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

from games.boards import utc_day
from games.services import daily
from games.services.utc import now

# Two processes that prepare the same deal do no harm, only the same work.
PATIENCE = 300
_KEY = "daily-preparing"


class _Child:
    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def tidy(self) -> None:
        """Let others go on where it has done all it should; after a failure nobody hurries."""
        if self.process is not None and self.process.poll() == 0:
            self.process = None
            cache.delete(_KEY)


_child = _Child()


def prepare_soon() -> bool:
    """Start ``manage.py daily prepare`` if a deal is missing and nobody is at it; whether done."""
    _child.tidy()
    if not settings.DAILY_ON_DEMAND or _child.running or not daily.missing(utc_day(now())):
        return False
    if not cache.add(_KEY, os.getpid(), PATIENCE):
        return False
    _child.process = subprocess.Popen(  # noqa: S603 - nothing of the request is in it
        [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "daily", "prepare"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=settings.BASE_DIR,
    )
    return True


def close() -> None:
    """End the other process with this one; what it has prepared is stored."""
    if _child.process is not None and _child.running:
        _child.process.terminate()
        _child.process.wait()
        cache.delete(_KEY)
