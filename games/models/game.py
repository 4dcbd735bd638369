"""A game as it is stored, and the log of its actions, which is the truth."""

import secrets
import string

from django.conf import settings
from django.db import models
from django.utils import timezone

PUBLIC_ID_LETTERS = string.ascii_letters + string.digits
PUBLIC_ID_LENGTH = 12


def new_public_id() -> str:
    """12 letters and digits (71 bits) from the system's secure source: short, not guessable."""
    return "".join(secrets.choice(PUBLIC_ID_LETTERS) for _ in range(PUBLIC_ID_LENGTH))


class Game(models.Model):
    """One game. Columns after ``log`` are derived from the log and true once it has ended.

    While it is played its actions are rows of `Action`; nothing here changes with a move except
    ``started_at`` with the first. When it ends the actions are packed into ``log``.
    """

    class Kind(models.TextChoices):
        CASUAL = "casual"
        RATED = "rated"
        DAILY = "daily"

    class Status(models.TextChoices):
        PLAYING = "playing"
        WON = "won"
        LOST = "lost"

    class Termination(models.TextChoices):
        WON = "won"
        RESIGNED = "resigned"
        ABANDONED = "abandoned"
        CLOSED = "closed"

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="games",
        db_index=False,
    )
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.CASUAL)
    ladder = models.CharField(max_length=20, blank=True)
    rules = models.TextField()  # a preset's or ladder's slug, or a full rule set as JSON
    rules_version = models.PositiveSmallIntegerField()
    deck = models.BinaryField(max_length=52)
    salt = models.BinaryField(max_length=32, null=True)
    number = models.BigIntegerField(null=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.PLAYING)
    helped = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # Of a rated game whose clock has run out, so that its log tells no later time: at which
    # version it was first seen to rest, and since when.
    resting_version = models.PositiveSmallIntegerField(null=True)
    resting_since = models.DateTimeField(null=True)

    log = models.BinaryField(null=True)
    termination = models.CharField(max_length=9, choices=Termination, blank=True)
    version = models.PositiveSmallIntegerField(default=0)
    score = models.IntegerField(null=True)
    moves = models.PositiveSmallIntegerField(default=0)
    undos = models.PositiveSmallIntegerField(default=0)
    home = models.PositiveSmallIntegerField(default=0)  # cards on the foundations
    ms = models.PositiveIntegerField(default=0)  # from the first action to the last

    class Meta:
        indexes = [
            models.Index(fields=["player", "-id"], name="game_player_latest"),
            models.Index(
                fields=["player"], name="game_player_open", condition=models.Q(status="playing")
            ),
        ]
        constraints = [
            # Not ``unique=True``, which would bring a second index for LIKE.
            models.UniqueConstraint(fields=["public_id"], name="game_public_id"),
            models.UniqueConstraint(
                fields=["player", "ladder"],
                condition=models.Q(status="playing", kind="rated"),
                name="one_open_rated_game",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    def __repr__(self) -> str:
        return f"<Game {self.public_id}>"


class Action(models.Model):
    """One action of a game that is still played: 16 bytes of data in an order without gaps.

    ``seq`` counts from 0, ``code`` is a number of `games.codes`, ``ms`` counts from the first
    action. The game's row is not locked or checked by a foreign key: that would be a write to
    it with every move.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="actions", db_constraint=False, db_index=False
    )
    ms = models.PositiveIntegerField()
    seq = models.PositiveSmallIntegerField()
    code = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seq}"
