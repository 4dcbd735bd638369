"""Acknowledged means stored, whatever happens to servers and databases, and however many play."""

import asyncio
import random
import signal
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests.services import Postgres, Server, migrate
from tests.ws.client import Api, Data, Socket

NewServer = Callable[..., Server]


class Player:
    """Plays a game over the websocket, comes back after every loss, and remembers answers.

    ``acked`` is what was acknowledged, by the place in the log; ``flying`` what was sent and not
    answered.
    """

    def __init__(self, server: Server, api: Api, game: str, seed: int) -> None:
        self.server = server
        self.api = api
        self.game = game
        self.chance = random.Random(seed)
        self.acked: dict[int, str] = {}
        self.flying: dict[int, str] = {}
        self.stale = 0
        self.unanswered = 0

    async def play(self, until: Callable[["Player"], bool]) -> None:
        """Play until told otherwise, over as many connections as it takes."""
        while not until(self):
            try:
                async with Socket(self.server.url, self.game, self.api.token) as socket:
                    view = await socket.read()
                    if view["t"] == "view":
                        await self._moves(socket, view["d"], until)
            except (OSError, ConnectionClosed, InvalidMessage, TimeoutError):
                await asyncio.sleep(0.05)

    async def _moves(self, socket: Socket, view: Data, until: Callable[["Player"], bool]) -> None:
        version, legal = view["version"], view["legal"]
        if version in self.flying:
            await self._again(socket, version)
            return
        while not until(self):
            action = self.chance.choice(legal) if legal else "uu"
            self.flying[version] = action
            answer = await socket.act(version, action, a=f"{id(self)}-{version}")
            if answer["t"] == "acted":
                self.acked[version] = action
                del self.flying[version]
                version, legal = answer["v"], answer["d"]["legal"]
                continue
            del self.flying[version]
            assert answer["d"]["code"] in ("stale", "unavailable", "busy"), answer
            self.stale += answer["d"]["code"] == "stale"
            self.unanswered += answer["d"]["code"] == "unavailable"
            await socket.send({"t": "sync"})
            while (message := await socket.read())["t"] != "view":
                pass
            version, legal = message["v"], message["d"]["legal"]

    async def _again(self, socket: Socket, version: int) -> None:
        """The answer was lost and nothing stored: send the same again."""
        action = self.flying[version]
        answer = await socket.act(version, action, a="again")
        if answer["t"] == "acted":
            self.acked[version] = self.flying.pop(version)
        elif answer["d"]["code"] == "stale":
            del self.flying[version]


async def until(ready: Callable[[], bool]) -> None:
    """Wait for something that other tasks bring about."""
    while not ready():
        await asyncio.sleep(0.01)


def all_play_on(players: list[Player]) -> Callable[[], bool]:
    """Whether each had ten more actions acknowledged since now."""
    goals = [len(player.acked) + 10 for player in players]
    return lambda: all(len(p.acked) >= goal for p, goal in zip(players, goals, strict=True))


def check_log(log: list[str], players: list[Player]) -> None:
    """The log holds what was acknowledged at its place, and beside it only what was in flight."""
    acked: dict[int, str] = {}
    for player in players:
        for seq, action in player.acked.items():
            assert log[seq] == action
            acked[seq] = action
    for seq, action in enumerate(log):
        if seq not in acked:
            assert action in [player.flying.get(seq) for player in players]


async def test_two_processes_and_many_clients_lose_double_and_reorder_nothing(
    live: Server, live_too: Server
) -> None:
    with Api(live.url) as alice:
        games = [alice.start()["id"] for _ in range(3)]
        players = [
            Player(one, alice, game, seed)
            for seed, (game, one) in enumerate((g, s) for g in games for s in [live, live_too] * 2)
        ]
        await asyncio.gather(
            *(player.play(lambda p: len(p.acked) + p.stale >= 25) for player in players)
        )
        for game in games:
            log = alice.log(game)
            theirs = [player for player in players if player.game == game]
            check_log(log, theirs)
            assert set(range(len(log))) == {seq for p in theirs for seq in p.acked}
        assert sum(player.stale for player in players)


