"""``leaderboards/``: the ladders' boards, page by page, with one's own place."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import scope
from accounts.api.serializers import Strict
from games import boards
from games.api.lines import BoardSerializer
from games.boards import Board
from games.engine import LADDERS
from games.selectors import boards as reads
from games.services.board_pages import TOP, find_board, line_shown, page_shown, read_cursor

MOST_ROWS = 100


class BoardQuery(Strict):
    """Which part of a board to show; by default its top."""

    period = serializers.CharField(
        default="all", max_length=10, help_text="`all`, `month`, `week`, `2026-11`, `2026-W48`."
    )
    bots = serializers.BooleanField(default=False, help_text="The bots' board, not people's.")
    after = serializers.CharField(required=False, max_length=200)
    before = serializers.CharField(required=False, max_length=200)
    limit = serializers.IntegerField(min_value=1, max_value=MOST_ROWS, default=TOP)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "after" in attrs and "before" in attrs:
            raise serializers.ValidationError({"before": ["It does not go with after."]})
        return attrs


class LadderSerializer(serializers.Serializer[Any]):
    ladder = serializers.CharField()
    rules = serializers.DictField()
    boards = serializers.ListField(child=serializers.CharField())
    daily = serializers.BooleanField(help_text="Whether it has a daily deal.")


def read_query(request: Request) -> dict[str, Any]:
    asked = BoardQuery(data=request.query_params.dict())
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def answer(board: Board, request: Request, asked: dict[str, Any]) -> dict[str, Any]:
    """A page of a board, with the reader's own place on it."""
    sides = [side for side in ("after", "before") if side in asked]
    places = {side: read_cursor(board, asked[side]) for side in sides}
    page = reads.page(board, limit=asked["limit"], **places)
    shown = page_shown(board, page, reads.length(board))
    shown["me"] = _own(board, request)
    return shown


def _own(board: Board, request: Request) -> dict[str, Any] | None:
    near = reads.around(board, request.user.pk) if request.user.is_authenticated else None
    if near is None:
        return None
    own = next(line for line in near.lines if line.key.player == request.user.pk)
    return {"rank": own.rank, "rows": [line_shown(board, line) for line in near.lines]}


class LaddersView(APIView):
    """What boards there are."""

    permission_classes = (scope("read"),)

    @extend_schema(responses=LadderSerializer(many=True), tags=["boards"])
    def get(self, _: Request) -> Response:
        """The ladders with their rules and boards."""
        return Response(
            [
                {
                    "ladder": slug,
                    "rules": rules.as_dict(),
                    "boards": boards.boards_of(slug),
                    "daily": slug in boards.DAILY_LADDERS,
                }
                for slug, rules in LADDERS.items()
            ]
        )


class BoardView(APIView):
    """A board of a ladder."""

    permission_classes = (scope("read"),)

    @extend_schema(parameters=[BoardQuery], responses=BoardSerializer, tags=["boards"])
    def get(self, request: Request, ladder: str, board: str) -> Response:
        """A page of a board: for all time, a month or a week; people's or bots'."""
        asked = read_query(request)
        found = find_board(ladder, board, asked["period"], asked["bots"])
        return Response(answer(found, request, asked))
