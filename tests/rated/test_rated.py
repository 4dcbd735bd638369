"""Rated games: one open game a ladder, what counts as lost, and what may never be changed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from hashlib import sha256
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.models import User
from games import engine
from games.models import Game, Standing
from games.models.packing import ACTION_NUMBERS, LATEST_MS
from games.services import play as hub_play
from games.services import rated, settle, utc
from games.services.errors import PlayError
from games.services.finish import Finished
from games.services.sealed import sealed_deck
from games.signals import game_finished
from tests.rated.table import NOON, begin, ended, new_game, person, play, won_deal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
DAY = timedelta(days=1)
DRAW = ACTION_NUMBERS["sw"]
JSON = "application/json"


def refused(code: str, *args: Any, **more: Any) -> PlayError:
    with pytest.raises(PlayError) as caught:
        rated.start(*args, **more)
    assert caught.value.code == code
    return caught.value


def test_sealed_decks_differ_and_have_all_cards() -> None:
    decks = {sealed_deck() for _ in range(50)}
    assert len(decks) == 50
    assert all(sorted(deck) == list(range(52)) for deck in decks)


def test_before_the_first_move_asking_again_gives_the_same_deal() -> None:
    alice = person()
    first = rated.start(alice, "rated-3")
    assert rated.start(alice, "rated-3", confirm=True).pk == first.pk
    assert rated.start(alice, "rated-1").pk != first.pk
    assert (first.kind, first.rules, len(bytes(first.salt or b""))) == ("rated", "rated-3", 32)


@pytest.mark.django_db(transaction=True)
def test_after_it_a_new_game_asks_first_and_then_resigns_the_old_one() -> None:
    alice = person()
    first = rated.start(alice, "rated-3")
    begin(first, "sw", NOON)
    assert refused("game_open", alice, "rated-3").extra == {"id": first.public_id}
    second = rated.start(alice, "rated-3", confirm=True)
    assert second.pk != first.pk
    first.refresh_from_db()
    assert (first.status, first.termination) == ("lost", "resigned")
    standing = Standing.objects.get(player=alice, period=0)
    assert (standing.played, standing.won, standing.streak) == (1, 0, -1)


@pytest.mark.django_db(transaction=True)
def test_resigning_an_untouched_game_is_no_free_way_to_another_deal() -> None:
    alice = person()
    first = rated.start(alice, "rated-3")
    hub_play.resign(first.public_id, alice.pk)
    first.refresh_from_db()
    assert (first.status, first.termination, first.version) == ("lost", "resigned", 0)
    assert first.started_at == first.ended_at == NOON
    assert rated.start(alice, "rated-3").pk != first.pk
    standing = Standing.objects.get(player=alice, period=0)
    assert (standing.played, standing.won, standing.streak) == (1, 0, -1)


@pytest.mark.django_db(transaction=True)
def test_many_clicks_at_once_start_one_game_and_lose_one() -> None:
    alice = person()
    first = rated.start(alice, "rated-3")
    begin(first, "sw", NOON)

    def click(_: int) -> int:
        try:
            return rated.start(alice, "rated-3", confirm=True).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(click, range(12)))) == 1
    assert Standing.objects.get(player=alice, period=0).played == 1
    assert Game.objects.count() == 2


def test_who_may_not_play_is_told_why() -> None:
    refused("account_required", person("guest-abc", "guest"), "rated-3")
    mallory = person("mallory")
    mallory.suspended_at = NOON
    refused("suspended", mallory, "rated-3")
    refused("no_such_ladder", person(), "hard")
    assert not Game.objects.exists()


def test_a_bot_plays_on_the_ladders_too() -> None:
    assert rated.start(person("robby", "bot"), "rated-vegas-1").player is not None


def test_a_game_is_abandoned_after_seven_days_without_an_action() -> None:
    alice = person()
    game = rated.start(alice, "rated-3")
    begin(game, "swsw", NOON)
    utc.move(7 * DAY - timedelta(seconds=1))
    assert settle.settle(utc.now()) == 0
    utc.move(timedelta(seconds=1))
    assert settle.settle(utc.now(), alice) == 1
    game.refresh_from_db()
    assert (game.termination, game.ms, game.score) == ("abandoned", 100, 0)
    assert Standing.objects.get(player=alice, period=0).played == 1
    assert settle.settle(utc.now()) == 0


def test_a_game_whose_clock_has_run_out_is_abandoned_after_seven_days_too() -> None:
    game = rated.start(person(), "rated-3")
    begin(game, "sw", NOON)
    for _ in range(4):
        # A move every six days, while the clock stands at its last millisecond.
        utc.move(6 * DAY)
        game.actions.create(seq=game.actions.count(), code=DRAW, ms=LATEST_MS)
        assert settle.settle(utc.now()) == 0
    utc.move(7 * DAY - timedelta(seconds=1))
    assert settle.settle(utc.now()) == 0
    utc.move(timedelta(seconds=1))
    assert settle.settle(utc.now()) == 1
    game.refresh_from_db()
    assert game.termination == "abandoned"


def test_who_moves_while_games_are_being_ended_has_abandoned_none() -> None:
    games = [rated.start(person(name), "rated-3") for name in ("alice", "bob")]
    for game in games:
        begin(game, "sw", NOON)

    def move(finished: Finished, **_: Any) -> None:
        other = next(game for game in games if game.pk != finished.facts.id)
        other.actions.create(seq=1, code=DRAW, ms=100)

    utc.move(8 * DAY)
    game_finished.connect(move)
    try:
        assert settle.settle(utc.now()) == 1
    finally:
        game_finished.disconnect(move)
    assert Game.objects.filter(status="playing").count() == 1


def test_a_game_without_a_move_waits_for_ever_and_so_does_an_unrated_one() -> None:
    alice = person()
    rated.start(alice, "rated-3")
    casual = new_game(alice, "hard", kind="casual", ladder="")
    begin(casual, "sw", NOON)
    utc.move(100 * DAY)
    assert settle.settle(utc.now()) == 0


@pytest.mark.parametrize("left", [1, 7, 20])
def test_what_is_as_good_as_won_is_never_lost(left: int) -> None:
    alice = person()
    deck, line = won_deal(3)
    game = new_game(alice, "rated-3", deck=deck)
    begin(game, line[: -2 * left], NOON)
    position = engine.Game.replay(deck, engine.LADDERS["rated-3"], line[: -2 * left]).position
    open_cards = not (position.stock or position.waste or any(c.down for c in position.columns))
    assert settle.as_good_as_won(position) == open_cards
    utc.move(7 * DAY)
    settle.settle(utc.now())
    game.refresh_from_db()
    assert game.status == ("won" if open_cards else "lost")
    if open_cards:
        assert game.ms >= 7 * 86_400_000
        assert Standing.objects.get(player=alice, period=0).won == 1


def test_resigning_for_a_new_game_finishes_what_is_as_good_as_won() -> None:
    alice = person()
    deck, line = won_deal(3)
    game = new_game(alice, "rated-3", deck=deck)
    begin(game, line[:-2], NOON)
    rated.start(alice, "rated-3", confirm=True)
    game.refresh_from_db()
    assert game.status == "won"


def test_the_sweeper_says_what_it_did() -> None:
    game = rated.start(person(), "rated-3")
    begin(game, "sw", NOON)
    utc.move(8 * DAY)
    shown = StringIO()
    call_command("sweep", stdout=shown)
    assert shown.getvalue().startswith("1 games ended, 0 players' rows mended")


# By the API


@pytest.fixture
def alice(client: Client) -> User:
    alice = person()
    client.force_login(alice)
    return alice


def post(client: Client, address: str, data: Any) -> tuple[int, Any]:
    answer = client.post(f"/api/v1/{address}", data, content_type=JSON)
    return answer.status_code, answer.json()


@pytest.mark.django_db(transaction=True)
def test_a_rated_game_by_the_api_from_commitment_to_check(client: Client, alice: User) -> None:
    status, game = post(client, "games/", {"ladder": "rated-1"})
    assert status == 201, game
    assert (game["kind"], game["ladder"], game["deck"], game["salt"]) == (
        "rated",
        "rated-1",
        None,
        None,
    )
    assert post(client, "games/", {"ladder": "rated-1"}) == (200, game)
    status, other = post(client, "games/", {"ladder": "rated-3"})
    assert (status, other["id"] != game["id"]) == (201, True)
    post(client, f"games/{game['id']}/actions/", {"actions": ["sw"], "version": 0})
    status, refusal = post(client, "games/", {"ladder": "rated-1"})
    assert (status, refusal["code"], refusal["extra"]) == (409, "game_open", {"id": game["id"]})
    status, over = post(client, f"games/{game['id']}/resign/", {})
    assert (over["status"], over["termination"]) == ("lost", "resigned")
    assert sha256((over["deck"] + over["salt"]).encode()).hexdigest() == game["commitment"]
    status, refusal = post(
        client, f"games/{game['id']}/actions/", {"actions": ["uu"], "version": over["version"]}
    )
    assert (status, refusal["code"]) == (409, "game_over")


@pytest.mark.parametrize("ladder", ["rated-1", "rated-vegas-3", "purist"])
@pytest.mark.django_db(transaction=True)
def test_a_refused_series_tells_nothing_and_starts_no_clock(
    client: Client, alice: User, ladder: str
) -> None:
    _, game = post(client, "games/", {"ladder": ladder})
    address = f"games/{game['id']}/actions/"
    told = set()
    for target in "1234567f":
        asked = {"actions": ["sw", f"w{target}", "rr"], "version": 0}
        status, refusal = post(client, address, asked)
        told.add((status, refusal["code"], refusal["extra"]["reason"], refusal["extra"]["at"]))
    assert told == {(422, "illegal_move", "unseen_card", 1)}
    stored = Game.objects.get()
    assert (stored.started_at, stored.actions.count()) == (None, 0)


@pytest.mark.django_db(transaction=True)
def test_a_win_asked_for_eight_times_is_one_and_can_not_be_undone(
    client: Client, alice: User
) -> None:
    game = new_game(alice, "rated-3")
    line = won_deal(3)[1]
    begin(game, line[:-2], utc.now())
    version = len(line) // 2 - 1
    address = f"games/{game.public_id}/actions/"
    asked = {"actions": [line[-2:]], "version": version}
    answers = [post(client, address, asked) for _ in range(8)]
    assert [status for status, _ in answers] == [200] * 8
    assert all(answer["game"]["status"] == "won" for _, answer in answers)
    standing = Standing.objects.get(player=alice, period=0)
    assert (standing.played, standing.won, standing.best_streak) == (1, 1, 1)
    for action in ("uu", "C1"):
        status, refusal = post(client, address, {"actions": [action], "version": version + 1})
        assert (status, refusal["code"]) == (409, "game_over")


@pytest.mark.parametrize(
    "more", [{"code": "KL1-D3N-AAAAAAG"}, {"deck": "AS"}, {"winnable": True}, {"rules": "easy"}]
)
def test_a_known_deck_or_other_rules_can_not_be_rated(
    client: Client, alice: User, more: dict[str, Any]
) -> None:
    status, refusal = post(client, "games/", {"ladder": "rated-3", **more})
    assert (status, refusal["code"]) == (400, "bad_request")
    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_guest_is_asked_to_sign_up(client: Client) -> None:
    status, refusal = post(client, "games/", {"ladder": "rated-3"})
    assert (status, refusal["code"]) == (403, "account_required")


@pytest.mark.django_db(transaction=True)
def test_the_draw_mode_of_a_game_can_not_be_changed(client: Client, alice: User) -> None:
    _, game = post(client, "games/", {"ladder": "rated-3"})
    address = f"/api/v1/games/{game['id']}/"
    for way in (client.put, client.patch, client.delete):
        assert way(address, {"rules": "easy"}, content_type=JSON).status_code == 405
    status, refusal = post(
        client,
        f"games/{game['id']}/actions/",
        {"actions": ["sw"], "version": 0, "rules": "easy", "ms": 1},
    )
    assert (status, refusal["code"]) == (400, "bad_request")
    assert Game.objects.get().rules == "rated-3"


@pytest.mark.django_db(transaction=True)
def test_another_account_in_the_same_browser_gets_nothing_of_the_first_ones_games(
    client: Client, alice: User
) -> None:
    _, game = post(client, "games/", {"ladder": "rated-3"})
    bob = person("bob")
    client.logout()
    client.force_login(bob)
    address = f"games/{game['id']}/"
    assert post(client, address + "actions/", {"actions": ["sw"], "version": 0})[0] == 403
    assert post(client, address + "resign/", {})[0] == 403
    assert post(client, "games/", {"ladder": "rated-3"})[1]["id"] != game["id"]
    deck, line = won_deal(3)
    Game.objects.filter(public_id=game["id"]).update(deck=deck)
    play(Game.objects.get(public_id=game["id"]), line, NOON)
    assert list(Standing.objects.filter(period=0).values_list("player__username", "won")) == [
        ("alice", 1)
    ]


def test_a_boards_page_by_the_api(client: Client, alice: User) -> None:
    bob, robby = person("bob"), person("robby", "bot")
    game = ended(alice, ms=200_000, undos=4)
    ended(bob, ms=100_000)
    ended(robby, ms=50_000)
    shown = client.get("/api/v1/leaderboards/rated-3/best_time/?period=week").json()
    assert (shown["period"], shown["length"], shown["bots"]) == ("2026-W47", 2, False)
    assert [(row["rank"], row["player"]["name"]) for row in shown["rows"]] == [
        (1, "bob"),
        (2, "alice"),
    ]
    assert shown["rows"][1] == {
        "rank": 2,
        "player": {"name": "alice", "kind": "person"},
        "value": 200_000,
        "game": game.public_id,
        "won": True,
        "score": 500,
        "money": None,
        "ms": 200_000,
        "moves": 100,
        "undos": 4,
        "period_played": 1,
        "period_won": 1,
        "achieved_at": "2026-11-18T12:00:00.000Z",
    }
    assert (shown["me"]["rank"], len(shown["me"]["rows"])) == (2, 2)
    bots = client.get("/api/v1/leaderboards/rated-3/best_time/?bots=true").json()
    assert [row["player"]["name"] for row in bots["rows"]] == ["robby"]
    assert Client().get("/api/v1/leaderboards/rated-3/best_time/").json()["me"] is None


def test_pages_follow_each_other_by_their_cursors(client: Client, alice: User) -> None:
    for number in range(7):
        ended(person(f"p{number}"), ms=1000 * (number // 2))
    address = "/api/v1/leaderboards/rated-3/best_time/?limit=3"
    first = client.get(address).json()
    second = client.get(f"{address}&after={first['after']}").json()
    third = client.get(f"{address}&after={second['after']}").json()
    ranks = [row["rank"] for page in (first, second, third) for row in page["rows"]]
    assert ranks == [1, 1, 3, 3, 5, 5, 7]
    assert (first["before"], third["after"]) == (None, None)
    back = client.get(f"{address}&before={third['before']}").json()
    assert back["rows"] == second["rows"]


def test_vegas_money_is_written_as_money(client: Client, alice: User) -> None:
    ended(alice, "rated-vegas-3", won=False, score=-52)
    shown = client.get("/api/v1/leaderboards/rated-vegas-3/vegas_total/").json()
    assert (shown["rows"][0]["money"], shown["rows"][0]["value"]) == ("-$52", -52)


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("hard/best_time/", 404, "no_such_ladder"),
        ("rated-3/vegas_total/", 404, "no_such_board"),
        ("rated-3/daily/", 404, "no_such_board"),
        ("rated-3/best_time/?period=year", 400, "bad_period"),
        ("rated-3/best_time/?period=2026-13", 400, "bad_period"),
        ("rated-3/best_time/?period=2026-W60", 400, "bad_period"),
        ("rated-3/best_time/?after=%00", 400, "bad_request"),
        ("rated-3/best_time/?after=AAAA", 400, "bad_cursor"),
        ("rated-3/best_time/?after=MS4yLjMuNA", 400, "bad_cursor"),
        ("rated-3/best_time/?after=a&before=b", 400, "bad_request"),
        ("rated-3/best_time/?limit=0", 400, "bad_request"),
        ("rated-3/best_time/?page=2", 400, "bad_request"),
    ],
)
def test_bad_questions_are_refused(client: Client, address: str, status: int, code: str) -> None:
    answer = client.get(f"/api/v1/leaderboards/{address}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_ladders_and_their_boards(client: Client) -> None:
    shown = {row["ladder"]: row for row in client.get("/api/v1/leaderboards/").json()}
    assert set(shown) == set(engine.LADDERS)
    assert "vegas_total" in shown["rated-vegas-1"]["boards"]
    assert shown["purist"]["rules"]["undo_limit"] == 0
    assert [name for name, row in shown.items() if row["daily"]] == ["rated-1", "rated-3"]


def test_own_statistics_are_full_and_others_see_the_public_part(
    client: Client, alice: User
) -> None:
    ended(alice, ms=60_000)
    ended(alice, won=False, at=NOON + timedelta(hours=1))
    ended(alice, "hard", kind="casual", ladder="", number=6, salt=None)
    own = client.get("/api/v1/me/stats/").json()
    assert [(s["sort"], s["rules"], s["played"]) for s in own["statistics"]] == [
        ("practice", "hard", 1),
        ("rated", "rated-3", 2),
    ]
    mine = own["statistics"][1]
    assert (mine["rate"], mine["best_of_wins"]["ms"]["value"]) == (0.5, 60_000)
    assert mine["average_of_wins"] == {"ms": 60_000.0, "score": 500.0, "moves": 100.0}
    assert sum(mine["hours"]) == 2
    (ladder,) = own["ladders"]
    assert ladder["ranks"] == {"best_score": 1, "best_streak": 1, "best_time": 1, "fewest_moves": 1}
    assert [(row["period"], row["won"]) for row in ladder["weeks"]] == [("2026-W47", 1)]
    assert [a["slug"] for a in own["achievements"]] == ["first-win", "first-rated-win"]
    seen = Client().get("/api/v1/users/alice/stats/").json()
    assert [s["sort"] for s in seen["statistics"]] == ["rated"]
    assert "hours" not in seen["statistics"][0]
    assert seen["ladders"] == own["ladders"]
    assert client.get("/api/v1/users/alice/stats/").json() == own
    assert Client().get("/api/v1/users/nobody/stats/").status_code == 404
    assert Client().get("/api/v1/me/stats/").status_code == 401


def test_the_bankroll_is_a_line_over_games(client: Client, alice: User) -> None:
    for number, score in enumerate([-52, 208, -27]):
        at = NOON + timedelta(hours=number)
        ended(alice, "rated-vegas-1", won=score == 208, score=score, at=at)
    ended(alice, "rated-1", score=700)
    shown = client.get("/api/v1/me/stats/bankroll/?rules=rated-vegas-1").json()
    assert [(p["score"], p["total"], p["money"]) for p in shown["points"]] == [
        (-52, -52, "-$52"),
        (208, 156, "+$156"),
        (-27, 129, "+$129"),
    ]
    address = "/api/v1/users/alice/stats/bankroll/?rules="
    assert Client().get(address + "rated-vegas-1").json()["points"] == shown["points"]
    assert client.get(address + "easy").json()["code"] == "bad_request"


def test_achievements_can_be_switched_off(client: Client, alice: User) -> None:
    ended(alice)
    alice.preferences = {"achievements": False}
    alice.save()
    assert client.get("/api/v1/me/stats/").json()["achievements"] == []
