"""Two addresses for whoever watches over the service."""

from typing import cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from redis import RedisError

from klondike_site.caches import ForgivingCache


async def healthz(_request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "ok"})


async def readyz(_request: HttpRequest) -> JsonResponse:
    """200 when the database and, where there is one, Redis answer; else 503 and which does not."""
    failing = await sync_to_async(_failing)()
    status = {"status": "unready" if failing else "ok", "failing": failing}
    return JsonResponse(status, status=503 if failing else 200)


def _failing() -> list[str]:
    failing = []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        failing.append("database")
    if settings.REDIS_URL:
        try:
            cast(ForgivingCache, caches["default"]).ping()
        except RedisError:
            failing.append("redis")
    return failing
