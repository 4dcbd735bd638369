"""The download of everything, deletion, bots and suspension."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts import signals
from accounts.models import BlockedName, Token, User
from accounts.services import people, tokens
from tests.accounts.conftest import PASSWORD, Browser, Program

pytestmark = pytest.mark.django_db
Make = Callable[..., Program]


@pytest.fixture
def hear() -> Iterator[Callable[..., list[Any]]]:
    """``hear(signal, answer)``: a list that fills with what the signal says."""
    connected: list[tuple[Any, Any]] = []

    def listen(signal: Any, answer: Any = None) -> list[Any]:
        heard: list[Any] = []

        def receiver(sender: Any, **said: Any) -> Any:
            heard.append({key: value for key, value in said.items() if key != "signal"})
            return answer

        signal.connect(receiver, weak=False)
        connected.append((signal, receiver))
        return heard

    yield listen
    for signal, receiver in connected:
        signal.disconnect(receiver)


def test_everything_is_downloaded(as_alice: Browser, program: Make, alice: User, hear: Any) -> None:
    hear(signals.export_parts, [("treasures", ({"n": n} for n in range(3)))])
    program(alice, "read")
    as_alice.api("patch", "me/preferences/", {"deck": "large"})
    answer = as_alice.api("get", "me/export/")
    assert answer["Content-Type"] == "application/json"
    assert "attachment" in answer["Content-Disposition"]
    everything = json.loads(answer.getvalue())
    assert everything["profile"][0]["name"] == "alice"
    assert everything["preferences"][0]["deck"] == "large"
    assert everything["treasures"] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert everything["tokens"][0]["name"] == "test"
    assert not {"digest", "password"} & set(json.dumps(everything).split('"'))


def test_the_download_in_lines_holds_the_same(as_alice: Browser) -> None:
    document = json.loads(as_alice.api("get", "me/export/").getvalue())
    answer = as_alice.api("get", "me/export/?as=ndjson")
    assert answer["Content-Type"] == "application/x-ndjson"
    by_header = as_alice.api("get", "me/export/", Accept="application/x-ndjson")
    text = answer.getvalue()
    assert by_header.getvalue() == text
    lines = [json.loads(line) for line in text.splitlines()]
    for part, rows in document.items():
        assert [line["row"] for line in lines if line["part"] == part] == rows
    assert as_alice.api("get", "me/export/?as=xml").json()["code"] == "bad_request"


def test_the_download_is_for_oneself(visitor: Browser) -> None:
    assert visitor.api("get", "me/export/").json()["code"] == "sign_in_required"


def test_deletion_ends_everything_at_once(
    visitor: Browser, alice: User, program: Make, hear: Any
) -> None:
    heard = hear(signals.account_deleted)
    visitor.sign_in("alice")
    other = Browser()
    other.sign_in("alice")
    robot = program(alice)
    data = {"name": "alice", "password": PASSWORD}
    assert visitor.api("post", "me/deletion/", data).status_code == 204
    assert [said["user"].username for said in heard] == ["alice"]
    assert not User.objects.exists()
    assert not Token.objects.exists()
    assert robot.api("get", "me/").json()["code"] == "token_unknown"
    for browser in (visitor, other):
        assert browser.api("get", "me/").json()["kind"] == "stranger"
    assert Browser().sign_in("alice").status_code == 400
    assert BlockedName.objects.get().user is None
    assert Browser().sign_up("alice").json()["errors"][0]["code"] == "name_taken"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"name": "bob", "password": PASSWORD}, "name_mismatch"),
        ({"name": "Alice", "password": PASSWORD}, "name_mismatch"),
        ({"name": "alice", "password": "wrong"}, "password_wrong"),
        ({"name": "alice"}, "password_wrong"),
        ({"password": PASSWORD}, "bad_request"),
        ({"name": "alice", "password": PASSWORD, "now": True}, "bad_request"),
        (None, "bad_request"),
    ],
)
def test_deletion_not_confirmed(as_alice: Browser, data: Any, code: str) -> None:
    for path in ("me/deletion/", "me/bot/"):
        assert as_alice.api("post", path, data).json()["code"] == code
    assert User.objects.get().kind == "person"


def test_a_token_cannot_be_used_to_guess_the_password(program: Make, alice: User) -> None:
    robot = program(alice)
    data = {"name": "alice", "password": "guess"}
    answers = [robot.api("post", "me/deletion/", data).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]


def test_a_guest_can_leave_too(program: Make, guest: User) -> None:
    answer = program(guest).api("post", "me/deletion/", {"name": guest.username})
    assert answer.status_code == 204
    assert not User.objects.exists()
    assert not BlockedName.objects.exists()


def test_a_person_becomes_a_bot_for_good(as_alice: Browser, hear: Any) -> None:
    heard = hear(signals.standing_changed)
    data = {"name": "alice", "password": PASSWORD}
    assert as_alice.api("post", "me/bot/", data).json()["kind"] == "bot"
    assert len(heard) == 1
    again = as_alice.api("post", "me/bot/", data)
    assert (again.status_code, again.json()["code"]) == (422, "not_a_bot_candidate")
    assert User.objects.get().kind == "bot"


def test_who_has_played_rated_games_is_no_bot(as_alice: Browser, hear: Any) -> None:
    hear(signals.has_rated_games, True)
    answer = as_alice.api("post", "me/bot/", {"name": "alice", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_a_bot_candidate")
    assert User.objects.get().kind == "person"


def test_suspension_is_told_once_and_seen(alice: User, visitor: Browser, hear: Any) -> None:
    heard = hear(signals.standing_changed)
    people.suspend(alice, True)
    people.suspend(alice, True)
    assert visitor.api("get", "users/alice/").json()["suspended"]
    people.suspend(alice, False)
    assert not visitor.api("get", "users/alice/").json()["suspended"]
    assert len(heard) == 2


def test_merging_refuses_anything_but_a_guest(alice: User, bob: User) -> None:
    for guest, into in ((bob, alice), (alice, alice)):
        with pytest.raises(people.NoGuest):
            people.merge(guest, into)
    assert User.objects.count() == 2


def test_an_app_without_a_password_needs_only_the_name(alice: User) -> None:
    alice.set_unusable_password()
    alice.save()
    robot = Program(tokens.issue(alice, "t", ["account"], None)[1])
    assert robot.api("post", "me/deletion/", {"name": "alice"}).status_code == 204
