"""Which names may be taken now, and changing them."""

import re
from datetime import timedelta
from functools import cache

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import BlockedName, ForbiddenWord, User
from accounts.names import (
    FORMER_PREFIX,
    GUEST_PREFIX,
    NameRefused,
    check_shape,
    fold,
    spell,
    undisguise,
)
from accounts.signals import renamed

BLOCKED_FOR = timedelta(days=90)
RESERVED = frozenset(
    (
        "about",
        "account",
        "accounts",
        "admin",
        "administrator",
        "all",
        "anonymous",
        "api",
        "app",
        "apps",
        "auth",
        "bot",
        "bots",
        "casual",
        "config",
        "contact",
        "daily",
        "deleted",
        "everyone",
        "game",
        "games",
        "guest",
        "guests",
        "health",
        "help",
        "home",
        "host",
        "info",
        "klondike",
        "ladder",
        "leaderboard",
        "leaderboards",
        "legal",
        "login",
        "logout",
        "mail",
        "me",
        "mod",
        "moderator",
        "moderators",
        "nobody",
        "null",
        "oauth",
        "official",
        "operator",
        "owner",
        "password",
        "play",
        "player",
        "players",
        "privacy",
        "rated",
        "replay",
        "root",
        "rules",
        "security",
        "settings",
        "signin",
        "signout",
        "signup",
        "site",
        "solitaire",
        "staff",
        "static",
        "stats",
        "stranger",
        "support",
        "sysadmin",
        "system",
        "team",
        "terms",
        "test",
        "undefined",
        "user",
        "users",
        "watch",
        "webmaster",
        "you",
    )
)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[A-Za-z\d]+")


@cache
def _reserved_folds() -> frozenset[str]:
    return frozenset(fold(word) for word in RESERVED)


def _check_reserved(name: str) -> None:
    said = undisguise(name)
    if said in _reserved_folds() or said.startswith((fold(GUEST_PREFIX), fold(FORMER_PREFIX))):
        raise NameRefused("name_reserved", "This name is kept for the service.")


def _is_abusive(text: str) -> bool:
    # Imported late: the library builds its list when imported.
    from better_profanity import profanity

    return bool(profanity.contains_profanity(text))


def _check_words(name: str) -> None:
    bare = name.replace("-", "").replace("_", "")
    parts = [part for piece in re.split("[-_]", name) for part in _PARTS.findall(piece)]
    pieces = {name, bare, *re.split("[-_]", name), *parts}
    spelt = spell(name)
    own = ForbiddenWord.objects.values_list("word", "whole")
    refused = any(
        spell(word) == spelt if whole else spell(word) in spelt for word, whole in own
    ) or any(_is_abusive(piece) for piece in pieces if piece)
    if refused:
        raise NameRefused("name_forbidden", "Please choose a friendlier name.")


def _check_free(name: str, user: User | None) -> None:
    folded = fold(name)
    others = User.objects.filter(folded=folded)
    blocks = BlockedName.objects.filter(folded=folded, until__gt=timezone.now())
    if user is not None and user.pk is not None:
        others, blocks = others.exclude(pk=user.pk), blocks.exclude(user=user)
    if others.exists() or blocks.exists():
        raise NameRefused("name_taken", "This name, or one that looks like it, is taken.")


def check_name(name: str, user: User | None = None) -> None:
    """Raise `NameRefused` unless ``user`` (or somebody new) may take the name now."""
    check_shape(name)
    _check_reserved(name)
    _check_words(name)
    _check_free(name, user)


def block_name(user: User) -> None:
    """Keep the user's present name from others for a while."""
    BlockedName.objects.update_or_create(
        folded=user.folded, defaults={"user": user, "until": timezone.now() + BLOCKED_FOR}
    )


def rename(user: User, name: str, *, checked: bool = True) -> None:
    """Give the user another name; the old one stays blocked for others for 90 days.

    Raises `NameRefused`, and `User.DoesNotExist` where the user is gone. An operator may pass
    ``checked=False``: shape and uniqueness only.
    """
    try:
        with transaction.atomic():
            # Before anything is written: who deletes the account writes the same rows.
            locked = User.objects.select_for_update().get(pk=user.pk)
            if checked:
                check_name(name, locked)
            else:
                check_shape(name)
                _check_free(name, locked)
            old = locked.username
            if fold(name) != locked.folded:
                block_name(locked)
            locked.username = name
            locked.save(update_fields=["username"])
    except IntegrityError as error:
        raise NameRefused("name_taken", "This name was taken just now.") from error
    user.username, user.folded = locked.username, locked.folded
    renamed.send(User, user=user, old=old)
