"""Limits by address, account and token, and what browsers are told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts import limits
from accounts.models import User
from tests.accounts.conftest import Browser, Program

pytestmark = pytest.mark.django_db
Make = Callable[..., Program]


@pytest.fixture
def few(settings: Any) -> Callable[..., None]:
    """``few(address=3)``: allow so many requests a minute, or so many at once."""

    def allow(**numbers: int) -> None:
        changed = {
            kind: number if kind in {"streams", "sockets"} else (number, 60)
            for kind, number in numbers.items()
        }
        settings.API_LIMITS = settings.API_LIMITS | changed

    return allow


def statuses(ask: Callable[[], Any], times: int) -> list[int]:
    return [ask().status_code for _ in range(times)]


def test_an_address_without_a_name(few: Any, visitor: Browser) -> None:
    few(address=2)
    assert statuses(lambda: visitor.api("get", "me/"), 4) == [200, 200, 429, 429]
    answer = visitor.api("get", "me/")
    assert answer.json()["code"] == "too_many_requests"
    assert 0 < int(answer["Retry-After"]) <= 60
    assert answer.json()["extra"]["retry_after"] >= int(answer["Retry-After"])
    assert visitor.get("/api/v1/me/", REMOTE_ADDR="192.0.2.1").status_code == 200


def test_an_account_whatever_it_comes_by(few: Any, as_alice: Browser, program: Make) -> None:
    few(account=3)
    robot = program(User.objects.get())
    assert statuses(lambda: as_alice.api("get", "me/"), 2) == [200, 200]
    assert statuses(lambda: robot.api("get", "me/"), 2) == [200, 429]
    assert as_alice.api("get", "me/").status_code == 429


def test_a_token_by_itself(few: Any, alice: User, program: Make) -> None:
    few(token=2)
    one, two = program(alice), program(alice)
    assert statuses(lambda: one.api("get", "me/"), 3) == [200, 200, 429]
    assert two.api("get", "me/").status_code == 200


def test_addresses_behind_our_own_proxies(settings: Any) -> None:
    meta = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9, 198.51.100.7"}
    assert limits.address_of(meta) == "10.0.0.1"
    settings.PROXY_COUNT = 1
    assert limits.address_of(meta) == "198.51.100.7"
    settings.PROXY_COUNT = 2
    assert limits.address_of(meta) == "203.0.113.9"
    settings.PROXY_COUNT = 3
    assert limits.address_of(meta) == "10.0.0.1"


def test_an_ipv6_network_counts_as_one() -> None:
    one, two = ({"REMOTE_ADDR": f"2001:db8:1:2::{n}"} for n in (1, 2))
    assert limits.address_of(one) == limits.address_of(two) == "2001:db8:1:2::"
    assert limits.address_of({"REMOTE_ADDR": "junk"}) == limits.address_of({}) == "unknown"


def test_open_streams_are_counted_and_given_back(few: Any) -> None:
    few(streams=2)
    for key in ("a", "a", "b"):
        limits.enter("streams", key)
    with pytest.raises(limits.TooManyOpen):
        limits.enter("streams", "a")
    limits.leave("streams", "a")
    limits.enter("streams", "a")
    for key in ("a", "a", "b"):
        limits.leave("streams", key)


def test_requests_without_valid_credentials_count_for_their_address(
    few: Any, visitor: Browser
) -> None:
    few(address=3)
    wrong = {"Authorization": "Bearer nope"}
    answers = [visitor.api("get", "games/", **wrong) for _ in range(2)]
    answers += [visitor.api("get", "games/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert visitor.api("get", "me/").status_code == 429


def test_limits_can_be_off(settings: Any, few: Any, visitor: Browser) -> None:
    few(address=1)
    settings.LIMITS_ON = False
    assert statuses(lambda: visitor.api("get", "me/"), 3) == [200] * 3


def test_pages_of_any_origin_use_the_api_with_a_token(alice: User, program: Make) -> None:
    origin = {"Origin": "https://elsewhere.example"}
    asked = Client().options(
        "/api/v1/me/preferences/",
        headers=origin
        | {
            "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": "authorization",
        },
    )
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Origin"] == "*"
    assert "PATCH" in asked["Access-Control-Allow-Methods"]
    assert "Authorization" in asked["Access-Control-Allow-Headers"]
    answer = program(alice).api("get", "me/", **origin)
    assert answer["Access-Control-Allow-Origin"] == "*"
    refused = program(alice, "read").api("post", "me/name/", {}, **origin)
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (403, "*")
    for said in (asked, answer, refused):
        assert "Access-Control-Allow-Credentials" not in said


def test_cookies_and_pages_are_only_ours(as_alice: Browser) -> None:
    origin = {"Origin": "https://elsewhere.example"}
    for path in ("/_allauth/browser/v1/auth/session", "/oauth/authorize", "/admin/login/"):
        assert "Access-Control-Allow-Origin" not in as_alice.get(path, headers=origin)
    answer = as_alice.api("post", "me/sign-out/", {}, **origin)
    assert answer.status_code == 403
    assert as_alice.api("get", "me/").json()["name"] == "alice"


@pytest.mark.parametrize("path", ["/api/v1/me/", "/admin/login/", "/api/v1/nothing/", "/api/docs/"])
def test_the_usual_headers(db: None, path: str) -> None:
    answer = Client().get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in script
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def test_cookies_are_kept_from_scripts_and_other_sites(visitor: Browser) -> None:
    visitor.sign_up("nora")
    cookie = visitor.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("path", ["/api/v1/me/sign-out/", "/_allauth/browser/v1/auth/login"])
def test_json_that_is_nested_too_deep_is_malformed(client: Client, path: str) -> None:
    alice = User.objects.create_user("alice-of-the-deep", password="a sound password")
    if path.startswith("/api/"):
        client.force_login(alice)
    answer = client.post(path, "[" * 50_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
