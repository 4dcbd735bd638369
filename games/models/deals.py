"""Decks that are proven winnable, kept for those who ask for one."""

from django.db import models


class ProvenDeal(models.Model):
    """A sealed deck with a line that wins it under its draw count, passes and take-back.

    ``par`` is the fewest draws and card moves known to win it (recycles not counted), and
    ``par_proved`` whether none fewer can. ``seconds`` was the time allowed for the proof,
    ``solver_version`` the solver's. ``given`` says that a game was begun with it: a deck is given
    out once, as who has ended a game has seen its cards.
    """

    class Difficulty(models.TextChoices):
        EASY = "easy"
        MEDIUM = "medium"
        HARD = "hard"
        EXPERT = "expert"

    deck = models.BinaryField(max_length=52)
    draw = models.PositiveSmallIntegerField()
    passes = models.PositiveSmallIntegerField(null=True)
    take_back = models.BooleanField()
    line = models.TextField()
    par = models.PositiveSmallIntegerField()
    par_proved = models.BooleanField(default=False)
    difficulty = models.CharField(max_length=6, choices=Difficulty)
    seconds = models.FloatField()
    positions = models.BigIntegerField()
    solver_version = models.PositiveSmallIntegerField()
    given = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["draw", "passes", "take_back"],
                condition=models.Q(given=False),
                name="provendeal_next",
            )
        ]

    def __str__(self) -> str:
        return f"proven deal {self.pk}"
