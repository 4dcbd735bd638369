"""A player's games as pages and as lines, in order, filtered, and in constant memory."""

import gzip
import json
import resource
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from games import engine
from games.models import Game
from games.services import utc
from games.services.archive import NotOver, write_month
from tests.accounts.conftest import Browser
from tests.accounts.games import NOW, finished, rated

pytestmark = pytest.mark.django_db


def lines(visitor: Browser, name: str, **query: str) -> list[dict[str, Any]]:
    path = f"/api/v1/users/{name}/games/"
    answer = visitor.get(path, query, headers={"Accept": "application/x-ndjson"})
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.getvalue().splitlines()]


def page(visitor: Browser, name: str, **query: str) -> Any:
    return visitor.get(f"/api/v1/users/{name}/games/", query)


def test_a_line_is_a_game_that_can_be_played_again(visitor: Browser, alice: User) -> None:
    game = finished(alice)
    (row,) = lines(visitor, "alice")
    assert row["id"] == game.public_id
    assert row["player"] == {"name": "alice", "kind": "person"}
    assert row["code"] == "KL1-D1N-AAAAAAG"
    assert (row["actions"], row["times"]) == ("swswsw", [0, 900, 1500])
    again = engine.Game.replay(
        engine.parse_deck(row["deck"]), engine.parse_rules(row["rules"]), row["actions"]
    )
    assert (again.score, again.moves) == (row["score"], row["moves"])


def test_games_come_latest_first_or_oldest_first(visitor: Browser, alice: User) -> None:
    ids = [finished(alice, number=n).public_id for n in range(5)]
    assert [row["id"] for row in lines(visitor, "ALICE")] == ids[::-1]
    assert [row["id"] for row in lines(visitor, "alice", order="oldest")] == ids


def test_pages_follow_each_other(visitor: Browser, alice: User) -> None:
    ids = [finished(alice, number=n).public_id for n in range(5)]
    seen: list[str] = []
    more: dict[str, str] = {}
    while True:
        answer = page(visitor, "alice", limit="2", **more).json()
        seen += [game["id"] for game in answer["games"]]
        assert "actions" not in answer["games"][0]
        if answer["after"] is None:
            break
        more = {"after": answer["after"]}
    assert seen == ids[::-1]


def test_filters(visitor: Browser, alice: User, bob: User) -> None:
    old = finished(alice, created_at=NOW - timedelta(days=9), ended_at=NOW - timedelta(days=9))
    won = finished(alice, status="won", termination="won")
    counted = rated(alice)
    finished(bob)
    Game.objects.create(
        player=alice, rules="easy", rules_version=1, deck=bytes(range(52)), status="playing"
    )

    def ids(**query: str) -> set[str]:
        return {row["id"] for row in lines(visitor, "alice", **query)}

    assert ids() == {old.public_id, won.public_id, counted.public_id}
    assert ids(result="won") == {won.public_id}
    assert ids(ladder="rated-1") == ids(kind="rated") == {counted.public_id}
    assert ids(until=(NOW - timedelta(days=1)).isoformat()) == {old.public_id}
    assert ids(since=(NOW - timedelta(days=1)).isoformat(), result="lost") == {counted.public_id}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"ladder": "none"}, "ladder"),
        ({"result": "drawn"}, "result"),
        ({"since": "yesterday"}, "since"),
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"order": "random"}, "order"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_filters_are_named(
    visitor: Browser, alice: User, query: dict[str, str], field: str
) -> None:
    answer = page(visitor, "alice", **query)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert field in answer.json()["extra"]["fields"]


def test_a_page_after_a_game_of_somebody_else(visitor: Browser, alice: User, bob: User) -> None:
    other = finished(bob)
    assert page(visitor, "alice", after=other.public_id).json()["code"] == "bad_cursor"
    assert page(visitor, "nobody-here").json()["code"] == "not_found"


def test_a_dailys_deck_stays_secret_until_its_day_is_over(visitor: Browser, alice: User) -> None:
    rated(alice, kind="daily", created_at=NOW)
    with utc.stopped(NOW + timedelta(hours=1)):
        (row,) = lines(visitor, "alice")
        assert row["deck"] is row["salt"] is row["actions"] is row["times"] is None
        assert row["commitment"]
    with utc.stopped(NOW + timedelta(days=2)):
        (row,) = lines(visitor, "alice")
        assert len(row["deck"]) == 104


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_a_hundred_thousand_games_in_constant_memory(visitor: Browser, alice: User) -> None:
    first = finished(alice)
    columns = [field.column for field in Game._meta.concrete_fields if field.column != "id"]
    values = [name if name != "public_id" else "lpad(n::text, 12, 'x')" for name in columns]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_game ({', '.join(columns)}) SELECT {', '.join(values)} "
            "FROM games_game, generate_series(1, 99999) AS n WHERE id = %s",
            [first.pk],
        )
        cursor.execute("ANALYZE games_game")
    path = "/api/v1/users/alice/games/"
    answer = visitor.get(path, headers={"Accept": "application/x-ndjson"})
    count, most, before = 0, 0, resident()
    for piece in answer.streaming_content:
        count += piece.count(b"\n")
        if count % 10_000 == 0:
            most = max(most, resident())
    assert count == 100_000
    # All lines together are 80 MB, all rows as objects more.
    assert most - before < 20_000_000


def test_the_file_of_a_month(alice: User, tmp_path: Path) -> None:
    inside = [
        rated(alice, ended_at=NOW),
        rated(None, ended_at=NOW + timedelta(days=1)),
        rated(alice, kind="daily", ended_at=NOW.replace(day=1, hour=0)),
    ]
    rated(alice, ended_at=NOW.replace(month=10, day=31, hour=23))
    rated(alice, ended_at=NOW.replace(month=12, day=1, hour=0))
    finished(alice, ended_at=NOW)
    archive = write_month("2026-11", tmp_path, date(2026, 12, 2))
    rows = [json.loads(line) for line in gzip.decompress(archive.path.read_bytes()).splitlines()]
    expected = [inside[2].public_id, inside[0].public_id, inside[1].public_id]
    assert [row["id"] for row in rows] == expected
    assert [row["player"] and row["player"]["name"] for row in rows] == ["alice", "alice", None]
    assert all(row["deck"] and row["salt"] for row in rows)
    assert archive.games == 3
    beside = (tmp_path / "klondike-rated-2026-11.ndjson.gz.sha256").read_text()
    assert beside == f"{archive.digest}  klondike-rated-2026-11.ndjson.gz\n"
    assert write_month("2026-11", tmp_path, date(2026, 12, 9)).digest == archive.digest
    assert len(list(tmp_path.iterdir())) == 2


def test_a_month_that_is_not_over(tmp_path: Path) -> None:
    with pytest.raises(NotOver):
        write_month("2026-12", tmp_path, date(2027, 1, 1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("month", ["2026-13", "2026", "november", "2026-11-01", "9999-12"])
def test_no_such_month(tmp_path: Path, month: str) -> None:
    with pytest.raises(CommandError):
        call_command("export_month", month, str(tmp_path))


def test_the_command_says_what_it_wrote(alice: User, tmp_path: Path) -> None:
    rated(alice, ended_at=NOW)
    out = StringIO()
    with utc.stopped(NOW + timedelta(days=60)):
        call_command("export_month", "2026-11", str(tmp_path / "new"), stdout=out)
    assert "1 games, SHA-256" in out.getvalue()
