"""What programs are told when the service fails, and what it does not fall over."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from accounts import adapters
from accounts.services import people
from tests.accounts.conftest import Browser
from tests.conftest import NewServer
from tests.processes import wait_until
from tests.services import Postgres, Redis, migrate
from tests.ws.client import Api

pytestmark = pytest.mark.django_db


def broken(*_: Any, **__: Any) -> None:
    raise RuntimeError("something that nobody thought of")


def test_a_fault_of_the_api_has_its_code_and_is_logged(
    as_alice: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(people, "end_sessions", broken)
    as_alice.raise_request_exception = False
    answer = as_alice.api("post", "me/sign-out/", {"tokens": False})
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert "nobody thought of" not in answer.content.decode()
    assert any("nobody thought of" in record.getMessage() for record in caplog.records)


def test_a_fault_of_sign_in_has_its_code_too(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapters, "check_name", broken)
    visitor.raise_request_exception = False
    answer = visitor.sign_up("nora")
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")


def test_a_page_s_fault_is_a_page(visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klondike_site.pages.player_of", broken)
    visitor.raise_request_exception = False
    answer = visitor.get("/")
    assert (answer.status_code, answer["Content-Type"][:9]) == (500, "text/html")


def test_a_session_that_ends_on_the_way_has_its_code(
    as_alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(session: Any) -> None:
        session.model.objects.all().delete()
        session["noted"] = True

    monkeypatch.setattr(people, "forget_guest", gone)
    made = Browser().api("post", "guests/").json()
    answer = as_alice.api("post", "me/guest/", {"bring": False, "token": made["token"]})
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_required")


def test_without_a_database_one_is_asked_to_come_again(
    server: NewServer, own_postgres: Postgres
) -> None:
    own_postgres.create("away")
    migrate(own_postgres.url("away"))
    running = server(own_postgres.url("away"))
    with Api(running.url) as api:
        session = httpx.Client(base_url=running.url, cookies={"sessionid": "x" * 32}, timeout=60)
        own_postgres.stop()
        for path in ("/api/v1/me/", "/_allauth/browser/v1/auth/session"):
            answer = session.get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert int(answer.headers["Retry-After"]) > 0
        answer = api.http.get("me/")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        own_postgres.start()
        wait_until(lambda: api.http.get("me/").status_code == 200, "the service")
        session.close()


def test_without_redis_the_service_goes_on(server: NewServer, own_redis: Redis) -> None:
    """Limits count anew then; what is only kept for a while is not there."""
    running = server(redis_url=own_redis.url, LIMITS="on")
    with Api(running.url) as api:
        game = api.start("easy")
        own_redis.stop()
        for path in ("me/", "watch/", "daily/", f"games/{game['id']}/"):
            assert api.http.get(path).status_code == 200, path
        acted = api.http.post(
            f"games/{game['id']}/actions/", json={"actions": ["sw"], "version": 0}
        )
        assert acted.json()["game"]["version"] == 1
        assert httpx.post(f"{running.url}/api/v1/guests/").status_code == 201
        assert httpx.get(f"{running.url}/readyz").json()["failing"] == ["redis"]
        own_redis.start()
        wait_until(lambda: httpx.get(f"{running.url}/readyz").status_code == 200, "Redis")


def test_streams_beyond_the_limit_are_refused_and_cost_no_connection(
    server: NewServer, postgres: Postgres
) -> None:
    running = server(LIMITS="on")
    name = running.env["DATABASE_URL"].rpartition("/")[2]
    with Api(running.url) as api, ThreadPoolExecutor(24) as threads, ExitStack() as held:
        game = api.start("easy")["id"]

        def opened(number: int) -> httpx.Response:
            path = f"games/{game}/stream/" if number % 2 else "me/events/"
            return held.enter_context(api.http.stream("GET", path))

        answers = list(threads.map(opened, range(24)))
        assert Counter(answer.status_code for answer in answers) == {200: 8, 429: 16}
        for answer in answers:
            if answer.status_code == 429:
                answer.read()
                assert answer.json()["code"] == "too_many_open"
                assert int(answer.headers["Retry-After"]) > 0
        # The pool has 20, and those beside it are the writer's and the readers' own.
        in_use = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"
        assert postgres.sql(in_use)[0][0] <= 26
        with ThreadPoolExecutor(20) as others:
            asked = others.map(lambda _: api.http.get("me/").status_code, range(60))
            assert set(asked) == {200}
        held.close()
        wait_until(lambda: _opens(api), "a place for a stream")


def _opens(api: Api) -> bool:
    with api.http.stream("GET", "me/events/") as answer:
        return answer.status_code == 200


@pytest.mark.parametrize("key", ["-1", "-", "-1-x", "x-y", "x", "zzzzzzzzzzzzzzzz-abc", "1", "é-1"])
def test_a_key_that_is_none(visitor: Browser, key: str) -> None:
    asked = {"key": key, "password": "nine of hearts, ten of clubs"}
    posted = visitor.auth("post", "auth/password/reset", asked)
    looked = visitor.auth("get", "auth/password/reset", **{"X-Password-Reset-Key": key})
    for answer in (posted, looked):
        assert answer.status_code == 400
        assert [error["param"] for error in answer.json()["errors"]] == ["key"]


@pytest.mark.parametrize("path", ["account/phone", "auth/phone/verify", "auth/phone/verify/resend"])
def test_nobody_has_a_telephone(as_alice: Browser, path: str) -> None:
    for method in ("get", "post", "delete"):
        data = None if method == "get" else {"phone": "+31612345678"}
        answer = as_alice.auth(method, path, data)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "path", ["auth/login", "auth/signup", "auth/password/request", "auth/code/request"]
)
def test_a_telephone_s_number_is_not_asked_for(visitor: Browser, path: str) -> None:
    asked = {"phone": "+31612345678", "password": "nine of hearts, ten of clubs"}
    assert visitor.auth("post", path, asked).status_code in (400, 404)
