"""Text that can't be stored: PostgreSQL keeps no NUL, and a lone surrogate is no Unicode.

JSON and the escapes of addresses, forms and cookies can carry both. They are refused where a
request is read, so that nothing behind needs to think of them.
"""

import json
from collections.abc import Callable
from typing import IO, Any

from allauth.core.internal.httpkit import extract_basic_auth
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

_FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
_MESSAGE = "Null characters are not allowed."
_NO_UNICODE = "The body holds half a surrogate pair, which is no text."


def is_unicode(data: Any) -> bool:
    """Whether every text in parsed JSON, names of fields too, can be written as UTF-8."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class UnicodeJSONParser(JSONParser):
    """DRF's parser, which refuses text that is no Unicode as ``malformed``."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Any = None,
    ) -> Any:
        data = super().parse(stream, media_type, parser_context)
        if not is_unicode(data):
            raise ParseError(_NO_UNICODE)
        return data


class StorableText:
    """Answers addresses with a NUL with 404, and queries, forms and cookies with one with 400.

    The JSON that allauth reads by itself is checked here too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The page that tells of any other mistake looks for the session.
        if any("\0" in value for value in request.COOKIES.values()):
            raise BadRequest(_MESSAGE)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Look at the request before its view does."""
        del view, args, kwargs
        if "\0" in request.path_info:
            raise Http404
        wrong = _with_nul(request)
        if wrong:
            return _refused(request, wrong)
        return _check_json(request) if _is_json(request) else None


def _is_json(request: HttpRequest) -> bool:
    """Whether allauth will read the body as JSON, whatever its type is said to be."""
    path = request.path_info
    return path.startswith("/_allauth/") and not path.endswith("/auth/provider/redirect")


def _with_nul(request: HttpRequest) -> list[str]:
    """The parameters of query and form, or the header, that hold a NUL."""
    given = [*request.GET.lists()]
    # The API reads no forms, and what is read here DRF could not refuse by its type.
    api = request.path_info.startswith("/api/") or _is_json(request)
    if request.content_type in _FORMS and not api:
        given += request.POST.lists()
    wrong = [name for name, values in given if any("\0" in text for text in (name, *values))]
    if any("\0" in (text or "") for text in extract_basic_auth(request.headers)):
        wrong.append("Authorization")
    return wrong


def _refused(request: HttpRequest, names: list[str]) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        fields = {name: [_MESSAGE] for name in names}
        message = "Some fields are not right."
        body = {"code": "bad_request", "message": message, "extra": {"fields": fields}}
        return JsonResponse(body, status=400)
    if request.path_info.startswith(("/oauth/token", "/oauth/revoke")):
        said = {"error": "invalid_request", "error_description": _MESSAGE}
        return JsonResponse(said, status=400, headers={"Cache-Control": "no-store"})
    raise BadRequest(_MESSAGE)


def _check_json(request: HttpRequest) -> HttpResponse | None:
    if request.content_type in _FORMS:
        # The check for forgery has read it as a form, so that nobody can read it as JSON.
        return _answer(415, "unsupported_media_type", "The body is to be JSON.")
    if not request.body:
        return None
    try:
        read = json.loads(request.body.decode())
        good, message = is_unicode(read), _NO_UNICODE
        if not isinstance(read, dict):
            good, message = False, "The body is no object."
    except ValueError:
        # Beside what is no JSON this is a number of too many digits, over which allauth falls.
        good, message = False, "The body is no JSON."
    except RecursionError:
        good, message = False, "The body is nested too deep."
    return None if good else _answer(400, "malformed", message)


def _answer(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message, "extra": {}}, status=status)
