"""Refusals of the accounts part of the API, each with its code."""

from typing import Any

from rest_framework.exceptions import APIException


class Refused(APIException):
    """A request that is well written and can't be granted; 422 unless said otherwise."""

    status_code = 422
    default_code = "refused"

    def __init__(
        self, code: str, message: str, status: int = 422, extra: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message, code)
        self.status_code = status
        self.extra = extra or {}
        self.wait: int | None = None  # seconds, for Retry-After
