"""The daily deals: preparing them ahead, the one rated try, and past days for practice (R8.3)."""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction

from accounts.models import User
from games import engine
from games.boards import DAILY_LADDERS, utc_day
from games.models import DailyDeal, DailyTry, Game
from games.models.derive import commitment
from games.selectors import daily as reads
from games.services import rated, settle
from games.services.proving import Proven, winnable
from games.services.refusals import (
    DailyClosed,
    DailyNotOpen,
    DailyPreparing,
    DailySecret,
    NoSuchDaily,
)
from games.services.sealed import new_salt
from games.services.utc import now

DAYS_AHEAD = 7
# Python reads other forms as well; a day has one address.
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


Maker = Callable[[engine.RuleSet], Proven]


def missing(today: date, days: int = DAYS_AHEAD) -> list[tuple[date, str]]:
    """The days and ladders from today on, ``days`` of them to come, that have no deal yet."""
    wanted = [
        (today + timedelta(days=ahead), ladder)
        for ahead in range(days + 1)
        for ladder in DAILY_LADDERS
    ]
    there = DailyDeal.objects.filter(date__gte=today).values_list("date", "ladder")
    have = set(there)
    return [key for key in wanted if key not in have]


def prepare_missing(days: int = DAYS_AHEAD, maker: Maker = winnable) -> Iterator[DailyDeal]:
    """Prepare what is missing, the next day first."""
    for day, ladder in missing(utc_day(now()), days):
        yield prepare(day, ladder, maker)


def prepare(day: date, ladder: str, maker: Maker = winnable) -> DailyDeal:
    """The deal of a day: the stored one, or a new sealed deck that is proven winnable.

    Two processes may do this at once; the one that stores first has made the day's deal, and
    both give that one.
    """
    if ladder not in DAILY_LADDERS:
        raise NoSuchDaily
    found = DailyDeal.objects.filter(date=day, ladder=ladder).first()
    if found is not None:
        return found
    rules = engine.LADDERS[ladder]
    proven = maker(rules)
    check_line(proven.deck, rules, proven.line)
    salt = new_salt()
    made = DailyDeal(
        date=day,
        ladder=ladder,
        deck=proven.deck,
        salt=salt,
        commitment=commitment(proven.deck, salt),
        line=proven.line,
        par=proven.par,
        par_proved=proven.par_proved,
        prepared_at=now(),
    )
    DailyDeal.objects.bulk_create([made], ignore_conflicts=True)
    return DailyDeal.objects.get(date=day, ladder=ladder)


def check_line(deck: bytes, rules: engine.RuleSet, line: str) -> None:
    """``ValueError`` unless the line wins: nothing is promised that the engine has not played."""
    outcome = engine.Game.replay(deck, rules, line).outcome
    if outcome is None or not outcome.won:
        raise ValueError("this line does not win the deal")


def parse_day(text: str) -> date:
    """A day as ``2026-11-30``; there is no daily of a day that can't be (`NoSuchDaily`)."""
    if not _DAY.fullmatch(text):
        raise NoSuchDaily
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise NoSuchDaily from error


def find(day: date, ladder: str) -> DailyDeal:
    """The deal of a day. Raises `NoSuchDaily`."""
    deal = DailyDeal.objects.filter(date=day, ladder=ladder).first()
    if deal is None:
        raise NoSuchDaily
    return deal


def find_begun(day: date, ladder: str) -> DailyDeal:
    """The deal of a day that has begun. Raises `NoSuchDaily`, `DailyNotOpen`."""
    deal = find(day, ladder)
    if day > utc_day(now()):
        raise DailyNotOpen(extra={"opens_at": reads.opens_at(day).isoformat()})
    return deal


def play(player: User, day: date, ladder: str) -> Game:
    """The player's one rated try at today's deal, started now or before; or, of a past day, a
    game for practice on its deck.

    Raises `AccountRequired`, `PlayerSuspended`, `NoSuchDaily`, `DailyNotOpen`, `DailySecret`,
    `DailyPreparing`, `DailyClosed` (midnight passed while it was being begun).
    """
    at = now()
    today = utc_day(at)
    if day == today and ladder in DAILY_LADDERS:
        rated.check_player(player)
        deal = DailyDeal.objects.filter(date=day, ladder=ladder).first()
        if deal is None:
            raise DailyPreparing
        return own_try(player, deal) or _start(player, deal, at)
    deal = find_begun(day, ladder)
    settle.settle(at, player)
    if (game := own_try(player, deal)) and game.status == Game.Status.PLAYING:
        return game
    return practise(player, deal, at)


def own_try(player: User, deal: DailyDeal) -> Game | None:
    """The game of the player's try at this deal."""
    found = DailyTry.objects.filter(player=player, daily=deal).select_related("game").first()
    return found.game if found else None


def _start(player: User, deal: DailyDeal, at: datetime) -> Game:
    """Deal; a double click, a second tab or device gets the game of the first."""
    try:
        with transaction.atomic():
            game = _new_game(player, deal, Game.Kind.DAILY, at)
            DailyTry.objects.create(daily=deal, player=player, game=game)
            # It may have waited for others: what becomes public after midnight is not begun then.
            if now() >= reads.ends_at(deal.date):
                raise DailyClosed
            return game
    except IntegrityError:
        return DailyTry.objects.select_related("game").get(player=player, daily=deal).game


def practise(player: User, deal: DailyDeal, at: datetime) -> Game:
    """A new unrated game on a past day's deck. Raises `DailySecret`."""
    if not reads.revealed(deal, at):
        raise DailySecret(extra={"shown_at": reads.closes_at(deal.date).isoformat()})
    return _new_game(player, deal, Game.Kind.CASUAL, at)


def _new_game(player: User, deal: DailyDeal, kind: Game.Kind, at: datetime) -> Game:
    rated_try = kind == Game.Kind.DAILY
    return Game.objects.create(
        player=player,
        kind=kind,
        ladder=deal.ladder if rated_try else "",
        rules=deal.ladder,
        rules_version=engine.RULES_VERSION,
        deck=bytes(deal.deck),
        # Only who did not know the deck was dealt a sealed one: practice is counted apart.
        salt=bytes(deal.salt) if rated_try else None,
        created_at=at,
    )
