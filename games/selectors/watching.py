"""Reads of games that may be watched while they are played."""

from datetime import datetime, timedelta

from django.core.cache import cache

from accounts.models import User
from games.models import Game
from games.selectors.games import fill_in

MOST = 30
RECENT = timedelta(hours=24)
KEPT = 3
"""Seconds that a list is kept: it is asked for by everyone who waits for a game to watch."""


def watched(at: datetime) -> list[Game]:
    """The latest games being played by people who let others watch, at most `MOST`.

    A game counts from its first move and for a day; players who are suspended are left out, and
    so are dailies, which are secret while they are played. The counts are worked out from the
    logs.
    """
    keys = cache.get("watching")
    if keys is None:
        keys = list(_open_games(at))
        cache.set("watching", keys, timeout=KEPT)
    games = Game.objects.filter(pk__in=keys, status=Game.Status.PLAYING).select_related("player")
    found = sorted(games.defer("log", "salt"), key=lambda game: keys.index(game.pk))
    fill_in(found)
    return found


def _open_games(at: datetime) -> list[int]:
    players = User.objects.filter(preferences__watchable=True, suspended_at=None, is_active=True)
    games = Game.objects.filter(
        player__in=players, status=Game.Status.PLAYING, started_at__gt=at - RECENT
    )
    games = games.exclude(kind=Game.Kind.DAILY)
    return list(games.order_by("-started_at").values_list("pk", flat=True)[:MOST])
