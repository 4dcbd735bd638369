"""The design that everyone writes first: a consumer that goes to the ORM with every message.

An ORM insert and an ORM update a move, and the whole position stored as text. It is here to be
measured beside ours and is no part of the service.
"""

import json
import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_site.settings")
django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.urls import path  # noqa: E402

from games import engine  # noqa: E402
from games.models import Action, Game  # noqa: E402
from games.models.packing import ACTION_NUMBERS  # noqa: E402


class Moves(AsyncJsonWebsocketConsumer):
    """Plays one game."""

    async def connect(self) -> None:
        await self.accept()
        self.game, self.row = await self.load(self.scope["url_route"]["kwargs"]["public_id"])
        await self.send_json({"t": "view", "d": engine.view(self.game)})

    @database_sync_to_async
    def load(self, public_id: str) -> tuple[engine.Game, Game]:
        row = Game.objects.get(public_id=public_id)
        return engine.Game(bytes(row.deck), engine.parse_rules(row.rules)), row

    async def receive_json(self, content: dict[str, Any], **_: Any) -> None:
        before = self.game.position
        for action in content["d"]["actions"]:
            event = self.game.act(action, 0)
            await self.store(action)
        data = {
            **engine.counts(self.game),
            "piles": engine.delta(before, self.game),
            "turned_up": engine.turned_up(event),
            "a": content["d"]["a"],
        }
        await self.send_json({"t": "acted", "v": self.game.version, "d": data})

    @database_sync_to_async
    def store(self, action: str) -> None:
        Action.objects.create(
            game=self.row, seq=self.game.version - 1, code=ACTION_NUMBERS[action], ms=0
        )
        self.row.version, self.row.score = self.game.version, self.game.score
        self.row.save()

    @classmethod
    async def encode_json(cls, content: Any) -> str:
        return json.dumps(content, separators=(",", ":"))


application = ProtocolTypeRouter(
    {
        "http": get_asgi_application(),
        "websocket": URLRouter([path("ws/v1/games/<str:public_id>/", Moves.as_asgi())]),
    }
)
