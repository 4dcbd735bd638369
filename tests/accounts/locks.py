"""Locks that a test holds in a server's database, to bring requests together."""

from typing import Any

import psycopg

from tests.processes import wait_until
from tests.services import Server

Link = psycopg.Connection[Any]
_WAITS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE %s
"""


def one(link: Link, query: str, *args: Any) -> Any:
    """The first column of the first row, and what was asked committed."""
    row = link.execute(query, args).fetchone()  # type: ignore[call-overload]
    link.commit()
    return row and row[0]


def wait_for_a_wait(server: Server, table: str, most: int = 1) -> None:
    """Until so many statements about a table wait for a lock."""
    with psycopg.connect(server.env["DATABASE_URL"]) as link:
        wait_until(lambda: one(link, _WAITS, f"%{table}%") >= most, f"a wait for {table}")


def id_of(link: Link, name: str) -> int:
    return int(one(link, "SELECT id FROM accounts_user WHERE username = %s", name))


def lock(link: Link, user: int) -> None:
    """Hold a user's row until the transaction ends."""
    link.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR UPDATE", [user])
