"""``games/{id}/log/`` and ``games/{id}/stream/``: what happened, and what happens."""

from collections.abc import AsyncIterator

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.api.export import AnyAccept
from accounts.api.permissions import scope
from accounts.identity import proof_of
from accounts.services.proofs import Proof
from accounts.streaming import NDJSON, Live
from games.api.games import reader_id
from games.api.schema import MOMENT, NUMBER, TEXT, list_of, object_of, or_null, ref
from games.protocol import Rules
from games.services import play
from games.services.stream import Stream

_LOG = object_of(
    id=TEXT,
    slug=or_null(TEXT),
    rules=ref(Rules),
    rules_version=NUMBER,
    code=or_null(TEXT),
    status=TEXT,
    termination=or_null(TEXT),
    version=NUMBER,
    score=or_null(NUMBER),
    commitment=or_null(TEXT),
    deck=or_null(TEXT),
    salt=or_null(TEXT),
    created_at=MOMENT,
    started_at=or_null(MOMENT),
    ended_at=or_null(MOMENT),
    log=TEXT,
    times=list_of(NUMBER),
)


class LogView(APIView):
    """The log of a game."""

    permission_classes = (scope("read"),)

    @extend_schema(operation_id="games_log", responses={200: _LOG}, tags=["games"])
    def get(self, request: Request, public_id: str) -> Response:
        """Rules, actions (two characters each, one after the other) and their times.

        One's own at any time, others' when the game is over. `times` are milliseconds since the
        first action. `deck` and `salt` are there once they are no secret, so that anyone can
        replay the game and check the commitment.
        """
        return Response(play.log(public_id, reader_id(request)))


class StreamView(APIView):
    """A game as it is played."""

    permission_classes = (scope("read"),)
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="games_stream",
        responses={(200, NDJSON): OpenApiTypes.STR},
        tags=["games"],
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """The view, then every event as the websocket sends it, a line each, until the game ends.

        An empty line every 15 seconds says that the stream lives. When the right to look ends, by
        a revoked token or a player who lets nobody watch any more, an `error` ends it.
        """
        reader = reader_id(request)
        key = str(reader) if reader is not None else limits.address_of(request.META)
        play.see(public_id, reader)
        return Live(_lines(public_id, proof_of(request)), key)


async def _lines(public_id: str, proof: Proof | None) -> AsyncIterator[bytes]:
    # Made only here: a stream belongs to the loop that reads it.
    async for line in Stream(public_id, proof).lines():
        yield line
