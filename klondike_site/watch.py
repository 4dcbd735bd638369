"""What operators see of requests: one log line each, and metrics for Prometheus."""

import re
import secrets
import time
import uuid
from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest

REQUESTS = Counter("klondike_http_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram("klondike_http_request_seconds", "Time to the answer.", ["method", "route"])
QUIET = {"/healthz", "/readyz", "/metrics"}
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_log = structlog.get_logger("klondike.request")

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class Watch:
    """Outermost middleware: gives each request an id, counts it and logs how it ended.

    The line has the path and never the query, which can carry codes and keys.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        self._asynchronous = iscoroutinefunction(get_response)
        if self._asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        began = time.perf_counter()
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        structlog.contextvars.bind_contextvars(request_id=request_id)
        if self._asynchronous:
            return self._later(request, request_id, began)
        answer = self.get_response(request)
        assert isinstance(answer, HttpResponseBase)
        return _answered(request, answer, request_id, began)

    async def _later(self, request: HttpRequest, request_id: str, began: float) -> HttpResponseBase:
        answer = self.get_response(request)
        assert not isinstance(answer, HttpResponseBase)
        return _answered(request, await answer, request_id, began)


def _answered(
    request: HttpRequest, answer: HttpResponseBase, request_id: str, began: float
) -> HttpResponseBase:
    seconds = time.perf_counter() - began
    method = request.method if request.method in METHODS else "other"
    route = getattr(request.resolver_match, "route", None) or "unknown"
    REQUESTS.labels(method, route, answer.status_code).inc()
    SECONDS.labels(method, route).observe(seconds)
    answer.headers["X-Request-ID"] = request_id
    if request.path not in QUIET:
        _log.info(
            "request",
            method=method,
            path=request.path,
            status=answer.status_code,
            ms=round(seconds * 1000, 1),
        )
    structlog.contextvars.unbind_contextvars("request_id")
    return answer


def metrics(request: HttpRequest) -> HttpResponse:
    """This process' metrics, for ``Authorization: Bearer METRICS_TOKEN`` alone."""
    if not settings.METRICS_TOKEN:
        return HttpResponse(status=404)
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
