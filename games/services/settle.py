"""Ends games without their player: resigned for a new one, abandoned, closed at midnight.

A game that is as good as won is won instead: leaving it open is nobody's loss.
"""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games import engine
from games.boards import utc_day
from games.models import Action, DailyTry, Game
from games.models.derive import summary
from games.models.packing import ACTION_NUMBERS, LATEST_MS
from games.services import play, store, views
from games.services.finish import Finished, TakenElsewhere, finish_games

ABANDONED_AFTER = timedelta(days=7)
TRIES = 5


def as_good_as_won(position: engine.Position) -> bool:
    """Whether every card is face up and stock and waste are empty (some card still out)."""
    if position.stock or position.waste:
        return False
    return not any(column.down for column in position.columns)


def nearly_won(public_id: str) -> bool:
    """Whether a stored game that goes on is as good as won."""
    stored = store.load(public_id)
    return not stored.over and as_good_as_won(views.replay(stored).position)


def end(public_id: str, ending: engine.Ending, at: datetime, *, version: int | None = None) -> bool:
    """End a game at a time; False if it was over, or was not at the ``version`` that is asked for.

    As good as won, it is won instead. Moves that are being made at this instant come first: the
    log decides, as for any action.
    """
    for _ in range(TRIES):
        stored = store.load(public_id)
        if stored.over or version not in (None, len(stored.codes)):
            return False
        try:
            finish_games([_ended(stored, ending, at)])
        except TakenElsewhere:
            continue
        transaction.on_commit(lambda: play.forget([public_id]))
        return True
    return False


def _ended(stored: store.Stored, ending: engine.Ending, at: datetime) -> Finished:
    game = views.replay(stored)
    codes, times = bytearray(stored.codes), stored.times[:]
    if as_good_as_won(game.position):
        # At the time at which it is done: waiting must never make a game look quick.
        ms = _ms(stored.facts.started_at, at)
        while game.outcome is None:
            action = next(move for move in game.legal() if move.endswith("f"))
            game.act(action, ms)
            codes.append(ACTION_NUMBERS[action])
            times.append(game.ms)
    else:
        game.end(ending, game.ms)
    return Finished(
        facts=stored.facts,
        ended_at=at,
        codes=bytes(codes),
        times=times,
        saved=len(stored.codes),
        **summary(game),
    )


def _ms(started_at: datetime | None, at: datetime) -> int:
    if started_at is None:
        return 0
    return min(int((at - started_at) / timedelta(milliseconds=1)), LATEST_MS)


def settle(at: datetime, player: User | None = None) -> int:
    """End all games (of a player) that are due at this time; how many."""
    return close_dailies(at, player) + _abandon(at, player)


def close_dailies(at: datetime, player: User | None = None, most: int | None = None) -> int:
    """End the games of past dailies that are due, at most so many; how many."""
    due = DailyTry.objects.filter(
        ended_at__isnull=True, daily__date__lt=utc_day(at) - timedelta(days=1)
    )
    if player is not None:
        due = due.filter(player=player)
    games = list(due.order_by("id").values_list("game__public_id", flat=True)[:most])
    return sum(end(game, "closed", at) for game in games)


def _abandon(at: datetime, player: User | None) -> int:
    """End rated games in which nothing was done for seven days; those without a move never are."""
    old = Game.objects.filter(
        status=Game.Status.PLAYING, kind=Game.Kind.RATED, started_at__lte=at - ABANDONED_AFTER
    )
    if player is not None:
        old = old.filter(player=player)
    due = []
    for game in old.only("id", "public_id", "started_at", "resting_version", "resting_since"):
        version, last = _last_action(game, at)
        if last <= at - ABANDONED_AFTER:
            due.append((game.public_id, version))
    # Who moves until then has not abandoned the game.
    return sum(end(public_id, "abandoned", at, version=version) for public_id, version in due)


def _last_action(game: Game, at: datetime) -> tuple[int, datetime]:
    """A game's version and when its last action was made, or at the latest could have been."""
    action = Action.objects.filter(game=game).order_by("-seq").first()
    if action is None or game.started_at is None:
        return 0, at
    version = action.seq + 1
    if action.ms < LATEST_MS:
        return version, game.started_at + timedelta(milliseconds=action.ms)
    if game.resting_version != version or game.resting_since is None:
        game.resting_version, game.resting_since = version, at
        game.save(update_fields=["resting_version", "resting_since"])
    return version, game.resting_since
