"""Reads of games: a player's list."""

from collections import defaultdict
from collections.abc import Sequence

from games import engine
from games.models import Action, Game
from games.models.derive import read_rules, replay, summary
from games.models.packing import split_ending

PAGE = 50

_COLUMNS = (
    "id",
    "public_id",
    "kind",
    "ladder",
    "rules",
    "deck",
    "status",
    "termination",
    "version",
    "score",
    "moves",
    "undos",
    "home",
    "ms",
    "helped",
    "created_at",
    "started_at",
    "ended_at",
)


def games_of(player_id: int, status: str | None, before: str | None) -> tuple[list[Game], bool]:
    """A page of a player's games, latest first, and whether there are more.

    ``before`` is the id of the last game of the page before; an unknown one begins anew. Of games
    that are still played the counts are worked out from their logs.
    """
    games = Game.objects.filter(player_id=player_id).order_by("-id").only(*_COLUMNS)
    if status is not None:
        games = games.filter(status=status)
    if before is not None:
        last = Game.objects.filter(public_id=before, player_id=player_id).values("id")
        games = games.filter(id__lt=last[:1])
    page = list(games[: PAGE + 1])
    fill_in([game for game in page if game.status == Game.Status.PLAYING])
    return page[:PAGE], len(page) > PAGE


def fill_in(games: Sequence[Game]) -> None:
    """Work out the counts of games that are still played; nothing is stored."""
    rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    actions = Action.objects.filter(game__in=[game.pk for game in games]).order_by("game", "seq")
    for game_id, code, ms in actions.values_list("game_id", "code", "ms"):
        rows[game_id].append((code, ms))
    for game in games:
        codes = bytes(code for code, _ in rows[game.pk])
        played = _played(game, codes, [ms for _, ms in rows[game.pk]])
        for name, value in summary(played).items():
            setattr(game, name, value)


def _played(game: Game, codes: bytes, times: Sequence[int]) -> engine.Game:
    actions, ending = split_ending(codes)
    deck, rules = bytes(game.deck), read_rules(game.rules)
    return replay(deck, rules, actions, times[: len(actions)], ending)
