"""Writes to the boards: placing a player's rows, and keeping the counts that ranks are made of.

`place` runs in the transaction that ends a game. It touches the rows of one player and otherwise
only inserts, so two finishing games never wait for each other and can't deadlock. `fold` adds the
inserted changes to the chunks, later and by itself. See `games.models.standings` for the tables.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.models.standings import HIGHEST, LOWEST, BoardChange, BoardRow

CHUNK = 1024
"""Rows a chunk is cut to; it is cut when it holds twice as many."""

FOLD_AT = 200
"""Changes of a board that are worth folding."""


class Row(NamedTuple):
    """A place on a board: see `games.models.BoardRow`."""

    sort: int
    achieved: int
    game: int | None


def place(player_id: int, wanted: Mapping[int, Row | None]) -> list[int]:
    """Make the player's rows on these boards (by code) the wanted ones; the boards that changed.

    A row whose ``sort`` stays as it is keeps its time and game: an equal later result moves
    nothing. None takes the row away. The caller's transaction holds the player's standing.
    """
    old = current_rows(player_id, wanted)
    changes: list[BoardChange] = []
    put: list[BoardRow] = []
    gone: list[int] = []
    for board, row in sorted(wanted.items()):
        before = old.get(board)
        if (row and row.sort) == (before and before.sort):
            continue
        if before is not None:
            changes.append(BoardChange(board=board, sort=before.sort, step=-1))
        if row is None:
            gone.append(board)
        else:
            changes.append(BoardChange(board=board, sort=row.sort, step=1))
            put.append(BoardRow(player_id=player_id, board=board, **row._asdict()))
    if gone:
        BoardRow.objects.filter(player_id=player_id, board__in=gone).delete()
    BoardRow.objects.bulk_create(
        put,
        update_conflicts=True,
        unique_fields=["player_id", "board"],
        update_fields=["sort", "achieved", "game"],
    )
    BoardChange.objects.bulk_create(changes)
    return sorted({change.board for change in changes})


def current_rows(player_id: int, boards: Collection[int]) -> dict[int, Row]:
    """The player's rows on these boards, by board code."""
    rows = BoardRow.objects.filter(player_id=player_id, board__in=boards)
    return {row.board: Row(row.sort, row.achieved, row.game) for row in rows}


def remove_all(player_id: int) -> list[int]:
    """Take the player off every board; the boards left."""
    boards = BoardRow.objects.filter(player_id=player_id).values_list("board", flat=True)
    return place(player_id, dict.fromkeys(boards))


def fold_when_due(board: int) -> bool:
    """Fold a board if enough has changed; whether it did. Not inside a finishing transaction."""
    waiting = BoardChange.objects.filter(board=board)[:FOLD_AT].count()
    return waiting >= FOLD_AT and fold(board)


def fold(board: int) -> bool:
    """Add a board's changes to its chunks, and cut chunks that grew; False if another does it."""
    with transaction.atomic(), connection.cursor() as cursor:
        if not _lock(cursor, board):
            return False
        cursor.execute(
            "DELETE FROM games_boardchange WHERE board = %s RETURNING sort, step", [board]
        )
        changes = cursor.fetchall()
        cursor.execute(
            "SELECT low, count FROM games_boardchunk WHERE board = %s ORDER BY low", [board]
        )
        lows, counts = (list(part) for part in zip(*cursor.fetchall(), strict=True))
        steps: Counter[int] = Counter()
        for sort, step in changes:
            steps[bisect_right(lows, sort) - 1] += step
        for index, step in sorted(steps.items()):
            _change_chunk(cursor, board, lows[index], step, counts[index] + step)
        for index in sorted(steps):
            if counts[index] + steps[index] >= 2 * CHUNK:
                _cut(cursor, board, lows[index], (*lows[index + 1 :], HIGHEST)[0])
    return True


