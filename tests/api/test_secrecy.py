"""No card that was never face up leaves a server that runs, by whatever way one asks."""

import asyncio
import base64
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
import pytest

from games import engine
from tests.games.test_secrecy import in_sight, shown
from tests.games.walks import RULES
from tests.services import Server
from tests.ws.client import Api, Socket

GAMES = 30
STEPS = 14
AT_ONCE = 8


@dataclass
class Walked:
    """A game on the server, beside the same game played here with the deck from the database."""

    id: str
    salt: bytes
    game: engine.Game
    seen: set[str] = field(default_factory=set)
    texts: int = 0

    def play(self, actions: list[str]) -> None:
        """All or none, as the server; a card may be turned up and down again in between."""
        if not _legal(self.game, actions):
            return
        for action in actions:
            self.game.act(action, self.game.ms)
            self.seen |= in_sight(self.game)

    def check(self, text: str) -> None:
        self.texts += 1
        assert shown(text) <= self.seen, (self.id, text)
        deck = self.game.deck
        for secret in (engine.deck_text(deck), deck.hex(), self.salt.hex(), *_encoded(deck)):
            assert secret not in text, (self.id, text)


def _legal(game: engine.Game, actions: list[str]) -> bool:
    tried = game.copy()
    try:
        for action in actions:
            tried.act(action, tried.ms)
    except engine.EngineError:
        return False
    return True


def _encoded(deck: bytes) -> Iterator[str]:
    yield base64.b64encode(deck).decode()
    yield json.dumps(list(deck), separators=(",", ":"))[1:-1]
    yield json.dumps(list(deck))[1:-1]


@pytest.fixture
async def reader(live: Server, alice: Api) -> Any:
    """Alice's requests, as many at once as the walk has games."""
    headers = {"Authorization": f"Bearer {alice.token}"}
    async with httpx.AsyncClient(
        base_url=f"{live.url}/api/v1/", headers=headers, timeout=30
    ) as http:
        await http.patch("me/preferences/", json={"watchable": True})
        yield http


async def begin(live: Server, http: httpx.AsyncClient, number: int) -> Walked:
    text = RULES[number % len(RULES)]
    rules = json.loads(text) if text.startswith("{") else text
    answer = await http.post("games/", json={"rules": rules})
    game = answer.json()["id"]
    async with await psycopg.AsyncConnection.connect(live.env["DATABASE_URL"]) as link:
        row = await link.execute("SELECT deck, salt FROM games_game WHERE public_id = %s", [game])
        found = await row.fetchone()
    assert found is not None
    deck, salt = map(bytes, found)
    walked = Walked(game, salt, engine.Game(deck, engine.parse_rules(rules)))
    walked.seen = in_sight(walked.game)
    walked.check(answer.text)
    return walked


async def walk(live: Server, http: httpx.AsyncClient, token: str, number: int) -> int:
    """A random game, with every text that its player, a spectator and a stranger get of it."""
    chance = random.Random(number)
    walked = await begin(live, http, number)
    async with (
        Socket(live.url, walked.id, token) as player,
        Socket(live.url, walked.id) as spectator,
    ):
        links = (player, spectator)
        for step in range(STEPS):
            actions = some_actions(walked.game, chance)
            version = walked.game.version
            walked.play(actions)
            if walked.game.outcome is not None:
                break
            if step % 3:
                data = {"actions": actions, "a": step}
                await player.send({"t": "act", "v": version, "d": data})
            else:
                asked = {"actions": actions, "version": version}
                walked.check((await http.post(f"games/{walked.id}/actions/", json=asked)).text)
            for link in links:
                await hear(walked, link)
            if step % 5 == 0:
                await read(walked, live, http, token, chance)
    return walked.texts


def some_actions(game: engine.Game, chance: random.Random) -> list[str]:
    """Mostly legal ones, undo and redo among them, sometimes nonsense behind them."""
    legal = game.legal()
    first = chance.choice(legal) if legal and chance.random() < 0.8 else "uu"
    others = chance.choices([*sorted(engine.ACTIONS), "xx"], k=2) if chance.random() < 0.15 else []
    return [first, *others]


async def hear(walked: Walked, link: Socket) -> None:
    """Everything that has been sent by now."""
    await link.send({"t": "ping"})
    while True:
        text = await asyncio.wait_for(link.link.recv(), 10)
        assert isinstance(text, str)
        if text.startswith('{"t":"pong"'):
            return
        walked.check(text)


async def read(
    walked: Walked, live: Server, http: httpx.AsyncClient, token: str, chance: random.Random
) -> None:
    """Every way to ask for the game, as its player and as nobody."""
    path = f"games/{walked.id}/"
    for headers in ({}, {"Authorization": ""}):
        for place in ("", "log/", "frames/"):
            walked.check((await http.get(path + place, headers=headers)).text)
        async with http.stream("GET", path + "stream/", headers=headers) as answer:
            walked.check(await anext(answer.aiter_lines()))
    for wrong in ({"actions": ["zz"], "version": 0}, {"actions": ["sw"], "version": 9999}, {}):
        walked.check((await http.post(path + "actions/", json=wrong)).text)
    for query in ("", f"?v={chance.randint(0, walked.game.version)}", "?v=9999"):
        async with Socket(live.url, walked.id, token, query) as again:
            await again.send({"t": "sync"})
            await hear(walked, again)


async def test_no_card_that_was_never_face_up_leaves_the_service(
    live: Server, alice: Api, reader: httpx.AsyncClient
) -> None:
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> int:
        async with turns:
            return await walk(live, reader, alice.token, number)

    texts = await asyncio.gather(*(one(number) for number in range(GAMES)))
    assert min(texts) > 20
    with psycopg.connect(live.env["DATABASE_URL"]) as link:
        decks = [bytes(deck) for (deck,) in link.execute("SELECT deck FROM games_game")]
    lists = [(await reader.get(place)).text for place in ("games/", "watch/", "me/export/")]
    log = live.log_text()
    for deck in decks:
        text = engine.deck_text(deck)
        assert not any(text in shown_there for shown_there in [*lists, log])


@pytest.mark.parametrize("place", ["hint/", "analysis/"])
def test_help_names_no_card(live: Server, alice: Api, place: str) -> None:
    game = alice.start("hard")["id"]
    for _ in range(90):
        answer = alice.http.post(f"games/{game}/{place}", json={})
        if answer.status_code != 503:
            break
        # The solver is still being compiled.
        time.sleep(float(answer.headers["Retry-After"]))
    assert answer.status_code == 200, answer.text
    assert shown(answer.text) == set()
