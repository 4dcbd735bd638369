"""Answers that are sent as they are made, in constant memory, under WSGI and ASGI alike."""

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from rest_framework.request import Request

NDJSON = "application/x-ndjson"
_TOGETHER = 200


def _joined(texts: Iterator[str]) -> str:
    """The next texts as one piece; empty at the end."""
    try:
        return "".join(islice(texts, _TOGETHER))
    finally:
        # A reader may be slow: the connection goes back between the pieces.
        close_old_connections()


async def _pieces(texts: Iterator[str]) -> AsyncIterator[str]:
    while piece := await sync_to_async(_joined)(texts):
        yield piece


def streamed(request: Request, texts: Iterable[str], media_type: str) -> StreamingHttpResponse:
    """An answer made of many small texts, which are asked for only as the reader takes them.

    The texts must not hold a database cursor from one to the next.
    """
    under_asgi = hasattr(request._request, "scope")
    body: Any = _pieces(iter(texts)) if under_asgi else texts
    return StreamingHttpResponse(body, content_type=media_type)


def accepts_lines(request: Request) -> bool:
    """Whether the reader asks for newline-delimited JSON."""
    return NDJSON in request.headers.get("Accept", "")
