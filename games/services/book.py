"""A player's standings, statistics and board rows while games are counted into them.

The same code counts the game that has just ended and, from nothing, all games of a player.
"""

from collections.abc import Iterable, Mapping

from accounts.models import User
from games import boards
from games.models import Game, Standing, Statistic
from games.services import counts
from games.services.boards import Row
from games.services.counts import Result


class Book:
    """Holds rows of one player, stored or new; `add` counts games in the order they ended in."""

    def __init__(
        self,
        player: User,
        standings: Iterable[Standing] = (),
        statistics: Iterable[Statistic] = (),
    ) -> None:
        self.player = player
        self.standings = {(row.ladder, row.period): row for row in standings}
        self.statistics = {(row.sort, row.rules): row for row in statistics}
        self.rows: dict[int, Row | None] = {}

    @property
    def bots(self) -> bool:
        return self.player.kind == User.Kind.BOT

    def add(self, game: Game, result: Result) -> None:
        """Count a game. A game of the day also needs its ``daily_try`` and that one's daily."""
        key = str(counts.sort_of(game)), game.rules
        statistic = self.statistics.get(key)
        if statistic is None:
            statistic = Statistic(player_id=self.player.pk, sort=key[0], rules=key[1])
            self.statistics[key] = statistic
        counts.add(statistic, result)
        counts.add_habits(statistic, result)
        if game.kind == Game.Kind.RATED:
            self._add_rated(game.ladder, result)
        elif game.kind == Game.Kind.DAILY:
            daily = game.daily_try.daily
            board = boards.Board(daily.ladder, "daily", boards.day_period(daily.date), self.bots)
            self._put({board.code: counts.daily_row(result)})

    def _add_rated(self, ladder: str, result: Result) -> None:
        for period in boards.periods_of(result.ended_at):
            standing = self.standings.get((ladder, period.code))
            if standing is None:
                standing = Standing(player_id=self.player.pk, ladder=ladder, period=period.code)
                self.standings[ladder, period.code] = standing
            counts.add(standing, result)
            self._put(counts.rows(standing, result, bots=self.bots))

    def _put(self, rows: Mapping[int, Row | None]) -> None:
        """As the boards do: what is equal keeps the time and game with which it was reached."""
        for board, row in rows.items():
            before = self.rows.get(board)
            if row is None or before is None or row.sort != before.sort:
                self.rows[board] = row
