"""Where allauth's API for pages would answer with a fault."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.headless.account.inputs import ResetPasswordInput, ResetPasswordKeyInput
from allauth.headless.account.views import ResetPasswordView
from allauth.headless.internal.restkit.response import ErrorResponse
from django.http import Http404, HttpRequest, HttpResponse


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
