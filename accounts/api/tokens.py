"""``me/tokens/``: personal access tokens."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import Refused
from accounts.api.permissions import ScopeMissing, WithAccount, scope, user_of
from accounts.api.serializers import (
    MadeTokenSerializer,
    NewTokenSerializer,
    TokenSerializer,
    read,
)
from accounts.identity import Credential
from accounts.models import Token
from accounts.services import people, tokens

MOST = 50


def _check_grantable(request: Request, scopes: list[str], expires_at: datetime | None) -> None:
    """A token may make tokens that can do no more than itself; an app may make none."""
    if expires_at is not None and expires_at <= timezone.now():
        raise Refused("expiry_past", "The token would have expired already.")
    credential = request.auth
    if not isinstance(credential, Credential):
        return
    if credential.token is None:
        raise Refused("apps_make_no_tokens", "An app can't make tokens that outlive it.", 403)
    for name in scopes:
        if name not in credential.scopes:
            raise ScopeMissing(name)
    limit = credential.token.expires_at
    if limit is not None and (expires_at is None or expires_at > limit):
        raise Refused("expiry_late", "A token can't make one that outlives it.", 403)


class TokensView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(responses=TokenSerializer(many=True), tags=["tokens"])
    def get(self, request: Request) -> Response:
        """Your valid tokens, newest first, without their secrets."""
        return Response(TokenSerializer(tokens.valid(user_of(request)), many=True).data)

    @extend_schema(
        request=NewTokenSerializer, responses={201: MadeTokenSerializer}, tags=["tokens"]
    )
    def post(self, request: Request) -> Response:
        """Make a token; the answer shows its secret, once."""
        data = read(NewTokenSerializer, request.data)
        _check_grantable(request, data["scopes"], data["expires_at"])
        with transaction.atomic():
            # So that of two at once the second counts the first.
            user = people.locked(user_of(request))
            if tokens.valid(user).count() >= MOST:
                raise Refused("too_many_tokens", f"No more than {MOST} tokens; revoke one first.")
            token, secret = tokens.issue(user, **data)
        return Response({**TokenSerializer(token).data, "token": secret}, status=201)


class TokenView(APIView):
    permission_classes = (WithAccount, scope("account"))

    @extend_schema(responses={204: None}, tags=["tokens"])
    def delete(self, request: Request, number: int) -> Response:
        """Revoke a token of yours; it opens nothing from now on."""
        token = Token.objects.filter(user=user_of(request), pk=number, revoked_at=None).first()
        if token is None:
            raise NotFound("You have no such token.")
        tokens.revoke(token)
        return Response(status=204)
