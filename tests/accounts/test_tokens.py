"""Personal tokens: made once, shown once, refused for every reason there is."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import tokens
from tests.accounts.conftest import Browser, Program

pytestmark = pytest.mark.django_db
Make = Callable[..., Program]


def new_token(who: Any, **more: Any) -> Any:
    return who.api("post", "me/tokens/", {"name": "my bot", "scopes": ["read", "play"], **more})


def test_a_token_is_shown_once_and_kept_as_a_digest(as_alice: Browser, alice: User) -> None:
    made = new_token(as_alice)
    assert made.status_code == 201
    secret = made.json()["token"]
    assert secret.startswith("kld_")
    assert len(secret) == 46
    row = Token.objects.get()
    assert secret not in json.dumps(list(Token.objects.values()), default=str)
    assert secret[12:] not in str(row.digest)
    listed = as_alice.api("get", "me/tokens/").json()
    assert [token["hint"] for token in listed] == [secret[:12]]
    assert "token" not in listed[0]
    assert Program(secret).api("get", "me/").json()["name"] == "alice"
    assert as_alice.api("get", "me/tokens/").json()[0]["last_used_at"] is not None


def test_use_is_noted_to_the_minute(alice: User) -> None:
    _token, secret = tokens.issue(alice, "t", ["read"], None)
    tokens.check(secret)
    first = Token.objects.get().last_used_at
    tokens.check(secret)
    assert Token.objects.get().last_used_at == first
    Token.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    tokens.check(secret)
    assert Token.objects.get().last_used_at > first


def test_secrets_have_a_checksum() -> None:
    secret = tokens.new_secret()
    assert tokens.well_formed(secret)
    for at in range(4, len(secret)):
        other = "a" if secret[at] != "a" else "b"
        assert not tokens.well_formed(secret[:at] + other + secret[at + 1 :])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"revoked_at": timezone.now() - timedelta(days=1)}, "token_revoked"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "token_expired"),
        ({"digest": "0" * 64}, "token_unknown"),
    ],
)
def test_a_token_that_opens_nothing(
    program: Make, alice: User, change: dict[str, Any], code: str
) -> None:
    robot = program(alice)
    Token.objects.update(**change)
    answer = robot.api("get", "me/")
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_token_of_somebody_who_may_not_sign_in(program: Make, alice: User) -> None:
    robot = program(alice)
    User.objects.update(is_active=False)
    assert robot.api("get", "me/").json()["code"] == "token_unknown"


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Bearer", "bad_credentials"),
        ("Bearer a b", "bad_credentials"),
        ("bearer \u00fc", "bad_credentials"),
        ("Bearer nonsense", "token_unknown"),
        ("Bearer kld_short", "token_unknown"),
    ],
)
def test_a_header_that_is_no_token(db: None, header: str, code: str) -> None:
    answer = Program(None).api("get", "me/", Authorization=header)
    assert (answer.status_code, answer.json()["code"]) == (401, code)


@pytest.mark.parametrize(
    ("scopes", "method", "path", "data", "needed"),
    [
        (["play"], "get", "me/", None, "read"),
        (["read"], "patch", "me/preferences/", {"sounds": True}, "account"),
        (["read", "play"], "post", "me/name/", {"name": "alison"}, "account"),
        (["read", "play"], "get", "me/tokens/", None, "account"),
        (["read", "play"], "get", "me/export/", None, "account"),
        (["read", "play"], "post", "me/deletion/", {"name": "alice"}, "account"),
        (["read", "play"], "get", "me/clients/", None, "account"),
        (["read", "play"], "get", "me/apps/", None, "account"),
        (["read", "play"], "post", "me/bot/", {"name": "alice"}, "account"),
        (["read", "play"], "post", "me/sign-out/", {}, "account"),
        (["read", "play"], "post", "users/alice/report/", {}, "account"),
    ],
)
def test_wrong_scopes(
    program: Make,
    alice: User,
    scopes: list[str],
    method: str,
    path: str,
    data: Any,
    needed: str,
) -> None:
    answer = program(alice, *scopes).api(method, path, data)
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert answer.json()["extra"] == {"scope": needed}
    alice.refresh_from_db()
    assert (alice.username, alice.kind, alice.preferences) == ("alice", "person", {})


def test_other_peoples_tokens_are_not_seen_or_revoked(
    as_alice: Browser, program: Make, bob: User
) -> None:
    robot = program(bob)
    number = Token.objects.get().pk
    assert as_alice.api("get", "me/tokens/").json() == []
    answer = as_alice.api("delete", f"me/tokens/{number}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert robot.api("get", "me/").status_code == 200


def test_a_revoked_token_ends_at_once(as_alice: Browser) -> None:
    made = new_token(as_alice).json()
    assert as_alice.api("delete", f"me/tokens/{made['id']}/").status_code == 204
    assert Program(made["token"]).api("get", "me/").json()["code"] == "token_revoked"
    assert as_alice.api("get", "me/tokens/").json() == []
    assert as_alice.api("delete", f"me/tokens/{made['id']}/").status_code == 404


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"expires_at": "tomorrow"}, "expires_at"),
        ({"scopes": "read"}, "scopes"),
        ({"power": 9}, "power"),
    ],
)
def test_a_token_not_rightly_asked_for(as_alice: Browser, data: Any, field: str) -> None:
    answer = new_token(as_alice, **data)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert field in answer.json()["extra"]["fields"]
    assert not Token.objects.exists()


def test_a_token_can_make_none_that_does_more(program: Make, alice: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    secret = tokens.issue(alice, "t", ["read", "account"], soon)[1]
    robot = Program(secret)
    assert new_token(robot).json()["code"] == "scope_missing"
    later = new_token(robot, scopes=["read"])
    assert (later.status_code, later.json()["code"]) == (403, "expiry_late")
    made = new_token(robot, scopes=["read"], expires_at=soon.isoformat())
    assert made.status_code == 201


def test_a_token_that_has_expired_already(as_alice: Browser) -> None:
    answer = new_token(as_alice, expires_at="2020-01-01T00:00:00Z")
    assert (answer.status_code, answer.json()["code"]) == (422, "expiry_past")


def test_there_are_fifty_at_most(as_alice: Browser, alice: User) -> None:
    for n in range(50):
        tokens.issue(alice, str(n), ["read"], None)
    assert new_token(as_alice).json()["code"] == "too_many_tokens"


def test_a_guest_has_no_tokens_to_manage(program: Make, guest: User) -> None:
    answer = program(guest).api("get", "me/tokens/")
    assert (answer.status_code, answer.json()["code"]) == (403, "account_required")


def test_nobody_has_no_tokens(visitor: Browser) -> None:
    answer = visitor.api("get", "me/tokens/")
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_required")


def test_a_guests_cookie_with_a_users_token(visitor: Browser, program: Make, alice: User) -> None:
    visitor.api("patch", "me/preferences/", {"sounds": True})
    secret = program(alice).secret
    answer = visitor.api("get", "me/", Authorization=f"Bearer {secret}")
    assert (answer.status_code, answer.json()["code"]) == (400, "mixed_credentials")


def test_a_cookie_and_a_token_of_the_same_player(
    as_alice: Browser, program: Make, alice: User, bob: User
) -> None:
    own, bobs = program(alice, "read").secret, program(bob).secret
    answer = as_alice.api("get", "me/", Authorization=f"Bearer {own}")
    assert (answer.status_code, answer.json()["scopes"]) == (200, ["read"])
    other = as_alice.api("get", "me/", Authorization=f"Bearer {bobs}")
    assert other.json()["code"] == "mixed_credentials"


def test_a_cookie_alone_needs_the_csrf_token(as_alice: Browser) -> None:
    answer = as_alice.api("post", "me/name/", {"name": "alison"}, **{"X-CSRFToken": "wrong"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert User.objects.get().username == "alice"
