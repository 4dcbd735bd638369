"""Starting a rated game of a ladder (R8.2, R8.4)."""

from contextlib import suppress
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from games import engine
from games.models import Game
from games.services import play, settle
from games.services.errors import Against
from games.services.refusals import AccountRequired, GameOpen, NoSuchLadder, PlayerSuspended
from games.services.sealed import new_salt, sealed_deck
from games.services.utc import now

TRIES = 5


def check_player(player: User) -> None:
    """Raises `AccountRequired` or `PlayerSuspended` for who may not play rated games."""
    if player.kind == User.Kind.GUEST:
        raise AccountRequired
    if player.is_suspended:
        raise PlayerSuspended


def start(player: User, ladder: str, *, confirm: bool = False) -> Game:
    """`begin`, for who does not ask whether the game is new."""
    return begin(player, ladder, confirm=confirm)[0]


def begin(player: User, ladder: str, *, confirm: bool = False) -> tuple[Game, bool]:
    """The player's open game of the ladder, or a new one; and whether it is new.

    Before its first move asking again gives the same game. After it, a new game resigns the old
    one, and only with ``confirm``; else `GameOpen`. Also raises `AccountRequired`,
    `PlayerSuspended`, `NoSuchLadder`.
    """
    check_player(player)
    if ladder not in engine.LADDERS:
        raise NoSuchLadder
    settle.settle(now(), player)
    for _ in range(TRIES):
        game = open_game(player, ladder)
        if game is not None and game.started_at is None:
            return game, False
        if game is not None and not confirm:
            raise GameOpen(game.public_id)
        if game is not None:
            _give_up(player, game)
        made = _deal(player, ladder, now())
        if made is not None:
            return made, True
    raise GameOpen(game.public_id if game else "")


def _give_up(player: User, game: Game) -> None:
    """Resign through the hub, so that pages that show the game hear of it; as good as won, win."""
    if settle.nearly_won(game.public_id):
        settle.end(game.public_id, "resigned", now())
        return
    with suppress(Against):  # it ended in the meantime
        play.resign(game.public_id, player.pk)


def open_game(player: User, ladder: str) -> Game | None:
    """The rated game of this ladder that the player has not ended."""
    return Game.objects.filter(
        player=player, ladder=ladder, kind=Game.Kind.RATED, status=Game.Status.PLAYING
    ).first()


def _deal(player: User, ladder: str, at: datetime) -> Game | None:
    """A new game, or None where another request, tab or device was quicker."""
    try:
        with transaction.atomic():
            return Game.objects.create(
                player=player,
                kind=Game.Kind.RATED,
                ladder=ladder,
                rules=ladder,
                rules_version=engine.RULES_VERSION,
                deck=sealed_deck(),
                salt=new_salt(),
                created_at=at,
            )
    except IntegrityError:
        if not User.objects.filter(pk=player.pk).exists():
            raise
        return None
