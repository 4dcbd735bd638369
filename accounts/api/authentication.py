"""How a request of the API says who it comes from: a bearer token, or our own session cookie."""

from typing import Any, Final

from django.conf import settings
from django.middleware.csrf import REASON_BAD_ORIGIN
from rest_framework import authentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.identity import Credential, bearer_of, by_token
from accounts.models import User
from accounts.services.guests import guest_of
from accounts.services.tokens import TokenError

_FOREIGN: Final = REASON_BAD_ORIGIN.partition("%")[0]


class BadToken(AuthenticationFailed):
    """The bearer token is unknown, revoked, expired or not written as one."""

    default_code = "token_unknown"
    default_detail = "There is no such token."


class MixedCredentials(APIException):
    """The cookie says one player and the token another."""

    status_code = 400
    default_code = "mixed_credentials"
    default_detail = "The cookie and the token belong to different players; send only one."


class BadOrigin(APIException):
    """A page of another site made the request with our cookie."""

    status_code = 403
    default_code = "bad_origin"
    default_detail = "A page of another site may not use your cookie."


def is_foreign(reason: str) -> bool:
    """Whether Django's reason to refuse a change is the page that it comes from."""
    return _FOREIGN in reason


def bearer(request: Any) -> str | None:
    """The secret in ``Authorization: Bearer``; `BadToken` where that header is malformed."""
    try:
        return bearer_of(get_authorization_header(request).decode("latin-1"))
    except TokenError as error:
        raise BadToken(str(error), code=error.code) from error


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer`` with a personal token or an OAuth access token.

    ``request.auth`` is an `accounts.identity.Credential`; ``.scopes`` says what is allowed.
    """

    def authenticate(self, request: Request) -> tuple[User, Credential] | None:
        secret = bearer(request)
        if secret is None:
            return None
        try:
            user, credential = by_token(secret)
        except TokenError as error:
            raise BadToken(str(error), code=error.code) from error
        _refuse_other_cookie(request, user)
        return user, credential

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def _refuse_other_cookie(request: Request, user: User) -> None:
    """A token of one player beside the cookie of another is a mistake nobody should guess at."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return
    session_user = request._request.user
    other = session_user if session_user.is_authenticated else guest_of(request._request.session)
    if other is not None and other.pk != user.pk:
        raise MixedCredentials


class SessionAuthentication(authentication.SessionAuthentication):
    """Our own session cookie with the CSRF header, for people and for guests of the session."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        signed_in = request._request.user
        user = signed_in if signed_in.is_authenticated else guest_of(request._request.session)
        if user is None or not user.is_active:
            return None
        self.enforce_csrf(request)
        return user, None

    def enforce_csrf(self, request: Request) -> None:
        """As Django's check, with a code of its own for a foreign page."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            if is_foreign(str(error.detail)):
                raise BadOrigin from error
            raise

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'
