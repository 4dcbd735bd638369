"""Settings: kept with the account, for guests with the session; nothing but what exists."""

import json
from typing import Any

import pytest

from accounts.models import User
from accounts.preferences import CHOICES, DEFAULTS, complete, merged
from tests.accounts.conftest import Browser, Program

pytestmark = pytest.mark.django_db


def test_every_setting_has_a_default_among_its_choices() -> None:
    assert CHOICES.keys() == DEFAULTS.keys()
    assert merged({}, DEFAULTS) == DEFAULTS


def test_some_settings_change_and_the_rest_stay(as_alice: Browser) -> None:
    assert as_alice.api("get", "me/preferences/").json() == DEFAULTS
    changed = as_alice.api("patch", "me/preferences/", {"deck": "large", "sounds": True})
    assert changed.json() == DEFAULTS | {"deck": "large", "sounds": True}
    back = as_alice.api("patch", "me/preferences/", {"deck": None})
    assert back.json() == DEFAULTS | {"sounds": True}
    assert as_alice.api("get", "me/").json()["preferences"] == back.json()


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"deck": "marked"}, {"deck"}),
        ({"sounds": 1}, {"sounds"}),
        ({"sounds": "yes"}, {"sounds"}),
        ({"decks": "large"}, {"decks"}),
        ({"decks": None}, {"decks"}),
        ({"deck": ["large"], "left_handed": True}, {"deck"}),
        ({"deck": {"a": 1}, "tap": 5}, {"deck", "tap"}),
    ],
)
def test_wrong_settings_are_named_and_nothing_changes(
    as_alice: Browser, changes: dict[str, Any], fields: set[str]
) -> None:
    answer = as_alice.api("patch", "me/preferences/", changes)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_preference")
    assert answer.json()["extra"]["fields"].keys() == fields
    assert User.objects.get().preferences == {}


@pytest.mark.parametrize("body", [[], "deck", 5, None, [{"deck": "large"}]])
def test_settings_that_are_no_object(visitor: Browser, body: Any) -> None:
    answer = visitor.send(
        "patch", "/api/v1/me/preferences/", json.loads(json.dumps(body)) if body else []
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_preference")
    assert not User.objects.exists()


def test_wrong_settings_make_no_guest(visitor: Browser) -> None:
    assert visitor.api("patch", "me/preferences/", {"deck": "marked"}).status_code == 400
    assert not User.objects.exists()


def test_a_guests_settings_stay_with_its_session_and_its_token(visitor: Browser) -> None:
    visitor.api("patch", "me/preferences/", {"left_handed": True})
    assert visitor.api("get", "me/preferences/").json()["left_handed"] is True
    robot = Program(Program(None).api("post", "guests/").json()["token"])
    assert robot.api("patch", "me/preferences/", {"tap": "select"}).json()["tap"] == "select"
    assert robot.api("get", "me/preferences/").json()["left_handed"] is False


def test_settings_that_no_longer_exist_are_left_out() -> None:
    assert complete({"blink": True, "deck": "large"}) == DEFAULTS | {"deck": "large"}


def test_a_column_read_later_makes_no_other_forget_its_change(alice: User) -> None:
    row = User.objects.defer("preferences").get(pk=alice.pk)
    row.email = "alice@example.org"
    assert row.preferences == {}
    User.objects.filter(pk=alice.pk).update(preferences={"sounds": True})
    row.save()
    alice.refresh_from_db()
    assert (alice.email, alice.preferences) == ("alice@example.org", {"sounds": True})
