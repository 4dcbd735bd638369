"""Websockets at addresses where there are none."""

from typing import Any

from games.ws.sending import close_saying


async def no_socket(_: dict[str, Any], receive: Any, send: Any) -> None:
    """Say so and close with 4404."""
    await receive()
    await send({"type": "websocket.accept"})
    await close_saying(send, 4404, "not_found", "There is no websocket at this address.")