async def test_tabs_at_two_processes_see_the_same(live: Server, live_too: Server) -> None:
    """Events cross processes, and a tab that acts on old news is told."""
    with Api(live.url) as alice:
        game = alice.start()["id"]
        async with (
            Socket(live.url, game, alice.token) as here,
            Socket(live_too.url, game, alice.token) as there,
        ):
            await here.expect("view")
            await there.expect("view")
            for version in range(6):
                actor, other = (here, there) if version % 2 else (there, here)
                answer = await actor.act(version, "sw", a=version)
                assert answer["t"] == "acted", answer
                event = await other.read()
                assert event["v"] == version + 1
                if event["t"] == "view" and version == 0:
                    # The processes did not know of each other's listeners yet when it was played.
                    continue
                assert event["t"] == "acted", event
                assert event["d"]["piles"] == answer["d"]["piles"]
            refused = await there.act(3, "ws", a="old")
            assert (refused["d"]["code"], refused["v"]) == ("stale", 6)
            await here.send({"t": "resign", "d": {"a": 1}})
            assert (await here.expect("ended"))["d"]["termination"] == "resigned"
            assert (await there.expect("ended"))["d"]["termination"] == "resigned"
            refused = await there.act(6, "sw", a="late")
            assert refused["d"]["code"] == "game_over"


async def test_kill_9_under_load(any_database: str, server: NewServer) -> None:
    redis = {} if any_database.startswith("postgres") else {"redis_url": ""}
    one = server(any_database, LIMITS="off", **redis)
    with Api(one.url) as alice:
        players = [Player(one, alice, alice.start()["id"], seed) for seed in range(12)]
        done = asyncio.Event()
        tasks = [asyncio.create_task(player.play(lambda _: done.is_set())) for player in players]
        await until(lambda: sum(len(player.acked) for player in players) >= 120)
        await asyncio.to_thread(one.kill9)
        before = [dict(player.acked) for player in players]
        await asyncio.to_thread(one.start)
        goals = [len(acked) + 3 for acked in before]
        await until(lambda: all(len(p.acked) >= n for p, n in zip(players, goals, strict=True)))
        done.set()
        await asyncio.gather(*tasks)
        for player in players:
            check_log(alice.log(player.game), [player])


async def test_postgresql_restarts_and_crashes_under_load(
    own_postgres: Postgres, server: NewServer
) -> None:
    url = own_postgres.create("klondike")
    await asyncio.to_thread(migrate, url)
    one = server(url, LIMITS="off")
    with Api(one.url) as alice:
        players = [Player(one, alice, alice.start()["id"], seed) for seed in range(8)]
        done = asyncio.Event()
        tasks = [asyncio.create_task(player.play(lambda _: done.is_set())) for player in players]
        await until(lambda: sum(len(player.acked) for player in players) >= 60)
        for ending in (signal.SIGINT, signal.SIGQUIT):
            await asyncio.to_thread(own_postgres.restart, ending)
            await until(all_play_on(players))
        done.set()
        await asyncio.gather(*tasks)
        for player in players:
            check_log(alice.log(player.game), [player])


async def test_a_lost_answer_is_given_again_by_another_process(
    live: Server, server: NewServer
) -> None:
    first = server(live.env["DATABASE_URL"], LIMITS="off")
    with Api(first.url) as alice:
        game = alice.start()["id"]
        once = alice.act(game, ["sw", "sw"], 0).json()
        first.kill9()
        with Api(live.url, alice.token) as again:
            answer = again.act(game, ["sw", "sw"], 0)
            assert answer.status_code == 200
            assert answer.json() == once
            assert again.log(game) == ["sw", "sw"]
