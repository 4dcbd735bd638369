"""Connects rated play to what happens elsewhere: games that end, players who change or leave."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import has_rated_games, standing_changed
from games.models import Game
from games.services import former, ratings
from games.services.finish import Finished
from games.signals import game_finished


@receiver(game_finished, dispatch_uid="ratings")
def _count(finished: Finished, **_: Any) -> None:
    facts = finished.facts
    # Read again: a hint may have been given after the game was taken into memory.
    helped = facts.helped or Game.objects.filter(pk=facts.id, helped=True).exists()
    ratings.count(
        Game(
            pk=facts.id,
            public_id=facts.public_id,
            player_id=facts.player_id,
            kind=facts.kind,
            ladder=facts.ladder,
            rules=facts.rules_text,
            salt=facts.salt,
            number=facts.number,
            helped=helped,
            started_at=facts.started_at,
            ended_at=finished.ended_at,
            status=finished.status,
            termination=finished.termination,
            score=finished.score,
            ms=finished.ms,
            moves=finished.moves,
            undos=finished.undos,
            home=finished.home,
        )
    )


@receiver(standing_changed, dispatch_uid="ratings")
def _changed(user: User, **_: Any) -> None:
    if user.is_suspended:
        ratings.hide(user)
    else:
        ratings.recount(user)


@receiver(has_rated_games, dispatch_uid="ratings")
def _has_rated(user: User, **_: Any) -> bool:
    kinds = (Game.Kind.RATED, Game.Kind.DAILY)
    return Game.objects.filter(player=user, kind__in=kinds).exists()


# Not accounts' own signal alone: whoever deletes a user, the boards' counts must stay right.
@receiver(pre_delete, sender=User, dispatch_uid="ratings")
def _leaving(instance: User, **_: Any) -> None:
    former.detach(instance)
