"""The ASGI application: Django for HTTP, Channels' routing for websockets."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_site.settings")
_http = get_asgi_application()

from games.services import background, live, runtime  # noqa: E402 - Django must be set up first
from games.ws.missing import no_socket  # noqa: E402
from games.ws.routing import urlpatterns  # noqa: E402

_route = ProtocolTypeRouter({"http": _http, "websocket": URLRouter(urlpatterns)})
_ready = False


def _prepare() -> None:
    """Give the games to this server's loop, and have the garbage collector look less often.

    What is loaded now lives as long as the process. With the usual thresholds a full collection
    over many thousand games stopped all of them for a second or two.
    """
    global _ready  # noqa: PLW0603 - once in a process
    if not _ready:
        _ready = True
        live.serve_on(runtime.adopt().loop)
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 1_000)


async def _lifespan(receive: Callable[[], Awaitable[Any]], send: Callable[..., Any]) -> None:
    while True:
        event = await receive()
        if event["type"] == "lifespan.startup":
            _prepare()
            await send({"type": "lifespan.startup.complete"})
        else:
            await runtime.close_here()
            await asyncio.to_thread(background.close)
            await send({"type": "lifespan.shutdown.complete"})
            return


async def application(
    scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[..., Any]
) -> None:
    """Serve a connection; daphne knows no lifespan, so the first one prepares as well."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    _prepare()
    if scope["type"] == "websocket" and "\0" in scope["path"]:
        # No database can be asked for it; for requests a middleware sees to that.
        await no_socket(scope, receive, send)
        return
    await _route(scope, receive, send)
