"""Everyone who plays, and what belongs to them apart from their games."""

from collections.abc import Collection
from copy import copy
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone

from accounts.names import LONGEST, fold


class Users(UserManager["User"]):
    """Finds users by name in any case, as sign-in and addresses do."""

    def by_name(self, name: str) -> "User | None":
        """The user of that name in any case; a look-alike is somebody else."""
        user = self.filter(folded=fold(name)).first()
        return user if user and user.username.lower() == name.lower() else None

    def get_by_natural_key(self, username: str | None) -> "User":
        user = self.by_name(username or "")
        if user is None:
            raise User.DoesNotExist
        return user


class User(AbstractUser):
    """A player. A guest who signs up becomes a person in the same row, so nothing moves."""

    class Kind(models.TextChoices):
        GUEST = "guest"
        PERSON = "person"
        BOT = "bot"

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(max_length=LONGEST, unique=True)
    folded = models.CharField(max_length=2 * LONGEST, unique=True, editable=False)
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.PERSON)
    suspended_at = models.DateTimeField(null=True, blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    # A guest's alone: the last day on which it was here, by which it is swept.
    seen_on = models.DateField(null=True, editable=False)

    objects = Users()  # type: ignore[misc]
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    # The columns as they are stored, as far as this process knows.
    _as_read: dict[str, Any] = {}

    class Meta:
        indexes = [
            models.Index(fields=["kind", "date_joined"], name="user_kind_joined"),
            # Sign-in looks names up in any case.
            models.Index(Upper("username"), name="user_name_any_case"),
        ]

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> "User":
        user = super().from_db(*args, **kwargs)
        user._note_columns()
        return user

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        super().refresh_from_db(*args, **kwargs)
        # Perhaps a single column that was not read at first; changes of others are still unsaved.
        self._note_columns(kwargs.get("fields", args[1] if len(args) > 1 else None))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the look-alike form beside the name.

        Of a row that was read, only what was changed since is written: what others write to it
        meanwhile must not be taken back, not even by a library that saves everything.
        """
        self.folded = fold(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "folded"}
        elif fields is None and self._as_read and not kwargs.get("force_insert"):
            kwargs["update_fields"] = self._changed()
        super().save(*args, **kwargs)
        self._note_columns(kwargs.get("update_fields"))

    def _columns(self) -> dict[str, Any]:
        there = self.__dict__
        names = (field.attname for field in self._meta.concrete_fields)
        return {name: copy(there[name]) for name in names if name in there}

    def _note_columns(self, written: Collection[str] | None = None) -> None:
        columns = self._columns()
        if written is not None:
            columns = self._as_read | {name: columns[name] for name in written if name in columns}
        self._as_read = columns

    def _changed(self) -> set[str]:
        return {
            name
            for name, value in self._columns().items()
            if name not in self._as_read or self._as_read[name] != value
        }

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST

    @property
    def is_suspended(self) -> bool:
        return self.suspended_at is not None


class BlockedName(models.Model):
    """A name that was given up, kept from others until ``until``; its last bearer may have it."""

    folded = models.CharField(max_length=2 * LONGEST, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.folded


class ForbiddenWord(models.Model):
    """A word of the operator's that no name may hold (``whole``: that no name may be)."""

    word = models.CharField(max_length=LONGEST, unique=True)
    whole = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.word


class NameReport(models.Model):
    """Somebody finds a player's name offensive or misleading."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name_reports"
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=LONGEST)
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "reporter", "name"], name="one_report_a_reporter_and_name"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.created_at:%Y-%m-%d})"


class Token(models.Model):
    """A personal access token. Only a digest of the secret is kept; `hint` is its beginning."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(max_length=80)
    hint = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.hint}… {self.name}"
