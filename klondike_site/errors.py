"""Turns every exception of the API into ``{"code", "message", "extra"}``."""

import sys
from typing import Any, cast

import structlog
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.core.signals import got_request_exception
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.views.csrf import csrf_failure
from django.views.defaults import bad_request, server_error
from rest_framework import exceptions
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from accounts.api.authentication import BadOrigin, BadToken, is_foreign
from accounts.api.errors import Refused
from accounts.limits import TooManyOpen, address_of, take
from accounts.models import User
from games.engine import EngineError
from games.services.errors import Against, Fault, PlayError, Unavailable

JSON_PATHS = ("/api/", "/_allauth/", "/oauth/token", "/oauth/revoke", "/.well-known/")
SOON = 10
"""Seconds after which a place among those that are open may be free again."""
AWAY = (OperationalError, InterfaceError)
"""What Django raises where the database can't be reached, or breaks off one of two that wait."""

_log = structlog.get_logger(__name__)

_RENAMED = {
    "invalid": "bad_request",
    "parse_error": "malformed",
    "error": "bad_request",
    "authentication_failed": "bad_credentials",
    "not_authenticated": "sign_in_required",
    "permission_denied": "forbidden",
    "method_not_allowed": "method_not_allowed",
    "not_acceptable": "not_acceptable",
    "unsupported_media_type": "unsupported_media_type",
    "throttled": "too_many_requests",
    "not_found": "not_found",
}


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer any exception of the API; ``None`` leaves the few to Django that a middleware knows.

    An ``APIException`` may carry ``extra``, a JSON-ready mapping that goes out with it.
    """
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, EngineError):
        error = Against(error)
    elif isinstance(error, RequestDataTooBig):
        error = exceptions.ParseError("The body is too large.", "too_large")
    elif isinstance(error, TooManyOpen):
        error = Refused(error.code, str(error), 429)
        error.wait = SOON
    elif isinstance(error, RecursionError):
        return None
    error = _counted(error, context["request"])
    if not isinstance(error, exceptions.APIException | PlayError):
        error = _unforeseen(error, context["request"])
    if isinstance(error, PlayError):
        return _refusal(error)
    plain = exception_handler(error, context)
    headers = {k: v for k, v in plain.headers.items() if k != "Content-Type"} if plain else {}
    set_rollback()
    return Response(body(error), status=error.status_code, headers=headers)


def _counted(error: Exception, request: Request) -> Exception:
    """Count a request without valid credentials, which no throttle has seen, for its address."""
    if getattr(error, "status_code", 0) != 401:
        return error
    wait = take("address", address_of(request.META))
    return exceptions.Throttled(wait=wait) if wait else error


def _unforeseen(error: Exception, request: Request) -> exceptions.APIException | PlayError:
    """What to say of an exception that is no refusal: of a database that is away, of a player
    whose account ended while the request was at work, or of a fault of ours."""
    if isinstance(error, AWAY):
        _log.warning("unavailable", path=request.path, exc_info=error)
        return Unavailable()
    if _met_an_end(error, getattr(request, "_user", None)):
        return _no_player(request)
    _log.error("fault", path=request.path, exc_info=error)
    got_request_exception.send(sender=None, request=request._request)
    return Fault()


def _met_an_end(error: BaseException | None, user: Any) -> bool:
    """Whether this comes of the account of somebody who was there being there no more."""
    if not isinstance(error, DatabaseError | ObjectDoesNotExist) or not getattr(user, "pk", None):
        return False
    return not User.objects.filter(pk=user.pk).exists()


def _no_player(request: Request) -> exceptions.APIException:
    """What the next request with these credentials will be told as well."""
    error: Any = NotAuthenticated() if request.auth is None else BadToken()
    error.auth_header = 'Bearer realm="api"'
    return cast(exceptions.APIException, error)


def _answers_json(request: HttpRequest) -> bool:
    return request.path.startswith(JSON_PATHS)


def _json(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message, "extra": {}}, status=status)


def faulty(request: HttpRequest) -> HttpResponseBase:
    """Django's page for faults; JSON where programs read it."""
    if not _answers_json(request):
        return server_error(request)
    error: PlayError = Fault()
    happened = sys.exception()
    if isinstance(happened, AWAY):
        error = Unavailable()
    elif _met_an_end(happened, getattr(request, "user", None)):
        return _json(401, NotAuthenticated.default_code, str(NotAuthenticated.default_detail))
    answer = _json(error.status, error.code, str(error))
    if isinstance(error, Unavailable):
        answer["Retry-After"] = str(error.retry_after)
    return answer


def bad(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's page for bad requests; JSON where programs read it."""
    if not _answers_json(request):
        return bad_request(request, exception)
    if isinstance(exception, SessionInterrupted):
        return _json(401, "sign_in_required", "This session has ended.")
    return _json(400, "bad_request", str(exception) or "This is no request.")


def unproven(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Django's page for changes without proof that a page of ours asks; JSON where programs
    read it."""
    if not _answers_json(request):
        return csrf_failure(request, reason)
    if is_foreign(reason):
        return _json(403, BadOrigin.default_code, str(BadOrigin.default_detail))
    return _json(403, "forbidden", f"CSRF Failed: {reason}")


def _refusal(error: PlayError) -> Response:
    """The answer for something that the rules or the services refuse."""
    set_rollback()
    wait = getattr(error, "retry_after", None)
    return Response(
        {"code": error.code, "message": str(error), "extra": error.extra},
        status=error.status,
        headers={"Retry-After": str(wait)} if wait is not None else None,
    )


def body(error: exceptions.APIException) -> dict[str, Any]:
    """The JSON body of an error answer."""
    extra = dict(getattr(error, "extra", None) or {})
    if isinstance(error, exceptions.ValidationError):
        extra.setdefault("fields", error.detail)
        return {"code": "bad_request", "message": "Some fields are not right.", "extra": extra}
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else error.default_code
    wait = getattr(error, "wait", None)
    if wait is not None:
        extra.setdefault("retry_after", int(wait) + 1)
    return {"code": _RENAMED.get(code, code), "message": str(error.detail), "extra": extra}
