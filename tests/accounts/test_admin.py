"""The operator's pages: what they do, and that they show no secret."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import BlockedName, NameReport, Token, User
from accounts.services import tokens
from games import engine
from games.models import Game
from tests.accounts.games import finished, rated

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(make_user: Any) -> Client:
    client = Client()
    client.force_login(make_user("olga", is_staff=True, is_superuser=True))
    return client


def act(operator: Client, page: str, action: str, *rows: Any) -> Any:
    data = {"action": action, "_selected_action": [row.pk for row in rows]}
    answer = operator.post(reverse(f"admin:{page}_changelist"), data)
    assert answer.status_code == 302, answer.content
    return answer


def change(operator: Client, user: User, **fields: str) -> Any:
    data = {"username": user.username, "email": "", "is_active": "on"} | fields
    return operator.post(reverse("admin:accounts_user_change", args=[user.pk]), data)


@pytest.mark.parametrize(
    "page",
    [
        "accounts_user",
        "accounts_namereport",
        "accounts_token",
        "accounts_forbiddenword",
        "accounts_blockedname",
        "games_game",
        "games_dailydeal",
        "games_dailytry",
        "games_standing",
        "games_achievement",
    ],
)
def test_every_list_opens(operator: Client, alice: User, page: str) -> None:
    finished(alice)
    assert operator.get(reverse(f"admin:{page}_changelist")).status_code == 200


def test_operators_sign_in_where_everyone_does(alice: User) -> None:
    answer = Client().get("/admin/")
    assert "/admin/login/" in answer["Location"]
    assert Client().get(answer["Location"])["Location"].startswith("/signin/?next=")
    client = Client()
    client.force_login(alice)
    assert client.get("/admin/login/").status_code == 403


def test_suspending_and_restoring(operator: Client, alice: User, bob: User) -> None:
    act(operator, "accounts_user", "suspend", alice, bob)
    assert User.objects.filter(suspended_at__isnull=False).count() == 2
    act(operator, "accounts_user", "restore", bob)
    assert User.objects.get(suspended_at__isnull=False) == alice


def test_renaming_blocks_the_old_name(operator: Client, alice: User, bob: User) -> None:
    assert change(operator, alice, username="admin-1").status_code == 302
    alice.refresh_from_db()
    assert alice.username == "admin-1"
    assert BlockedName.objects.get().user == alice
    change(operator, alice, username="b0b")
    alice.refresh_from_db()
    assert alice.username == "admin-1"
    assert change(operator, alice, username="no way").status_code == 200


def test_merging_a_guest(operator: Client, alice: User, guest: User) -> None:
    game = finished(guest)
    url = reverse("admin:accounts_user_merge", args=[guest.pk])
    assert operator.get(url).status_code == 200
    assert b"No account" in operator.post(url, {"into": "nobody-here"}).content
    assert b"No account" in operator.post(url, {"into": guest.username}).content
    assert operator.post(url, {"into": "ALICE"}).status_code == 302
    game.refresh_from_db()
    assert game.player == alice
    assert not User.objects.filter(pk=guest.pk).exists()
    assert operator.get(reverse("admin:accounts_user_merge", args=[alice.pk])).status_code == 404


def test_deleting_is_the_services_deletion(operator: Client, alice: User) -> None:
    kept, gone = rated(alice), finished(alice)
    data = {"post": "yes"}
    operator.post(reverse("admin:accounts_user_delete", args=[alice.pk]), data)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert Game.objects.filter(pk=kept.pk).exists()
    assert not Game.objects.filter(pk=gone.pk).exists()


def test_reports_and_tokens(operator: Client, alice: User, bob: User) -> None:
    report = NameReport.objects.create(user=alice, reporter=bob, name="alice")
    token, secret = tokens.issue(alice, "robot", ["read"], None)
    act(operator, "accounts_namereport", "settle", report)
    act(operator, "accounts_token", "revoke", token)
    assert NameReport.objects.get().settled_at
    assert Token.objects.get().revoked_at
    page = operator.get(reverse("admin:accounts_token_change", args=[token.pk])).content.decode()
    assert secret not in page
    assert token.digest not in page


def test_a_board_is_stepped_through(operator: Client, alice: User) -> None:
    game = finished(alice)
    url = reverse("admin:games_game_board", args=[game.public_id])
    last = operator.get(url).content.decode()
    assert "3 / 3" in last
    assert "resigned" in last
    first = operator.get(url, {"at": "0"}).content.decode()
    assert "0 / 3" in first
    assert first.count('class="card back"') == 21 + 1
    for at in ("-1", "x", "999"):
        assert "3 / 3" in operator.get(url, {"at": at}).content.decode()
    missing = reverse("admin:games_game_board", args=["nothing"])
    assert operator.get(missing).status_code == 404


def test_the_operator_sees_no_face_down_card(operator: Client, alice: User) -> None:
    deck = engine.shuffle(3)
    game = Game.objects.create(
        player=alice, rules="hard", rules_version=1, deck=deck, salt=b"s" * 32
    )
    position = engine.deal(deck)
    seen = {text for column in position.columns for text in _texts(column.up)}
    pages = [
        reverse("admin:games_game_board", args=[game.public_id]),
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_game_changelist"),
    ]
    for page in pages:
        text = operator.get(page).content.decode()
        assert set(re.findall(r">([A23456789TJQK][CDHS])<", text)) <= seen
        assert engine.deck_text(deck) not in text
        assert (b"s" * 32).hex() not in text


def _texts(cards: Any) -> list[str]:
    shown = engine.cards_text(cards)
    return [shown[at : at + 2] for at in range(0, len(shown), 2)]


def test_nothing_inline_in_the_operators_pages(operator: Client, alice: User) -> None:
    game = finished(alice)
    for url in (
        "/admin/",
        reverse("admin:games_game_board", args=[game.public_id]),
        reverse("admin:accounts_user_change", args=[alice.pk]),
    ):
        text = operator.get(url).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", text)
        assert not re.search(r"\son\w+=", text)
