"""Guests: made without asking, kept at sign-up, brought along at sign-in, swept when forgotten."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts import signals
from accounts.models import Token, User
from accounts.services.guests import create_guest
from accounts.services.sweeping import sweep_guests
from tests.accounts.conftest import PASSWORD, Browser, Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved() -> Iterator[set[int]]:
    """The ids of guests that have moved just now, as another app would tell."""
    ids: set[int] = set()

    def kept(ids_: list[int], **_: Any) -> set[int]:
        return ids & set(ids_)

    def receiver(sender: Any, ids: list[int], since: Any, **_: Any) -> set[int]:
        return kept(ids)

    signals.kept_guests.connect(receiver)
    yield ids
    signals.kept_guests.disconnect(receiver)


def session_guest(visitor: Browser) -> User:
    """The guest that the visitor's session is given with its first setting."""
    assert visitor.api("patch", "me/preferences/", {"deck": "large"}).status_code == 200
    return User.objects.get(pk=visitor.session["guest"])


def test_a_guest_is_made_for_a_program(db: None) -> None:
    answer = Program(None).api("post", "guests/")
    assert answer.status_code == 201
    body = answer.json()
    me = Program(body["token"]).api("get", "me/").json()
    assert (me["name"], me["kind"]) == (body["name"], "guest")
    assert not User.objects.get(username=body["name"]).has_usable_password()


def test_a_guest_becomes_a_person_in_place(visitor: Browser) -> None:
    guest = session_guest(visitor)
    key = visitor.cookies["sessionid"].value
    assert visitor.sign_up("nora").status_code == 200
    user = User.objects.get(pk=guest.pk)
    assert (user.username, user.kind) == ("nora", "person")
    assert visitor.cookies["sessionid"].value != key
    me = visitor.api("get", "me/").json()
    assert (me["name"], me["preferences"]["deck"], me["guest_waiting"]) == ("nora", "large", None)
    assert User.objects.count() == 1


def test_a_guest_with_a_token_becomes_a_person_in_place(visitor: Browser) -> None:
    made = Program(None).api("post", "guests/").json()
    data = {"username": "nora", "password": PASSWORD}
    answer = visitor.auth("post", "auth/signup", data, Authorization=f"Bearer {made['token']}")
    assert answer.status_code == 200
    assert User.objects.get().username == "nora"
    assert Program(made["token"]).api("get", "me/").json()["code"] == "token_revoked"


def test_a_refused_sign_up_leaves_the_guest_a_guest(visitor: Browser, alice: User) -> None:
    guest = session_guest(visitor)
    assert visitor.sign_up("A1ice").status_code == 400
    assert User.objects.get(pk=guest.pk).kind == "guest"
    assert visitor.api("get", "me/").json()["name"] == guest.username


@pytest.mark.django_db(transaction=True)
def test_signing_up_twice_at_once_gives_the_guest_to_one(visitor: Browser) -> None:
    guest = session_guest(visitor)
    visitors = [Browser(), Browser()]
    for twin in visitors:
        twin.cookies = visitor.cookies.copy()

    def sign_up(n: int) -> int:
        try:
            return int(visitors[n].sign_up(f"twin-{n}").status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(sign_up, range(2))) == [200, 200]
    assert User.objects.count() == 2
    assert {user.kind for user in User.objects.all()} == {"person"}
    assert User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_signs_in_is_asked(visitor: Browser, alice: User, moved: set[int]) -> None:
    guest = session_guest(visitor)
    moved.add(guest.pk)
    visitor.sign_in("alice")
    assert visitor.api("get", "me/").json()["guest_waiting"] == guest.username
    heard: list[tuple[User, User]] = []

    def receiver(sender: Any, guest: User, into: User, **_: Any) -> None:
        heard.append((guest, into))

    signals.guest_merged.connect(receiver)
    try:
        answer = visitor.api("post", "me/guest/", {"bring": True})
    finally:
        signals.guest_merged.disconnect(receiver)
    assert (answer.status_code, answer.json()["guest_waiting"]) == (200, None)
    assert [into for _, into in heard] == [alice]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert answer.json()["preferences"]["deck"] == "large"
    assert visitor.api("post", "me/guest/", {"bring": True}).json()["code"] == "no_guest"


