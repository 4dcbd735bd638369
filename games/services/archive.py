"""The public file of a month: every finished rated game, a line each, compressed."""

import gzip
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import BinaryIO

from games.boards import midnight
from games.selectors import history
from games.services import utc


class NotOver(ValueError):
    """The month has not ended, so its file would lack games."""


@dataclass(frozen=True)
class Archive:
    """A written file, the games in it, and the SHA-256 of the file in hex."""

    path: Path
    games: int
    digest: str


def month_bounds(month: str) -> tuple[date, date]:
    """First day of a month written ``2026-11`` and of the next; ``ValueError`` for another text."""
    first = date.fromisoformat(f"{month}-01")
    following = date(first.year + first.month // 12, first.month % 12 + 1, 1)
    return first, following


@contextmanager
def _put_in_place(path: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name only when it is whole."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_month(month: str, folder: Path, today: date) -> Archive:
    """Write ``klondike-rated-<month>.ndjson.gz`` and its ``.sha256`` into the folder.

    The same games give the same bytes. Raises `NotOver` before the month and the day after it
    are over (a daily's deck is secret until then), and ``ValueError`` for no month.
    """
    first, following = month_bounds(month)
    if today <= following:
        raise NotOver(f"{month} can be written from the second day of the next month on.")
    path = folder / f"klondike-rated-{month}.ndjson.gz"
    count = 0
    # No name and no time of day within, so that the same games give the same bytes.
    with (
        _put_in_place(path) as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed,
    ):
        for game in history.rated_between(midnight(first), midnight(following)):
            packed.write(history.line(game, utc.now()).encode())
            count += 1
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    with _put_in_place(path.with_name(path.name + ".sha256")) as beside:
        beside.write(f"{digest}  {path.name}\n".encode())
    return Archive(path, count, digest)
