"""How actions reach the database: many games in one transaction, each all or nothing.

A row is (game, seq, code, ms). The primary key (game, seq) decides between processes. After the
rows are in, a second statement, which sees what was committed until then, asks whether all these
games are still played: so nothing is added to a game that another process has just ended and
whose rows it has packed away.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import groupby
from typing import Any, Final, Protocol

import orjson
import psycopg
from django.db import connections
from psycopg import pq

Row = tuple[int, int, int, int]
Start = tuple[int, datetime]


class LogDown(Exception):
    """The database can't be reached; whether the rows were stored is not known."""


class Log(Protocol):
    """Stores rows durably."""

    async def save(self, rows: list[Row], starts: list[Start]) -> set[int]:
        """Store rows in order of game and seq, and the times of first actions.

        Gives the games of which nothing was stored, because one of their rows is taken or they
        are over. Raises `LogDown`.
        """

    async def close(self) -> None:
        """Give the connection back."""


def by_game(rows: list[Row], starts: list[Start]) -> list[tuple[list[Row], list[Start]]]:
    """The same, one pair a game."""
    times = dict(starts)
    groups = [(game, list(group)) for game, group in groupby(rows, key=lambda row: row[0])]
    return [(group, [(game, times[game])] if game in times else []) for game, group in groups]


_INSERT: Final = (
    b"INSERT INTO games_action (game_id, seq, code, ms) SELECT * FROM "
    b"unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::integer[])"
)
# Divides by zero, and so takes the transaction back, where a game is over or gone.
_CHECK: Final = (
    b"SELECT 1 / (count(*) = $2::bigint)::integer FROM games_game "
    b"WHERE id = ANY($1::bigint[]) AND status = 'playing'"
)
_START: Final = (
    b"UPDATE games_game SET started_at = start.at "
    b"FROM unnest($1::bigint[], $2::timestamptz[]) AS start (id, at) "
    b"WHERE games_game.id = start.id AND started_at IS NULL"
)
_STATEMENTS: Final = {b"insert": _INSERT, b"check": _CHECK, b"start": _START}
# A row that is taken, a game that is over, two processes that wait for each other.
_REFUSALS: Final = {b"23505", b"22012", b"40P01"}
_PATIENCE: Final = 20.0


_BRACES: Final = bytes.maketrans(b"[]", b"{}")


def _array(values: Iterable[object]) -> bytes:
    """Numbers or times as the text of an array, which is JSON's but for its brackets."""
    return orjson.dumps(tuple(values)).translate(_BRACES)


