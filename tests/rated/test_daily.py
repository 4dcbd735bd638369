"""The daily deals: prepared once, one try a player, midnights, secrets, streaks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from hashlib import sha256
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games import engine
from games.models import Achievement, DailyDeal, DailyTry, Game, Standing
from games.selectors import daily as reads
from games.selectors.boards import page
from games.services import daily, ratings, settle, utc
from games.services.board_pages import day_board
from games.services.errors import PlayError
from games.services.proving import Proven
from tests.rated.days import DAY, MIDNIGHT, SECOND, TODAY, go_to, known, line_of
from tests.rated.table import NOON, begin, ended, person, play, won_deal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def refused(code: str, *args: Any) -> PlayError:
    with pytest.raises(PlayError) as caught:
        daily.play(*args)
    assert caught.value.code == code
    return caught.value


# Preparing


def test_a_week_ahead_is_prepared_for_both_ladders_and_only_once() -> None:
    made = list(daily.prepare_missing(7, known))
    assert {(deal.date, deal.ladder) for deal in made} == {
        (TODAY + ahead * DAY, ladder) for ahead in range(8) for ladder in ("rated-1", "rated-3")
    }
    assert list(daily.prepare_missing(7, known)) == []
    assert daily.prepare(TODAY, "rated-1", known).pk == made[0].pk


def test_a_line_that_does_not_win_is_never_stored() -> None:
    def wrong(rules: engine.RuleSet) -> Proven:
        deck, line = won_deal(rules.draw)
        return Proven(deck, line[:-2], 1)

    with pytest.raises(ValueError, match="does not win"):
        daily.prepare(TODAY, "rated-1", wrong)
    assert not DailyDeal.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_prepare_at_once_make_one() -> None:
    def work(_: int) -> str:
        try:
            return daily.prepare(TODAY, "rated-3", known).commitment
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(work, range(4)))) == 1
    assert DailyDeal.objects.count() == 1


def test_the_commitment_is_that_of_deck_and_salt(deal: DailyDeal) -> None:
    text = engine.deck_text(bytes(deal.deck)) + bytes(deal.salt).hex()
    assert deal.commitment == sha256(text.encode()).hexdigest()
    assert len(bytes(deal.salt)) == 32


def test_the_real_solver_prepares_what_the_command_asks_for() -> None:
    shown = StringIO()
    call_command("daily", "prepare", "--days", "0", stdout=shown)
    deals = list(DailyDeal.objects.order_by("ladder"))
    assert [(deal.date, deal.ladder) for deal in deals] == [(TODAY, "rated-1"), (TODAY, "rated-3")]
    for deal in deals:
        rules = engine.LADDERS[deal.ladder]
        daily.check_line(bytes(deal.deck), rules, deal.line)
        assert 0 < deal.par <= len(deal.line) // 2
        assert deal.commitment in shown.getvalue()
        assert engine.deck_text(bytes(deal.deck)) not in shown.getvalue()


# The one try


def test_starting_twice_gives_the_same_game(deal: DailyDeal) -> None:
    alice = person()
    games = {daily.play(alice, TODAY, "rated-3").pk for _ in range(3)}
    assert len(games) == 1
    game = Game.objects.get()
    assert (game.kind, game.ladder, bytes(game.deck)) == ("daily", "rated-3", bytes(deal.deck))


@pytest.mark.django_db(transaction=True)
def test_a_double_click_on_two_devices_gives_one_game(deal: DailyDeal) -> None:
    alice = person()

    def click(_: int) -> int:
        try:
            return daily.play(alice, TODAY, "rated-3").pk
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(click, range(12)))) == 1
    assert (Game.objects.count(), DailyTry.objects.count()) == (1, 1)


def test_an_ended_try_is_not_begun_again(deal: DailyDeal) -> None:
    alice = person()
    game = daily.play(alice, TODAY, "rated-3")
    play(game, line_of(deal), NOON)
    again = daily.play(alice, TODAY, "rated-3")
    assert (again.pk, again.status) == (game.pk, "won")
    assert DailyTry.objects.get().won


def test_who_may_not_play_is_told_why(deal: DailyDeal) -> None:
    refused("account_required", person("guest-abc", "guest"), TODAY, "rated-3")
    suspended = person("mallory")
    suspended.suspended_at = NOON
    refused("suspended", suspended, TODAY, "rated-3")
    alice = person()
    refused("no_such_daily", alice, TODAY, "purist")
    refused("no_such_daily", alice, TODAY - DAY, "rated-3")
    refused("daily_preparing", alice, TODAY, "rated-1")
    daily.prepare(TODAY + DAY, "rated-3", known)
    refusal = refused("daily_not_open", alice, TODAY + DAY, "rated-3")
    assert refusal.extra == {"opens_at": "2026-11-19T00:00:00+00:00"}
    assert not Game.objects.exists()


def test_the_daily_does_not_count_on_the_ladder(deal: DailyDeal) -> None:
    alice = person()
    play(daily.play(alice, TODAY, "rated-3"), line_of(deal), NOON)
    assert not Standing.objects.exists()
    (line,) = page(day_board(deal, bots=False), limit=5).lines
    assert (line.rank, line.name, line.won) == (1, "alice", True)


# Midnights


def test_a_game_begun_before_midnight_counts_for_its_day(deal: DailyDeal) -> None:
    alice = person()
    go_to(MIDNIGHT - SECOND)
    game = daily.play(alice, TODAY, "rated-3")
    go_to(MIDNIGHT + DAY - SECOND)
    settle.settle(utc.now())
    play(game, line_of(deal), utc.now())
    assert [line.name for line in page(day_board(deal, bots=False), limit=5).lines] == ["alice"]
    assert reads.streaks(alice, "rated-3", utc.now()) == [reads.Streak(TODAY, TODAY, None)]
    go_to(MIDNIGHT + DAY)
    assert reads.streaks(alice, "rated-3", utc.now()) == [reads.Streak(TODAY, TODAY, "not_played")]


def test_at_midnight_the_next_days_deal_begins(deal: DailyDeal) -> None:
    alice = person()
    tomorrow = daily.prepare(TODAY + DAY, "rated-3", known)
    go_to(MIDNIGHT - SECOND)
    refused("daily_not_open", alice, tomorrow.date, "rated-3")
    go_to(MIDNIGHT)
    assert daily.play(alice, tomorrow.date, "rated-3").daily_try.daily == tomorrow


def test_at_the_midnight_after_an_open_game_is_closed_and_lost(deal: DailyDeal) -> None:
    alice = person()
    game = daily.play(alice, TODAY, "rated-3")
    begin(game, line_of(deal)[:60], NOON)
    go_to(MIDNIGHT + DAY)
    assert settle.settle(utc.now()) == 1
    game.refresh_from_db()
    assert (game.status, game.termination, game.ms) == ("lost", "closed", 2900)
    (line,) = page(day_board(deal, bots=False), limit=5).lines
    assert (line.won, line.score) == (False, game.score)
    assert reads.streaks(alice, "rated-3", utc.now()) == []


def test_a_try_without_a_move_is_closed_and_is_no_result(deal: DailyDeal) -> None:
    alice = person()
    daily.play(alice, TODAY, "rated-3")
    go_to(MIDNIGHT + DAY)
    assert settle.settle(utc.now()) == 1
    assert settle.settle(utc.now()) == 0
    assert page(day_board(deal, bots=False), limit=5).lines == []
    assert DailyTry.objects.get().ended_at == utc.now()


def test_what_is_as_good_as_won_is_won_at_midnight(deal: DailyDeal) -> None:
    alice = person()
    game = daily.play(alice, TODAY, "rated-3")
    begin(game, line_of(deal)[:-4], NOON)
    go_to(MIDNIGHT + DAY)
    settle.settle(utc.now())
    game.refresh_from_db()
    assert (game.status, game.home) == ("won", 52)
    assert game.ms > 86_400_000
    assert DailyTry.objects.get().won


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2026-11-17T23:30+05:30", "2026-11-18T00:15+05:30", True),
        ("2026-11-18T00:30+08:00", "2026-11-18T07:59+08:00", True),
        ("2026-11-18T00:30+08:00", "2026-11-18T08:00+08:00", False),
        ("2026-03-29T00:30+00:00", "2026-03-29T23:30+02:00", True),
        ("2026-10-24T23:59+02:00", "2026-10-25T00:30+02:00", True),
        ("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", True),
    ],
)
def test_the_day_is_utcs_wherever_the_player_sits(first: str, second: str, same: bool) -> None:
    alice = person()
    games = set()
    for text in (first, second):
        go_to(datetime.fromisoformat(text))
        day = utc.now().date()
        daily.prepare(day, "rated-1", known)
        games.add(daily.play(alice, day, "rated-1").pk)
    assert (len(games) == 1) == same


# Secrets


def test_nothing_is_public_before_the_day_is_over_and_no_one_plays(deal: DailyDeal) -> None:
    alice, bob = person(), person("bob")
    assert not reads.revealed(deal, utc.now())
    game = daily.play(alice, TODAY, "rated-3")
    daily.play(bob, TODAY, "rated-3")
    play(game, line_of(deal), NOON)
    go_to(MIDNIGHT - SECOND)
    assert not reads.revealed(deal, utc.now())
    go_to(MIDNIGHT)
    assert not reads.revealed(deal, utc.now())
    refusal = refused("daily_secret", alice, TODAY, "rated-3")
    assert refusal.extra == {"shown_at": "2026-11-20T00:00:00+00:00"}
    settle.end(DailyTry.objects.get(player=bob).game.public_id, "resigned", utc.now())
    go_to(MIDNIGHT + reads.BEGINNING)
    assert reads.revealed(deal, utc.now())


def test_with_no_one_playing_the_deal_is_public_at_midnight(deal: DailyDeal) -> None:
    for early in (MIDNIGHT - SECOND, MIDNIGHT, MIDNIGHT + reads.BEGINNING - SECOND):
        go_to(early)
        assert not reads.revealed(deal, utc.now())
    go_to(MIDNIGHT + reads.BEGINNING)
    assert reads.revealed(deal, utc.now())


def test_a_try_that_midnight_overtakes_is_not_begun(
    deal: DailyDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its insert may wait for others, and what is public afterwards must not be played for rank."""
    alice = person()
    go_to(MIDNIGHT - SECOND)
    create = DailyTry.objects.create

    def late(**values: Any) -> DailyTry:
        made = create(**values)
        go_to(MIDNIGHT)
        return made

    monkeypatch.setattr(DailyTry.objects, "create", late)
    refused("daily_closed", alice, TODAY, "rated-3")
    assert not DailyTry.objects.exists()
    assert not Game.objects.exists()


