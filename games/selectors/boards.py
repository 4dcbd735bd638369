"""Reads of the boards: pages by keyset, ranks, and a player's neighbours.

Each costs the same anywhere on a board, however long it is: see `games.models.standings`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg
from django.db import connection
from psycopg.types.numeric import Int8

from games.boards import Board
from games.models.standings import LOWEST

NEIGHBOURS = 5


class Key(NamedTuple):
    """Where a row stands in the listing; the player makes it unique."""

    sort: int
    achieved: int
    player: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board. Players with equal results share a ``rank``.

    ``name`` is None for a former player; ``game`` (a public id) and what follows are None where
    the game is gone. ``period_won`` of ``period_played`` games are the player's on this ladder in
    the board's period.
    """

    rank: int
    key: Key
    name: str | None
    game: str | None
    won: bool | None
    score: int | None
    ms: int | None
    moves: int | None
    undos: int | None
    period_played: int | None
    period_won: int | None


@dataclass(frozen=True, slots=True)
class Page:
    """Lines in order, and whether there are others above and below them."""

    lines: list[Line]
    above: bool
    below: bool


def page(board: Board, *, after: Key | None = None, before: Key | None = None, limit: int) -> Page:
    """At most ``limit`` lines from the top, behind ``after``, or ending ahead of ``before``."""
    if before is not None:
        lines = _lines(board, [_side(board, "<", before, limit + 1)], _UNKNOWN)
        return Page(lines[-limit:], above=len(lines) > limit, below=True)
    lines = _lines(board, [_side(board, ">", after, limit + 1)], after)
    return Page(lines[:limit], above=after is not None, below=len(lines) > limit)


def around(board: Board, player_id: int, neighbours: int = NEIGHBOURS) -> Page | None:
    """The player's line with up to five above and below; None for who isn't on the board."""
    sides = [
        _side(board, "<", player_id, neighbours + 1),
        _side(board, ">=", player_id, neighbours + 2),
    ]
    lines = _lines(board, sides, _UNKNOWN)
    if not lines:
        return None
    place = next(n for n, line in enumerate(lines) if line.key.player == player_id)
    first, end = max(place - neighbours, 0), place + neighbours + 1
    return Page(lines[first:end], first > 0, len(lines) > end)


def rank_of(board: Board, player_id: int) -> int | None:
    """The player's rank, from 1; None for who isn't on the board."""
    statement = _RANK.replace("{better}", _better(board))
    found = _fetch(statement, [player_id, board.code, *_better_values(board)])
    return 1 + int(found[0][0]) if found else None


def length(board: Board) -> int:
    """How many players are on the board."""
    code = board.code
    ((count,),) = _fetch(
        "SELECT (SELECT coalesce(sum(count), 0) FROM games_boardchunk WHERE board = %s)"
        " + (SELECT coalesce(sum(step), 0) FROM games_boardchange WHERE board = %s)",
        [code, code],
    )
    return int(count)


# How many stand better than each of `keys`: whole chunks above, what waits to be added to them,
# the better rows of the key's own chunk, and, where the time of finishing is part of the order,
# earlier ones among equals.
_BETTER = """
places AS MATERIALIZED (
    SELECT n, sort, achieved, coalesce((SELECT max(low) FROM games_boardchunk
        WHERE board = %s AND low <= keys.sort), %s) AS low
    FROM keys
), ranks AS MATERIALIZED (
    SELECT n, (SELECT coalesce(sum(count), 0) FROM games_boardchunk
                WHERE board = %s AND low < places.low)
            + (SELECT coalesce(sum(step), 0) FROM games_boardchange
                WHERE board = %s AND sort < places.low)
            + (SELECT count(*) FROM games_boardrow
                WHERE board = %s AND sort >= places.low AND sort < places.sort){earlier} AS better
    FROM places
)"""
_EARLIER = """
            + (SELECT count(*) FROM games_boardrow
                WHERE board = %s AND sort = places.sort AND achieved < places.achieved)"""

_RANK = """
WITH keys AS (SELECT 1 AS n, sort, achieved FROM games_boardrow
              WHERE player_id = %s AND board = %s), {better}
SELECT better FROM ranks
"""


def _better(board: Board) -> str:
    return _BETTER.replace("{earlier}", _EARLIER if board.earlier_wins else "")


def _better_values(board: Board) -> list[int]:
    code = board.code
    return [code, LOWEST, *[code] * (4 if board.earlier_wins else 3)]


Part = tuple[str, list[int]]
"""A piece of a statement, and its values."""


def _side(board: Board, side: str, of: Key | int | None, limit: int) -> Part:
    """The rows on one side of a key or of a player's own row, those nearest to it; the first rows
    of all without either."""
    bound, values = "", [board.code]
    if isinstance(of, Key):
        bound = f" AND (r.sort, r.achieved, r.player_id) {side} (%s, %s, %s)"
        values += of
    elif of is not None:
        bound = f" AND (r.sort, r.achieved, r.player_id) {side} ({_OWN})"
        values += [of, board.code]
    way = "DESC" if side == "<" else "ASC"
    order = f"r.sort {way}, r.achieved {way}, r.player_id {way}"
    # The limit is written out, for a plan that is kept for any limit would expect a large one.
    statement = _SIDE.replace("{bound}", bound).replace("{order}", order)
    return statement.replace("{limit}", str(int(limit))), values


