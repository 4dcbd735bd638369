"""Games over REST: starting, playing, resigning, reading, and every way of asking wrongly."""

import hashlib
import json
from typing import Any

import httpx
import msgspec
import pytest

from games import engine, protocol
from tests.services import Server
from tests.ws.client import Api

DECK = engine.deck_text(engine.shuffle(77))


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an error answer, whose form is checked."""
    body = answer.json()
    assert set(body) == {"code", "message", "extra"}, body
    assert isinstance(body["extra"], dict)
    return answer.status_code, body["code"]


def test_a_guest_needs_no_sign_up(live: Server) -> None:
    with httpx.Client(base_url=f"{live.url}/api/v1/") as browser:
        game = browser.post("games/", json={"rules": "hard"})
        assert game.status_code == 201
        assert game.json()["player"]["kind"] == "guest"
        again = browser.get(f"games/{game.json()['id']}/")
        assert again.json() == game.json()


def test_a_session_needs_the_csrf_token_to_play(live: Server) -> None:
    with httpx.Client(base_url=f"{live.url}/api/v1/") as browser:
        game = browser.post("games/", json={"rules": "easy"}).json()["id"]
        ask = {"actions": ["sw"], "version": 0}
        assert code(browser.post(f"games/{game}/actions/", json=ask)) == (403, "forbidden")


def test_the_view_is_as_the_protocol_says(alice: Api) -> None:
    view = alice.start("vegas-3x3")
    assert msgspec.to_builtins(msgspec.convert(view, protocol.GameView, strict=True)) == view
    assert (view["slug"], view["score"], view["money"]) == ("vegas-3x3", -52, "-$52")
    assert (view["deck"], view["salt"], view["code"]) == (None, None, None)
    assert view["started_at"] is None


def test_a_sealed_deck_is_what_was_promised(alice: Api) -> None:
    view = alice.start("easy")
    over = alice.http.post(f"games/{view['id']}/resign/", json={}).json()
    promise = hashlib.sha256((over["deck"] + over["salt"]).encode()).hexdigest()
    assert promise == view["commitment"] == over["commitment"]
    dealt = engine.view(engine.Game(engine.parse_deck(over["deck"]), engine.PRESETS["easy"]))
    assert dealt["columns"] == view["columns"]
    assert all("known" in column for column in over["columns"])


def test_a_code_gives_the_same_deal_again(alice: Api, bob: Api) -> None:
    text = engine.code_text(engine.PRESETS["vegas-1"], 99)
    one, two = alice.start(code=f" {text.lower()} "), bob.start(code=text)
    assert one["code"] == two["code"] == text
    assert (one["columns"], one["rules"]) == (two["columns"], two["rules"])
    assert one["slug"] == "vegas-1"
    assert one["commitment"] is None


def test_a_given_deck_and_a_rule_set_of_ones_own(alice: Api) -> None:
    rules = {"draw": 3, "passes": 2, "scoring": "microsoft", "undo_limit": 5}
    view = alice.start(rules, deck=DECK)
    assert view["slug"] is None
    assert view["rules"] == engine.parse_rules(rules).as_dict()
    assert view["columns"][0]["up"] == DECK[:2]


def test_actions_are_played_all_or_none(alice: Api) -> None:
    game = alice.start("easy")
    answer = alice.act(game["id"], ["sw", "sw", "sw"], 0)
    assert answer.status_code == 200
    body = answer.json()
    assert body["game"] == alice.view(game["id"]) | {"clock": body["game"]["clock"]}
    assert body["turned_up"] == [{}, {}, {}]
    assert body["game"]["version"] == 3
    before = alice.view(game["id"])
    assert code(alice.act(game["id"], ["sw", "ws"], 3)) == (422, "illegal_move")
    assert alice.act(game["id"], ["sw", "ws"], 3).json()["extra"] == {
        "reason": "stock_not_empty",
        "at": 1,
    }
    assert same(alice.view(game["id"]), before)


def same(one: dict[str, Any], two: dict[str, Any]) -> bool:
    """Whether two views show the same game, whatever the time."""
    return one | {"clock": 0} == two | {"clock": 0}


def test_the_same_request_gets_the_same_answer(alice: Api) -> None:
    game = alice.start("easy")
    first = alice.act(game["id"], ["sw", "sw"], 0)
    alice.act(game["id"], ["sw"], 2).raise_for_status()
    again = alice.act(game["id"], ["sw", "sw"], 0)
    assert again.json() == first.json()
    stale = alice.act(game["id"], ["sw", "sw"], 2)
    assert code(stale) == (409, "stale")
    assert stale.json()["extra"] == {"version": 3}
    assert code(alice.act(game["id"], ["sw"], 9)) == (409, "stale")
    assert alice.log(game["id"]) == ["sw"] * 3


def test_resigning_ends_a_game_for_good(alice: Api) -> None:
    game = alice.start("easy")["id"]
    alice.act(game, ["sw"], 0).raise_for_status()
    over = alice.http.post(f"games/{game}/resign/", json={})
    assert (over.json()["status"], over.json()["termination"]) == ("lost", "resigned")
    assert over.json()["ended_at"] is not None
    assert alice.http.post(f"games/{game}/resign/", json={}).json() == over.json()
    for action in ("sw", "uu", "rr"):
        assert code(alice.act(game, [action], 1)) == (409, "game_over")
    assert alice.act(game, ["sw"], 0).status_code == 200
    assert alice.view(game) == over.json()


def test_the_log_lets_anyone_replay(alice: Api, bob: Api) -> None:
    game = alice.start("easy")["id"]
    alice.act(game, ["sw", "sw", "uu"], 0).raise_for_status()
    own = alice.http.get(f"games/{game}/log/").json()
    assert (own["log"], own["deck"], own["salt"]) == ("swswuu", None, None)
    assert len(own["times"]) == 3
    assert code(bob.http.get(f"games/{game}/log/")) == (403, "not_your_game")
    over = alice.http.post(f"games/{game}/resign/", json={}).json()
    log = bob.http.get(f"games/{game}/log/").json()
    deck = engine.parse_deck(log["deck"])
    played = engine.Game.replay(deck, engine.parse_rules(log["rules"]), log["log"], log["times"])
    assert (played.version, played.undos) == (over["version"], over["undos"])


def test_ones_own_games_are_listed_latest_first(alice: Api, bob: Api) -> None:
    made = [alice.start("easy")["id"] for _ in range(3)]
    alice.act(made[0], ["sw", "sw"], 0).raise_for_status()
    alice.http.post(f"games/{made[1]}/resign/", json={}).raise_for_status()
    page = alice.http.get("games/").json()
    assert [game["id"] for game in page["games"]] == made[::-1]
    assert page["more"] is False
    assert [game["moves"] for game in page["games"]] == [0, 0, 2]
    lost = alice.http.get("games/", params={"status": "lost"}).json()["games"]
    assert [game["id"] for game in lost] == [made[1]]
    rest = alice.http.get("games/", params={"before": made[1]}).json()["games"]
    assert [game["id"] for game in rest] == [made[0]]
    assert bob.http.get("games/").json()["games"] == []
    assert code(alice.http.get("games/", params={"state": "x"})) == (400, "bad_request")
    assert code(httpx.get(f"{alice.url}/api/v1/games/")) == (401, "sign_in_required")


def test_a_game_is_read_as_it_is_played(alice: Api) -> None:
    game = alice.start("easy")["id"]
    with alice.http.stream("GET", f"games/{game}/stream/") as stream:
        assert stream.headers["Content-Type"] == "application/x-ndjson"
        lines = stream.iter_lines()
        assert json.loads(next(lines))["t"] == "view"
        alice.act(game, ["sw"], 0).raise_for_status()
        acted = json.loads(next(lines))
        assert (acted["t"], acted["v"], acted["d"]["actions"]) == ("acted", 1, ["sw"])
        alice.http.post(f"games/{game}/resign/", json={}).raise_for_status()
        assert json.loads(next(lines))["t"] == "ended"
        assert list(lines) == []


def test_other_peoples_games_are_theirs(alice: Api, bob: Api) -> None:
    game = alice.start("easy")["id"]
    for answer in (
        bob.http.get(f"games/{game}/"),
        bob.http.get(f"games/{game}/stream/"),
        bob.act(game, ["sw"], 0),
        bob.http.post(f"games/{game}/resign/", json={}),
        httpx.get(f"{alice.url}/api/v1/games/{game}/"),
    ):
        assert code(answer) == (403, "not_your_game")
    nobody = httpx.post(
        f"{alice.url}/api/v1/games/{game}/actions/", json={"actions": ["sw"], "version": 0}
    )
    assert code(nobody) == (401, "sign_in_required")
    assert alice.view(game)["version"] == 0


@pytest.mark.parametrize("path", ["", "log/", "stream/"])
def test_unknown_games_are_not_found(alice: Api, path: str) -> None:
    for unknown in ("nosuchgame00", "x" * 300, "%00", "é"):
        answer = alice.http.get(f"games/{unknown}/{path}")
        assert code(answer) == (404, "not_found")
    assert code(alice.act("nosuchgame00", ["sw"], 0)) == (404, "not_found")
    assert code(alice.http.post("games/nosuchgame00/resign/", json={})) == (404, "not_found")


@pytest.mark.parametrize(
    ("body", "wanted", "names"),
    [
        ({}, "bad_request", "rules"),
        ({"rules": "nonsense"}, "bad_rules", ""),
        ({"rules": "rated-1"}, "bad_rules", ""),
        ({"rules": 7}, "bad_rules", ""),
        ({"rules": {"draw": 2}}, "bad_rules", "draw"),
        ({"rules": {"draw": 1, "speed": 9}}, "bad_rules", "speed"),
        ({"rules": {"draw": True}}, "bad_rules", "draw"),
        ({"rules": "easy", "colour": "red"}, "bad_request", "colour"),
        ({"rules": "easy", "deck": DECK + "AS"}, "bad_deck", "53"),
        ({"rules": "easy", "deck": DECK[:102] + DECK[:2]}, "bad_deck", DECK[:2]),
        ({"rules": "easy", "deck": "1X" + DECK[2:]}, "bad_deck", "1X"),
        ({"rules": "easy", "deck": ["AS"]}, "bad_request", "deck"),
        ({"rules": "easy", "deck": "x" * 5000}, "bad_request", "deck"),
        ({"code": "KL1-D2N-AAAAAAG"}, "bad_code", "D2"),
        ({"code": "KL1-D1N-AAAAAA1"}, "bad_code", "1"),
        ({"code": "KL2-D1N-AAAAAAG"}, "bad_code", "KL2"),
        ({"code": "KL1-D1N-AAAAAAG", "rules": "easy"}, "bad_request", "rules"),
        ({"code": "KL1-D1N-AAAAAAG", "deck": DECK}, "bad_request", "deck"),
        ({"rules": "easy", "winnable": "perhaps"}, "bad_request", "winnable"),
        ({"rules": "easy", "winnable": "true"}, "bad_request", "winnable"),
        ({"rules": "easy", "deck": 7}, "bad_request", "deck"),
        ({"ladder": "nonsense"}, "account_required", ""),
    ],
)
def test_games_that_can_not_be_started(
    alice: Api, body: dict[str, Any], wanted: str, names: str
) -> None:
    answer = alice.http.post("games/", json=body)
    assert code(answer)[1] == wanted
    assert names in answer.text
    assert alice.http.get("games/").json()["games"] == []


@pytest.mark.parametrize(
    ("body", "status", "wanted"),
    [
        (b"{", 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b"[]", 400, "bad_request"),
        (b"null", 400, "bad_request"),
        (b"{}", 400, "bad_request"),
        (b'{"actions": ["sw"]}', 400, "bad_request"),
        (b'{"actions": [], "version": 0}', 400, "bad_request"),
        (b'{"actions": "sw", "version": 0}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": "zero"}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": "0"}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": 0.0}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": false}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": null}', 400, "bad_request"),
        (b'{"actions": [35], "version": 0}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": -1}', 400, "bad_request"),
        (b'{"actions": ["sw"], "version": 0, "x": 1}', 400, "bad_request"),
        (b'{"actions": ["xy"], "version": 0}', 400, "bad_action"),
        (b'{"actions": ["swsw"], "version": 0}', 400, "bad_action"),
        (b'{"actions": [""], "version": 0}', 400, "bad_action"),
        (b'{"actions": ["ws"], "version": 0}', 422, "illegal_move"),
        (b'{"actions": ["uu"], "version": 0}', 422, "illegal_move"),
        (json.dumps({"actions": ["sw"] * 201, "version": 0}).encode(), 400, "too_many_actions"),
        (json.dumps({"actions": ["sw"] * 10_000, "version": 0}).encode(), 400, "too_many_actions"),
        (b'{"actions": ["sw"], "version": 0, "pad": "%b"}' % (b"x" * 3_000_000), 400, "too_large"),
    ],
)
def test_actions_that_can_not_be_played(alice: Api, body: bytes, status: int, wanted: str) -> None:
    game = alice.start("easy")
    answer = alice.http.post(
        f"games/{game['id']}/actions/", content=body, headers={"Content-Type": "application/json"}
    )
    assert code(answer) == (status, wanted)
    assert alice.view(game["id"]) == game
    assert alice.log(game["id"]) == []


def test_other_types_of_bodies_and_methods(alice: Api) -> None:
    game = alice.start("easy")["id"]
    form = alice.http.post(f"games/{game}/actions/", data={"actions": "sw"})
    assert code(form) == (415, "unsupported_media_type")
    assert code(alice.http.put(f"games/{game}/")) == (405, "method_not_allowed")


def test_guests_play_no_rated_games(alice: Api) -> None:
    assert code(alice.http.post("games/", json={"ladder": "rated-1"})) == (403, "account_required")


@pytest.mark.parametrize(
    ("method", "place", "body"),
    [
        ("get", "", None),
        ("get", "log/", None),
        ("get", "frames/", None),
        ("get", "stream/", None),
        ("post", "actions/", {"actions": ["sw"], "version": 0}),
        ("post", "resign/", {}),
        ("post", "hint/", {}),
        ("post", "analysis/", {}),
    ],
)
def test_a_strangers_game_is_closed_in_every_way(
    alice: Api, bob: Api, method: str, place: str, body: dict[str, Any] | None
) -> None:
    game = alice.start()
    answer = bob.http.request(method, f"games/{game['id']}/{place}", json=body)
    assert code(answer) == (403, "not_your_game")
    assert alice.view(game["id"]) == game