def test_a_past_day_is_practice_and_changes_no_board_or_streak(deal: DailyDeal) -> None:
    alice = person()
    go_to(MIDNIGHT + DAY)
    game = daily.play(alice, TODAY, "rated-3")
    assert (game.kind, game.ladder, game.salt) == ("casual", "", None)
    play(game, line_of(deal), utc.now())
    assert daily.play(alice, TODAY, "rated-3").pk != game.pk
    assert page(day_board(deal, bots=False), limit=5).lines == []
    assert reads.streaks(alice, "rated-3", utc.now()) == []
    assert alice.statistics.get().sort == "practice"


def test_a_guest_may_practise_past_days(deal: DailyDeal) -> None:
    go_to(MIDNIGHT + DAY)
    assert daily.play(person("guest-abc", "guest"), TODAY, "rated-3").kind == "casual"


# The order of a day (R8.5)


def test_the_order_of_a_day_is_that_of_the_rules(deal: DailyDeal) -> None:
    results = [
        ("a", {"won": True, "score": 700, "ms": 9000, "moves": 200}),
        ("b", {"won": True, "score": 650, "ms": 5000, "moves": 90}),
        ("c", {"won": True, "score": 650, "ms": 6000, "moves": 80}),
        ("d", {"won": True, "score": 650, "ms": 6000, "moves": 81}),
        ("e", {"won": True, "score": 650, "ms": 6000, "moves": 81, "late": 1}),
        ("f", {"won": False, "home": 51, "score": 10}),
        ("g", {"won": False, "home": 20, "score": 740}),
        ("h", {"won": False, "home": 20, "score": 0, "ms": 70}),
        ("i", {"won": False, "home": 20, "score": 0, "ms": 80}),
        ("j", {"won": False, "home": 20, "score": 0, "ms": 80}),
        ("k", {"won": False, "home": 0, "score": 0, "ms": 0, "moves": 1}),
    ]
    for name, result in reversed(results):
        _result(person(f"player-{name}"), deal, **result)
    lines = page(day_board(deal, bots=False), limit=20).lines
    names = [(line.name or "")[-1] for line in lines]
    assert names[:8] + sorted(names[8:10]) + names[10:] == [name for name, _ in results]
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 11]


