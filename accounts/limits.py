"""How much anyone may ask for: requests by address, account and token; open streams and sockets.

The numbers are `settings.API_LIMITS`; docs/api/limits.md lists them.
"""

import ipaddress
import math
import time
from collections import Counter
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.identity import Credential


class TooManyOpen(ValueError):
    """More streams or sockets at once than one player or address may have."""

    code = "too_many_open"


def address_of(meta: dict[str, Any]) -> str:
    """The client's address as far as our own proxies vouch for it; IPv6 counts by its /64."""
    text = str(meta.get("REMOTE_ADDR") or "")
    hops = [hop.strip() for hop in str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",")]
    if settings.PROXY_COUNT and len(hops) >= settings.PROXY_COUNT and hops[0]:
        text = hops[-settings.PROXY_COUNT]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


def take(kind: str, key: str) -> int:
    """Count one against a limit; 0, or the seconds after which to ask again."""
    if not settings.LIMITS_ON:
        return 0
    allowed, period = settings.API_LIMITS[kind]
    now = time.time()
    window = int(now // period)
    name = f"limit:{kind}:{key}:{window}"
    if cache.add(name, 1, timeout=period + 1):
        used = 1
    else:
        try:
            used = cache.incr(name)
        except ValueError:  # it ran out between the two
            used = 1
    return 0 if used <= allowed else math.ceil((window + 1) * period - now)


def charge(kind: str, key: str) -> None:
    """`take`, or 429 ``too_many_requests``."""
    wait = take(kind, key)
    if wait:
        raise Throttled(wait=wait)


class ApiThrottle(BaseThrottle):
    """Counts a request against its token and its account, or else against its address."""

    wait_for = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        if isinstance(request.auth, Credential):
            self.wait_for = take("token", request.auth.key)
        if not self.wait_for and request.user.is_authenticated:
            self.wait_for = take("account", str(request.user.pk))
        elif not self.wait_for:
            self.wait_for = take("address", address_of(request.META))
        return not self.wait_for

    def wait(self) -> float:
        return self.wait_for


_open: Counter[tuple[str, str]] = Counter()
_lock = Lock()


def enter(kind: str, key: str) -> None:
    """Count an open stream (``"streams"``) or socket (``"sockets"``) of this server process.

    Raises `TooManyOpen`. Each `enter` needs its `leave`.
    """
    with _lock:
        if settings.LIMITS_ON and _open[kind, key] >= settings.API_LIMITS[kind]:
            raise TooManyOpen(f"No more than {settings.API_LIMITS[kind]} {kind} at once.")
        _open[kind, key] += 1


def leave(kind: str, key: str) -> None:
    """The stream or socket is closed."""
    with _lock:
        _open[kind, key] -= 1
        if _open[kind, key] <= 0:
            del _open[kind, key]


class Place:
    """A stream or socket among those that are counted together; at first it is counted nowhere."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: tuple[str, str] | None = None

    def take(self, kind: str, key: str) -> None:
        """Count it here, and no longer where it was. Raises `TooManyOpen`."""
        if (kind, key) != self._taken:
            enter(kind, key)
            self.leave()
            self._taken = kind, key

    def leave(self) -> None:
        """It is closed; more than once does no harm."""
        if self._taken is not None:
            leave(*self._taken)
            self._taken = None