_OWN = "SELECT sort, achieved, player_id FROM games_boardrow WHERE player_id = %s AND board = %s"
_SIDE = """
SELECT * FROM (
    SELECT sort, achieved, player_id, game FROM games_boardrow AS r
    WHERE r.board = %s{bound} ORDER BY {order} LIMIT {limit}
) AS side"""

# The first row, and where equals may stand above it the first that differs from it. A row that
# differs from the one before it has as many better ones as there are rows above it, so these two
# ranks give all.
_KEYS = """
keys AS MATERIALIZED (
    SELECT * FROM (
        SELECT 1 AS n, sort, achieved FROM found ORDER BY sort, achieved LIMIT 1
    ) AS first
    UNION ALL
    SELECT * FROM (
        SELECT 2 AS n, f.sort, f.achieved FROM found AS f, (
            SELECT sort, achieved FROM found ORDER BY sort, achieved LIMIT 1
        ) AS first
        WHERE {differs}{unsure} ORDER BY f.sort, f.achieved LIMIT 1
    ) AS second
)"""
_SHOWN = """
SELECT r.sort, r.achieved, r.player_id, u.username, u.is_active,
       g.public_id, g.status, g.score, g.ms, g.moves, g.undos, s.played, s.won{ranks}
FROM found AS r
JOIN accounts_user AS u ON u.id = r.player_id
LEFT JOIN games_game AS g ON g.id = r.game
LEFT JOIN games_standing AS s
    ON s.player_id = r.player_id AND s.ladder = %s AND s.period = %s
ORDER BY r.sort, r.achieved, r.player_id
"""
_RANKS = ", (SELECT better FROM ranks WHERE n = 1), (SELECT better FROM ranks WHERE n = 2)"
_UNKNOWN = Key(LOWEST, LOWEST, 0)
"""For `_lines`: the rows begin anywhere."""


def _keys(board: Board, ahead: Key) -> Part:
    names = ("sort", "achieved") if board.earlier_wins else ("sort",)
    differs = "({}) > ({})".format(
        ", ".join(f"f.{name}" for name in names), ", ".join(f"first.{name}" for name in names)
    )
    unsure = "".join(f" AND first.{name} = %s" for name in names) if ahead is not _UNKNOWN else ""
    text = _KEYS.replace("{differs}", differs).replace("{unsure}", unsure)
    return text, list(ahead[: len(names)]) if unsure else []


def _lines(board: Board, sides: Sequence[Part], ahead: Key | None) -> list[Line]:
    """The rows of these sides with their ranks, all in one statement and so of one moment.

    ``ahead`` is the key right before the first row, None where there is none.
    """
    parts = ["found AS MATERIALIZED (" + " UNION ALL ".join(text for text, _ in sides) + ")"]
    values = [value for _, part in sides for value in part]
    if ahead is not None:
        keys, more = _keys(board, ahead)
        parts += [keys, _better(board)]
        values += [*more, *_better_values(board)]
    shown = _SHOWN.replace("{ranks}", _RANKS if ahead is not None else ", 0, NULL")
    statement = "WITH " + ", ".join(parts) + shown
    return _ranked(board, _fetch(statement, [*values, board.ladder, board.period.code]))


def _ranked(board: Board, rows: Sequence[tuple[Any, ...]]) -> list[Line]:
    """Give each row its rank. The last two columns are how many stand better than the first row,
    and than the first that differs from it, where the rows above do not tell."""
    compared = 2 if board.earlier_wins else 1
    lines: list[Line] = []
    rank = place = 0
    for *row, better, better_next in rows:
        key = Key(*row[:3])
        place += 1
        if not lines:
            rank = place = 1 + int(better)
        elif key[:compared] != lines[-1].key[:compared]:
            if rank == 1 + int(better) and better_next is not None:
                place = 1 + int(better_next)
            rank = place
        lines.append(_line(rank, key, row[3:]))
    return lines


def _line(rank: int, key: Key, rest: Sequence[Any]) -> Line:
    name, active, game, status, *figures = rest
    won = None if status is None else status == "won"
    return Line(rank, key, name if active else None, game, won, *figures)


def _fetch(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Rows of a statement whose plan PostgreSQL keeps: planning took longer than running it."""
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())
    connection.ensure_connection()
    link = connection.connection
    if link.prepare_threshold is None:
        # Django switches prepared statements off for its connections; its own cursors make none.
        link.prepare_threshold = 1
        link.execute("SET plan_cache_mode = force_generic_plan")
    typed = [Int8(value) if type(value) is int else value for value in values]
    with connection.wrap_database_errors, psycopg.Cursor(link) as prepared:
        return prepared.execute(statement, typed, prepare=True).fetchall()
