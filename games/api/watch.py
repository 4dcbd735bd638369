"""``watch/``: games to look at while they are played."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import scope
from games.api.lines import PlayerSerializer
from games.models import Game
from games.selectors.watching import watched
from games.services.utc import now
from games.services.views import moment


class WatchedSerializer(serializers.Serializer[Any]):
    """A game that is being played and may be watched."""

    id = serializers.CharField()
    player = PlayerSerializer()
    kind = serializers.ChoiceField(choices=Game.Kind.choices)
    ladder = serializers.CharField(allow_null=True)
    slug = serializers.CharField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    moves = serializers.IntegerField()
    home = serializers.IntegerField(help_text="Cards on the foundations.")
    started_at = serializers.DateTimeField()


class WatchedListSerializer(serializers.Serializer[Any]):
    games = WatchedSerializer(many=True)


def line(game: Game) -> dict[str, Any]:
    assert game.player is not None
    return {
        "id": game.public_id,
        "player": {"name": game.player.username, "kind": game.player.kind},
        "ladder": game.ladder or None,
        "slug": None if game.rules.startswith("{") else game.rules,
        **{name: getattr(game, name) for name in ("kind", "score", "moves", "home")},
        "started_at": moment(game.started_at),
    }


class WatchView(APIView):
    """Live games."""

    permission_classes = (scope("read"),)

    @extend_schema(operation_id="watch", responses=WatchedListSerializer, tags=["games"])
    def get(self, _: Request) -> Response:
        """Games being played by people who let others watch, the latest first.

        Watch one by its websocket or `games/{id}/stream/`, as its player sees it.
        """
        return Response({"games": [line(game) for game in watched(now())]})
