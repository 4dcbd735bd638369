"""``games/{id}/hint/`` and ``games/{id}/analysis/``: help in unrated games."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import SignedIn, scope, user_of
from accounts.limits import address_of
from games import solver
from games.api.reading import NothingSerializer
from games.services import hints

_VERDICTS = ("won", "lost", "unknown")


class HintSerializer(serializers.Serializer[dict[str, object]]):
    version = serializers.IntegerField(help_text="The version of the game that it is for.")
    verdict = serializers.ChoiceField(
        _VERDICTS,
        help_text="won: the move is the next of a winning line; unknown: no proof was found in "
        "time, and it is good style; lost: no line wins, and there is no move.",
    )
    action = serializers.CharField(allow_null=True)
    reasons = serializers.ListField(
        child=serializers.ChoiceField(solver.REASONS), help_text="Why, strongest first."
    )


class AnalysisSerializer(serializers.Serializer[dict[str, object]]):
    version = serializers.IntegerField(help_text="The version of the game that it is for.")
    verdict = serializers.ChoiceField(
        _VERDICTS, help_text="won: it can still be won; lost: it can't; unknown: not decided."
    )
    since = serializers.IntegerField(
        allow_null=True,
        help_text="Where it is lost: after how many actions it was; 0, it never could be won.",
    )
    exact = serializers.BooleanField(
        help_text="Whether the game could still be won just before that; else it may be lost "
        "for longer."
    )


class HintView(APIView):
    permission_classes = (SignedIn, scope("play"))

    @extend_schema(
        operation_id="games_hint",
        request=NothingSerializer,
        responses=HintSerializer,
        tags=["games"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A good next move and why. Asking marks the game as helped."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        return Response(hints.hint(public_id, user_of(request).pk, address_of(request.META)))


class AnalysisView(APIView):
    permission_classes = (SignedIn, scope("play"))

    @extend_schema(
        operation_id="games_analysis",
        request=NothingSerializer,
        responses=AnalysisSerializer,
        tags=["games"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whether the game can still be won. Asking during the game marks it as helped."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        return Response(hints.analysis(public_id, user_of(request).pk, address_of(request.META)))
