"""Redis as a cache that may be away: the service goes on without what it would have kept."""

from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache
from redis import ConnectionError as Away
from redis import TimeoutError as Late

T = TypeVar("T")
_log = structlog.get_logger(__name__)


def _try(ask: Callable[[], T], instead: T) -> T:
    try:
        return ask()
    except (Away, Late) as error:
        _log.warning("cache", exc_info=error)
        return instead


class ForgivingCache(RedisCache):
    """Without Redis nothing is found and nothing is kept, so limits begin to count anew."""

    def add(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """True too where nothing could be kept."""
        return _try(lambda: super(ForgivingCache, self).add(key, *args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The default where nothing could be asked."""
        return _try(lambda: super(ForgivingCache, self).get(key, default, version), default)

    def set(self, key: Any, *args: Any, **kwargs: Any) -> None:
        """Nothing where it can't be kept."""
        _try(lambda: super(ForgivingCache, self).set(key, *args, **kwargs), None)

    def touch(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """False where there is nothing to be kept longer."""
        return _try(lambda: super(ForgivingCache, self).touch(key, *args, **kwargs), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """False where nothing was there to delete."""
        return _try(lambda: super(ForgivingCache, self).delete(key, version), False)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """False where nothing could be asked."""
        return _try(lambda: super(ForgivingCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raises `ValueError` where nothing is there to count on from."""
        try:
            return int(super().incr(key, delta, version))
        except (Away, Late) as error:
            raise ValueError(f"{key} can't be counted") from error

    def ping(self) -> None:
        """Raises `redis.RedisError` where Redis does not answer."""
        super().get("ping")
