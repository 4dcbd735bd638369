"""Standings made anew, players who are suspended, restored or leave, and drawn histories."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from accounts.services.people import delete_account, suspend
from games.boards import ALL_TIME, Board, boards_of, week_of
from games.models import Achievement, BoardChange, BoardRow, Counted, Game, Standing, Statistic
from games.selectors import boards as reads
from games.services import boards as writes
from games.services import history, ratings, sweeping
from tests.rated.table import NOON, ended, person

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def board(name: str, ladder: str = "rated-3", **more: Any) -> Board:
    return Board(ladder, name, more.pop("period", ALL_TIME), **more)


def names(of: Board) -> list[tuple[int, str | None]]:
    return [(line.rank, line.name) for line in reads.page(of, limit=50).lines]


def snapshot() -> dict[str, list[Any]]:
    """Everything that is derived from games."""
    shown: dict[str, list[Any]] = {}
    for table in (Standing, Statistic, BoardRow, Counted, Achievement):
        rows = table.objects.values()
        shown[table.__name__] = sorted(
            sorted((k, repr(v)) for k, v in row.items() if k != "id") for row in rows
        )
    return shown


def fill(seed: int = 1) -> list[User]:
    """Some weeks of a small service, with ties, ladders, bots, practice and a suspended player."""
    chance = Random(seed)
    players = [person(f"p{n}", "bot" if n == 4 else "person") for n in range(5)]
    for number in range(80):
        player = chance.choice(players)
        ladder = chance.choice(["rated-3", "rated-vegas-1", "hard", "purist"])
        rated = ladder != "hard"
        won = chance.random() < 0.6
        figures = {"score": chance.choice([0, 100, 208]), "ms": chance.choice([60_000, 90_000])}
        kinds = {} if rated else {"kind": "casual", "ladder": ""}
        ended(player, ladder, won=won, at=NOON + number * 9 * HOUR, **figures, **kinds)
    for number in range(25):
        at = NOON + timedelta(days=20 + number)
        ended(players[1], "rated-vegas-3", won=False, score=3, at=at)
    suspend(players[0], True)
    return players


def test_a_rebuild_changes_nothing() -> None:
    fill()
    before = snapshot()
    slugs = set(Achievement.objects.values_list("slug", flat=True))
    assert slugs == {"first-win", "first-rated-win", "purist-win", "vegas-month"}
    assert ratings.rebuild() == Game.objects.count()
    assert snapshot() == before
    assert not BoardChange.objects.exists()


def test_a_rebuild_puts_right_whatever_was_lost_or_added() -> None:
    players = fill(2)
    before = snapshot()
    Standing.objects.filter(player=players[1]).delete()
    BoardRow.objects.filter(player=players[2]).update(sort=-999)
    Counted.objects.all().delete()
    Achievement.objects.filter(player=players[1]).delete()
    Achievement.objects.filter(player=players[2], slug="first-win").delete()
    lost = Game.objects.filter(player=players[3], status="lost").earliest("ended_at")
    Achievement.objects.create(player=players[3], slug="par", game=lost, earned_at=NOON)
    ratings.rebuild()
    assert snapshot() == before


def test_a_rebuild_leaves_alone_what_is_not_its_own() -> None:
    """Of those who want no achievements, and those earned with games that are gone."""
    alice, bob = person(), person("bob")
    ended(alice, "hard", kind="casual", ladder="")
    Game.objects.all().delete()
    ended(bob)
    bob.preferences = {"achievements": False}
    bob.save()
    ended(alice, won=False)
    before = snapshot()["Achievement"]
    ratings.rebuild()
    assert snapshot()["Achievement"] == before
    Achievement.objects.filter(player=bob).delete()
    ratings.rebuild()
    assert not Achievement.objects.filter(player=bob).exists()


def test_a_recount_of_one_player_changes_nothing() -> None:
    players = fill(3)
    before = snapshot()
    for player in players:
        ratings.recount(player)
    assert snapshot() == before


def test_a_suspended_player_leaves_every_board_and_comes_back_as_before() -> None:
    alice, bob = person(), person("bob")
    ended(alice, ms=100_000)
    ended(bob, ms=200_000)
    before = snapshot()
    suspend(alice, True)
    assert names(board("best_time")) == [(1, "bob")]
    assert not BoardRow.objects.filter(player=alice).exists()
    assert reads.around(board("best_time"), bob.pk) is not None
    ended(alice, won=False, at=NOON + HOUR, score=1)
    assert not BoardRow.objects.filter(player=alice).exists()
    Game.objects.latest("id").delete()
    suspend(alice, False)
    assert names(board("best_time")) == [(1, "alice"), (2, "bob")]
    assert snapshot() == before


def test_who_was_suspended_past_the_service_is_taken_off_by_the_sweeper() -> None:
    alice = person()
    ended(alice)
    User.objects.update(suspended_at=NOON)
    assert sweeping.mend_boards() == 1
    assert names(board("best_time")) == []


@pytest.mark.parametrize("way", [delete_account, User.delete])
def test_who_leaves_keeps_rank_without_a_name(way: Any) -> None:
    alice, bob = person(), person("bob")
    ended(alice, ms=100_000)
    ended(bob, ms=200_000)
    writes.fold(board("best_time").code)
    before = names(board("best_time"))
    assert before == [(1, "alice"), (2, "bob")]
    way(alice)
    assert not User.objects.filter(username="alice").exists()
    assert names(board("best_time")) == [(1, None), (2, "bob")]
    kept = snapshot()
    ratings.rebuild()
    assert snapshot() == kept


@pytest.mark.django_db(transaction=True)
def test_a_drawn_history_is_what_counting_its_games_gives() -> None:
    history.make(30, 400, "rated-3", NOON)
    drawn = snapshot()
    ratings.rebuild()
    periods = (ALL_TIME, week_of(NOON.date()))
    Standing.objects.exclude(period__in=[period.code for period in periods]).delete()
    shown = [Board("rated-3", name, period) for name in boards_of("rated-3") for period in periods]
    BoardRow.objects.exclude(board__in=[board.code for board in shown]).delete()
    counted = snapshot()
    for table in ("Standing", "BoardRow", "Counted"):
        assert drawn[table] == counted[table]
    assert User.objects.by_name("Player10") == User.objects.get(username="player10")
    with pytest.raises(history.NotEmpty):
        history.make(1, 1, "rated-3", NOON)
