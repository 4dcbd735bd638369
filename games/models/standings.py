"""What players have reached: kept rows, changed in the transaction that ends a game.

The boards are three tables. `BoardRow` is the truth: one row a player and board, indexed in the
board's order. `BoardChunk` holds how many rows stand in each stretch of that order, some hundred
to two thousand rows a stretch, so that a rank is a short sum and a count inside one stretch.
`BoardChange` holds what is not yet added to the chunks: finishing games only insert there, so two
of them never wait for each other at a common count; now and then one folds the changes in.
At every moment, for every chunk, count + changes = rows.
"""

from django.conf import settings
from django.db import models

# Every ``sort`` lies between them; the first chunk of a board begins at the lowest.
LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1


class Counts(models.Model):
    """Sums, streaks and bests over finished games. Bests and averages are of wins only.

    ``streak`` is the current one: wins in a row, or losses as a negative number. Times are in
    milliseconds; the ``…_game`` columns are keys of `Game` rows.
    """

    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    streak = models.IntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    worst_streak = models.PositiveIntegerField(default=0)
    total_score = models.BigIntegerField(default=0)
    won_score = models.BigIntegerField(default=0)
    won_ms = models.BigIntegerField(default=0)
    won_moves = models.BigIntegerField(default=0)
    undos = models.BigIntegerField(default=0)
    best_ms = models.PositiveIntegerField(null=True)
    best_ms_game = models.BigIntegerField(null=True)
    best_score = models.IntegerField(null=True)
    best_score_game = models.BigIntegerField(null=True)
    fewest_moves = models.PositiveIntegerField(null=True)
    fewest_moves_game = models.BigIntegerField(null=True)
    # The best score of a lost game: a board shows it below all winners until there is a win.
    lost_score = models.IntegerField(null=True)
    lost_score_game = models.BigIntegerField(null=True)
    last_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Standing(Counts):
    """A player on a ladder in one period (`games.boards.Period.code`; 0 is all time)."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    ladder = models.CharField(max_length=20)
    period = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "ladder", "period"], name="one_standing")
        ]

    def __str__(self) -> str:
        from games.boards import period_of_code

        return f"{self.player}, {self.ladder}, {period_of_code(self.period)}"


class Statistic(Counts):
    """A player's games under one rule set and of one sort, for all time.

    ``hours`` has 168 counts, Monday 0 h UTC first, of the hour in which games ended; ``lengths``
    the number of games of under 1, 2, 3 … minutes (the last: all longer ones).
    """

    class Sort(models.TextChoices):
        RATED = "rated"
        DAILY = "daily"
        CASUAL = "casual"
        # Decks that the player may have known, and games with help: no win of these is a new one.
        PRACTICE = "practice"

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="statistics",
        db_index=False,
    )
    sort = models.CharField(max_length=8, choices=Sort)
    rules = models.TextField()
    all_ms = models.BigIntegerField(default=0)
    hours = models.JSONField(default=list)
    lengths = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "sort", "rules"], name="one_statistic")
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.sort}, {self.rules}"


class BoardRow(models.Model):
    """A player's place on a board (`games.boards.Board.code`): the smaller ``sort`` is higher.

    ``achieved`` is when that was reached, in ms since 1970; it orders rows of equal ``sort``, so
    an equal later result comes after. ``game`` is the game with which it was reached.
    """

    pk = models.CompositePrimaryKey("player_id", "board")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    board = models.IntegerField()
    sort = models.BigIntegerField()
    achieved = models.BigIntegerField()
    game = models.BigIntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["board", "sort", "achieved", "player"], name="boardrow_order")
        ]

    def __str__(self) -> str:
        return f"{self.board}: {self.sort}"


class BoardChunk(models.Model):
    """How many rows of a board stand from ``low`` on, up to the next chunk's ``low``."""

    pk = models.CompositePrimaryKey("board", "low")
    board = models.IntegerField()
    low = models.BigIntegerField()
    count = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.board} from {self.low}: {self.count}"


class BoardChange(models.Model):
    """A row came to (+1) or left (-1) the place ``sort`` of a board and is not yet in a chunk."""

    board = models.IntegerField()
    sort = models.BigIntegerField()
    step = models.SmallIntegerField()

    class Meta:
        indexes = [models.Index(fields=["board", "sort"], name="boardchange_place")]

    def __str__(self) -> str:
        return f"{self.board}: {self.step:+d} at {self.sort}"


class Counted(models.Model):
    """A game that has been counted. The key makes counting it twice impossible."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return str(self.game_id)


class Achievement(models.Model):
    """Something that a player did for the first time, and with which game."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="achievements",
        db_index=False,
    )
    slug = models.CharField(max_length=30)
    game = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, db_index=False)
    earned_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "slug"], name="one_achievement")]

    def __str__(self) -> str:
        return f"{self.player}: {self.slug}"
