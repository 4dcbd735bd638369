"""Signing up, in and out; passwords and mail."""

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.core import mail

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Browser

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_are_enough(visitor: Browser) -> None:
    answer = visitor.sign_up("Nora-7")
    assert answer.status_code == 200, answer.content
    me = visitor.api("get", "me/").json()
    assert (me["name"], me["kind"], me["email"]) == ("Nora-7", "person", None)
    assert User.objects.get(username="Nora-7").password.startswith("argon2")


@pytest.mark.parametrize(
    ("name", "password", "email"),
    [
        ("Nora-the-second", "nora-the-second", None),
        ("Nora-the-second", "Nora-the-second1", None),
        ("Nora-7", "patience@example.org", "patience@example.org"),
    ],
)
def test_a_password_like_the_name_or_address(
    visitor: Browser, name: str, password: str, email: str | None
) -> None:
    asked = {"username": name, "password": password} | ({"email": email} if email else {})
    answer = visitor.auth("post", "auth/signup", asked)
    assert answer.status_code == 400
    error = answer.json()["errors"][0]
    assert (error["code"], error["param"]) == ("password_too_similar", "password")
    assert User.objects.count() == 0


def test_a_stranger_is_told_so_without_an_error(visitor: Browser) -> None:
    answer = visitor.api("get", "me/")
    assert (answer.status_code, answer.json()["kind"]) == (200, "stranger")
    assert User.objects.count() == 0


def test_sign_in_finds_a_name_in_any_case(visitor: Browser, alice: User) -> None:
    assert visitor.sign_in("ALICE").status_code == 200
    assert visitor.api("get", "me/").json()["name"] == "alice"


def test_the_same_answer_whether_the_account_exists_or_not(visitor: Browser, alice: User) -> None:
    wrong, unknown = visitor.sign_in("alice", "wrong"), visitor.sign_in("mallory", "wrong")
    assert wrong.status_code == unknown.status_code == 400
    assert wrong.json() == unknown.json()


def test_a_reset_is_answered_alike_and_mailed_only_to_people(visitor: Browser) -> None:
    visitor.sign_up("nora", email="nora@example.org")
    mail.outbox.clear()
    other = Browser()
    known = other.auth("post", "auth/password/request", {"email": "nora@example.org"})
    unknown = other.auth("post", "auth/password/request", {"email": "nobody@example.org"})
    assert known.status_code == unknown.status_code == 200
    assert known.json() == unknown.json()
    assert [message.to for message in mail.outbox if "key=" in message.body] == [
        ["nora@example.org"]
    ]


def test_a_password_is_reset_by_mail_and_ends_other_sessions(visitor: Browser) -> None:
    visitor.sign_up("nora", email="nora@example.org")
    mail.outbox.clear()
    other = Browser()
    other.auth("post", "auth/password/request", {"email": "nora@example.org"})
    found = re.search(r"(http://\S+)/account/reset-password/\?key=(\S+)", mail.outbox[0].body)
    assert found, mail.outbox[0].body
    new = {"key": unquote(found[2]), "password": "quite another pass phrase"}
    assert other.auth("post", "auth/password/reset", new).status_code in {200, 401}
    assert Browser().sign_in("nora").status_code == 400
    assert Browser().sign_in("nora", new["password"]).status_code == 200
    assert visitor.api("get", "me/").json()["kind"] == "stranger"
    again = Browser().auth("post", "auth/password/reset", new)
    assert again.status_code == 400


def test_an_address_in_use_is_not_told_at_sign_up(visitor: Browser) -> None:
    visitor.sign_up("nora", email="nora@example.org")
    fresh, taken = Browser(), Browser()
    one = fresh.sign_up("fresh", email="fresh@example.org")
    two = taken.sign_up("taken", email="nora@example.org")
    assert one.status_code == two.status_code == 200
    assert one.json()["data"].keys() == two.json()["data"].keys()


