"""``/api/v1/``: where everything is."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.ws.routing import urlpatterns as sockets

ROOT = "api/v1/"
_PART = re.compile(r"<(?:\w+:)?(\w+)>")


def _written(route: str) -> str:
    return "/" + _PART.sub(r"{\1}", route)


def _routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, route)
        else:
            yield route


class IndexView(APIView):
    """The addresses of the API."""

    @extend_schema(exclude=True)
    def get(self, _: Request) -> Response:
        """Every address below this one, and where they are described."""
        below = {route for route in _routes(get_resolver().url_patterns) if ROOT in route}
        return Response(
            {
                "docs": "/api/docs/",
                "schema": "/api/schema/",
                "addresses": sorted(_written(route) for route in below - {ROOT}),
                "websockets": sorted(_written(str(each.pattern)) for each in sockets[:-1]),
            }
        )
