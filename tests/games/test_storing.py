"""What reaches the database: logs all or nothing, packed games, and what is derived from them."""

import asyncio
import random
from array import array
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from games import engine
from games.models import Action, Game
from games.models.derive import summary
from games.models.packing import ACTION_TEXTS, LATEST_MS, pack, texts, unpack
from games.services import play, runtime, settle, store, views
from games.services.errors import Against
from games.services.finish import Finished, TakenElsewhere, finish_games
from games.services.logs import PostgresLog

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_hub_is_left() -> Iterator[None]:
    yield
    runtime.close()


def new_game(**fields: Any) -> Game:
    player = User.objects.create(username=f"player-{random.getrandbits(40):x}")
    rules = engine.PRESETS["easy"]
    return play.new_game(player, rules, **fields)


def rows(game: Game) -> list[tuple[int, int, int]]:
    found = Action.objects.filter(game=game).order_by("seq")
    return list(found.values_list("seq", "code", "ms"))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(ACTION_TEXTS) - 1), st.integers(0, LATEST_MS)), max_size=200
    )
)
def test_a_packed_log_unpacks_to_the_same(log: list[tuple[int, int]]) -> None:
    times = array("I", sorted(ms for _, ms in log))
    codes = bytes(code for code, _ in log)
    assert unpack(pack(codes, times)) == (codes, times)


def test_an_unknown_format_is_refused() -> None:
    for packed in (b"", b"\x02\x00\x00"):
        with pytest.raises(ValueError, match="format"):
            unpack(packed)


def test_the_numbers_of_actions_never_change() -> None:
    assert texts(bytes((0, 1, 86, 87, 88))) == ["12", "13", "ws", "uu", "rr"]


@pytest.mark.django_db(transaction=True)
def test_a_batch_is_all_or_nothing_for_each_game() -> None:
    one, two, over = (new_game() for _ in range(3))
    Game.objects.filter(pk=over.pk).update(status="lost")
    batch = sorted([(one.pk, 5, 6, 0), (one.pk, 6, 7, 0), (two.pk, 0, 8, 0), (over.pk, 0, 9, 0)])

    async def save() -> list[set[int]]:
        log = PostgresLog()
        first = await log.save([(one.pk, seq, 5, 0) for seq in range(6)], [(one.pk, NOW)])
        second = await log.save(batch, [(two.pk, NOW), (over.pk, NOW)])
        third = await log.save([(10**9, 0, 1, 0)], [])
        await log.close()
        return [first, second, third]

    assert asyncio.run(save()) == [set(), {one.pk, over.pk}, {10**9}]
    assert [row[:2] for row in rows(one)] == [(seq, 5) for seq in range(6)]
    assert rows(two) == [(0, 8, 0)]
    assert rows(over) == []
    two.refresh_from_db()
    over.refresh_from_db()
    assert (two.started_at, over.started_at) == (NOW, None)


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ends_is_packed_into_its_row() -> None:
    game = new_game()
    play.act(game.public_id, game.player_id, ["sw", "sw", "uu"], 0)
    live = store.load(game.public_id)
    assert len(rows(game)) == 3
    play.resign(game.public_id, game.player_id)
    over = store.load(game.public_id)
    assert rows(game) == []
    assert (over.codes, over.times, over.ending) == (live.codes, live.times, "resigned")
    game.refresh_from_db()
    assert (game.status, game.version, game.moves, game.undos) == ("lost", 3, 2, 1)


@pytest.mark.django_db(transaction=True)
def test_a_game_can_not_be_ended_upon_an_old_log() -> None:
    """Another process was quicker: neither its action nor its end is lost."""
    game = new_game()
    play.act(game.public_id, game.player_id, ["sw"], 0)
    stored = store.load(game.public_id)
    old = views.replay(stored)
    old.end("resigned", old.ms)
    ending = Finished(
        facts=stored.facts,
        ended_at=NOW,
        codes=stored.codes,
        times=stored.times,
        saved=1,
        **summary(old),
    )
    play.act(game.public_id, game.player_id, ["sw"], 1)
    with pytest.raises(TakenElsewhere):
        finish_games([ending])
    assert len(rows(game)) == 2
    play.resign(game.public_id, game.player_id)
    with pytest.raises(TakenElsewhere):
        finish_games([ending])


@pytest.mark.django_db(transaction=True)
def test_a_rebuild_changes_nothing_and_mends_what_is_wrong() -> None:
    games = [new_game() for _ in range(3)]
    for number, game in enumerate(games):
        play.act(game.public_id, game.player_id, ["sw"] * (number + 1), 0)
    for game in games[:2]:
        play.resign(game.public_id, game.player_id)
    before = list(Game.objects.order_by("pk").values()), list(Action.objects.values())
    call_command("rebuild")
    assert (list(Game.objects.order_by("pk").values()), list(Action.objects.values())) == before
    Game.objects.filter(pk=games[0].pk).update(score=99, moves=7, status="won", termination="won")
    call_command("rebuild")
    assert list(Game.objects.order_by("pk").values()) == before[0]


@pytest.mark.django_db(transaction=True)
def test_a_finished_game_of_130_actions_costs_at_most_1_kb() -> None:
    chance = random.Random(1)
    player = User.objects.create(username="storer")
    many = 2_000
    made = []
    for number in range(many):
        ms, times = 0, array("I")
        for _ in range(131):
            times.append(ms)
            ms += chance.randint(200, 12_000)
        codes = bytes(chance.choices(range(87), k=130)) + bytes((120,))
        made.append(
            Game(
                player=player,
                kind="rated",
                ladder="rated-1",
                rules="rated-1",
                rules_version=1,
                deck=engine.shuffle(number),
                salt=b"s" * 32,
                status="lost",
                termination="resigned",
                log=pack(codes, times),
                version=130,
                score=100,
                ms=ms,
                started_at=NOW,
                ended_at=NOW,
            )
        )
    with connection.cursor() as cursor:
        before = size(cursor)
        Game.objects.bulk_create(made, batch_size=500)
        cost = (size(cursor) - before) / many
    assert cost <= 1000, cost


def size(cursor: Any) -> int:
    cursor.execute("SELECT pg_total_relation_size('games_game')")
    return int(cursor.fetchone()[0])


class Page:
    """A listener that notes that it should look again."""

    sees = True

    def __init__(self) -> None:
        self.behinds = 0

    def heard(self, first: int, last: int, frames: list[bytes]) -> None: ...

    def behind(self, version: int) -> None:
        self.behinds += 1


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_ended_past_the_hub_is_shown_anew() -> None:
    game, page = new_game(), Page()

    async def look(hub: Any) -> None:
        hub.listen(game.public_id, page)

    play.act(game.public_id, game.player_id, ["sw"], 0)
    runtime.call(look)
    assert settle.end(game.public_id, "abandoned", NOW)
    assert page.behinds == 1
    assert play.see(game.public_id, game.player_id)["termination"] == "abandoned"
    with pytest.raises(Against):
        play.act(game.public_id, game.player_id, ["sw"], 1)
