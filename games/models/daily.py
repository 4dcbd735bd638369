"""The daily deals, and each player's one rated try at each."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class DailyDeal(models.Model):
    """One deck a UTC day and daily ladder, proven winnable, fixed and sealed before its day.

    ``line`` is a winning line in the project's notation; ``par`` its draws and card moves
    (recycles too), the fewest moves known, ``par_proved`` when none shorter exists.
    """

    date = models.DateField()
    ladder = models.CharField(max_length=20)
    deck = models.BinaryField(max_length=52)
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    line = models.TextField()
    par = models.PositiveSmallIntegerField()
    par_proved = models.BooleanField(default=False)
    prepared_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["date", "ladder"], name="one_daily_a_day_and_ladder")
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.ladder}"


class DailyTry(models.Model):
    """A player's one rated try at a daily deal; the constraint is what makes it one."""

    daily = models.ForeignKey(
        DailyDeal, on_delete=models.PROTECT, related_name="tries", db_index=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="daily_tries",
        db_index=False,
    )
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="daily_try")
    ended_at = models.DateTimeField(null=True)
    won = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "daily"], name="one_try_a_player_and_daily")
        ]
        indexes = [
            models.Index(
                fields=["daily"], name="dailytry_open", condition=models.Q(ended_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.daily}"
