"""``games/{id}/frames/``: a finished game as a film."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import scope
from games.api.games import reader_id
from games.services import replays


class FrameSerializer(serializers.Serializer[dict[str, object]]):
    """What one action did."""

    action = serializers.CharField()
    ms = serializers.IntegerField(help_text="Milliseconds since the game began.")
    piles = serializers.DictField(
        help_text="The changed piles by name: `1`…`7`, `stock`, `waste`, `foundations`."
    )
    score = serializers.IntegerField(allow_null=True)
    money = serializers.CharField(allow_null=True)
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        # ``pass`` is a word of Python's.
        return {**super().get_fields(), "pass": serializers.IntegerField()}


class ReplaySerializer(serializers.Serializer[dict[str, object]]):
    game = serializers.DictField(help_text="The view at the end, as `GET games/{id}/` gives it.")
    start = serializers.DictField(help_text="The piles and counts before the first action.")
    frames = FrameSerializer(many=True)


class FramesView(APIView):
    permission_classes = (scope("read"),)

    @extend_schema(operation_id="games_frames", responses=ReplaySerializer, tags=["games"])
    def get(self, request: Request, public_id: str) -> Response:
        """A finished game, action by action, with what each action changed.

        Whoever replaces the named piles, one frame after the other, goes from the first position
        to the last without knowing the rules.
        """
        return Response(replays.replay(public_id, reader_id(request)))
