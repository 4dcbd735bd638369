"""``games/``: starting, reading and playing games."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import SignedIn, scope, user_of
from accounts.limits import address_of
from accounts.models import User
from accounts.services.guests import player_of
from games import protocol
from games.api.reading import (
    ActionsSerializer,
    ListSerializer,
    NothingSerializer,
    StartSerializer,
)
from games.api.schema import MOMENT, NUMBER, TEXT, list_of, object_of, or_null, ref
from games.models import Game
from games.selectors.games import games_of
from games.services import play, rated
from games.services.views import moment

_START = OpenApiExample("A preset", value={"rules": "hard"}, request_only=True)
_LINE = object_of(
    id=TEXT,
    kind=TEXT,
    ladder=or_null(TEXT),
    slug=or_null(TEXT),
    status=TEXT,
    termination=or_null(TEXT),
    version=NUMBER,
    score=or_null(NUMBER),
    moves=NUMBER,
    undos=NUMBER,
    home=NUMBER,
    ms=NUMBER,
    helped={"type": "boolean"},
    created_at=MOMENT,
    started_at=or_null(MOMENT),
    ended_at=or_null(MOMENT),
)


def reader_id(request: Request) -> int | None:
    """Who reads, None for a stranger."""
    return request.user.pk if request.user.is_authenticated else None


def line(game: Game) -> dict[str, Any]:
    """A game in a list."""
    names = ("kind", "status", "version", "score", "moves", "undos", "home", "ms", "helped")
    return {
        "id": game.public_id,
        "ladder": game.ladder or None,
        "slug": None if game.rules.startswith("{") else game.rules,
        "termination": game.termination or None,
        **{name: getattr(game, name) for name in names},
        "created_at": moment(game.created_at),
        "started_at": moment(game.started_at),
        "ended_at": moment(game.ended_at),
    }


class GamesView(APIView):
    """All games of a player."""

    def get_permissions(self) -> list[Any]:
        reading = self.request.method in ("GET", "HEAD")
        return [SignedIn(), scope("read")()] if reading else [scope("play")()]

    @extend_schema(
        operation_id="games_list",
        parameters=[ListSerializer],
        responses={200: object_of(games=list_of(_LINE), more={"type": "boolean"})},
        tags=["games"],
    )
    def get(self, request: Request) -> Response:
        """One's own games, 50 a page, latest first."""
        asked = ListSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        chosen = asked.validated_data
        games, more = games_of(user_of(request).pk, chosen.get("status"), chosen.get("before"))
        return Response({"games": [line(game) for game in games], "more": more})

    @extend_schema(
        operation_id="games_start",
        request=StartSerializer,
        responses={200: ref(protocol.GameView), 201: ref(protocol.GameView)},
        examples=[_START],
        tags=["games"],
    )
    def post(self, request: Request) -> Response:
        """Start a game. Who has no session and no token becomes a guest, bound to the session.

        A ladder's open game without a move is given again, with 200 in place of 201.
        """
        asked = StartSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        player = player_of(request)
        chosen = asked.validated_data
        if chosen.get("ladder"):
            confirm = chosen.get("confirm", False)
            game, new = rated.begin(player, chosen["ladder"], confirm=confirm)
        else:
            game, new = _unrated(player, address_of(request.META), **chosen), True
        return Response(play.see(game.public_id, player.pk), status=201 if new else 200)


def _unrated(player: User, address: str, **asked: Any) -> Game:
    if asked.get("code"):
        return play.numbered_game(player, asked["code"])
    rules = asked["rules"]
    if asked.get("deck"):
        return play.given_game(player, rules, asked["deck"])
    if asked.get("winnable"):
        from games.services.deals import take_winnable

        return take_winnable(player, rules, address=address)
    return play.new_game(player, rules)


class GameView(APIView):
    """One game."""

    permission_classes = (scope("read"),)

    @extend_schema(
        operation_id="games_read", responses={200: ref(protocol.GameView)}, tags=["games"]
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The game as this reader may see it."""
        return Response(play.see(public_id, reader_id(request)))


class ActionsView(APIView):
    """The way of a move by REST."""

    permission_classes = (SignedIn, scope("play"))

    @extend_schema(
        operation_id="games_act",
        request=ActionsSerializer,
        responses={
            200: object_of(
                game=ref(protocol.GameView),
                turned_up=list_of({"type": "object", "additionalProperties": TEXT}),
            )
        },
        tags=["games"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Play actions in order, all or none.

        `turned_up` has for each action, by column, the card that turned up. The same request sent
        again gets the same answer, and nothing is played twice. On a sealed deck none of the
        actions may lean on a card that the same request shows first (reason `unseen_card`).
        """
        asked = ActionsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        game, turned = play.act(public_id, user_of(request).pk, given["actions"], given["version"])
        return Response({"game": game, "turned_up": turned})


class ResignView(APIView):
    """Giving up."""

    permission_classes = (SignedIn, scope("play"))

    @extend_schema(
        operation_id="games_resign",
        request=NothingSerializer,
        responses={200: ref(protocol.GameView)},
        tags=["games"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Give the game up. A second time gives the same answer."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        return Response(play.resign(public_id, user_of(request).pk))
