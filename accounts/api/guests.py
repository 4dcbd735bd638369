"""``POST guests/``: a guest for clients that keep no cookies."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import address_of, charge
from accounts.services.guests import create_guest, guest_token


class GuestSerializer(serializers.Serializer[dict[str, object]]):
    name = serializers.CharField()
    token = serializers.CharField(help_text="Shown once; send it as Authorization: Bearer.")
    scopes = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.DateTimeField()


class GuestsView(APIView):
    """Makes a guest."""

    authentication_classes = ()

    @extend_schema(request=None, responses={201: GuestSerializer}, tags=["accounts"])
    def post(self, request: Request) -> Response:
        """Make a guest and a bearer token for it, with every scope, valid for 90 days."""
        charge("guests", address_of(request.META))
        guest = create_guest()
        token, secret = guest_token(guest)
        answer = {
            "name": guest.username,
            "token": secret,
            "scopes": token.scopes,
            "expires_at": token.expires_at,
        }
        return Response(GuestSerializer(answer).data, status=201)
