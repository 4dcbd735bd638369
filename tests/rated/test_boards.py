"""The boards' own tables: ranks, pages and counts against a plain list."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.boards import ALL_TIME, Board
from games.models import BoardChange, BoardChunk, BoardRow
from games.selectors import boards as reads
from games.services import boards as writes
from games.services.boards import Row
from tests.conftest import NewDatabase
from tests.processes import ROOT

BOARD = Board("rated-3", "best_time", ALL_TIME)
CODE = BOARD.code


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writes, "CHUNK", 8)


def players(count: int) -> list[int]:
    User.objects.bulk_create(User(username=f"p{n}", folded=f"p{n}") for n in range(count))
    return list(User.objects.order_by("id").values_list("id", flat=True))


def put(player: int, sort: int, achieved: int = 0, board: Board = BOARD) -> None:
    with transaction.atomic():
        writes.place(player, {board.code: Row(sort, achieved, None)})


def listing(board: Board = BOARD) -> list[tuple[int, int, int]]:
    return sorted(
        BoardRow.objects.filter(board=board.code).values_list("sort", "achieved", "player_id")
    )


def plain_rank(key: tuple[int, int, int], board: Board = BOARD) -> int:
    part = 2 if board.earlier_wins else 1
    return 1 + sum(other[:part] < key[:part] for other in listing(board))


def check(board: Board = BOARD) -> None:
    """Every rank, every page and every neighbourhood is what a plain list says."""
    keys = listing(board)
    assert reads.length(board) == len(keys)
    expected = [(plain_rank(key, board), key) for key in keys]
    assert [(reads.rank_of(board, key[2]), key) for key in keys] == expected
    found, page = [], reads.page(board, limit=7)
    found += page.lines
    while page.below:
        page = reads.page(board, after=page.lines[-1].key, limit=7)
        found += page.lines
    assert [(line.rank, line.key) for line in found] == expected
    for at in range(0, len(keys), 5):
        near = reads.around(board, keys[at][2])
        assert near is not None
        assert [(n.rank, n.key) for n in near.lines] == expected[max(0, at - 5) : at + 6]
        assert (near.above, near.below) == (at > 5, at + 6 < len(keys))
        back = reads.page(board, before=reads.Key(*keys[at]), limit=7)
        assert [(n.rank, n.key) for n in back.lines] == expected[max(0, at - 7) : at]


def check_counts() -> None:
    """Count + changes = rows, for every chunk."""
    lows = sorted(BoardChunk.objects.filter(board=CODE).values_list("low", "count"))
    for (low, count), (end, _) in zip(lows, [*lows[1:], (1 << 63, 0)], strict=True):
        inside = {"board": CODE, "sort__gte": low, "sort__lt": min(end, (1 << 63) - 1)}
        waiting = sum(BoardChange.objects.filter(**inside).values_list("step", flat=True))
        assert count + waiting == BoardRow.objects.filter(**inside).count()


@pytest.mark.django_db
@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("spread", [3, 40, 10**12])
def test_ranks_and_pages_agree_with_a_plain_list_while_rows_come_move_and_go(spread: int) -> None:
    chance = random.Random(spread)
    everyone = players(40)
    for turn in range(160):
        player = chance.choice(everyone)
        with transaction.atomic():
            row = Row(chance.randrange(-spread, spread), turn, None)
            writes.place(player, {CODE: row if chance.random() < 0.85 else None})
        if chance.random() < 0.1:
            assert writes.fold(CODE)
            check_counts()
        if turn % 80 == 79:
            check()
    assert BoardChunk.objects.count() > (1 if spread == 3 else 3)


@pytest.mark.django_db
@pytest.mark.usefixtures("small_chunks")
def test_counting_anew_gives_the_same() -> None:
    chance = random.Random(5)
    for player in players(50):
        put(player, chance.choice([3, 3, 3, chance.randrange(100)]), chance.randrange(5))
    writes.build_chunks()
    check()
    check_counts()
    assert not BoardChange.objects.exists()
    assert BoardChunk.objects.filter(board=CODE).count() > 2
    put(players(0)[0], -1)
    check()


@pytest.mark.django_db
@pytest.mark.usefixtures("small_chunks")
def test_where_the_time_of_finishing_decides_it_decides_the_rank() -> None:
    board = Board("rated-1", "daily", ALL_TIME)
    for number, player in enumerate(players(40)):
        put(player, number % 2, number % 7, board)
    writes.fold(board.code)
    check(board)


@pytest.mark.django_db
def test_equals_share_a_rank_and_a_later_one_is_listed_after() -> None:
    first, second, third, last = players(4)
    put(first, 5, achieved=10)
    put(second, 5, achieved=20)
    put(third, 5, achieved=15)
    put(last, 6, achieved=1)
    lines = reads.page(BOARD, limit=10).lines
    assert [(line.rank, line.key.player) for line in lines] == [
        (1, first),
        (1, third),
        (1, second),
        (4, last),
    ]


@pytest.mark.django_db
def test_an_equal_later_result_of_ones_own_keeps_the_earlier_place() -> None:
    first, second = players(2)
    put(first, 5, achieved=10)
    put(second, 5, achieved=20)
    put(first, 5, achieved=30)
    assert [line.key.player for line in reads.page(BOARD, limit=10).lines] == [first, second]
    assert BoardChange.objects.count() == 2


@pytest.mark.django_db
def test_a_removed_row_leaves_a_board_that_goes_on_working() -> None:
    everyone = players(30)
    for number, player in enumerate(everyone):
        put(player, number)
    writes.fold(CODE)
    cursor = reads.page(BOARD, limit=5).lines[-1].key
    writes.remove_all(cursor.player)
    check()
    following = reads.page(BOARD, after=cursor, limit=5)
    assert [line.rank for line in following.lines] == [5, 6, 7, 8, 9]


@pytest.mark.django_db
def test_who_is_not_on_a_board_has_no_rank() -> None:
    (player,) = players(1)
    assert reads.rank_of(BOARD, player) is None
    assert reads.around(BOARD, player) is None
    assert reads.page(BOARD, limit=5) == reads.Page([], above=False, below=False)


@pytest.mark.django_db
def test_folding_waits_until_it_is_worth_it() -> None:
    for number, player in enumerate(players(writes.FOLD_AT)):
        assert not writes.fold_when_due(CODE)
        put(player, number)
    assert writes.fold_when_due(CODE)
    assert not BoardChange.objects.exists()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4, initializer=lambda: None) as pool:
        yield pool


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_chunks")
def test_many_finishing_and_folding_at_once_lose_no_count(threads: ThreadPoolExecutor) -> None:
    everyone = players(48)

    def work(part: int) -> None:
        chance = random.Random(part)
        try:
            for turn in range(60):
                player = chance.choice(everyone[part::4])
                row = Row(chance.randrange(30), turn, None)
                with transaction.atomic():
                    writes.place(player, {CODE: row, CODE + 1: row})
                if turn % 5 == 4:
                    writes.fold(CODE)
        finally:
            connection.close()

    list(threads.map(work, range(4)))
    check_counts()
    check()


ON_SQLITE = """
import django
django.setup()
from random import Random
from tests.rated import test_boards as t
t.writes.CHUNK = 8
with t.transaction.atomic():
    everyone, chance = t.players(40), Random(1)
    for turn in range(100):
        t.put(chance.choice(everyone), chance.randrange(20), turn)
        if turn % 20 == 0:
            assert t.writes.fold(t.CODE)
t.check()
t.check_counts()
t.writes.build_chunks()
t.check()
assert t.BoardChunk.objects.count() > 1
"""


def test_all_that_on_sqlite(new_database: NewDatabase) -> None:
    env = {**os.environ, "DATABASE_URL": new_database("sqlite"), "REDIS_URL": ""}
    subprocess.run([sys.executable, "-c", ON_SQLITE], env=env, cwd=ROOT, check=True)
