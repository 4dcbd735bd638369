"""Frames of every form keep their order, and what is no frame is answered at once."""

import asyncio

import pytest

from tests.services import Server
from tests.ws.client import Api, Socket
from tests.ws.raw import Raw, frame, message

ENOUGH = 32 << 20
"""Bytes; more than both kernels buffer for a connection."""


@pytest.mark.parametrize("width", [2, 8])
async def test_lengths_written_longer_than_needed(live: Server, alice: Api, width: int) -> None:
    acts = [message("act", version, actions=["sw"], a=version) for version in range(4)]
    async with Raw(live.url, alice.start()["id"], alice.token) as raw:
        raw.send(
            frame(acts[0], width=width)
            + frame(acts[1])
            + frame(acts[2], width=width)
            + frame(acts[3])
        )
        answers = [await raw.read() for _ in acts]
    assert [(each["t"], each["v"]) for each in answers] == [
        ("acted", version) for version in (1, 2, 3, 4)
    ]


async def test_a_message_that_goes_the_long_way_is_not_overtaken(live: Server, alice: Api) -> None:
    game = alice.start()["id"]
    async with Raw(live.url, game, alice.token) as raw:
        raw.send(frame(b"bytes", 0x82) + frame(message("act", actions=["sw"])))
        assert (await raw.read())["d"]["code"] == "bad_frame"
        assert await raw.closed() == 4400
    assert alice.log(game) == []


async def test_nothing_is_played_after_text_that_is_none(live: Server, alice: Api) -> None:
    game = alice.start()["id"]
    async with Raw(live.url, game, alice.token) as raw:
        raw.send(frame(b"\xff\xfe") + frame(message("act", actions=["sw"])))
        assert await raw.closed() == 1007
    assert alice.log(game) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x88\x00", 1002),
        (b"\x81\x02{}", 1002),
        (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\x01\x02\x03\x04", 1009),
        (b"\x81\xff" + (262145).to_bytes(8, "big") + b"\x01\x02\x03\x04", 1009),
    ],
)
async def test_what_is_no_frame_is_answered_at_once(
    live: Server, alice: Api, data: bytes, code: int
) -> None:
    async with Raw(live.url, alice.start()["id"], alice.token) as raw:
        raw.send(data)
        assert await raw.closed() == code


async def test_a_frame_that_is_long_but_allowed(live: Server, alice: Api) -> None:
    async with Raw(live.url, alice.start()["id"], alice.token) as raw:
        raw.send(frame(b"x" * 200_000))
        assert (await raw.read())["d"]["code"] == "too_large"
        assert await raw.closed() == 4400


async def test_a_message_too_deep_to_read(live: Server, alice: Api) -> None:
    async with Socket(live.url, alice.start()["id"], alice.token) as socket:
        await socket.expect("view")
        await socket.send('{"t":"ping","d":' + '{"a":' * 1300 + "1" + "}" * 1301)
        close, seen = await socket.closed()
    assert (close, seen[-1]["d"]["code"]) == (4400, "bad_frame")


async def test_who_pings_and_never_reads_is_cut_off(live: Server, alice: Api) -> None:
    pings = frame(b"x" * 125, 0x89) * 1000
    async with Raw(live.url, alice.start()["id"], alice.token) as raw:
        with pytest.raises(ConnectionError):
            await flood(raw, pings)


async def flood(raw: Raw, pings: bytes) -> None:
    for _ in range(ENOUGH // len(pings)):
        raw.send(pings)
        await raw.writer.drain()
        await asyncio.sleep(0)


async def test_who_pings_and_reads_stays(live: Server, alice: Api) -> None:
    async with Raw(live.url, alice.start()["id"], alice.token) as raw:
        for _ in range(20):
            raw.send(frame(b"x", 0x89) * 200)
            for _ in range(200):
                assert await raw.next() == (10, b"x")
        raw.send(frame(message("ping")))
        assert (await raw.read())["t"] == "pong"