def test_mail_is_confirmed_by_the_link(visitor: Browser) -> None:
    visitor.sign_up("nora", email="nora@example.org")
    assert not visitor.api("get", "me/").json()["email_confirmed"]
    found = re.search(r"/account/confirm-email/\?key=(\S+)", mail.outbox[0].body)
    assert found
    answer = visitor.auth("post", "auth/email/verify", {"key": unquote(found[1])})
    assert answer.status_code in {200, 401}
    assert visitor.api("get", "me/").json()["email_confirmed"]


def test_password_and_address_are_changed(visitor: Browser) -> None:
    visitor.sign_up("nora")
    other = Browser()
    other.sign_in("nora")
    change = {"current_password": PASSWORD, "new_password": "quite another pass phrase"}
    assert visitor.auth("post", "account/password/change", change).status_code == 200
    assert visitor.api("get", "me/").json()["name"] == "nora"
    assert other.api("get", "me/").json()["kind"] == "stranger"
    asked = visitor.auth("post", "account/email", {"email": "new@example.org"})
    assert asked.status_code == 401
    assert {"id": "reauthenticate"} in asked.json()["data"]["flows"]
    again = {"password": change["new_password"]}
    assert visitor.auth("post", "auth/reauthenticate", again).status_code == 200
    answer = visitor.auth("post", "account/email", {"email": "new@example.org"})
    assert answer.status_code == 200, answer.content
    assert mail.outbox[-1].to == ["new@example.org"]


@pytest.mark.parametrize("password", ["short", "12345678901", "password123"])
def test_weak_passwords_are_refused(visitor: Browser, password: str) -> None:
    answer = visitor.auth("post", "auth/signup", {"username": "nora", "password": password})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["param"] == "password"
    assert not User.objects.exists()


def test_signing_in_gives_the_session_a_new_key(visitor: Browser, alice: User) -> None:
    visitor.api("patch", "me/preferences/", {"sounds": True})
    before = visitor.cookies["sessionid"].value
    visitor.sign_in("alice")
    assert visitor.cookies["sessionid"].value != before


def test_signing_out_ends_the_session(as_alice: Browser) -> None:
    old = as_alice.cookies["sessionid"].value
    assert as_alice.auth("delete", "auth/session").status_code == 401
    assert as_alice.api("get", "me/").json()["kind"] == "stranger"
    stolen = Browser()
    stolen.cookies["sessionid"] = old
    assert stolen.api("get", "me/").json()["kind"] == "stranger"


def test_signing_out_everywhere(visitor: Browser, alice: User, program: Any) -> None:
    visitor.sign_in("alice")
    other = Browser()
    other.sign_in("alice")
    robot = program(alice)
    assert visitor.api("post", "me/sign-out/", {"tokens": False}).json() == {"sessions": 2}
    assert other.api("get", "me/").json()["kind"] == "stranger"
    assert visitor.api("get", "me/").json()["kind"] == "stranger"
    assert robot.api("get", "me/").status_code == 200
    assert robot.api("post", "me/sign-out/", {"tokens": True}).status_code == 200
    assert robot.api("get", "me/").json()["code"] == "token_revoked"


def test_guessing_a_password_is_stopped(visitor: Browser, alice: User) -> None:
    answers = [visitor.sign_in("alice", f"guess {n}").status_code for n in range(7)]
    assert answers[0] == 400
    refused = Browser().sign_in("alice")
    assert refused.status_code in {400, 429}
    assert refused.status_code == 429 or (
        refused.json()["errors"][0]["code"] == "too_many_login_attempts"
    )
    assert refused.json() == Browser().sign_in("alice", "another guess").json()


def test_sign_in_needs_the_csrf_token(alice: User) -> None:
    visitor = Browser()
    visitor.auth("get", "config")
    answer = visitor.auth(
        "post", "auth/login", {"username": "alice", "password": PASSWORD}, **{"X-CSRFToken": "no"}
    )
    assert answer.status_code == 403
