"""A websocket client of the tests, and players of games over REST."""

import asyncio
import json
import random
from contextlib import suppress
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Data = dict[str, Any]


class Api:
    """REST as one guest with a token of its own."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api/v1/", timeout=30)
        self.token = token or self.http.post("guests/").raise_for_status().json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def __enter__(self) -> "Api":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def start(self, rules: Any = "easy", **more: Any) -> Data:
        """A new game's view."""
        asked = {"rules": rules, **more} if "code" not in more else more
        return self.http.post("games/", json=asked).raise_for_status().json()  # type: ignore[no-any-return]

    def view(self, game: str) -> Data:
        return self.http.get(f"games/{game}/").raise_for_status().json()  # type: ignore[no-any-return]

    def act(self, game: str, actions: list[str], version: int) -> httpx.Response:
        return self.http.post(
            f"games/{game}/actions/", json={"actions": actions, "version": version}
        )

    def log(self, game: str) -> list[str]:
        text = self.http.get(f"games/{game}/log/").raise_for_status().json()["log"]
        return [text[place : place + 2] for place in range(0, len(text), 2)]


class Socket:
    """One connection to a game."""

    def __init__(
        self, url: str, game: str, token: str = "", query: str = "", **options: Any
    ) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/ws/v1/games/{game}/{query}"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.options = {"additional_headers": headers, "ping_interval": None, **options}
        self.link: ClientConnection

    async def __aenter__(self) -> "Socket":
        self.link = await connect(self.address, **self.options)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.link.close()

    async def send(self, message: Data | str) -> None:
        await self.link.send(message if isinstance(message, str) else json.dumps(message))

    async def read(self) -> Data:
        """The next message; fails after ten seconds."""
        async with asyncio.timeout(10):
            return json.loads(await self.link.recv())  # type: ignore[no-any-return]

    async def expect(self, kind: str) -> Data:
        """The next message, which must be of this kind."""
        message = await self.read()
        assert message["t"] == kind, message
        return message

    async def act(self, version: int, *actions: str, a: Any = 1) -> Data:
        """Send actions and read the answer to them."""
        await self.send({"t": "act", "v": version, "d": {"actions": list(actions), "a": a}})
        while True:
            message = await self.read()
            if message["d"].get("a") == a:
                return message

    async def closed(self) -> tuple[int, list[Data]]:
        """Read until the server closes; its code, and what came before."""
        seen = []
        with suppress(ConnectionClosed):
            while True:
                seen.append(await self.read())
        return self.link.close_code or 0, seen


class BoardSocket(Socket):
    """One connection to a live board, or to whatever else is at ``path``."""

    def __init__(
        self,
        url: str,
        path: str = "leaderboards/rated-1/win_rate/",
        token: str = "",
        **options: Any,
    ) -> None:
        super().__init__(url, "", token, **options)
        self.address = f"{url.replace('http', 'ws', 1)}/ws/v1/{path}"


async def play(socket: Socket, view: Data, moves: int, seed: int) -> tuple[int, list[str]]:
    """Play random legal moves one by one; the version reached and what was played."""
    chance = random.Random(seed)
    version, legal, played = view["version"], view["legal"], []
    for number in range(moves):
        if not legal:
            break
        action = chance.choice(legal)
        answer = await socket.act(version, action, a=number)
        assert answer["t"] == "acted", answer
        played.append(action)
        version, legal = answer["v"], answer["d"]["legal"]
    return version, played
