"""The one transaction that ends a game: its last actions, its packed log, all that counts it."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, connection, transaction

from games.models import Game
from games.models.packing import ENDING_NUMBERS, pack
from games.services.store import Facts
from games.signals import game_finished


class TakenElsewhere(Exception):
    """Another process stored an action of the game, or ended it, in the meantime."""


@dataclass(slots=True)
class Finished:
    """A game that has ended, with what is to be stored of it.

    ``codes`` and ``times`` are its whole log; the first ``saved`` of them are in the database.
    """

    facts: Facts
    status: str
    termination: str
    version: int
    score: int | None
    moves: int
    undos: int
    home: int
    ms: int
    ended_at: datetime
    codes: bytes = field(repr=False)
    times: "array[int]" = field(repr=False)
    saved: int = 0

    @property
    def won(self) -> bool:
        return self.status == Game.Status.WON


def finish_games(games: Iterable[Finished]) -> None:
    """End games, all or none. Raises `TakenElsewhere`."""
    with transaction.atomic():
        # Always in this order, so that two processes don't wait for each other in a circle:
        # counting a game holds its player's row.
        for game in sorted(games, key=lambda game: (game.facts.player_id or 0, game.facts.id)):
            finish_game(game)


def finish_game(game: Finished) -> None:
    """End one game inside the caller's transaction. Raises `TakenElsewhere`.

    Whoever keeps standings does it in a receiver of `games.signals.game_finished`, which is sent
    here, in the same transaction.
    """
    codes, times = _whole_log(game)
    _store_rows(game.facts.id, codes, times, game.saved)
    ended = Game.objects.filter(pk=game.facts.id, status=Game.Status.PLAYING).update(
        log=pack(codes, times),
        status=game.status,
        termination=game.termination,
        version=game.version,
        score=game.score,
        moves=game.moves,
        undos=game.undos,
        home=game.home,
        ms=game.ms,
        started_at=game.facts.started_at,
        ended_at=game.ended_at,
    )
    if not ended:
        raise TakenElsewhere
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_action WHERE game_id = %s", [game.facts.id])
    game_finished.send(sender=Game, finished=game)


def _whole_log(game: Finished) -> tuple[bytes, "array[int]"]:
    """The log with the row that says how the game ended, where no action says it."""
    if game.won:
        return game.codes, game.times
    times = array("I", game.times)
    times.append(game.times[-1] if game.times else 0)
    return game.codes + bytes((ENDING_NUMBERS[game.termination],)), times  # type: ignore[index]


def _store_rows(game_id: int, codes: bytes, times: "array[int]", saved: int) -> None:
    """Put the rows that are not in the log yet into it, though they are packed away at once.

    The primary key decides here as it does for every action: whoever comes second at this place
    of the log, with another action or another end, finds it taken or the game over.
    """
    rows = [(game_id, seq, codes[seq], times[seq]) for seq in range(saved, len(codes))]
    try:
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO games_action (game_id, seq, code, ms) VALUES (%s, %s, %s, %s)", rows
            )
    except IntegrityError as error:
        raise TakenElsewhere from error
