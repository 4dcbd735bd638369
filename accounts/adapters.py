"""How allauth makes and finds our people."""

from smtplib import SMTPException
from typing import Any, cast

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, JsonResponse
from rest_framework.exceptions import APIException

from accounts.api.authentication import bearer
from accounts.identity import by_token
from accounts.limits import address_of
from accounts.models import User
from accounts.names import NameRefused
from accounts.services.guests import SESSION_KEY, guest_of
from accounts.services.names import check_name
from accounts.services.people import promote
from accounts.services.tokens import TokenError
from accounts.signals import renamed

_log = structlog.get_logger(__name__)


def guest_behind(request: HttpRequest) -> User | None:
    """The guest who is signing up: of the session, or of a guest's bearer token."""
    try:
        secret = bearer(request)
        guest = by_token(secret)[0] if secret else guest_of(request.session)
    except (APIException, TokenError):
        return None
    return guest if guest is not None and guest.is_guest else None


def _settle(request: HttpRequest, user: User, old: str) -> None:
    """The session's guest is nobody's any more; who shows its old name is told."""
    request.session.pop(SESSION_KEY, None)
    if old:
        renamed.send(User, user=user, old=old)


def _taken(name: str, error: IntegrityError) -> Exception:
    """What to raise where somebody took the name after the form was found right."""
    try:
        check_name(name)
    except NameRefused as refusal:
        said = {"code": refusal.code, "param": "username", "message": str(refusal)}
        answer = JsonResponse({"status": 400, "errors": [said]}, status=400)
        return cast(Exception, ImmediateHttpResponse(answer))
    return error


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up keeps the guest's row; names are ours to judge."""

    def new_user(self, request: HttpRequest) -> User:
        return guest_behind(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save somebody new, in the guest's row if there is one."""
        try:
            with transaction.atomic():
                # A row that `SocialAdapter` has promoted already is a person's by now.
                row = (promote(user) or User()) if user.is_guest else user
                old = row.username
                saved: User = super().save_user(request, row, form, commit)
                _settle(request, saved, old)
        except IntegrityError as error:
            raise _taken(form.cleaned_data["username"], error) from error
        return saved

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            check_name(username)
        except NameRefused as error:
            raise ValidationError(str(error), code=error.code) from error
        return username

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send if the mail server takes it: what was asked for is done all the same, and whether
        an address has an account must not show in how this fails."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            _log.exception("mail", kind=template_prefix)

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request.META)


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """People from other sites choose a name here like anyone else, and keep a guest's games."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> User:
        """Nobody yet: with a row of its own it would count as somebody known."""
        return User()

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        """As `AccountAdapter.save_user`, for a sign-up through another site."""
        guest = guest_behind(request)
        with transaction.atomic():
            row = promote(guest) if guest else None
            if row is not None:
                row.email = sociallogin.user.email
                sociallogin.user = row
            saved: User = super().save_user(request, sociallogin, form)
        return saved
