"""Adding one finished game to a player's counts; nothing here reads or writes the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games import boards
from games.models import Game, Standing, Statistic
from games.models.standings import Counts
from games.services.boards import Row

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LENGTHS = 31
"""Counts of game lengths: under 1 … under 30 minutes, and all longer ones."""


@dataclass(frozen=True, slots=True)
class Result:
    """What counts of a finished game; ``score`` is 0 where none is kept, ``ms`` its length."""

    game: int
    won: bool
    score: int
    ms: int
    moves: int
    undos: int
    home: int
    ended_at: datetime

    @classmethod
    def of(cls, game: Game) -> "Result":
        """The result of a game that has ended, else ``ValueError``."""
        if game.ended_at is None or game.status == Game.Status.PLAYING:
            raise ValueError(f"game {game.public_id} has not ended")
        won = game.status == Game.Status.WON
        figures = (game.score or 0, game.ms, game.moves, game.undos, game.home)
        return cls(game.pk, won, *figures, game.ended_at)

    @property
    def achieved(self) -> int:
        """When it ended, in ms since 1970."""
        return (self.ended_at - _EPOCH) // timedelta(milliseconds=1)


def counts(game: Game) -> bool:
    """Whether a finished game is one for the books: it has a player and a first move (R8.4)."""
    return game.player_id is not None and game.started_at is not None


def sort_of(game: Game) -> Statistic.Sort:
    """Under which heading a game is counted.

    Only a deck that was sealed until the game, played without help, can be a new win; a casual
    game on a deck from a code, from text or from a past day is practice, however often won.
    """
    if game.kind == Game.Kind.RATED:
        return Statistic.Sort.RATED
    if game.kind == Game.Kind.DAILY:
        return Statistic.Sort.DAILY
    fresh = game.salt is not None and game.number is None and not game.helped
    return Statistic.Sort.CASUAL if fresh else Statistic.Sort.PRACTICE


def add(counts: Counts, result: Result) -> None:
    """Count a game that ended after all that were counted before."""
    counts.played += 1
    counts.total_score += result.score
    counts.undos += result.undos
    counts.last_at = result.ended_at
    if result.won:
        _add_win(counts, result)
    else:
        counts.streak = min(counts.streak, 0) - 1
        counts.worst_streak = max(counts.worst_streak, -counts.streak)
        if counts.lost_score is None or result.score > counts.lost_score:
            counts.lost_score, counts.lost_score_game = result.score, result.game


def _add_win(counts: Counts, result: Result) -> None:
    counts.won += 1
    counts.streak = max(counts.streak, 0) + 1
    counts.best_streak = max(counts.best_streak, counts.streak)
    counts.won_score += result.score
    counts.won_ms += result.ms
    counts.won_moves += result.moves
    if counts.best_ms is None or result.ms < counts.best_ms:
        counts.best_ms, counts.best_ms_game = result.ms, result.game
    if counts.best_score is None or result.score > counts.best_score:
        counts.best_score, counts.best_score_game = result.score, result.game
    if counts.fewest_moves is None or result.moves < counts.fewest_moves:
        counts.fewest_moves, counts.fewest_moves_game = result.moves, result.game


def add_habits(statistic: Statistic, result: Result) -> None:
    """Count when a game ended and how long it was."""
    statistic.all_ms += result.ms
    hours = statistic.hours or [0] * 168
    at = result.ended_at.astimezone(UTC)
    hours[at.weekday() * 24 + at.hour] += 1
    lengths = statistic.lengths or [0] * LENGTHS
    lengths[min(result.ms // 60_000, LENGTHS - 1)] += 1
    statistic.hours, statistic.lengths = hours, lengths


def sorts(standing: Standing) -> Iterator[tuple[str, int | None]]:
    """The boards of a standing's ladder with the player's ``sort`` there, or None for no place."""
    enough = standing.played >= boards.FEWEST_GAMES_FOR_RATE
    yield "win_rate", boards.rate_sort(standing.won, standing.played) if enough else None
    yield "current_streak", -standing.streak if standing.streak > 0 else None
    yield "best_streak", -standing.best_streak if standing.best_streak else None
    if "vegas_total" in boards.boards_of(standing.ladder):
        yield "vegas_total", -standing.total_score
    yield "best_time", standing.best_ms
    yield "best_score", _best_score_sort(standing)
    yield "fewest_moves", standing.fewest_moves


def _best_score_sort(standing: Standing) -> int | None:
    if standing.best_score is not None:
        return boards.score_sort(True, standing.best_score)
    return None if standing.lost_score is None else boards.score_sort(False, standing.lost_score)


def rows(standing: Standing, result: Result, *, bots: bool) -> dict[int, Row | None]:
    """Where a standing puts its player on the boards, by board code; ``result`` came last."""
    period = boards.period_of_code(standing.period)
    return {
        boards.Board(standing.ladder, name, period, bots).code: None
        if sort is None
        else Row(sort, result.achieved, result.game)
        for name, sort in sorts(standing)
    }


def daily_row(result: Result) -> Row:
    """A result's place on the board of its day (R8.5)."""
    sort = boards.daily_sort(
        won=result.won,
        home=result.home,
        score=result.score,
        ms=result.ms,
        moves=result.moves,
    )
    return Row(sort, result.achieved, result.game)
