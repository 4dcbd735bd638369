"""``me/``: who I am here, and everything I may do about it."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.authentication import BadToken
from accounts.api.errors import Refused
from accounts.api.permissions import ScopeMissing, SignedIn, WithAccount, scope, user_of
from accounts.api.serializers import (
    ConfirmSerializer,
    GuestChoiceSerializer,
    MeSerializer,
    NameSerializer,
    PreferencesSerializer,
    SignOutAnswerSerializer,
    SignOutSerializer,
    read,
)
from accounts.identity import Credential, by_token
from accounts.limits import charge
from accounts.models import User
from accounts.names import NameRefused
from accounts.preferences import BadPreference, complete, merged
from accounts.services import people, tokens
from accounts.services.guests import player_of
from accounts.services.names import rename

STRANGER: dict[str, Any] = {
    "name": None,
    "kind": "stranger",
    "created_at": None,
    "suspended": False,
    "staff": False,
    "email": None,
    "email_confirmed": False,
    "has_password": False,
    "scopes": [],
    "guest_waiting": None,
    "preferences": complete({}),
}


def _private(request: Request) -> bool:
    return not isinstance(request.auth, Credential) or "account" in request.auth.scopes


def describe(request: Request) -> dict[str, Any]:
    """What `MeSerializer` shows of the request's user."""
    if not request.user.is_authenticated:
        return STRANGER
    user = user_of(request)
    held = request.auth.scopes if isinstance(request.auth, Credential) else tokens.SCOPES
    email = EmailAddress.objects.get_primary(user) if _private(request) else None
    session = None if request.auth or user.is_guest else request.session
    guest = people.waiting_guest(session) if session is not None else None
    return {
        "name": user.username,
        "kind": user.kind,
        "created_at": user.date_joined,
        "suspended": user.is_suspended,
        "staff": user.is_staff,
        "email": email.email if email else None,
        "email_confirmed": bool(email and email.verified),
        "has_password": user.has_usable_password(),
        "scopes": [name for name in tokens.SCOPES if name in held],
        "guest_waiting": guest.username if guest else None,
        "preferences": complete(user.preferences),
    }


def _answer(request: Request) -> Response:
    return Response(MeSerializer(describe(request)).data)


def confirm_self(request: Request) -> None:
    """Raise unless the body names the user and gives the password where there is one."""
    data = read(ConfirmSerializer, request.data)
    user = user_of(request)
    if data["name"] != user.username:
        raise Refused("name_mismatch", "Write your own name to confirm.")
    if user.has_usable_password():
        charge("names", f"password-{user.pk}")
        if not user.check_password(data.get("password", "")):
            raise Refused("password_wrong", "The password is not right.")


class MeView(APIView):
    permission_classes = (scope("read"),)

    @extend_schema(responses=MeSerializer, tags=["me"])
    def get(self, request: Request) -> Response:
        """Who this request comes from; ``stranger`` for nobody."""
        return _answer(request)


class PreferencesView(APIView):
    def get_permissions(self) -> list[Any]:
        return [scope("account" if self.request.method == "PATCH" else "read")()]

    @extend_schema(responses=PreferencesSerializer, tags=["me"])
    def get(self, request: Request) -> Response:
        """Every setting with its value."""
        return Response(describe(request)["preferences"])

    @extend_schema(request=PreferencesSerializer, responses=PreferencesSerializer, tags=["me"])
    def patch(self, request: Request) -> Response:
        """Change some settings, all or none; ``null`` returns one to its default.

        Somebody without an account gets a guest for the session, which keeps them.
        """
        if not isinstance(request.data, dict):
            raise Refused("bad_preference", "Settings are an object of names and values.", 400)
        try:
            merged({}, request.data)
        except BadPreference as error:
            extra = {"fields": error.names}
            raise Refused(error.code, "Some settings are not right.", 400, extra) from error
        user = player_of(request)
        if request.data:
            user = people.change_settings(user, request.data)
        return Response(complete(user.preferences))


class NameView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(request=NameSerializer, responses=MeSerializer, tags=["me"])
    def post(self, request: Request) -> Response:
        """Take another name; the old one stays blocked for others for 90 days."""
        name = read(NameSerializer, request.data)["name"]
        charge("names", f"rename-{user_of(request).pk}")
        try:
            rename(user_of(request), name)
        except NameRefused as error:
            raise Refused(error.code, str(error)) from error
        return _answer(request)


class GuestChoiceView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(request=GuestChoiceSerializer, responses=MeSerializer, tags=["me"])
    def post(self, request: Request) -> Response:
        """Bring the games of a guest along into this account, or leave them behind."""
        data = read(GuestChoiceSerializer, request.data)
        guest = self._guest(request, data.get("token"))
        if guest is None or not guest.is_guest:
            raise Refused(people.NoGuest.code, "There is no guest to bring along.")
        if data["bring"]:
            try:
                people.merge(guest, user_of(request))
            except people.NoGuest as error:
                raise Refused(error.code, str(error)) from error
        people.forget_guest(request.session)
        return _answer(request)

    def _guest(self, request: Request, token: str | None) -> User | None:
        if not token:
            return people.waiting_guest(request.session) if request.auth is None else None
        try:
            return by_token(token)[0]
        except tokens.TokenError as error:
            raise BadToken(str(error), code=error.code) from error


class BotView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(request=ConfirmSerializer, responses=MeSerializer, tags=["me"])
    def post(self, request: Request) -> Response:
        """Make this account a bot's, for good; refused once it has played rated games."""
        confirm_self(request)
        try:
            people.become_bot(user_of(request))
        except people.CannotBecomeBot as error:
            raise Refused(error.code, str(error)) from error
        return _answer(request)


class SignOutView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(request=SignOutSerializer, responses=SignOutAnswerSerializer, tags=["me"])
    def post(self, request: Request) -> Response:
        """Sign out everywhere, here too; with ``tokens``, programs as well."""
        data = read(SignOutSerializer, request.data)
        if isinstance(request.auth, Credential) and request.auth.token is None:
            raise ScopeMissing("account")
        ended = people.end_sessions(user_of(request))
        if data["tokens"]:
            people.end_tokens(user_of(request))
        if request.auth is None:
            logout(request._request)
        return Response({"sessions": ended})


class DeletionView(APIView):
    permission_classes = (SignedIn, scope("account"))

    @extend_schema(request=ConfirmSerializer, responses={204: None}, tags=["me"])
    def post(self, request: Request) -> Response:
        """Delete the account now. Finished rated games stay, without a name."""
        confirm_self(request)
        people.delete_account(user_of(request))
        if request.auth is None:
            request.session.flush()
        return Response(status=204)
