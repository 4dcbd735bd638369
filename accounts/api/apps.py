"""``me/clients/``: programs I registered for OAuth. ``me/apps/``: programs I let in."""

import re
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as OAuthToken
from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import Refused
from accounts.api.permissions import WithAccount, scope, user_of
from accounts.api.serializers import Data, Strict, read
from accounts.models import User
from accounts.services import people
from accounts.services.tokens import SCOPES

MOST = 20
_AT_HOME = {"127.0.0.1", "[::1]", "localhost"}
_AUTHORITY = re.compile(r"(?:(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+|\[::1\])(?::\d{1,5})?")
_NEVER = {"javascript", "data", "file", "blob", "about", "vbscript"}


def check_redirect(uri: str) -> str:
    """A redirect address: https, or http on one's own machine, or an app's own scheme.

    It goes into the header that sends people there, and its host into the consent page's policy:
    neither takes more than ASCII, and a policy ends at a semicolon.

    Raises ``ValidationError``.
    """
    try:
        parts = urlsplit(uri)
        host = parts.netloc.rsplit(":", 1)[0] if parts.port else parts.netloc
    except ValueError:
        raise serializers.ValidationError("This is no address.") from None
    good = {
        "https": bool(parts.hostname),
        "http": host in _AT_HOME,
    }.get(parts.scheme, "." in parts.scheme and parts.scheme not in _NEVER)
    # Browsers read a backslash as a slash.
    doubtful = any(char in uri for char in "#*\\ ") or not (uri.isascii() and uri.isprintable())
    if not good or doubtful or (parts.netloc and not _AUTHORITY.fullmatch(parts.netloc)):
        raise serializers.ValidationError(
            "https://…, http://127.0.0.1…, or a scheme like org.example.app:/…; no fragment, no @, "
            "and letters beyond a-z as punycode or percent signs."
        )
    return uri


class RedirectField(serializers.CharField):
    def run_validation(self, data: Any = serializers.empty) -> str:
        return check_redirect(super().run_validation(data))


class ClientWriteSerializer(Strict):
    name = serializers.CharField(max_length=100)
    confidential = serializers.BooleanField(
        default=False, help_text="Whether it can keep a secret; a browser or phone can't."
    )
    redirect_uris = serializers.ListField(
        child=RedirectField(max_length=500), min_length=1, max_length=10
    )


class ClientSerializer(serializers.Serializer[Client]):
    client_id = serializers.CharField(source="id")
    name = serializers.CharField()
    confidential = serializers.SerializerMethodField()
    redirect_uris = serializers.ListField(source="get_redirect_uris", child=serializers.CharField())
    created_at = serializers.DateTimeField()

    def get_confidential(self, client: Client) -> bool:
        return bool(client.type == Client.Type.CONFIDENTIAL)


class MadeClientSerializer(ClientSerializer):
    client_secret = serializers.CharField(allow_null=True, help_text="Shown this once.")


class AppSerializer(serializers.Serializer[Any]):
    client_id = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    since = serializers.DateTimeField()


def register(user: User, data: Data) -> tuple[Client, str | None]:
    """A new OAuth client of the user's, and its secret if it can keep one."""
    client = Client(owner=user, name=data["name"], type=Client.Type.PUBLIC)
    secret = None
    if data["confidential"]:
        client.type = Client.Type.CONFIDENTIAL
        secret = get_adapter().generate_client_secret()
    client.set_secret(secret or get_adapter().generate_client_secret())
    client.set_scopes(list(SCOPES))
    client.set_default_scopes(["read"])
    client.set_grant_types(["authorization_code", "refresh_token"])
    client.set_response_types(["code"])
    client.set_redirect_uris(data["redirect_uris"])
    client.save()
    return client, secret


class ClientsView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(responses=ClientSerializer(many=True), tags=["oauth"])
    def get(self, request: Request) -> Response:
        """The OAuth clients that you registered."""
        mine = Client.objects.filter(owner=user_of(request)).order_by("created_at", "id")
        return Response(ClientSerializer(mine, many=True).data)

    @extend_schema(
        request=ClientWriteSerializer, responses={201: MadeClientSerializer}, tags=["oauth"]
    )
    def post(self, request: Request) -> Response:
        """Register an OAuth client; the secret of a confidential one is shown once."""
        data = read(ClientWriteSerializer, request.data)
        with transaction.atomic():
            # So that of two at once the second counts the first.
            user = people.locked(user_of(request))
            if Client.objects.filter(owner=user).count() >= MOST:
                raise Refused("too_many_clients", f"No more than {MOST} clients; delete one first.")
            client, secret = register(user, data)
        return Response({**ClientSerializer(client).data, "client_secret": secret}, status=201)


class ClientView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(responses={204: None}, tags=["oauth"])
    def delete(self, request: Request, client_id: str) -> Response:
        """Delete a client of yours; every token it was given ends with it."""
        gone, _ = Client.objects.filter(owner=user_of(request), pk=client_id).delete()
        if not gone:
            raise NotFound("You have no such client.")
        return Response(status=204)


class AppsView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(responses=AppSerializer(many=True), tags=["oauth"])
    def get(self, request: Request) -> Response:
        """The programs that hold a token of yours, and what each may do."""
        apps: dict[str, Data] = {}
        held = OAuthToken.objects.valid().filter(user=user_of(request)).exclude(client=None)
        for token in held.select_related("client").order_by("created_at"):
            start = {"name": token.client.name, "scopes": set(), "since": token.created_at}
            app = apps.setdefault(token.client_id, {"client_id": token.client_id, **start})
            app["scopes"] |= set(token.get_scopes())
        for app in apps.values():
            app["scopes"] = [name for name in SCOPES if name in app["scopes"]]
        return Response(AppSerializer(list(apps.values()), many=True).data)


class AppView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(responses={204: None}, tags=["oauth"])
    def delete(self, request: Request, client_id: str) -> Response:
        """Disconnect a program: every token that it holds of yours ends now."""
        gone, _ = OAuthToken.objects.filter(user=user_of(request), client_id=client_id).delete()
        if not gone:
            raise NotFound("That program holds no token of yours.")
        return Response(status=204)
