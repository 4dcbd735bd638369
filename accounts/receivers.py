"""Notices whatever may end a right, wherever it is done: by us, by allauth or by an operator."""

from typing import Any

from allauth.idp.oidc.models import Token as OAuthToken
from django.contrib import auth
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from accounts.models import Token, User
from accounts.services import guests
from accounts.signals import rights_changed


@receiver(post_save, sender=User, dispatch_uid="rights-user-saved")
def _saved(instance: User, created: bool, **_: Any) -> None:
    if not created:
        rights_changed.send(User, user_id=instance.pk)


@receiver(post_delete, sender=User, dispatch_uid="rights-user-deleted")
def _deleted(instance: User, **_: Any) -> None:
    rights_changed.send(User, user_id=instance.pk)


@receiver(post_delete, sender=Token, dispatch_uid="rights-token-deleted")
@receiver(post_delete, sender=OAuthToken, dispatch_uid="rights-app-deleted")
def _held_no_longer(instance: Any, **_: Any) -> None:
    if instance.user_id is not None:
        rights_changed.send(User, user_id=instance.user_id)


@receiver(post_delete, sender=Session, dispatch_uid="rights-session-deleted")
def _session_ended(instance: Session, **_: Any) -> None:
    data = instance.get_decoded()
    for key in (auth.SESSION_KEY, guests.SESSION_KEY):
        if key in data:
            rights_changed.send(User, user_id=int(data[key]))
