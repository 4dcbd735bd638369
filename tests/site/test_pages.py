"""The page's shell: every address of the client, its language and theme, and its policy."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from klondike_site import install
from klondike_site.pages import ROUTES

pytestmark = pytest.mark.django_db


def addresses() -> list[str]:
    return [re.sub(r":\w+", "x1", path) for path in json.loads(ROUTES.read_text()).values()]


@pytest.mark.parametrize("address", addresses())
def test_every_address_of_the_client_is_answered(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert b'<div id="app">' in answer.content
    assert answer["Cache-Control"] == "no-store"


def test_nothing_is_inline_and_the_policy_says_so(client: Client) -> None:
    answer = client.get("/")
    html = answer.content.decode()
    assert "'unsafe" not in answer["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son\w+=", html)
    assert all(re.search(r"\ssrc=", tag) for tag in re.findall(r"<script[^>]*>", html))


def test_an_unknown_page_is_the_same_shell_with_404(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert b'<div id="app">' in answer.content


def test_an_unknown_address_of_the_api_is_json(client: Client) -> None:
    answer = client.get("/api/v1/nowhere/")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_the_page_comes_in_the_reader_s_language_and_theme(client: Client) -> None:
    html = client.get("/", headers={"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"}).content
    assert b'<html lang="de">' in html
    client.cookies["klondike_language"] = "nl"
    client.cookies["klondike_theme"] = "dark"
    assert b'<html lang="nl" data-theme="dark">' in client.get("/").content
    client.cookies["klondike_theme"] = '"><script>'
    assert b'<html lang="nl">' in client.get("/").content


def test_who_plays_is_in_the_head_and_nobody_is_made_by_looking(client: Client) -> None:
    answer = client.get("/")
    assert b'<meta name="player" content="" data-kind="nobody">' in answer.content
    assert "sessionid" not in answer.cookies
    assert "csrftoken" in answer.cookies


def test_a_guest_is_known_on_every_page(client: Client) -> None:
    client.post("/api/v1/games/", {"rules": "easy"}, content_type="application/json")
    name = client.get("/api/v1/me/").json()["name"]
    assert name
    head = f'<meta name="player" content="{name}" data-kind="guest">'.encode()
    assert head in client.get("/").content
    assert head in client.get("/nowhere/").content
    assert b'data-kind="nobody"' in Client().get("/").content


def test_a_guest_who_is_gone_is_nobody(client: Client) -> None:
    client.post("/api/v1/games/", {"rules": "easy"}, content_type="application/json")
    User.objects.filter(kind=User.Kind.GUEST).update(is_active=False)
    assert b'<meta name="player" content="" data-kind="nobody">' in client.get("/").content


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_the_api_s_page_has_the_reader_s_theme_and_leads_back(client: Client) -> None:
    answer = client.get("/api/docs/")
    assert b'<html lang="en">' in answer.content
    assert b'<a href="/">' in answer.content
    assert "script-src 'self';" in answer["Content-Security-Policy"]
    client.cookies["klondike_theme"] = "dark"
    assert b'<html lang="en" data-theme="dark">' in client.get("/api/docs/").content
    client.cookies["klondike_theme"] = '"><script>'
    assert b'<html lang="en">' in client.get("/api/docs/").content


def test_the_icon_is_where_browsers_look_for_it(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "ICON", tmp_path / "favicon.ico")
    assert client.get("/favicon.ico").status_code == 404
    (tmp_path / "favicon.ico").write_bytes(b"an icon")
    answer = client.get("/favicon.ico")
    assert (answer.content, answer["Content-Type"]) == (b"an icon", "image/x-icon")
