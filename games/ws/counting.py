"""The address that a websocket is counted for."""

from typing import Any

from accounts import limits


def address_in(scope: dict[str, Any]) -> str:
    """The client's address."""
    forwarded = b",".join(v for k, v in scope["headers"] if k == b"x-forwarded-for")
    client = scope.get("client") or ("",)
    meta = {"REMOTE_ADDR": client[0], "HTTP_X_FORWARDED_FOR": forwarded.decode("latin-1")}
    return limits.address_of(meta)
