"""``me/export/``: the download of everything."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.errors import Refused
from accounts.api.permissions import SignedIn, scope, user_of
from accounts.limits import charge
from accounts.services.export import as_document, as_lines
from accounts.streaming import NDJSON, accepts_lines, streamed


class AnyAccept(BaseContentNegotiation):
    """The view itself looks at what is accepted."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]


class ExportView(APIView):
    permission_classes = (SignedIn, scope("account"))
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AnyAccept

    @extend_schema(
        parameters=[OpenApiParameter("as", enum=["json", "ndjson"], default="json")],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, NDJSON): str},
        tags=["me"],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Download everything kept about you: one JSON document, or a line for each row."""
        wanted = request.query_params.get("as")
        if wanted is None:
            wanted = "ndjson" if accepts_lines(request) else "json"
        if wanted not in {"json", "ndjson"}:
            raise Refused("bad_request", "as is json or ndjson.", 400)
        charge("exports", str(user_of(request).pk))
        user = user_of(request)
        lines = wanted == "ndjson"
        response = streamed(
            request,
            as_lines(user) if lines else as_document(user),
            NDJSON if lines else "application/json",
        )
        name = f"klondike-{user.username}.{wanted}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["Cache-Control"] = "no-store"
        return response