def _lock(cursor: Any, board: int) -> bool:
    """Hold the board's first chunk, making it if need be; False if another holds it."""
    cursor.execute(
        "INSERT INTO games_boardchunk (board, low, count) VALUES (%s, %s, 0)"
        " ON CONFLICT (board, low) DO NOTHING",
        [board, LOWEST],
    )
    # SQLite has one writer at a time in any case.
    if connection.features.has_select_for_update_skip_locked:
        cursor.execute(
            "SELECT 1 FROM games_boardchunk WHERE board = %s AND low = %s FOR UPDATE SKIP LOCKED",
            [board, LOWEST],
        )
        return cursor.fetchone() is not None
    return True


def _change_chunk(cursor: Any, board: int, low: int, step: int, count: int) -> None:
    """An emptied chunk goes, its stretch falls to the one before; the first chunk stays."""
    if count == 0 and low != LOWEST:
        cursor.execute("DELETE FROM games_boardchunk WHERE board = %s AND low = %s", [board, low])
    elif step:
        cursor.execute(
            "UPDATE games_boardchunk SET count = count + %s WHERE board = %s AND low = %s",
            [step, board, low],
        )


def _cut(cursor: Any, board: int, low: int, end: int) -> None:
    """Begin a new chunk behind the first CHUNK rows, unless all rows are equal.

    The new count is rows less waiting changes, in one statement: a game may have finished since
    the changes were taken, and its change is still to come.
    """
    cursor.execute(
        "SELECT sort FROM games_boardrow WHERE board = %s AND sort >= %s AND sort < %s"
        " ORDER BY sort LIMIT 1 OFFSET %s",
        [board, low, end, CHUNK],
    )
    found = cursor.fetchone()
    if found and _begins(cursor, board, low, found[0]):
        cursor.execute(
            "SELECT min(sort) FROM games_boardrow WHERE board = %s AND sort > %s AND sort < %s",
            [board, found[0], end],
        )
        found = cursor.fetchone()
    if not found or found[0] is None:
        return
    middle = found[0]
    cursor.execute(_NEW_CHUNK, [board, middle, *[board, middle, end] * 2])
    (count,) = cursor.fetchone()
    cursor.execute(
        "UPDATE games_boardchunk SET count = count - %s WHERE board = %s AND low = %s",
        [count, board, low],
    )


_NEW_CHUNK = """
INSERT INTO games_boardchunk (board, low, count) SELECT %s, %s,
    (SELECT count(*) FROM games_boardrow WHERE board = %s AND sort >= %s AND sort < %s)
    - (SELECT coalesce(sum(step), 0) FROM games_boardchange
        WHERE board = %s AND sort >= %s AND sort < %s)
RETURNING count
"""


def _begins(cursor: Any, board: int, low: int, sort: int) -> bool:
    """Whether no row of the chunk from ``low`` on stands above ``sort``."""
    cursor.execute(
        "SELECT 1 FROM games_boardrow WHERE board = %s AND sort >= %s AND sort < %s LIMIT 1",
        [board, low, sort],
    )
    return cursor.fetchone() is None


def build_chunks() -> None:
    """Count all boards anew from their rows. The caller keeps others from writing rows."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("LOCK TABLE games_boardchunk IN EXCLUSIVE MODE")
        cursor.execute("DELETE FROM games_boardchange")
        cursor.execute("DELETE FROM games_boardchunk")
        cursor.execute(_BUILD, [LOWEST, CHUNK])


_BUILD = """
INSERT INTO games_boardchunk (board, low, count)
SELECT board, CASE WHEN part = 0 THEN %s ELSE min(sort) END, sum(rows)
FROM (
    SELECT board, sort, rows, CAST(
        sum(rows) OVER (PARTITION BY board ORDER BY sort) - rows AS bigint) / %s AS part
    FROM (
        SELECT board, sort, count(*) AS rows FROM games_boardrow GROUP BY board, sort
    ) AS equal_rows
) AS parts
GROUP BY board, part
"""
