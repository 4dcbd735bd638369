"""What becomes of games when a guest joins an account, when somebody leaves, and on a download."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.dispatch import receiver

from accounts import signals
from accounts.models import User
from accounts.services.proofs import parts
from games.models import Achievement, Action, DailyTry, Game, Statistic
from games.selectors import history
from games.services import play, ratings, utc, views

LATEST = 200
_COUNTED = (Game.Kind.RATED, Game.Kind.DAILY)


def _reread(games: Iterable[str]) -> None:
    """Have every process read these games again, once what was done to them is committed."""
    ids = list(games)
    if ids:
        transaction.on_commit(lambda: play.forget(ids))


@receiver(signals.guest_merged, dispatch_uid="games-merge")
def merge(guest: User, into: User, **_: Any) -> None:
    """Give a guest's games, open and finished, to the account, and count them there."""
    games = Game.objects.filter(player=guest)
    ids = list(games.values_list("public_id", flat=True))
    if not ids:
        return
    games.update(player=into)
    ratings.recount(into)
    _reread(ids)


@receiver(signals.renamed, dispatch_uid="games-renamed")
def renamed(user: User, **_: Any) -> None:
    """Have the player's latest games shown with the new name, wherever they are in memory."""
    games = Game.objects.filter(player=user).order_by("-pk")
    _reread(games.values_list("public_id", flat=True)[:LATEST])


@receiver(signals.rights_changed, dispatch_uid="games-rights")
def rights_changed(user_id: int, **_: Any) -> None:
    """Look soon whether connections of this user, and of who watches them, may stay."""
    transaction.on_commit(lambda: play.suspect([user_id]))


@receiver(signals.standing_still, dispatch_uid="games-still")
def stand_still(user: User, **_: Any) -> None:
    """Let no move be stored in the player's games until the transaction ends.

    The next place of each log is taken, which every action has to wait for; a game that is
    deleted then refuses it.
    """
    games = Game.objects.filter(player=user, status=Game.Status.PLAYING).values_list(
        "pk", flat=True
    )
    held: set[int] = set()
    while waiting := set(games.all()) - held:
        for ids in parts(sorted(waiting)):
            held |= _places_taken(ids)
    for ids in parts(sorted(held)):
        # Those that ended while their place was waited for have no rows any more.
        over = Game.objects.filter(pk__in=ids).exclude(status=Game.Status.PLAYING)
        Action.objects.filter(game__in=list(over.values_list("pk", flat=True))).delete()


def _places_taken(ids: Sequence[int]) -> set[int]:
    """Take the next place in the logs of games; those where no action was quicker.

    One statement for many games, in the order in which the writer stores: it may have to wait for
    all of this, and for nothing that waits for it.
    """
    places = ", ".join(["%s"] * len(ids))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_action (game_id, seq, code, ms)"  # noqa: S608 - only %s is put in
            " SELECT game.id, COALESCE(MAX(action.seq) + 1, 0), 0, 0 FROM games_game game"
            " LEFT JOIN games_action action ON action.game_id = game.id"
            f" WHERE game.id IN ({places}) GROUP BY game.id ORDER BY game.id"
            " ON CONFLICT DO NOTHING RETURNING game_id",
            list(ids),
        )
        return {game_id for (game_id,) in cursor.fetchall()}


@receiver(signals.account_deleted, dispatch_uid="games-delete")
def leave(user: User, **_: Any) -> None:
    """Delete what goes with an account: all games but finished rated ones, which stay nameless."""
    kept = Q(kind__in=_COUNTED) & ~Q(status=Game.Status.PLAYING)
    games = Game.objects.filter(player=user)
    _reread(list(games.filter(status=Game.Status.PLAYING).values_list("public_id", flat=True)))
    games.exclude(kept).delete()


@receiver(signals.kept_guests, dispatch_uid="games-kept")
def moved(ids: list[int], since: datetime | None, **_: Any) -> set[int]:
    """Which of these players have made a move, at all, or begun or ended a game since a time."""
    games = Game.objects.filter(player__in=ids, started_at__isnull=False)
    if since is None:
        return set(games.values_list("player_id", flat=True))
    recent = games.filter(Q(started_at__gte=since) | Q(ended_at__gte=since))
    return set(recent.values_list("player_id", flat=True))


def _open_games(user: User) -> Iterator[dict[str, Any]]:
    """The games still played, as their player may see them: without what lies face down."""
    games = Game.objects.filter(player=user, status=Game.Status.PLAYING)
    for public_id in list(games.order_by("pk").values_list("public_id", flat=True)):
        yield play.see(public_id, user.pk)


def _dailies(user: User) -> Iterator[dict[str, Any]]:
    tries = DailyTry.objects.filter(player=user).select_related("daily", "game")
    for one in tries.order_by("pk"):
        yield {
            "date": one.daily.date,
            "ladder": one.daily.ladder,
            "game": one.game.public_id,
            "won": one.won,
            "ended_at": views.moment(one.ended_at),
        }


@receiver(signals.export_parts, dispatch_uid="games-export")
def export(user: User, **_: Any) -> list[tuple[str, Iterable[Any]]]:
    """The games part of a person's download."""
    finished = history.all_games(user, history.Wanted(oldest_first=True))
    return [
        ("games", (history.row(game, utc.now(), own=True) for game in finished)),
        ("open_games", _open_games(user)),
        ("dailies", _dailies(user)),
        ("statistics", Statistic.objects.filter(player=user).values()),
        ("achievements", Achievement.objects.filter(player=user).values("slug", "earned_at")),
    ]
