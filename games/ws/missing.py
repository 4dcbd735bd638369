"""Websockets at addresses where there are none."""

from typing import Any


async def no_socket(_: dict[str, Any], receive: Any, send: Any) -> None:
    """Close with 4404."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4404})