class PostgresLog:
    """Talks to PostgreSQL over one connection in pipeline mode, on the event loop itself.

    A batch is one round trip: its statements and the end of the transaction are sent together.
    A thread would wait for the interpreter's lock at each step while the loop is at work.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._connection: psycopg.Connection[Any] | None = None
        self._socket = -1
        self._answer: asyncio.Future[list[bytes | None]] | None = None
        self._outcomes: list[bytes | None] = []
        self._awaited = 0
        self._unsent = False
        self._state: bytes | None = None

    async def save(self, rows: list[Row], starts: list[Start]) -> set[int]:
        if self._connection is None:
            await self._connect()
        outcomes = await self._exchange([(rows, starts)])
        if outcomes == [None]:
            return set()
        groups = by_game(rows, starts)
        if len(groups) > 1:
            outcomes = await self._exchange(groups)
        if any(state not in _REFUSALS for state in outcomes if state is not None):
            raise LogDown(f"PostgreSQL refuses: {outcomes}")
        paired = zip(groups, outcomes, strict=True)
        return {group[0][0][0] for group, state in paired if state is not None}

    async def close(self) -> None:
        self._drop()

    async def _connect(self) -> None:
        try:
            self._connection = await self._loop.run_in_executor(None, _open)
        except psycopg.Error as error:
            raise LogDown(str(error)) from error
        self._socket = self._connection.pgconn.socket
        self._loop.add_reader(self._socket, self._readable)

    def _drop(self) -> None:
        if self._connection is None:
            return
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._connection.pgconn.finish()
        self._connection = None

    def _lose(self, why: str) -> None:
        self._drop()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(LogDown(why))

    async def _exchange(self, groups: list[tuple[list[Row], list[Start]]]) -> list[bytes | None]:
        """Send each group as one transaction; for each, None or the SQLSTATE that undid it."""
        if self._connection is None:
            raise LogDown("the connection was lost")
        self._answer = self._loop.create_future()
        self._outcomes, self._state, self._awaited = [], None, len(groups)
        timer = self._loop.call_later(_PATIENCE, self._lose, "PostgreSQL does not answer")
        try:
            for rows, starts in groups:
                _send(self._connection.pgconn, rows, starts)
            self._flush()
            return await self._answer
        except psycopg.Error as error:
            self._lose(str(error))
            raise LogDown(str(error)) from error
        finally:
            timer.cancel()
            self._answer = None

    def _flush(self) -> None:
        if self._connection is None:
            return
        try:
            unsent = self._connection.pgconn.flush()
        except psycopg.Error as error:
            self._lose(str(error))
            return
        if unsent:
            self._loop.add_writer(self._socket, self._flush)
        elif self._unsent:
            self._loop.remove_writer(self._socket)
        self._unsent = bool(unsent)

    def _readable(self) -> None:
        if self._connection is None:
            return
        link = self._connection.pgconn
        try:
            link.consume_input()
            while self._awaited and not link.is_busy():
                self._take(link.get_result())
        except psycopg.Error as error:
            self._lose(str(error))
            return
        if link.status == pq.ConnStatus.BAD:
            self._lose("PostgreSQL closed the connection")

    def _take(self, result: Any) -> None:
        if result is None:
            return
        status = result.status
        if status == pq.ExecStatus.PIPELINE_SYNC:
            self._outcomes.append(self._state)
            self._state = None
            self._awaited -= 1
            if not self._awaited and self._answer is not None and not self._answer.done():
                self._answer.set_result(self._outcomes)
        elif status == pq.ExecStatus.FATAL_ERROR and self._state is None:
            self._state = result.error_field(pq.DiagnosticField.SQLSTATE) or b"unknown"


def _open() -> "psycopg.Connection[Any]":
    """A connection of the log's own, outside of Django's pool, with its statements prepared."""
    params = dict(connections["default"].get_connection_params())
    for name in ("cursor_factory", "context", "prepare_threshold"):
        params.pop(name, None)
    params.setdefault("connect_timeout", 5)
    params.setdefault("application_name", "klondike log")
    connection = psycopg.connect(**params, autocommit=True)
    connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED")
    link = connection.pgconn
    for prepared, statement in _STATEMENTS.items():
        result = link.prepare(prepared, statement)
        if result.status != pq.ExecStatus.COMMAND_OK:
            raise psycopg.OperationalError(result.get_error_message())
    link.nonblocking = 1
    link.enter_pipeline_mode()
    return connection


def _send(link: Any, rows: list[Row], starts: list[Start]) -> None:
    games, seqs, codes, times = zip(*rows, strict=True)
    link.send_query_prepared(b"insert", [_array(games), _array(seqs), _array(codes), _array(times)])
    distinct = set(games)
    link.send_query_prepared(b"check", [_array(distinct), str(len(distinct)).encode()])
    if starts:
        ids, moments = zip(*starts, strict=True)
        link.send_query_prepared(b"start", [_array(ids), _array(moments)])
    link.pipeline_sync()


class _Refused(Exception):
    """A row is taken or a game over."""


class SqliteLog:
    """Stores rows in SQLite from a thread of its own, as its commits block."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "klondike-log")

    async def save(self, rows: list[Row], starts: list[Start]) -> set[int]:
        refused: set[int] = await self._run(_save_sqlite, rows, starts)
        return refused

    async def close(self) -> None:
        await self._run(connections["default"].close)
        self._thread.shutdown()

    async def _run(self, work: Callable[..., Any], *args: Any) -> Any:
        try:
            return await self._loop.run_in_executor(self._thread, work, *args)
        except sqlite3.Error as error:
            raise LogDown(str(error)) from error


def _save_sqlite(rows: list[Row], starts: list[Start]) -> set[int]:
    wrapper = connections["default"]
    wrapper.ensure_connection()
    link: sqlite3.Connection = wrapper.connection
    refused = set()
    link.execute("BEGIN IMMEDIATE")
    try:
        for group, start in by_game(rows, starts):
            link.execute("SAVEPOINT one_game")
            try:
                _insert_sqlite(link, group, start)
            except (_Refused, sqlite3.IntegrityError):
                link.execute("ROLLBACK TO one_game")
                refused.add(group[0][0])
            link.execute("RELEASE one_game")
        link.execute("COMMIT")
    except sqlite3.Error:
        if link.in_transaction:
            link.execute("ROLLBACK")
        raise
    return refused


def _insert_sqlite(link: sqlite3.Connection, rows: list[Row], starts: list[Start]) -> None:
    link.executemany("INSERT INTO games_action (game_id, seq, code, ms) VALUES (?, ?, ?, ?)", rows)
    playing = link.execute(
        "SELECT 1 FROM games_game WHERE id = ? AND status = 'playing'", rows[0][:1]
    )
    if playing.fetchone() is None:
        raise _Refused
    for game, moment in starts:
        link.execute(
            "UPDATE games_game SET started_at = ? WHERE id = ? AND started_at IS NULL",
            (moment.replace(tzinfo=None).isoformat(" "), game),
        )