def _result(player: User, deal: DailyDeal, *, won: bool, late: int = 0, **figures: Any) -> None:
    fields = {"kind": "daily", "created_at": NOON, "attempt": deal}
    ended(player, deal.ladder, won=won, at=NOON + late * SECOND, **fields, **figures)


# Streaks


def days(text: str) -> dict[date, str]:
    """W won, L lost, P playing, anything else not played, from 1 November on."""
    names = {"W": "won", "L": "lost", "P": "playing"}
    first = date(2026, 11, 1)
    return {first + n * DAY: names[c] for n, c in enumerate(text) if c in names}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("W", [(1, 1, None)]),
        ("WWW", [(1, 3, None)]),
        ("WW.", [(1, 2, None)]),
        ("WW..", [(1, 2, "not_played")]),
        ("WWL", [(1, 2, "not_won")]),
        ("WWLW", [(1, 2, "not_won"), (4, 4, None)]),
        ("WW.WW", [(1, 2, "not_played"), (4, 5, None)]),
        ("WWP", [(1, 2, None)]),
        ("WPW", [(1, 1, None), (3, 3, None)]),
        ("LLL", []),
    ],
)
def test_a_streak_counts_days_in_a_row_and_says_why_it_ended(text: str, expected: Any) -> None:
    found = reads.streaks_of(days(text), date(2026, 11, max(len(text), 1)))
    assert [(s.first.day, s.last.day, s.ended) for s in found] == expected
    assert [s.length for s in found] == [last - first + 1 for first, last, _ in expected]


def test_seven_days_in_a_row_are_an_achievement_even_when_the_middle_is_won_last() -> None:
    alice = person()
    games = []
    for number in range(7):
        go_to(NOON + number * DAY)
        made = daily.prepare(utc.now().date(), "rated-3", known)
        games.append((daily.play(alice, made.date, "rated-3"), made))
        if number != 5:
            play(games[-1][0], line_of(made), utc.now())
    assert not Achievement.objects.filter(slug="daily-week").exists()
    play(games[5][0], line_of(games[5][1]), utc.now() + SECOND)
    earned = Achievement.objects.order_by("slug").values_list("slug", "game")
    assert [slug for slug, _ in earned] == ["daily-week", "first-win", "par"]
    before = list(earned)
    Achievement.objects.all().delete()
    ratings.rebuild()
    assert list(earned.all()) == before
    assert reads.streaks(alice, "rated-3", utc.now())[0].length == 7
