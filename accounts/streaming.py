"""Answers that are sent as they are made, in constant memory, under WSGI and ASGI alike."""

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from typing import Any

import structlog
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from rest_framework.request import Request

from accounts import limits

NDJSON = "application/x-ndjson"
_FAULT = b'{"t":"error","v":0,"d":{"code":"fault","message":"The service failed."}}\n'
_log = structlog.get_logger(__name__)
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


class Live(StreamingHttpResponse):
    """Lines as they come, for as long as the client reads and the lines last.

    It holds one of the places that ``key`` has for streams; raises `limits.TooManyOpen` before
    anything is answered where there is none.
    """

    def __init__(self, lines: AsyncIterator[Any], key: str) -> None:
        self._place = limits.Place()
        self._place.take("streams", key)
        super().__init__(self._made(lines), content_type=NDJSON)
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"

    async def _made(self, lines: AsyncIterator[Any]) -> AsyncIterator[Any]:
        # The request has used a database connection; what may last for hours needs none.
        await sync_to_async(close_old_connections)()
        try:
            async for line in lines:
                yield line
        except Exception:
            # The answer has begun: all that is left is to end it with a reason.
            _log.exception("stream")
            yield _FAULT
        finally:
            self._place.leave()

    def close(self) -> None:
        super().close()
        self._place.leave()


def accepts_lines(request: Request) -> bool:
    """Whether the reader asks for newline-delimited JSON."""
    return NDJSON in request.headers.get("Accept", "")
