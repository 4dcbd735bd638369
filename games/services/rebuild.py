"""Makes all derived data anew from the logs."""

from collections.abc import Iterator

from games.models import Action, Game
from games.models.derive import read_rules, replay, summary
from games.models.packing import split_ending, unpack
from games.services import ratings

BATCH = 500
DERIVED = ("status", "termination", "version", "score", "moves", "undos", "home", "ms")


def rebuild() -> tuple[int, int, int]:
    """Work out the rows of finished games from their logs, then standings and boards from those.

    Gives how many finished games there are, how many rows were wrong, and how many games count
    in standings. Rows of actions that belong to no game that is played are removed.
    """
    games = wrong = 0
    for batch in _batches():
        games += len(batch)
        changed = [game for game in batch if _derive(game)]
        wrong += len(changed)
        Game.objects.bulk_update(changed, DERIVED)
    Action.objects.exclude(game__in=Game.objects.filter(status=Game.Status.PLAYING)).delete()
    return games, wrong, ratings.rebuild()


def _batches() -> Iterator[list[Game]]:
    """Finished games, those with a log, in the order of their keys."""
    last = 0
    while True:
        found = Game.objects.filter(pk__gt=last, log__isnull=False).order_by("pk")[:BATCH]
        batch = list(found)
        if not batch:
            return
        yield batch
        last = batch[-1].pk


def _derive(game: Game) -> bool:
    """Set what follows from the game's log; whether anything was otherwise."""
    codes, times = unpack(bytes(game.log or b""))
    actions, ending = split_ending(codes)
    rules = read_rules(game.rules)
    played = replay(bytes(game.deck), rules, actions, times[: len(actions)], ending)
    before = {name: getattr(game, name) for name in DERIVED}
    after = summary(played)
    for name, value in after.items():
        setattr(game, name, value)
    return before != after
