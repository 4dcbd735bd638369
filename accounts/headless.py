"""Where allauth's API for pages would answer with a fault."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.headless.account.inputs import ResetPasswordInput, ResetPasswordKeyInput
from allauth.headless.account.views import ResetPasswordView
from allauth.headless.internal.restkit.response import ErrorResponse
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.urls import ResolverMatch, URLResolver

View = Callable[..., HttpResponse]


class _KeyThatNames:
    """Refuses a key that names nobody, which the library takes for a fault of its own."""

    def clean_key(self) -> str:
        if not self.cleaned_data["key"].partition("-")[0]:  # type: ignore[attr-defined]
            raise get_adapter().validation_error("invalid_password_reset")
        return str(super().clean_key())  # type: ignore[misc]


class _KeyInput(_KeyThatNames, ResetPasswordKeyInput):  # type: ignore[misc]
    pass


class _ResetInput(_KeyThatNames, ResetPasswordInput):  # type: ignore[misc]
    pass


class ResetView(ResetPasswordView):  # type: ignore[misc]
    """Looking at a key, and choosing the new password by it."""

    input_class = {"POST": _ResetInput}

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = _KeyInput({"key": request.headers.get("X-Password-Reset-Key", "")})
        if not key.is_valid():
            return cast(HttpResponse, ErrorResponse(request, input=key))
        return cast(HttpResponse, super().get(request, *args, **kwargs))


def no_phone(_: HttpRequest) -> HttpResponse:
    """Nobody has a telephone here; the library has its addresses all the same."""
    raise Http404


def in_json(view: View) -> View:
    """The view, which tells programs of a method that it does not have as the API does."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        message = f'Method "{request.method}" not allowed.'
        body = {"code": "method_not_allowed", "message": message, "extra": {}}
        return JsonResponse(body, status=405, headers={"Allow": response["Allow"]})

    return answer


class JsonResolver(URLResolver):
    """Addresses whose views all are as `in_json` makes them."""

    def resolve(self, path: str) -> ResolverMatch:
        match = super().resolve(path)
        match.func = in_json(match.func)
        return match
