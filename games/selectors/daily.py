"""Reads of the daily deals: what may be shown when, calendars, streaks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from accounts.models import User
from games.boards import midnight, utc_day
from games.models import DailyDeal, DailyTry, Game

ONE_DAY = timedelta(days=1)


def first_day() -> date | None:
    """The first day that had a deal."""
    return DailyDeal.objects.order_by("date").values_list("date", flat=True).first()


def gaps(ladder: str, since: date | None, today: date) -> list[date]:
    """The days from the first (``since``) to yesterday without a deal of a ladder, in order."""
    if since is None or since >= today:
        return []
    deals = DailyDeal.objects.filter(ladder=ladder, date__gte=since, date__lt=today)
    # Mostly there are none, and then counting is all it takes.
    length = (today - since).days
    if deals.count() == length:
        return []
    there = set(deals.values_list("date", flat=True))
    return [day for n in range(length) if (day := since + n * ONE_DAY) not in there]


def opens_at(day: date) -> datetime:
    """When the day's deal may be begun: 00:00 UTC."""
    return midnight(day)


def ends_at(day: date) -> datetime:
    """When it may no longer be begun: the next 00:00 UTC."""
    return midnight(day + ONE_DAY)


def closes_at(day: date) -> datetime:
    """When games begun on the day are closed: the midnight after that."""
    return midnight(day + 2 * ONE_DAY)


BEGINNING: Final = timedelta(minutes=1)
"""The longest that beginning a try takes; one that takes longer is begun no more."""


def revealed(deal: DailyDeal, at: datetime) -> bool:
    """Whether deck, line and replays are public: the day is over and no one who began before
    midnight still plays; at the latest when those games are closed.

    Not within `BEGINNING` after midnight: a try that was begun before it may still be on its way
    to the database.
    """
    if at < ends_at(deal.date) + BEGINNING:
        return False
    if at >= closes_at(deal.date):
        return True
    return not DailyTry.objects.filter(daily=deal, ended_at__isnull=True).exists()


def game_revealed(game_id: int, created_at: datetime, at: datetime) -> bool:
    """The same for the deal of a daily game (by its row's key and time of creation)."""
    day = utc_day(created_at)
    if at < ends_at(day) or at >= closes_at(day):
        return at >= closes_at(day)
    deal = DailyDeal.objects.filter(tries__game_id=game_id).only("id", "date").first()
    return deal is None or revealed(deal, at)


@dataclass(frozen=True, slots=True)
class Day:
    """A player's part in one daily: ``status`` is None where there was no try."""

    date: date
    ladder: str
    status: str | None
    game: str | None
    score: int | None
    ms: int | None
    moves: int | None


def calendar(player: User, ladder: str, first: date, last: date) -> list[Day]:
    """The player's days from first to last with a try, in order."""
    tries = (
        DailyTry.objects.filter(
            player=player, daily__ladder=ladder, daily__date__range=(first, last)
        )
        .select_related("daily", "game")
        .defer("daily__deck", "daily__line", "game__deck", "game__log")
        .order_by("daily__date")
    )
    return [_day(own) for own in tries]


def _day(own: DailyTry) -> Day:
    game = own.game
    over = game.status != Game.Status.PLAYING
    figures = (game.score, game.ms, game.moves) if over else (None, None, None)
    return Day(own.daily.date, own.daily.ladder, game.status, game.public_id, *figures)


@dataclass(frozen=True, slots=True)
class Streak:
    """UTC days in a row with the daily won. ``ended`` says why it is over: the next day was
    ``not_won`` or ``not_played``; None while it goes on."""

    first: date
    last: date
    ended: str | None

    @property
    def length(self) -> int:
        return (self.last - self.first).days + 1


def streaks(player: User, ladder: str, at: datetime) -> list[Streak]:
    """All of the player's streaks on a daily ladder, the earliest first."""
    tries = DailyTry.objects.filter(player=player, daily__ladder=ladder)
    days = tries.values_list("daily__date", "won", "game__status")
    return streaks_of({day: "won" if won else status for day, won, status in days}, utc_day(at))


def streaks_of(days: dict[date, str], today: date) -> list[Streak]:
    """Streaks from what became of each day that was played (won, lost, playing)."""
    found: list[Streak] = []
    for day in sorted(day for day, status in days.items() if status == "won"):
        if found and found[-1].last == day - ONE_DAY:
            found[-1] = Streak(found[-1].first, day, None)
        else:
            found.append(Streak(day, day, None))
    return [Streak(s.first, s.last, _why(days, s.last + ONE_DAY, today)) for s in found]


def _why(days: dict[date, str], next_day: date, today: date) -> str | None:
    status = days.get(next_day)
    if status == "lost":
        return "not_won"
    # Today can still be played, and a game begun yesterday still be won.
    if status == "playing" or next_day >= today:
        return None
    return "not_played"


def current_streak(found: Iterable[Streak]) -> Streak | None:
    """The streak that goes on, if there is one.

    With yesterday's game still open two may: then the later one, which winning would join.
    """
    return next((s for s in reversed(list(found)) if s.ended is None), None)
