"""``users/{name}/games/`` and ``me/events/``: histories, and what concerns me as it happens."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from channels.layers import get_channel_layer
from django.http import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.api.errors import Refused
from accounts.api.export import AnyAccept
from accounts.api.permissions import SignedIn, scope, user_of
from accounts.api.serializers import Strict, read
from accounts.api.users import user_or_404
from accounts.identity import proof_of
from accounts.models import User
from accounts.services.proofs import Proof
from accounts.streaming import NDJSON, Live, accepts_lines, streamed
from games.boards import midnight, utc_day
from games.engine import LADDERS
from games.models import Game
from games.selectors import history
from games.services import events, runtime, utc
from games.services.rights import Ended, Right

KEEP_ALIVE = 15.0


class HistoryQuery(Strict):
    ladder = serializers.ChoiceField(choices=sorted(LADDERS), required=False)
    kind = serializers.ChoiceField(choices=Game.Kind.choices, required=False)
    result = serializers.ChoiceField(choices=["won", "lost"], required=False)
    since = serializers.DateTimeField(required=False, help_text="Ended then or later.")
    until = serializers.DateTimeField(required=False, help_text="Ended before.")
    order = serializers.ChoiceField(choices=["newest", "oldest"], default="newest")
    after = serializers.CharField(required=False, help_text="Go on after this game's id.")
    limit = serializers.IntegerField(
        min_value=1, max_value=100, default=30, help_text="Games a page; lines have no pages."
    )


class PlayedSerializer(serializers.Serializer[Any]):
    """A finished game; in lines each also has its ``actions`` and ``times``."""

    id = serializers.CharField()
    player = serializers.DictField(allow_null=True)
    kind = serializers.ChoiceField(choices=Game.Kind.choices)
    ladder = serializers.CharField(allow_null=True)
    slug = serializers.CharField(allow_null=True)
    rules = serializers.DictField()
    rules_version = serializers.IntegerField()
    code = serializers.CharField(allow_null=True)
    commitment = serializers.CharField(allow_null=True)
    deck = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=["won", "lost"])
    termination = serializers.ChoiceField(choices=Game.Termination.values)
    score = serializers.IntegerField(allow_null=True)
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()
    home = serializers.IntegerField()
    ms = serializers.IntegerField()
    helped = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField()


class HistorySerializer(serializers.Serializer[Any]):
    games = PlayedSerializer(many=True)
    after = serializers.CharField(allow_null=True, help_text="Ask for the next page with this.")


def _wanted(data: dict[str, Any]) -> history.Wanted:
    return history.Wanted(
        ladder=data.get("ladder"),
        kind=data.get("kind"),
        result=data.get("result"),
        since=data.get("since"),
        until=data.get("until"),
        oldest_first=data["order"] == "oldest",
    )


def _page(player: User, wanted: history.Wanted, data: dict[str, Any]) -> dict[str, Any]:
    after = None
    if "after" in data:
        found = Game.objects.filter(player=player, public_id=data["after"]).only("pk").first()
        if found is None:
            raise Refused("bad_cursor", "after is the id of a game of this player.", 400)
        after = found.pk
    games = history.page(player, wanted, after, data["limit"] + 1)
    more = len(games) > data["limit"]
    games = games[: data["limit"]]
    rows = [history.row(game, utc.now()) for game in games]
    for row in rows:
        del row["actions"], row["times"]
    return {"games": rows, "after": games[-1].public_id if more else None}


class UserGamesView(APIView):
    permission_classes = (scope("read"),)
    content_negotiation_class = AnyAccept

    @extend_schema(
        parameters=[HistoryQuery],
        responses={(200, "application/json"): HistorySerializer, (200, NDJSON): OpenApiTypes.STR},
        tags=["users"],
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """A player's finished games: a page as JSON, or all of them as lines.

        With ``Accept: application/x-ndjson`` every game comes as a line with its whole log.
        """
        player = user_or_404(name)
        data = read(HistoryQuery, request.query_params.dict())
        wanted = _wanted(data)
        if not accepts_lines(request):
            return Response(_page(player, wanted, data))
        limits.charge("exports", f"games-{limits.address_of(request.META)}")
        lines = (history.line(game, utc.now()) for game in history.all_games(player, wanted))
        return streamed(request, lines, NDJSON)


class EventsView(APIView):
    permission_classes = (SignedIn, scope("read"))
    content_negotiation_class = AnyAccept

    @extend_schema(responses={(200, NDJSON): OpenApiTypes.STR}, tags=["me"])
    def get(self, request: Request) -> HttpResponseBase:
        """What concerns me, as it happens: a line each, an empty line every 15 s.

        ``hello`` at the beginning, ``game_started``, ``game_ended``, and ``daily_open`` at
        midnight UTC. When the session or token ends, an ``error`` ends the stream.
        """
        proof = proof_of(request)
        assert proof is not None
        return Live(_events(proof), str(user_of(request).pk))


def _line(kind: str, data: dict[str, Any]) -> str:
    return json.dumps({"t": kind, "d": data}, separators=(",", ":")) + "\n"


async def _events(proof: Proof) -> AsyncIterator[str]:
    layer: Any = get_channel_layer()
    group, rights = events.group_of(proof.user_id), runtime.adopt().rights
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    ended: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
    right = Right(ended.set_result, proof)
    rights.hold(right)
    try:
        yield _line("hello", {"date": str(utc_day(utc.now()))})
        async for line in _heard(layer, channel, ended):
            yield line
    finally:
        rights.drop(right)
        await layer.group_discard(group, channel)


async def _heard(layer: Any, channel: str, ended: "asyncio.Future[Ended]") -> AsyncIterator[str]:
    day = utc_day(utc.now())
    hearing = asyncio.ensure_future(layer.receive(channel))
    try:
        while not ended.done():
            left = (midnight(day + timedelta(days=1)) - utc.now()).total_seconds()
            patience = max(0.0, min(KEEP_ALIVE, left))
            await asyncio.wait({hearing, ended}, timeout=patience, return_when="FIRST_COMPLETED")
            if hearing.done():
                yield json.dumps(hearing.result()["event"], separators=(",", ":")) + "\n"
                hearing = asyncio.ensure_future(layer.receive(channel))
            elif utc_day(utc.now()) != day:
                day = utc_day(utc.now())
                yield _line("daily_open", {"date": str(day)})
            elif not ended.done():
                yield "\n"
    finally:
        hearing.cancel()
    yield _line("error", {"code": ended.result().code, "message": str(ended.result())})


urlpatterns = [
    path("users/<str:name>/games/", UserGamesView.as_view(), name="user-games"),
    path("me/events/", EventsView.as_view(), name="my-events"),
]