def test_a_guest_may_be_left_behind(visitor: Browser, alice: User, moved: set[int]) -> None:
    guest = session_guest(visitor)
    moved.add(guest.pk)
    visitor.sign_in("alice")
    assert visitor.api("post", "me/guest/", {"bring": False}).json()["guest_waiting"] is None
    assert User.objects.filter(pk=guest.pk).exists()


def test_nobody_is_asked_about_a_guest_without_a_move(visitor: Browser, alice: User) -> None:
    session_guest(visitor)
    visitor.sign_in("alice")
    assert visitor.api("get", "me/").json()["guest_waiting"] is None


def test_a_guest_known_by_its_token_is_brought_along(
    as_alice: Browser, bob: User, program: Callable[..., Program]
) -> None:
    made = Program(None).api("post", "guests/").json()
    bobs = program(bob).secret
    for token, code in ((bobs, "no_guest"), ("kld_nonsense", "token_unknown")):
        answer = as_alice.api("post", "me/guest/", {"bring": True, "token": token})
        assert answer.json()["code"] == code
    answer = as_alice.api("post", "me/guest/", {"bring": True, "token": made["token"]})
    assert answer.status_code == 200
    assert not User.objects.filter(username=made["name"]).exists()
    assert User.objects.filter(pk=bob.pk).exists()


def test_guests_of_an_address_are_limited(settings: Any, db: None) -> None:
    settings.API_LIMITS = settings.API_LIMITS | {"guests": (2, 3600)}
    answers = [Program(None).api("post", "guests/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert Browser().api("patch", "me/preferences/", {"sounds": True}).status_code == 429
    assert User.objects.count() == 2


def test_sweeping(moved: set[int], alice: User) -> None:
    def aged(days: float, has_moved: bool) -> User:
        guest = create_guest()
        guest.date_joined = timezone.now() - timedelta(days=days)
        guest.save()
        if has_moved:
            moved.add(guest.pk)
        return guest

    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now() - timedelta(days=900))
    gone = [aged(1.1, False), aged(91, False)]
    kept = [aged(0.9, False), aged(1.1, True), aged(89, True)]
    assert sweep_guests() == 2
    assert set(User.objects.all()) == {alice, *kept}
    assert not User.objects.filter(pk__in=[guest.pk for guest in gone]).exists()
    call_command("sweep_guests", verbosity=0)
    assert User.objects.count() == 4


def test_an_old_guest_goes_when_it_no_longer_moves(db: None) -> None:
    guest = create_guest()
    long_ago = timezone.now() - timedelta(days=100)
    User.objects.filter(pk=guest.pk).update(date_joined=long_ago, seen_on=long_ago.date())
    asked: list[Any] = []

    def receiver(sender: Any, ids: list[int], since: Any, **_: Any) -> set[int]:
        asked.append(since)
        return set(ids) if since is None else set()

    signals.kept_guests.connect(receiver)
    try:
        assert sweep_guests() == 1
    finally:
        signals.kept_guests.disconnect(receiver)
    assert asked[0] is None
    assert asked[1] is not None


def test_a_swept_guest_leaves_no_tokens_and_its_session_starts_anew(visitor: Browser) -> None:
    guest = session_guest(visitor)
    made = Program(None).api("post", "guests/").json()
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    assert sweep_guests() == 2
    assert not Token.objects.exists()
    assert Program(made["token"]).api("get", "me/").json()["code"] == "token_unknown"
    assert visitor.api("get", "me/").json()["kind"] == "stranger"
    assert session_guest(visitor).pk != guest.pk
