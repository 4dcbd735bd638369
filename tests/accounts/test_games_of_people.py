"""What becomes of games when people come, join and leave."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import people
from accounts.services.guests import create_guest
from accounts.services.sweeping import sweep_guests
from games.models import Action, Game, Statistic
from games.services import play
from games.services.former import PREFIX
from games.services.ratings import recount
from tests.accounts.conftest import PASSWORD, Browser
from tests.accounts.games import finished, rated

pytestmark = pytest.mark.django_db


def open_game(player: User, moved: bool = True, **fields: Any) -> Game:
    given: dict[str, Any] = {"rules": "easy", "rules_version": 1, "deck": bytes(range(52))}
    game = Game.objects.create(player=player, **(given | fields))
    if moved:
        game.started_at = fields.get("started_at", timezone.now())
        game.save()
        Action.objects.create(game=game, seq=0, code=0, ms=0)
    return game


def test_a_guests_games_come_along_and_are_counted(alice: User, guest: User) -> None:
    finished(alice)
    games = [finished(guest), open_game(guest)]
    recount(alice)
    recount(guest)
    people.merge(guest, alice)
    assert Game.objects.filter(player=alice).count() == 3
    assert {Game.objects.get(pk=game.pk).player for game in games} == {alice}
    assert sum(row.played for row in Statistic.objects.filter(player=alice)) == 2
    assert not Statistic.objects.exclude(player=alice).exists()


def test_an_end_with_many_open_games_asks_no_more_of_the_database(db: None) -> None:
    """Moves of others may have to wait for it: it must not take longer with every open game."""
    asked = []
    for number, count in enumerate((2, 40)):
        leaver = User.objects.create(username=f"leaver-{number}", kind="person")
        for _ in range(count):
            open_game(leaver)
        with CaptureQueriesContext(connection) as statements:
            people.delete_account(leaver)
        asked.append(len(statements))
        assert not Action.objects.exists()
    assert asked[0] == asked[1]


def test_signing_in_offers_a_guest_that_has_moved(visitor: Browser, alice: User) -> None:
    visitor.api("patch", "me/preferences/", {"deck": "large"})
    guest = User.objects.get(pk=visitor.session["guest"])
    untouched = open_game(guest, moved=False)
    visitor.sign_in("alice")
    assert visitor.api("get", "me/").json()["guest_waiting"] is None
    game = open_game(guest)
    assert visitor.api("get", "me/").json()["guest_waiting"] == guest.username
    assert visitor.api("post", "me/guest/", {"bring": True}).status_code == 200
    assert set(Game.objects.filter(player=alice)) == {untouched, game}


def test_guests_are_swept_by_their_moves(db: None) -> None:
    now = timezone.now()

    def aged(days: int) -> User:
        guest = create_guest()
        guest.date_joined = now - timedelta(days=days)
        guest.seen_on = guest.date_joined.date()
        guest.save()
        return guest

    looked, tried, away, lasting = aged(2), aged(2), aged(100), aged(100)
    open_game(looked, moved=False)
    open_game(tried)
    open_game(away, started_at=now - timedelta(days=95))
    open_game(lasting, started_at=now - timedelta(days=95))
    lasting.seen_on = (now - timedelta(days=85)).date()
    lasting.save()
    assert sweep_guests() == 2
    assert set(User.objects.all()) == {tried, lasting}
    assert Game.objects.count() == 2


def test_who_leaves_takes_all_but_finished_rated_games(as_alice: Browser, alice: User) -> None:
    gone = [
        finished(alice),
        open_game(alice),
        open_game(alice, kind="rated", ladder="rated-1", rules="rated-1"),
    ]
    kept = [rated(alice), rated(alice, status="won", termination="won")]
    recount(alice)
    answer = as_alice.api("post", "me/deletion/", {"name": "alice", "password": PASSWORD})
    assert answer.status_code == 204
    assert not Game.objects.filter(pk__in=[game.pk for game in gone]).exists()
    assert not Action.objects.exists()
    (stand_in,) = User.objects.all()
    assert stand_in.username.startswith(PREFIX)
    assert not stand_in.is_active
    assert {game.player for game in Game.objects.filter(pk__in=[g.pk for g in kept])} == {stand_in}
    for name in ("alice", stand_in.username):
        assert as_alice.api("get", f"users/{name}/").status_code == 404
        assert as_alice.api("get", f"users/{name}/games/").status_code == 404


def test_nobody_is_called_like_who_left(visitor: Browser) -> None:
    for name in ("former-abcde", "FORMER_1"):
        assert visitor.api("get", f"names/{name}/").json()["code"] == "name_reserved"


def test_the_download_has_the_games(as_alice: Browser, alice: User, monkeypatch: Any) -> None:
    # The hub reads over a connection of its own, which does not see this test's transaction.
    monkeypatch.setattr(play, "see", lambda public_id, reader: {"id": public_id})
    games = [finished(alice).public_id, rated(alice).public_id]
    current = open_game(alice).public_id
    recount(alice)
    everything = json.loads(as_alice.api("get", "me/export/").getvalue())
    assert [game["id"] for game in everything["games"]] == games
    assert everything["open_games"] == [{"id": current}]
    assert sum(row["played"] for row in everything["statistics"]) == 2
    assert everything["dailies"] == everything["achievements"] == []


def test_a_bot_has_no_rated_games(as_alice: Browser, alice: User) -> None:
    rated(alice)
    answer = as_alice.api("post", "me/bot/", {"name": "alice", "password": PASSWORD})
    assert answer.json()["code"] == "not_a_bot_candidate"
