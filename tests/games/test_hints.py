"""Help in unrated games, through the REST API."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games import engine
from games.models import Game
from games.services import runtime, solving
from tests.rated.table import new_game, person, won_deal

pytestmark = pytest.mark.django_db(transaction=True)
JSON = "application/json"


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    yield
    runtime.close()
    solving.close()


def _game(client: Client) -> dict:
    deck = engine.deck_text(won_deal(3)[0])
    answer = client.post("/api/v1/games/", {"rules": "hard", "deck": deck}, content_type=JSON)
    return answer.json()


def _ask(client: Client, game: dict, what: str) -> dict:
    """Ask as a client should: again, when the solver had no time."""
    for _ in range(6):
        answer = client.post(f"/api/v1/games/{game['id']}/{what}/", {}, content_type=JSON)
        if answer.status_code != 503:
            break
        assert answer.json()["code"] == "solver_busy"
        assert answer["Retry-After"]
    assert answer.status_code == 200
    return answer.json()


def test_a_hint_is_a_legal_move_and_marks_the_game() -> None:
    client = Client()
    game = _game(client)
    hint = _ask(client, game, "hint")
    assert (hint["version"], hint["verdict"]) == (0, "won")
    assert hint["action"] in game["legal"]
    assert hint["reasons"]
    assert not game["helped"]
    assert client.get(f"/api/v1/games/{game['id']}/").json()["helped"]
    expected = {"version": 0, "verdict": "won", "since": None, "exact": False}
    assert _ask(client, game, "analysis") == expected


@pytest.mark.parametrize("what", ["hint", "analysis"])
def test_who_got_no_answer_was_not_helped(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    game = _game(client)
    monkeypatch.setattr(solving, "PATIENCE", 0.0)
    answer = client.post(f"/api/v1/games/{game['id']}/{what}/", {}, content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (503, "solver_busy")
    assert not client.get(f"/api/v1/games/{game['id']}/").json()["helped"]


def test_nobody_gets_help_in_the_game_of_somebody_else() -> None:
    game = _game(Client())
    for what in ("hint", "analysis"):
        stranger = Client()
        _game(stranger)
        answer = stranger.post(f"/api/v1/games/{game['id']}/{what}/", {}, content_type=JSON)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_your_game")
    assert not Game.objects.get(public_id=game["id"]).helped


def test_rated_games_have_no_help() -> None:
    alice = person()
    game = new_game(alice)
    client = Client()
    client.force_login(alice)
    for what in ("hint", "analysis"):
        answer = client.post(f"/api/v1/games/{game.public_id}/{what}/", {}, content_type=JSON)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_help")
    game.refresh_from_db()
    assert not game.helped


def test_a_finished_game_can_be_analysed_and_has_no_hint() -> None:
    client = Client()
    game = _game(client)
    client.post(f"/api/v1/games/{game['id']}/resign/", {}, content_type=JSON)
    answer = client.post(f"/api/v1/games/{game['id']}/hint/", {}, content_type=JSON)
    assert answer.json()["code"] == "game_over"
    assert _ask(client, game, "analysis")["verdict"] == "won"
    assert not Game.objects.get(public_id=game["id"]).helped


def test_a_player_asks_two_questions_at_a_time(settings: Any) -> None:
    settings.LIMITS_ON = True
    alice, bob = Client(), Client()
    mine, other = _game(alice), _game(bob)
    player_id: Any = Game.objects.get(public_id=mine["id"]).player_id
    with solving.place(player_id), solving.place(player_id):
        for what in ("hint", "analysis"):
            answer = alice.post(f"/api/v1/games/{mine['id']}/{what}/", {}, content_type=JSON)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
            assert int(answer["Retry-After"]) == answer.json()["extra"]["retry_after"] > 0
        asked = {"rules": "hard", "winnable": True}
        assert alice.post("/api/v1/games/", asked, content_type=JSON).status_code == 429
        assert not Game.objects.get(public_id=mine["id"]).helped
        assert _ask(bob, other, "hint")["verdict"] == "won"
    assert _ask(alice, mine, "hint")["verdict"] == "won"


def test_many_guests_of_one_address_leave_places_to_others(settings: Any) -> None:
    settings.LIMITS_ON = True
    carol = Client(REMOTE_ADDR="192.0.2.7")
    other = _game(carol)
    mine = Client()
    game = _game(mine)
    with ExitStack() as held:
        for number in range(solving.MOST_OF_ADDRESS):
            held.enter_context(solving.place(-1 - number, "127.0.0.1"))
        answer = mine.post(f"/api/v1/games/{game['id']}/hint/", {}, content_type=JSON)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
        assert _ask(carol, other, "hint")["verdict"] == "won"
    assert _ask(mine, game, "hint")["verdict"] == "won"


def test_a_hint_waits_for_no_analysis() -> None:
    client = Client()
    game = _game(client)
    with ThreadPoolExecutor(1) as thread:
        long = thread.submit(solving._ask, "long", time.sleep, 8.0)
        assert _ask(client, game, "hint")["verdict"] == "won"
        assert not long.done()


def test_one_who_asks_without_end_leaves_places_to_others() -> None:
    alice, bob = Client(), Client()
    mine, other = _game(alice), _game(bob)
    with ThreadPoolExecutor(18) as threads:
        asked = [threads.submit(_ask_once, alice, mine["id"]) for _ in range(18)]
        assert _ask(bob, other, "analysis")["verdict"] == "won"
        answers = {future.result() for future in asked}
    assert answers <= {200, 429, 503}
    assert 429 in answers


def _ask_once(client: Client, game: str) -> int:
    browser = Client()
    browser.cookies = client.cookies
    try:
        address = f"/api/v1/games/{game}/analysis/"
        return browser.post(address, {}, content_type=JSON).status_code
    finally:
        connection.close()


def test_no_such_game() -> None:
    client = Client()
    _game(client)
    answer = client.post("/api/v1/games/aaaaaaaaaaaa/hint/", {}, content_type=JSON)
    assert answer.status_code == 404
