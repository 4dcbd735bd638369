"""Achievements: few, each for something worth remembering, none for who has them switched off."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta

from accounts.models import User
from games import boards
from games.models import Achievement, DailyTry, Game, Standing, Statistic
from games.services import counts
from games.services.counts import Result

SLUGS = ("first-win", "first-rated-win", "purist-win", "daily-week", "par", "vegas-month")
"""A win on an unknown deck; a rated win; a win on the purist ladder; seven dailies of a ladder won
on seven UTC days in a row; a daily won in no more moves than its par; a month of at least 20
games on a Vegas ladder closed above $0."""

WEEK = 7
FEWEST_VEGAS_GAMES = 20


Latest = Callable[[], Standing | None]
Days = Callable[[], set[date]]


def award(player: User, game: Game, result: Result) -> None:
    """Give what this game earns and the player does not have; in the game's own transaction."""
    if not wanted_by(player):
        return
    slugs = _earned(
        game,
        result,
        lambda: _latest_month(player, game.ladder, result),
        lambda: _days_won(player, game),
    )
    earned = [
        Achievement(player=player, slug=slug, game_id=game.pk, earned_at=result.ended_at)
        for slug in sorted(slugs, key=SLUGS.index)
    ]
    Achievement.objects.bulk_create(earned, ignore_conflicts=True)


def wanted_by(player: User) -> bool:
    return player.preferences.get("achievements", True) is not False


class Record:
    """What a player's games earn, found again by going through them in the order they ended."""

    def __init__(self, player: User) -> None:
        self.player = player
        self.earned: dict[str, dict[int, datetime]] = defaultdict(dict)
        self._days: dict[str, set[date]] = defaultdict(set)

    def add(
        self, game: Game, result: Result, standings: Mapping[tuple[str, int], Standing]
    ) -> None:
        """Note what a game earns; ``standings`` has it counted, by ladder and period."""
        if game.kind == Game.Kind.DAILY and result.won:
            daily = game.daily_try.daily
            self._days[daily.ladder].add(daily.date)

        def latest() -> Standing | None:
            first, month = _months_before(result)
            there = [
                standing
                for (ladder, period), standing in standings.items()
                if ladder == game.ladder and first <= period < month
            ]
            return max(there, key=lambda standing: standing.period, default=None)

        for slug in _earned(game, result, latest, lambda: self._days[game.daily_try.daily.ladder]):
            self.earned[slug][game.pk] = result.ended_at


def mend(records: Sequence[Record]) -> None:
    """Give what is missing, and take back what no game has earned.

    What was earned with a game that is gone stays, and so does all of those who want none or are
    there no more.
    """
    there = {record.player.pk: record for record in records if _mended(record.player)}
    had: dict[int, set[str]] = defaultdict(set)
    wrong = []
    for row in Achievement.objects.filter(player__in=there):
        if row.game_id is None or row.game_id in there[row.player_id].earned.get(row.slug, {}):
            had[row.player_id].add(row.slug)
        else:
            wrong.append(row.pk)
    Achievement.objects.filter(pk__in=wrong).delete()
    Achievement.objects.bulk_create(
        Achievement(player=record.player, slug=slug, game_id=game, earned_at=at)
        for record in there.values()
        for slug, games in record.earned.items()
        if slug not in had[record.player.pk]
        for game, at in list(games.items())[:1]
    )


def _mended(player: User) -> bool:
    return player.is_active and wanted_by(player)


def _earned(game: Game, result: Result, latest_month: Latest, days_won: Days) -> Iterator[str]:
    if result.won and counts.sort_of(game) != Statistic.Sort.PRACTICE:
        yield "first-win"
    if game.kind == Game.Kind.RATED:
        if result.won:
            yield "first-rated-win"
            if game.ladder == "purist":
                yield "purist-win"
        if "vegas_total" in boards.boards_of(game.ladder) and _in_the_black(latest_month()):
            yield "vegas-month"
    elif game.kind == Game.Kind.DAILY and result.won:
        daily = game.daily_try.daily
        if result.moves <= daily.par:
            yield "par"
        if _run(daily.date, days_won()) >= WEEK:
            yield "daily-week"


def _days_won(player: User, game: Game) -> set[date]:
    """The seven days around the game's: an earlier day's game may be the one that ends last."""
    daily = game.daily_try.daily
    span = timedelta(days=WEEK - 1)
    tries = DailyTry.objects.filter(
        player=player,
        won=True,
        daily__ladder=daily.ladder,
        daily__date__range=(daily.date - span, daily.date + span),
    )
    return set(tries.values_list("daily__date", flat=True))


def _run(day: date, days: set[date]) -> int:
    """How many of these days are in a row with a day, itself among them."""
    run = 1
    for step in (timedelta(days=1), timedelta(days=-1)):
        other = day + step
        while other in days:
            run += 1
            other += step
    return run


def _months_before(result: Result) -> tuple[int, int]:
    """The codes of all months before the one in which a game ended: from, and up to."""
    month = boards.month_of(boards.utc_day(result.ended_at))
    return boards.Period(boards.PeriodKind.MONTH, 0).code, month.code


def _latest_month(player: User, ladder: str, result: Result) -> Standing | None:
    """The latest month that is over in which the player played on the ladder."""
    first, month = _months_before(result)
    months = Standing.objects.filter(
        player=player, ladder=ladder, period__gte=first, period__lt=month
    )
    return months.order_by("-period").first()


def _in_the_black(month: Standing | None) -> bool:
    return month is not None and month.played >= FEWEST_VEGAS_GAMES and month.total_score > 0
