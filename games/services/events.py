"""Tells people's programs what concerns them: a game of theirs began or ended."""

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from games.models import Game
from games.services import live
from games.services.finish import Finished
from games.signals import game_finished


def group_of(player_id: int) -> str:
    """The channel layer's group of a player's event streams."""
    return f"player.{player_id}"


def tell(player_id: int | None, kind: str, data: dict[str, Any]) -> None:
    """Send an event to the player's streams once the transaction is committed."""
    if player_id is None:
        return
    message = {"type": "player.event", "event": {"t": kind, "d": data}}
    transaction.on_commit(lambda: live.send(group_of(player_id), message))


@receiver(post_save, sender=Game, dispatch_uid="events-started")
def _started(instance: Game, created: bool, **_: Any) -> None:
    if created:
        data = {"id": instance.public_id, "kind": instance.kind, "ladder": instance.ladder or None}
        tell(instance.player_id, "game_started", data)


@receiver(game_finished, dispatch_uid="events-ended")
def _ended(finished: Finished, **_: Any) -> None:
    data = {
        "id": finished.facts.public_id,
        "kind": finished.facts.kind,
        "ladder": finished.facts.ladder or None,
        "status": finished.status,
        "termination": finished.termination,
        "score": finished.score,
    }
    tell(finished.facts.player_id, "game_ended", data)
