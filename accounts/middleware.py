"""What browsers are told about every answer: what pages may load, and who may read the API."""

import struct
from collections.abc import AsyncIterator, Callable

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)

Handler = Callable[[HttpRequest], HttpResponse]

OPEN_PATHS = ("/api/", "/oauth/token", "/oauth/revoke", "/.well-known/")
_ALLOWED_HEADERS = "Authorization, Content-Type, Accept"
_ALLOWED_METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS"
_EXPOSED = "Retry-After, Content-Disposition, Link"


class ContentSecurityPolicy:
    """Adds the policy of the settings; a view widens it by ``response.csp = {directive: value}``.

    A library of Django's age has none of its own, and the one header is not worth a dependency.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        policy = settings.CONTENT_SECURITY_POLICY | getattr(response, "csp", {})
        text = "; ".join(f"{name} {value}" for name, value in policy.items())
        response.headers.setdefault("Content-Security-Policy", text)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=()"
        )
        return response


class CrossOrigin:
    """Lets pages of any origin use the API with a token, and none with our cookies.

    The answer never says ``Access-Control-Allow-Credentials``, so a browser neither sends a
    cookie nor shows the answer to a request that carried one.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(OPEN_PATHS):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response = HttpResponse(status=204)
            response.headers["Access-Control-Allow-Methods"] = _ALLOWED_METHODS
            response.headers["Access-Control-Allow-Headers"] = _ALLOWED_HEADERS
            response.headers["Access-Control-Max-Age"] = "86400"
        else:
            response = self.get_response(request)
            response.headers["Access-Control-Expose-Headers"] = _EXPOSED
            # What an answer says holds for one reader, at one moment.
            response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response


class HeadersAlone:
    """Gives HEAD no body to stream: the server would wait for one that never ends."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = self.get_response(request)
        if request.method == "HEAD" and isinstance(response, StreamingHttpResponse):
            response.streaming_content = _nothing() if response.is_async else ()
        return response


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield


class MalformedCredential:
    """Answers a passkey's credential that is none with 400, where allauth would fall over it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Recognise what the library raises while it reads a credential."""
        reading = request.path.startswith("/_allauth/") and "webauthn" in request.path
        faults = (KeyError, TypeError, ValueError, AttributeError, IndexError, struct.error)
        if not reading or not isinstance(exception, faults):
            return None
        fault = {
            "code": "invalid_credential",
            "param": "credential",
            "message": "This is no credential.",
        }
        return JsonResponse({"status": 400, "errors": [fault]}, status=400)


class DeepJson:
    """Answers JSON that is nested deeper than Python's reader can go with 400.

    DRF's views read the body late; what allauth reads is looked at in `accounts.text`.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Recognise a body that was too deep; any other recursion is a fault of ours."""
        if not isinstance(exception, RecursionError) or request.content_type != "application/json":
            return None
        message = "The body is nested too deep."
        return JsonResponse({"code": "malformed", "message": message, "extra": {}}, status=400)
