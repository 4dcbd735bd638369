"""Standings, statistics and boards out of finished games."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import engine
from games.boards import ALL_TIME, Board, boards_of, month_of, parse_period, week_of, wilson
from games.models import (
    Achievement,
    BoardRow,
    Counted,
    Standing,
    Statistic,
)
from games.selectors import boards as reads
from games.services import ratings, utc
from tests.rated.table import NOON, ended, new_game, person, play, won_deal

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def board(name: str, ladder: str = "rated-3", **more: Any) -> Board:
    return Board(ladder, name, more.pop("period", ALL_TIME), **more)


def names(of: Board) -> list[tuple[int, str | None]]:
    return [(line.rank, line.name) for line in reads.page(of, limit=50).lines]


def standing(player: User, ladder: str = "rated-3", period: int = 0) -> Standing:
    return Standing.objects.get(player=player, ladder=ladder, period=period)


def test_a_real_win_is_counted_once_on_every_board() -> None:
    alice = person()
    game = new_game(alice)
    play(game, won_deal(3)[1], NOON)
    game.refresh_from_db()
    assert (game.status, standing(alice).played, standing(alice).won) == ("won", 1, 1)
    for name in ("current_streak", "best_streak", "best_time", "best_score", "fewest_moves"):
        (line,) = reads.page(board(name), limit=9).lines
        assert (line.rank, line.name, line.game) == (1, "alice", game.public_id)
        assert (line.score, line.ms, line.moves) == (game.score, game.ms, game.moves)
    assert names(board("win_rate")) == []


def test_the_same_win_eight_times_is_one_win() -> None:
    alice = person()
    game = ended(alice)
    for _ in range(7):
        with transaction.atomic():
            assert not ratings.count(game)
    assert (standing(alice).played, standing(alice).won, standing(alice).best_streak) == (1, 1, 1)
    assert Statistic.objects.get().won == 1


def test_a_game_without_a_first_move_counts_for_nothing() -> None:
    alice = person()
    ended(alice, won=False, started_at=None)
    assert not Standing.objects.exists()
    assert not Statistic.objects.exists()


def test_a_win_rate_is_never_above_one() -> None:
    alice, chance = person(), Random(3)
    for number in range(30):
        ended(alice, won=chance.random() < 0.9, at=NOON + number * HOUR)
        kept = standing(alice)
        assert kept.won <= kept.played
        low, high = wilson(kept.won, kept.played)
        assert 0 <= low < high <= 1


def test_win_rate_needs_twenty_games_and_is_ordered_by_the_lower_end() -> None:
    alice, bob = person(), person("bob")
    for number in range(20):
        assert names(board("win_rate")) == []
        ended(alice, won=True, at=NOON + number * HOUR)
    for number in range(60):
        ended(bob, won=number % 30 != 0, at=NOON + number * HOUR)
    # 58 of 60 is a lower rate than 20 of 20, but a surer one.
    assert names(board("win_rate")) == [(1, "bob"), (2, "alice")]
    line = reads.page(board("win_rate"), limit=1).lines[0]
    assert (line.period_won, line.period_played) == (58, 60)


def test_the_wilson_interval_is_the_published_one() -> None:
    # Newcombe 1998, table I: 81 of 263 and 15 of 148, method 3.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)


def test_a_broken_streak_leaves_one_board_and_stays_on_the_other() -> None:
    alice = person()
    for number, won in enumerate([True, True, True, False, True]):
        ended(alice, won=won, at=NOON + number * HOUR)
        current = [line.key.sort for line in reads.page(board("current_streak"), limit=9).lines]
        assert current == ([-standing(alice).streak] if won else [])
    assert (standing(alice).streak, standing(alice).best_streak) == (1, 3)
    assert reads.page(board("best_streak"), limit=9).lines[0].key.sort == -3


def test_an_equal_later_score_shares_the_rank_and_moves_nobody() -> None:
    alice, bob = person(), person("bob")
    first = ended(alice, score=600, at=NOON)
    ended(bob, score=600, at=NOON + HOUR)
    ended(alice, score=600, at=NOON + 2 * HOUR)
    assert names(board("best_score")) == [(1, "alice"), (1, "bob")]
    assert reads.page(board("best_score"), limit=1).lines[0].game == first.public_id


def test_a_losing_score_never_stands_above_a_winning_one() -> None:
    alice, bob, carol = person(), person("bob"), person("carol")
    ended(alice, "rated-vegas-3", won=False, score=203)
    ended(bob, "rated-vegas-3", won=True, score=120)
    ended(carol, "rated-vegas-3", won=False, score=-52)
    ranks = [(1, "bob"), (2, "alice"), (3, "carol")]
    assert names(board("best_score", "rated-vegas-3")) == ranks
    ended(alice, "rated-vegas-3", won=True, score=119, at=NOON + HOUR)
    line = reads.page(board("best_score", "rated-vegas-3"), limit=3).lines[1]
    assert (line.rank, line.name, line.won, line.score) == (2, "alice", True, 119)


def test_nothing_and_less_than_nothing_are_results() -> None:
    alice, bob = person(), person("bob")
    ended(alice, won=False, score=0)
    ended(bob, "rated-vegas-1", won=False, score=-52)
    assert names(board("best_score")) == [(1, "alice")]
    assert names(board("vegas_total", "rated-vegas-1")) == [(1, "bob")]
    assert reads.page(board("best_score"), limit=1).lines[0].score == 0


def test_a_lost_game_changes_no_best_of_wins() -> None:
    alice = person()
    won = ended(alice, ms=200_000, moves=120)
    ended(alice, won=False, ms=3_000, moves=4, score=0, at=NOON + HOUR)
    kept = standing(alice)
    assert (kept.best_ms, kept.best_ms_game) == (200_000, won.pk)
    assert (kept.fewest_moves, kept.best_score) == (120, 500)
    assert reads.page(board("best_time"), limit=1).lines[0].key.sort == 200_000


def test_vegas_totals_are_summed_over_all_games_of_vegas_ladders_only() -> None:
    alice = person()
    for number, score in enumerate([-52, 208, 13]):
        ended(alice, "rated-vegas-3", won=score == 208, score=score, at=NOON + number * HOUR)
    assert standing(alice, "rated-vegas-3").total_score == 169
    (line,) = reads.page(board("vegas_total", "rated-vegas-3"), limit=9).lines
    assert line.key.sort == -169
    assert "vegas_total" not in boards_of("rated-3")


def test_this_weeks_board_on_monday_at_midnight_is_empty_and_last_weeks_is_not() -> None:
    alice = person()
    sunday = datetime(2026, 11, 22, 23, 59, 59, tzinfo=UTC)
    ended(alice, at=sunday)
    monday = sunday + timedelta(seconds=1)
    assert names(board("best_time", period=parse_period("week", sunday))) == [(1, "alice")]
    assert names(board("best_time", period=parse_period("week", monday))) == []
    assert names(board("best_time", period=parse_period("2026-W47", monday))) == [(1, "alice")]
    ended(alice, at=monday, ms=400_000)
    assert names(board("best_time", period=parse_period("week", monday))) == [(1, "alice")]
    assert names(board("best_time", period=parse_period("month", monday))) == [(1, "alice")]


@pytest.mark.parametrize(
    ("local", "day"),
    [
        (datetime(2026, 3, 29, 2, 30, tzinfo=timezone(timedelta(hours=1))), "2026-03-29"),
        (datetime(2026, 3, 29, 3, 30, tzinfo=timezone(timedelta(hours=2))), "2026-03-29"),
        (datetime(2026, 11, 18, 0, 30, tzinfo=timezone(timedelta(hours=8))), "2026-11-17"),
        (datetime(2026, 11, 17, 23, 30, tzinfo=timezone(timedelta(hours=5.5))), "2026-11-17"),
        (datetime(2026, 11, 18, 0, 15, tzinfo=timezone(timedelta(hours=5.5))), "2026-11-17"),
    ],
)
def test_days_are_those_of_utc_wherever_the_player_sits(local: datetime, day: str) -> None:
    alice = person()
    ended(alice, at=local)
    expected = datetime.fromisoformat(day).date()
    assert Standing.objects.filter(player=alice, period=week_of(expected).code).exists()
    assert Standing.objects.filter(player=alice, period=month_of(expected).code).exists()
    assert Statistic.objects.get().hours[expected.weekday() * 24 + local.astimezone(UTC).hour] == 1


def test_people_and_bots_stand_apart() -> None:
    ended(person())
    ended(person("robby", "bot"))
    assert names(board("best_time")) == [(1, "alice")]
    assert names(board("best_time", bots=True)) == [(1, "robby")]


def test_casual_games_count_in_ones_own_statistics_only() -> None:
    guest = person("guest-abc", "guest")
    ended(guest, "hard", kind="casual", ladder="")
    assert Statistic.objects.get().sort == "casual"
    assert not Standing.objects.exists()
    assert not BoardRow.objects.exists()


@pytest.mark.parametrize(
    "known", [{"number": 6, "salt": None}, {"salt": None}, {"helped": True}], ids=str
)
def test_a_known_deck_or_help_is_practice_and_no_new_win(known: dict[str, Any]) -> None:
    ended(person(), "hard", kind="casual", ladder="", **known)
    assert Statistic.objects.get().sort == "practice"
    assert not Achievement.objects.exists()


def test_statistics_keep_averages_of_wins_habits_and_losing_streaks() -> None:
    alice = person()
    ended(alice, ms=60_000, moves=100, score=600, undos=3, at=NOON)
    ended(alice, ms=120_000, moves=120, score=500, at=NOON + HOUR)
    ended(alice, won=False, ms=40 * 60_000, score=10, undos=5, at=NOON + 2 * HOUR)
    ended(alice, won=False, ms=5_000, score=0, at=NOON + 3 * HOUR)
    kept = Statistic.objects.get()
    assert (kept.played, kept.won, kept.streak, kept.worst_streak) == (4, 2, -2, 2)
    assert (kept.won_ms, kept.won_moves, kept.won_score, kept.undos) == (180_000, 220, 1100, 8)
    assert kept.total_score == 1110
    assert [index for index, count in enumerate(kept.hours) if count] == [60, 61, 62, 63]
    assert (kept.lengths[0], kept.lengths[1], kept.lengths[2], kept.lengths[30]) == (1, 1, 1, 1)


def test_achievements_are_given_once_and_to_who_wants_them() -> None:
    alice, bob = person(), person("bob")
    bob.preferences = {"achievements": False}
    bob.save()
    first = ended(alice)
    ended(alice, at=NOON + HOUR)
    ended(alice, "purist", at=NOON + 2 * HOUR)
    ended(bob)
    earned = Achievement.objects.order_by("slug").values_list("player__username", "slug", "game")
    assert [row[:2] for row in earned] == [
        ("alice", "first-rated-win"),
        ("alice", "first-win"),
        ("alice", "purist-win"),
    ]
    assert earned[1][2] == first.pk


def test_a_vegas_month_in_the_black_is_known_when_the_month_is_over() -> None:
    alice = person()
    for number in range(20):
        ended(alice, "rated-vegas-3", won=False, score=3, at=NOON + number * HOUR)
    assert not Achievement.objects.exists()
    ended(alice, "rated-vegas-3", won=False, score=-52, at=NOON + 20 * DAY)
    assert Achievement.objects.get().slug == "vegas-month"


def test_taking_back_and_laying_again_earns_nothing_in_rated_play() -> None:
    """The farm: a card goes home, back to a column, home again."""
    deck, line = won_deal(1)
    for ladder in ("rated-1", "rated-vegas-1"):
        rules = engine.LADDERS[ladder]
        farm = _farm(deck, line, rules)
        paid = 5 if rules.scoring == "vegas" else 10
        scores = []
        for _ in range(4):
            suit, column = farm.pop()
            game = _farm.game
            before = game.score
            game.act(f"{suit}{column}", 0)
            game.act(f"{column}f", 0)
            scores.append(game.score - before)
            farm.append((suit, column))
        assert scores == [0, 0, 0, 0], paid


def _farm(deck: bytes, line: str, rules: engine.RuleSet) -> list[tuple[str, int]]:
    """Play on until a card could be taken back; where."""
    game = engine.Game(deck, rules)
    for action in engine.split_log(line):
        backs = [move for move in game.legal() if move[0] in "CDHS"]
        if backs:
            _farm.game = game
            return [(backs[0][0], int(backs[0][1]))]
        game.act(action, 0)
    raise LookupError


@pytest.mark.parametrize("action", ["CD", "Cf", "DS", "fC"])
def test_no_card_goes_from_foundation_to_foundation(action: str) -> None:
    deck, line = won_deal(3)
    game = engine.Game.replay(deck, engine.LADDERS["rated-3"], line[:-2])
    with pytest.raises(engine.BadAction):
        game.act(action, 0)


def test_a_clock_set_back_takes_no_time_away() -> None:
    deck, line = won_deal(3)
    game = engine.Game(deck, engine.LADDERS["rated-3"])
    for number, action in enumerate(engine.split_log(line)):
        game.act(action, 1_000_000 if number == 3 else 50)
    assert game.ms == 1_000_000


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


@pytest.mark.django_db(transaction=True)
def test_one_win_finished_by_many_at_once_is_counted_once(threads: ThreadPoolExecutor) -> None:
    alice = person()
    game = ended(alice, won=False, score=1, at=NOON - HOUR)
    Counted.objects.all().delete()
    Standing.objects.all().delete()
    Statistic.objects.all().delete()
    BoardRow.objects.all().delete()

    def finish(_: int) -> bool:
        try:
            with transaction.atomic():
                return ratings.count(game)
        finally:
            connection.close()

    assert sorted(threads.map(finish, range(8))) == [False] * 7 + [True]
    assert standing(alice).played == 1


@pytest.mark.django_db(transaction=True)
def test_games_on_several_ladders_that_end_at_once_are_all_counted(
    threads: ThreadPoolExecutor,
) -> None:
    players = [person(f"p{n}") for n in range(3)]

    def finish(number: int) -> None:
        try:
            for turn in range(6):
                ladder = ("rated-1", "rated-3")[(number + turn) % 2]
                ended(players[turn % 3], ladder, at=NOON + timedelta(minutes=number * 10 + turn))
        finally:
            connection.close()

    list(threads.map(finish, range(4)))
    assert sum(Standing.objects.filter(period=0).values_list("played", flat=True)) == 24
    assert Statistic.objects.count() == 6
    for row in BoardRow.objects.all():
        assert row.game is not None


def test_a_stopped_clock_stands_and_moves() -> None:
    with utc.stopped(NOON):
        assert utc.now() == NOON
        assert utc.move(HOUR) == utc.now() == NOON + HOUR
    with pytest.raises(RuntimeError):
        utc.move(HOUR)
    with pytest.raises(ValueError, match="zone"), utc.stopped(datetime(2026, 1, 1)):
        pass
