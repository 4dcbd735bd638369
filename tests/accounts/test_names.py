"""User names: their letters, their look-alikes, and words nobody wants to be called."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import BlockedName, ForbiddenWord, NameReport, User
from accounts.names import ALPHABET, NameRefused, fold
from accounts.services.names import check_name, rename
from tests.accounts.conftest import PASSWORD, Browser, Program


def code_of(name: str, user: User | None = None) -> str | None:
    try:
        check_name(name, user)
    except NameRefused as error:
        return error.code
    return None


@pytest.mark.parametrize("name", ["Eva", "q_Z", "a-b", "1234", "Nora-van-der-Berg-20"])
def test_good_names(db: None, name: str) -> None:
    assert code_of(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("ab", "name_length"),
        ("a" * 21, "name_length"),
        ("n ora", "name_characters"),
        ("nora\n", "name_characters"),
        ("nor\u0430", "name_characters"),  # a Cyrillic letter that looks like an a
        ("n\u00f3ra", "name_characters"),
        ("\uff4eora", "name_characters"),
        ("nora\u200b", "name_characters"),
        ("---", "name_characters"),
        ("nora@example", "name_characters"),
        ("admin", "name_reserved"),
        ("AdM1n", "name_reserved"),
        ("Mode-rator", "name_reserved"),
        ("M0c1erator", "name_reserved"),
        ("guestabc", "name_reserved"),
        ("moderate", None),
        ("guest-abc", "name_reserved"),
        ("GUEST_abc", "name_reserved"),
        ("gue5t-1", "name_reserved"),
        ("9u3s7_x", "name_reserved"),
        ("f0rrn3r-abc", "name_reserved"),
        ("5ystern", "name_reserved"),
        ("4dm1n", "name_reserved"),
        ("5ystems", None),
        ("gues5t", None),
        ("shithead", "name_forbidden"),
        ("big-asshole", "name_forbidden"),
        ("BigAsshole", "name_forbidden"),
        ("sh1t_head", "name_forbidden"),
        ("Scunthorpe", None),
        ("Cassandra", None),
        ("grass-field", None),
    ],
)
def test_which_names_are_refused(db: None, name: str, code: str | None) -> None:
    assert code_of(name) == code


@pytest.mark.parametrize("name", ["gue5t-1", "5ystern"])
def test_nobody_signs_up_as_the_service_in_disguise(visitor: Browser, name: str) -> None:
    answer = visitor.sign_up(name)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "name_reserved")
    assert not User.objects.exists()


def test_digits_part_two_people(alice: User) -> None:
    assert code_of("4lice") is None


@pytest.mark.parametrize(
    "name",
    [
        "alice",
        "ALICE",
        "aIice",
        "a1ice",
        "Al1cE",
        "AI1CE",
        "a-lice",
        "al_ice",
        "-alice_",
        "A-11_ce",
    ],
)
def test_look_alikes_of_a_name_are_taken(alice: User, name: str) -> None:
    assert code_of(name) == "name_taken"
    answer = Browser().sign_up(name)
    assert answer.status_code == 400
    error = answer.json()["errors"][0]
    assert (error["code"], error["param"]) == ("name_taken", "username")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("morn", "mom"),
        ("vvolf", "wolf"),
        ("clave", "dave"),
        ("c1ave", "Dave"),
        ("b0b", "bOb"),
        ("a_b", "a-b"),
        ("ab", "a-b"),
        ("c-lown", "down"),
        ("corn", "com"),
    ],
)
def test_letters_that_look_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text(ALPHABET, min_size=3, max_size=20))
def test_folding_is_stable(name: str) -> None:
    assert fold(fold(name)) == fold(name) == fold(name.upper()) == fold(name.lower())
    assert len(fold(name)) <= 40


@pytest.mark.parametrize("name", ["alice-2", "malice", "bob", "alicedd"])
def test_other_names_are_free(alice: User, name: str) -> None:
    assert code_of(name) is None


def test_the_operators_words(db: None) -> None:
    ForbiddenWord.objects.create(word="rival")
    ForbiddenWord.objects.create(word="ace", whole=True)
    assert code_of("my-r1val-5") == "name_forbidden"
    assert code_of("Ace") == "name_forbidden"
    assert code_of("Ace-of-spades") is None
    ForbiddenWord.objects.create(word="clam")
    assert code_of("c1-am") == "name_forbidden"
    assert code_of("Amsterdam") is None


def test_a_new_name_keeps_the_old_one_from_others(as_alice: Browser, bob: User) -> None:
    assert as_alice.api("post", "me/name/", {"name": "Alison"}).json()["name"] == "Alison"
    assert code_of("alice", bob) == "name_taken"
    assert code_of("A1ice") == "name_taken"
    assert as_alice.api("get", "names/alice/").json()["free"]
    assert as_alice.api("post", "me/name/", {"name": "alice"}).status_code == 200
    assert code_of("Alison", bob) == "name_taken"
    BlockedName.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert code_of("Alison", bob) is None


def test_case_may_be_changed_without_a_block(as_alice: Browser) -> None:
    assert as_alice.api("post", "me/name/", {"name": "ALICE"}).json()["name"] == "ALICE"
    assert not BlockedName.objects.exists()


@pytest.mark.parametrize(
    ("name", "code"), [("bob", "name_taken"), ("b0b", "name_taken"), ("no", "name_length")]
)
def test_a_refused_new_name_changes_nothing(
    as_alice: Browser, bob: User, name: str, code: str
) -> None:
    answer = as_alice.api("post", "me/name/", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert as_alice.api("get", "me/").json()["name"] == "alice"
    assert not BlockedName.objects.exists()


def test_two_take_one_name(alice: User, bob: User) -> None:
    stale = User.objects.get(pk=bob.pk)
    rename(alice, "carol")
    with pytest.raises(NameRefused):
        rename(stale, "CAROL", checked=False)
    assert User.objects.get(pk=bob.pk).username == "bob"


def test_names_are_changed_ten_times_an_hour(as_alice: Browser) -> None:
    answers = [as_alice.api("post", "me/name/", {"name": f"alice-{n}x"}) for n in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]


def test_guests_keep_their_names(program: Callable[..., Program], guest: User) -> None:
    answer = program(guest).api("post", "me/name/", {"name": "nora"})
    assert answer.json()["code"] == "account_required"


@pytest.mark.parametrize(
    ("name", "code"),
    [("a", "name_length"), ("ab", "name_length"), ("a" * 21, "max_length")],
)
def test_signing_up_by_a_name_of_wrong_length(visitor: Browser, name: str, code: str) -> None:
    answer = visitor.sign_up(name)
    assert answer.status_code == 400
    assert [fault["code"] for fault in answer.json()["errors"]] == [code]
    assert not User.objects.exists()


def test_whether_a_name_is_free(visitor: Browser, alice: User) -> None:
    assert visitor.api("get", "names/nora/").json() == {
        "name": "nora",
        "free": True,
        "code": None,
        "message": None,
    }
    assert visitor.api("get", "names/A1ice/").json()["code"] == "name_taken"
    assert visitor.api("get", "names/x/").json()["code"] == "name_length"


def test_a_profile_is_found_in_any_case_but_not_by_a_look_alike(
    visitor: Browser, alice: User
) -> None:
    assert visitor.api("get", "users/ALICE/").json()["name"] == "alice"
    for name in ("a1ice", "nobody-here"):
        answer = visitor.api("get", f"users/{name}/")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "email" not in visitor.api("get", "users/alice/").json()


def test_reporting_a_name(as_alice: Browser, bob: User, visitor: Browser) -> None:
    for _ in range(2):
        answer = as_alice.api("post", "users/bob/report/", {"reason": "posing as Bob"})
        assert answer.status_code == 204
    report = NameReport.objects.get()
    assert (report.user, report.name, report.reason) == (bob, "bob", "posing as Bob")
    assert visitor.api("post", "users/bob/report/", {}).status_code == 401
    own = as_alice.api("post", "users/ALICE/report/", {"reason": "me"})
    assert (own.status_code, own.json()["code"]) == (422, "own_name")
    assert NameReport.objects.count() == 1
    assert as_alice.api("post", "users/nobody-here/report/", {}).status_code == 404
    long = as_alice.api("post", "users/bob/report/", {"reason": "x" * 501})
    assert long.json()["code"] == "bad_request"


def test_sign_up_checks_names(visitor: Browser) -> None:
    for name, code in (("admin", "name_reserved"), ("n\u00f3ra", "name_characters")):
        data: dict[str, Any] = {"username": name, "password": PASSWORD}
        answer = visitor.auth("post", "auth/signup", data)
        assert answer.json()["errors"][0]["code"] == code
