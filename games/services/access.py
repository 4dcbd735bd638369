"""Who may look at a game: the one place that decides."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.preferences import complete
from accounts.services.proofs import parts
from games.models import Game
from games.services.errors import GameNotFound, NotYourGame, PlayError
from games.services.refusals import DailySecret
from games.services.store import Facts


def check_watch(facts: Facts, over: bool, reader_id: int | None) -> None:
    """Raises `NotYourGame` or `DailySecret` for who may not look.

    Everyone sees games that are over, their own, and those of players who let others watch (the
    preference ``watchable``); but a daily's deal only their own until it is public. Asks the
    database about other people's games.
    """
    if reader_id is not None and reader_id == facts.player_id:
        return
    if facts.kind == Game.Kind.DAILY and not facts.revealed:
        raise DailySecret("Games of a daily deal are shown to others when its day is over.")
    if over:
        return
    player = User.objects.filter(pk=facts.player_id or 0).only("preferences").first()
    if player is None or not _lets_watch(player.preferences):
        raise NotYourGame(_CLOSED)


_CLOSED = "This player does not let others watch."


def _lets_watch(preferences: Any) -> bool:
    return bool(complete(preferences)["watchable"])


def ended(public_ids: Collection[str]) -> set[str]:
    """Those of these games that are over."""
    over = Game.objects.exclude(status=Game.Status.PLAYING)
    return {
        public_id
        for ids in parts(public_ids)
        for public_id in over.filter(public_id__in=ids).values_list("public_id", flat=True)
    }


@dataclass(frozen=True, slots=True)
class Standing:
    """How a stored game stands for those who look at it."""

    over: bool
    watchable: bool


def standing(public_ids: Collection[str]) -> dict[str, Standing]:
    """How these games stand; those that are gone are left out."""
    found = {}
    for ids in parts(public_ids):
        rows = Game.objects.filter(public_id__in=ids)
        for public_id, status, player_id, preferences in rows.values_list(
            "public_id", "status", "player_id", "player__preferences"
        ):
            watchable = player_id is not None and _lets_watch(preferences)
            found[public_id] = Standing(status != Game.Status.PLAYING, watchable)
    return found


def refusal(now: Standing | None) -> PlayError | None:
    """Why somebody who was let in to look at another's game has to go, if so."""
    if now is None:
        return GameNotFound()
    return None if now.over or now.watchable else NotYourGame(_CLOSED)
