"""The websocket of a game: what is sent, what comes back, and when it closes."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
import pytest

from games import protocol
from games.models.packing import ACTION_NUMBERS
from tests.conftest import NewServer
from tests.services import Server
from tests.ws.client import Api, Socket, play

WON = "KL1-D1N-AAAAAAG"


@pytest.fixture
def game(alice: Api) -> dict[str, Any]:
    return alice.start(code=WON)


async def test_a_move_is_answered_with_what_changed(live: Server, alice: Api, game: Any) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        view = (await socket.expect("view"))["d"]
        assert view == alice.view(game["id"])
        answer = await socket.act(0, "sw", a="first")
    assert answer["t"] == "acted"
    assert answer["v"] == 1
    data = answer["d"]
    assert data["a"] == "first"
    assert data["actions"] == ["sw"]
    assert set(data["piles"]) == {"stock", "waste"}
    assert data["piles"]["stock"] == 23
    assert data["clock"] == {"ms": 0, "running": True}
    assert data["legal"] == alice.view(game["id"])["legal"]


async def test_every_message_is_as_the_protocol_says(live: Server, alice: Api, game: Any) -> None:
    """Types, no field too many and none too few."""
    async with Socket(live.url, game["id"], alice.token) as socket:
        view = (await socket.expect("view"))["d"]
        seen = [{"t": "view", "v": 0, "d": view}]
        _, played = await play(socket, view, 30, seed=2)
        seen.append(await socket.act(3, *played[3:6]))
        for message in ({"t": "ping"}, {"t": "sync"}):
            await socket.send(message)
            seen.append(await socket.read())
        seen.append(await socket.act(1, "12", a=5))
        await socket.send({"t": "resign", "d": {"a": 9}})
        seen.append(await socket.expect("ended"))
    for message in seen:
        back = msgspec.to_builtins(msgspec.convert(message, protocol.Outgoing, strict=True))
        assert back == message


async def test_actions_sent_again_are_answered_and_not_played_again(
    live: Server, alice: Api, game: Any
) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        first = await socket.act(0, "sw", "sw", a=1)
        again = await socket.act(0, "sw", "sw", a=1)
        part = await socket.act(1, "sw", a=2)
    assert again == first
    assert (part["v"], part["d"]["actions"]) == (2, ["sw"])
    assert alice.log(game["id"]) == ["sw", "sw"]


async def test_old_actions_sent_again_get_the_old_answer_in_a_long_game(
    server: NewServer, new_database: Callable[[], str]
) -> None:
    """Also where the game was read from its log since, and with undo across all of it."""
    there = server(new_database(), LIMITS="off")
    with Api(there.url) as api:
        game = api.start(code=WON)["id"]
        asked = [("sw",) * 3, *[("sw", "uu", "rr", "uu") * 50] * 5, ("uu", "sw")]
        async with Socket(there.url, game, api.token) as socket:
            await socket.expect("view")
            version, answers = 0, []
            for actions in asked:
                answers.append((version, actions, await socket.act(version, *actions, a=version)))
                version += len(actions)
            for first, actions, answer in answers:
                assert await socket.act(first, *actions, a=first) == answer
        there.kill9()
        there.start()
        async with Socket(there.url, game, api.token) as socket:
            await socket.expect("view")
            for first, actions, answer in answers:
                again = await socket.act(first, *actions, a=first)
                assert again | {"d": again["d"] | {"clock": None}} == (
                    answer | {"d": answer["d"] | {"clock": None}}
                )
        assert len(api.log(game)) == version == 1005


async def test_several_moves_may_be_on_their_way(live: Server, alice: Api, game: Any) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        for version in range(20):
            message = {"t": "act", "v": version, "d": {"actions": ["sw"], "a": version}}
            await socket.send(message)
        answers = [await socket.expect("acted") for _ in range(20)]
    assert [(answer["v"], answer["d"]["a"]) for answer in answers] == [
        (version + 1, version) for version in range(20)
    ]


async def test_refused_actions_change_nothing(live: Server, alice: Api, game: Any) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        before = (await socket.expect("view"))["d"]
        stale = await socket.act(7, "sw", a=1)
        illegal = await socket.act(0, "sw", "ws", a=2)
        unknown = await socket.act(0, "xy", a=3)
        many = await socket.act(0, *["sw"] * 201, a=4)
        await socket.send({"t": "sync"})
        after = (await socket.expect("view"))["d"]
    assert stale["d"]["code"] == "stale"
    assert stale["v"] == 0
    assert illegal["d"]["code"] == "illegal_move"
    assert (illegal["d"]["reason"], illegal["d"]["at"]) == ("stock_not_empty", 1)
    assert unknown["d"]["code"] == "bad_action"
    assert many["d"]["code"] == "too_many_actions"
    assert after == before


async def test_a_refused_series_tells_nothing_of_a_sealed_deck(live: Server, alice: Api) -> None:
    game = alice.start("easy")["id"]
    async with Socket(live.url, game, alice.token) as socket:
        before = (await socket.expect("view"))["d"]
        told = [
            (await socket.act(0, "sw", "uu", "sw", f"w{target}", "zz", a=target))["d"]
            for target in "1234567f"
        ]
        await socket.send({"t": "sync"})
        assert (await socket.expect("view"))["d"] == before
        assert (await socket.act(0, *["sw"] * 24, "ws", a=9))["v"] == 25
        # Everything in the stock has been seen now.
        answer = await socket.act(25, "sw", "wf", "sw", "w1", a=10)
    assert {(one["code"], one["reason"], one["at"]) for one in told} == {
        ("illegal_move", "unseen_card", 3)
    }
    assert answer["d"].get("reason") != "unseen_card"


async def test_a_refusal_waits_for_what_it_rests_on(live: Server, alice: Api) -> None:
    """Else a draw that another process then forestalls would have shown its card for free."""
    # One deal in many has no move beside the draw.
    game = alice.start(code="KL1-D1N-AAAAAAG")
    other = next(move for move in game["legal"] if move != "sw")
    place = "SELECT id, 0, %s, 0 FROM games_game WHERE public_id = %s"
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        with psycopg.connect(live.env["DATABASE_URL"]) as elsewhere:
            # As another process does that has the first place of the log and has not committed.
            elsewhere.execute(
                f"INSERT INTO games_action (game_id, seq, code, ms) {place}",
                [ACTION_NUMBERS[other], game["id"]],
            )
            acts = ["sw", *(f"w{target}" for target in "1234567f")]
            for number, action in enumerate(acts):
                d = {"actions": [action], "a": number}
                await socket.send({"t": "act", "v": min(number, 1), "d": d})
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.7):
                    await socket.link.recv()
        answers = {}
        while len(answers) < len(acts):
            message = await socket.read()
            if "a" in message["d"]:
                answers[message["d"]["a"]] = message["d"]
    assert answers[0]["code"] == "stale"
    assert alice.log(game["id"]) == [other]
    # On the position that the log has, no card lies on the waste.
    assert {answers[number]["reason"] for number in range(1, 9)} == {"waste_empty"}


async def test_other_tabs_and_spectators_see_what_the_player_does(
    live: Server, alice: Api, bob: Api, game: Any
) -> None:
    alice.http.patch("me/preferences/", json={"watchable": True}).raise_for_status()
    address = (live.url, game["id"])
    async with (
        Socket(*address, alice.token) as player,
        Socket(*address, alice.token) as tab,
        Socket(*address, bob.token) as spectator,
        Socket(*address) as stranger,
    ):
        for socket in (player, tab, spectator, stranger):
            await socket.expect("view")
        answer = await player.act(0, "sw", a=1)
        for socket in (tab, spectator, stranger):
            event = await socket.expect("acted")
            assert "a" not in event["d"]
            assert event == {**answer, "d": {k: v for k, v in answer["d"].items() if k != "a"}}
        refused = await spectator.act(1, "sw", a=2)
        assert refused["d"]["code"] == "not_your_game"
        refused = await stranger.act(1, "sw", a=2)
        assert refused["d"]["code"] == "sign_in_required"


async def test_a_client_that_comes_back_gets_what_it_missed(
    live: Server, alice: Api, game: Any
) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        view = (await socket.expect("view"))["d"]
        version, played = await play(socket, view, 12, seed=4)
    async with Socket(live.url, game["id"], alice.token, "?v=5") as socket:
        missed = await socket.expect("acted")
        assert missed["d"]["actions"] == played[5:]
        assert missed["v"] == version
    async with Socket(live.url, game["id"], alice.token, f"?v={version}") as socket:
        nothing = await socket.expect("acted")
        assert nothing["d"]["actions"] == []
        assert nothing["d"]["piles"] == {}
    async with Socket(live.url, game["id"], alice.token, "?v=999") as socket:
        await socket.expect("resync")
        assert (await socket.expect("view"))["v"] == version


async def test_a_game_is_won_by_its_last_card(live: Server, alice: Api) -> None:
    deal = won_deal()
    game = alice.start(deal["rules"], deck=deal["deck"])
    log = [deal["log"][place : place + 2] for place in range(0, len(deal["log"]), 2)]
    async with (
        Socket(live.url, game["id"], alice.token) as socket,
        Socket(live.url, game["id"], alice.token) as tab,
    ):
        await socket.expect("view")
        await tab.expect("view")
        for start in range(0, len(log), 50):
            answer = await socket.act(start, *log[start : start + 50], a=start)
            assert answer["t"] == "acted"
            assert (await tab.read())["v"] == answer["v"]
        ended = await socket.expect("ended")
        assert await tab.expect("ended") == ended
        assert (ended["d"]["status"], ended["d"]["termination"]) == ("won", "won")
        assert ended["d"]["deck"] == deal["deck"]
        again = await socket.act(len(log) - 1, log[-1], a=7)
        assert again["t"] == "acted"
        assert (await socket.expect("ended"))["d"] == ended["d"]
        after = await socket.act(len(log), "uu", a=8)
        assert after["d"]["code"] == "game_over"
    view = alice.view(game["id"])
    assert (view["status"], view["legal"], view["undo"]) == ("won", [], False)
    assert alice.log(game["id"]) == log


def won_deal() -> dict[str, Any]:
    with open("tests/vectors/real-deals.jsonl", encoding="utf-8") as file:
        deals = [json.loads(line) for line in file]
    deal = next(deal for deal in deals if deal.get("log") and deal["draw"] == 1)
    return {**deal, "rules": "easy"}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("no json", "bad_frame"),
        ("[]", "bad_frame"),
        ('{"t": "dance"}', "bad_frame"),
        ('{"t": "act", "v": 0, "d": {"actions": ["sw"], "extra": 1}}', "bad_frame"),
        ('{"t": "act", "v": "0", "d": {"actions": ["sw"]}}', "bad_frame"),
        ('{"t": "act", "v": -1, "d": {"actions": ["sw"]}}', "bad_frame"),
        ('{"t": "act", "v": true, "d": {"actions": ["sw"]}}', "bad_frame"),
        ('{"t": "act", "v": 0, "d": {"actions": []}}', "bad_frame"),
        ('{"t": "act", "v": 0, "d": {"actions": "sw"}}', "bad_frame"),
        ('{"t": "act", "v": 0}', "bad_frame"),
        ('{"t": "act", "v": 0, "d": {"actions": ["sw"], "a": 18446744073709551616}}', "bad_frame"),
        ('{"t": "act", "v": 9007199254740992, "d": {"actions": ["sw"]}}', "bad_frame"),
        ('{"t": "resign", "d": {"a": -9007199254740992}}', "bad_frame"),
        ('{"t": "auth", "d": {"token": "late"}}', "bad_frame"),
        (json.dumps({"t": "ping", "d": {"x": "y" * 9000}}), "too_large"),
    ],
)
async def test_frames_that_are_no_messages_close(
    live: Server, alice: Api, game: Any, frame: str, code: str
) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        await socket.send(frame)
        close, seen = await socket.closed()
    assert close == 4400
    assert seen[-1]["t"] == "error"
    assert seen[-1]["d"]["code"] == code
    assert alice.view(game["id"]) == game


async def test_bytes_are_no_messages(live: Server, alice: Api, game: Any) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        await socket.link.send(b'{"t":"ping"}')
        assert (await socket.closed())[0] == 4400


async def test_who_may_not_see_the_game_is_sent_away(
    live: Server, alice: Api, bob: Api, game: Any
) -> None:
    async with Socket(live.url, game["id"], bob.token) as socket:
        close, seen = await socket.closed()
        assert (close, seen[0]["d"]["code"]) == (4403, "not_your_game")
    async with Socket(live.url, "nosuchgame00", bob.token) as socket:
        close, seen = await socket.closed()
        assert (close, seen[0]["d"]["code"]) == (4404, "not_found")
    async with Socket(live.url, game["id"], "kld_nonsense") as socket:
        close, seen = await socket.closed()
        assert (close, seen[0]["d"]["code"]) == (4401, "token_unknown")
    async with Socket(live.url, "x/y") as socket:
        assert (await socket.closed())[0] == 4404


async def test_a_token_in_the_first_message(live: Server, alice: Api, bob: Api, game: Any) -> None:
    async with Socket(live.url, game["id"]) as socket:
        await socket.send({"t": "auth", "d": {"token": alice.token}})
        await socket.expect("view")
        assert (await socket.act(0, "sw"))["t"] == "acted"
    async with Socket(live.url, game["id"]) as socket:
        await socket.send({"t": "ping"})
        close, seen = await socket.closed()
        assert (close, seen[0]["d"]["code"]) == (4401, "sign_in_required")
    async with Socket(live.url, game["id"]) as socket:
        await socket.send({"t": "auth", "d": {"token": bob.token}})
        assert (await socket.closed())[0] == 4403


async def test_a_token_that_may_only_read_can_not_play(live: Server, alice: Api, game: Any) -> None:
    with psycopg.connect(live.env["DATABASE_URL"], autocommit=True) as link:
        link.execute(
            "UPDATE accounts_token SET scopes = '[\"read\"]' WHERE hint = %s", [alice.token[:12]]
        )
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        assert (await socket.act(0, "sw"))["d"]["code"] == "scope_missing"
        await socket.send({"t": "resign", "d": {"a": 4}})
        assert (await socket.read())["d"] == {
            "a": 4,
            "code": "scope_missing",
            "message": "This needs a token with the scope play.",
        }


async def test_fragments_and_pings_go_the_usual_way(live: Server, alice: Api, game: Any) -> None:
    """What the short way under uvicorn does not handle."""
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        await (await socket.link.ping(b"x"))
        assert (await socket.act(0, "sw", a=1))["v"] == 1
        text = json.dumps({"t": "act", "v": 1, "d": {"actions": ["sw"], "a": 2}})
        await socket.link.send([text[:10], text[10:20], text[20:]])
        assert (await socket.expect("acted"))["v"] == 2
        assert (await socket.act(2, "sw", a=3))["v"] == 3


async def test_frames_cut_anywhere_are_put_together(live: Server, alice: Api, game: Any) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        text = json.dumps({"t": "act", "v": 0, "d": {"actions": ["sw"], "a": 1}}).encode()
        frame = b"\x81" + bytes((128 | len(text),)) + b"\0\0\0\0" + text
        for byte in frame + frame:
            socket.link.transport.write(bytes((byte,)))
            await asyncio.sleep(0)
        first, again = await socket.expect("acted"), await socket.expect("acted")
        assert first == again


async def test_the_clock_of_an_unrated_game_stands_while_its_page_is_hidden(
    live: Server, alice: Api, game: Any
) -> None:
    async with Socket(live.url, game["id"], alice.token) as socket:
        await socket.expect("view")
        await socket.act(0, "sw")
        await socket.send({"t": "hidden"})
        await socket.send({"t": "sync"})
        stood = (await socket.expect("view"))["d"]["clock"]
        assert stood["running"] is False
        assert alice.view(game["id"])["clock"] == stood
        await socket.send({"t": "shown"})
        await socket.send({"t": "sync"})
        assert (await socket.expect("view"))["d"]["clock"]["running"] is True
    assert alice.view(game["id"])["clock"]["running"] is False


async def test_a_budget_of_messages(server: Any) -> None:
    small = server(SOCKET_RATE="1", SOCKET_BURST="5")
    with Api(small.url) as alice:
        game = alice.start()
        async with Socket(small.url, game["id"], alice.token) as socket:
            await socket.expect("view")
            for _ in range(6):
                await socket.send({"t": "ping"})
            close, seen = await socket.closed()
    assert close == 4429
    assert [message["t"] for message in seen] == ["pong"] * 5 + ["error"]
    assert seen[-1]["d"]["code"] == "too_many_messages"
