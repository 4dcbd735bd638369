"""``games/{id}/frames/`` and ``watch/``: films of finished games, and games to look at."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import engine
from games.models import DailyDeal, DailyTry, Game
from games.selectors.daily import BEGINNING
from games.services import daily, utc
from tests.rated.days import MIDNIGHT, TODAY, go_to, known
from tests.rated.table import NOON, begin, new_game, person, play, won_deal

NOT_OVER = (409, "not_over")
pytestmark = pytest.mark.django_db


def get(path: str, user: User | None = None) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/api/v1/{path}")
    return answer.status_code, answer.json()


def frames(game: Game, user: User | None = None) -> Any:
    return get(f"games/{game.public_id}/frames/", user)


@pytest.fixture
def alice() -> User:
    return person()


@pytest.fixture
def won(alice: User) -> Game:
    game = new_game(alice)
    play(game, won_deal(3)[1], NOON)
    return game


def piles(shown: dict[str, Any]) -> dict[str, Any]:
    """The piles of a view or a start by name, without what only the end shows."""
    columns = {
        str(number): {"down": column["down"], "up": column["up"]}
        for number, column in enumerate(shown["columns"], 1)
    }
    return columns | {name: shown[name] for name in ("stock", "waste", "foundations")}


def test_frames_lead_from_the_deal_to_the_end(won: Game) -> None:
    status, film = frames(won)
    assert status == 200
    deck, log = won_deal(3)
    assert "".join(frame["action"] for frame in film["frames"]) == log
    fresh = engine.view(engine.Game(deck, engine.LADDERS["rated-3"]))
    now = piles(film["start"])
    assert now == piles(fresh)
    assert [film["start"][name] for name in ("score", "moves", "undos", "pass")] == [0, 0, 0, 1]
    for frame in film["frames"]:
        now |= frame["piles"]
    assert now == piles(film["game"])
    last = film["frames"][-1]
    names = ("score", "money", "moves", "undos", "pass")
    assert [last[name] for name in names] == [film["game"][name] for name in names]
    assert last["ms"] == film["game"]["clock"]["ms"]
    assert film["game"]["deck"] == engine.deck_text(deck)


def test_undone_actions_are_frames_too(alice: User) -> None:
    game = new_game(alice, "rated-vegas-1")
    log = "swuurrsw"
    stored = Game.objects.filter(pk=game.pk)
    begin(game, log, NOON)
    assert frames(game, alice)[1]["code"] == "not_over"
    from games.services import settle

    settle.end(game.public_id, "resigned", NOON)
    assert stored.get().status == "lost"
    film = frames(game)[1]
    assert [frame["action"] for frame in film["frames"]] == ["sw", "uu", "rr", "sw"]
    assert [frame["undos"] for frame in film["frames"]] == [0, 1, 1, 1]
    assert film["frames"][1]["piles"] == {"stock": 24, "waste": ""}
    assert film["frames"][0]["money"] == film["game"]["money"] == "-$52"


def test_a_game_that_is_played_has_no_film(alice: User) -> None:
    game = new_game(alice)
    begin(game, "sw", NOON)
    refused = (403, "not_your_game")
    for reader, expected in ((None, refused), (person("bob"), refused), (alice, NOT_OVER)):
        status, answer = frames(game, reader)
        assert (status, answer["code"]) == expected
        assert engine.deck_text(bytes(game.deck)) not in json.dumps(answer)
    alice.preferences = {"watchable": True}
    alice.save()
    status, answer = frames(game)
    assert (status, answer["code"]) == NOT_OVER
    assert get("games/aaaaaaaaaaaa/frames/")[0] == 404


def test_a_daily_is_shown_to_others_when_its_day_is_over(alice: User) -> None:
    with utc.stopped(NOON):
        deal = daily.prepare(TODAY, "rated-3", known)
        game = daily.play(alice, TODAY, "rated-3")
        play(game, won_deal(3)[1], NOON + timedelta(hours=1))
        DailyTry.objects.filter(game=game).update(ended_at=NOON + timedelta(hours=1))
        status, own = frames(game, alice)
        assert status == 200
        assert own["game"]["deck"] is None
        assert "known" not in json.dumps(own)
        for reader in (None, person("bob")):
            status, answer = frames(game, reader)
            assert (status, answer["code"]) == (409, "daily_secret")
            assert set(answer) == {"code", "message", "extra"}
        go_to(MIDNIGHT + BEGINNING)
        status, film = frames(game)
        assert status == 200
        assert film["game"]["deck"] == engine.deck_text(bytes(deal.deck))
    assert DailyDeal.objects.count() == 1


def watched() -> list[str]:
    from django.core.cache import cache

    cache.delete("watching")
    return [game["id"] for game in get("watch/")[1]["games"]]


def test_only_games_of_those_who_allow_it_are_listed(alice: User) -> None:
    with utc.stopped(NOON):
        game = new_game(alice, "rated-1")
        assert watched() == []
        begin(game, "swsw", NOON)
        assert watched() == []
        alice.preferences = {"watchable": True}
        alice.save()
        assert watched() == [game.public_id]
        shown = get("watch/")[1]["games"][0]
        assert shown["player"] == {"name": "alice", "kind": "person"}
        assert (shown["ladder"], shown["moves"], shown["home"]) == ("rated-1", 2, 0)
        assert engine.deck_text(bytes(game.deck)) not in json.dumps(shown)
        alice.suspended_at = NOON
        alice.save()
        assert watched() == []
        alice.suspended_at = None
        alice.save()
        utc.move(timedelta(hours=25))
        assert watched() == []


def test_a_daily_that_is_played_is_not_listed_and_not_shown(alice: User) -> None:
    alice.preferences = {"watchable": True}
    alice.save()
    with utc.stopped(NOON):
        daily.prepare(TODAY, "rated-3", known)
        game = daily.play(alice, TODAY, "rated-3")
        begin(game, "sw", NOON)
        assert watched() == []
        status, answer = frames(game)
        assert (status, answer["code"]) == (409, "daily_secret")
