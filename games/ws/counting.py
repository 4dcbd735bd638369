"""Counts open websockets, so that nobody holds too many."""

from typing import Any

from accounts import limits


def address_in(scope: dict[str, Any]) -> str:
    """The client's address."""
    forwarded = b",".join(v for k, v in scope["headers"] if k == b"x-forwarded-for")
    client = scope.get("client") or ("",)
    meta = {"REMOTE_ADDR": client[0], "HTTP_X_FORWARDED_FOR": forwarded.decode("latin-1")}
    return limits.address_of(meta)


class Place:
    """One connection among those that are counted together; at first it is counted nowhere."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: tuple[str, str] | None = None

    def take(self, kind: str, key: str) -> None:
        """Count the connection here, and no longer where it was. Raises `limits.TooManyOpen`."""
        if (kind, key) != self._taken:
            limits.enter(kind, key)
            self.leave()
            self._taken = kind, key

    def leave(self) -> None:
        """The connection is closed."""
        if self._taken is not None:
            limits.leave(*self._taken)
            self._taken = None
