"""People for the tests: alice and bob with accounts, strangers, browsers and programs."""

import json
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.test import Client

from accounts.models import User
from accounts.services import tokens
from accounts.services.guests import create_guest
from tests.accounts.locks import Link
from tests.services import Postgres, Redis, Server
from tests.ws.people import Page

Later = Callable[..., "Future[Any]"]
API = "/api/v1/"
AUTH = "/_allauth/browser/v1/"
PASSWORD = "nine of hearts, ten of spades"


class Browser(Client):
    """A browser of ours: keeps cookies, sends the CSRF token as the page does."""

    def __init__(self, **defaults: Any) -> None:
        super().__init__(enforce_csrf_checks=True, **defaults)

    def send(self, method: str, path: str, data: Any = None, **headers: Any) -> Any:
        if "csrftoken" not in self.cookies:
            self.get(AUTH + "config")
        headers = {"X-CSRFToken": self.cookies["csrftoken"].value} | headers
        body = b"" if data is None else json.dumps(data)
        call = getattr(self, method)
        return call(path, data=body, content_type="application/json", headers=headers)

    def api(self, method: str, path: str, data: Any = None, **headers: Any) -> Any:
        return self.send(method, API + path, data, **headers)

    def auth(self, method: str, path: str, data: Any = None, **headers: Any) -> Any:
        return self.send(method, AUTH + path, data, **headers)

    def sign_up(self, name: str, **more: Any) -> Any:
        return self.auth("post", "auth/signup", {"username": name, "password": PASSWORD, **more})

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.auth("post", "auth/login", {"username": name, "password": password})


class Program(Client):
    """A program of somebody's: a bearer token and no cookies."""

    def __init__(self, secret: str | None) -> None:
        super().__init__(enforce_csrf_checks=True)
        self.secret = secret

    def api(self, method: str, path: str, data: Any = None, **headers: Any) -> Any:
        if self.secret is not None:
            headers = {"Authorization": f"Bearer {self.secret}"} | headers
        body = b"" if data is None else json.dumps(data)
        call = getattr(self, method)
        answer = call(API + path, data=body, content_type="application/json", headers=headers)
        self.cookies.clear()
        return answer


@pytest.fixture(autouse=True)
def _as_on_a_public_service(settings: Any) -> None:
    settings.LIMITS_ON = True
    settings.PASSWORD_HASHERS = ["tests.accounts.hashers.Quick", *settings.PASSWORD_HASHERS]


@pytest.fixture
def make_user(db: None) -> Callable[..., User]:
    def make(name: str, kind: str = "person", **fields: Any) -> User:
        user = User(username=name, kind=kind, **fields)
        user.set_password(PASSWORD)
        user.save()
        return user

    return make


@pytest.fixture
def alice(make_user: Callable[..., User]) -> User:
    return make_user("alice")


@pytest.fixture
def bob(make_user: Callable[..., User]) -> User:
    return make_user("bob")


@pytest.fixture
def guest(db: None) -> User:
    return create_guest()


@pytest.fixture
def visitor(db: None) -> Browser:
    return Browser()


@pytest.fixture
def as_alice(alice: User) -> Browser:
    """Alice, signed in with a browser."""
    browser = Browser()
    browser.force_login(alice)
    return browser


@pytest.fixture
def program() -> Callable[..., Program]:
    """``program(user, "read", "play")``: a program with a token of the user's."""

    def make(user: User, *scopes: str) -> Program:
        return Program(tokens.issue(user, "test", scopes or tokens.SCOPES, None)[1])

    return make


@pytest.fixture(scope="session")
def site(
    migrated: Callable[[str], str],
    postgres: Postgres,
    redis_server: Redis,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """One server for the tests that need one, on a database of its own."""
    name = f"clients_{uuid.uuid4().hex[:12]}"
    url = postgres.create(name, migrated("postgresql"))
    env = {"DATABASE_URL": url, "REDIS_URL": redis_server.url, "LIMITS": "off"}
    made = Server(env, tmp_path_factory.mktemp("clients") / "server.log")
    made.start()
    yield made
    made.stop()
    postgres.drop(name)


@pytest.fixture
def database(live: Server) -> Iterator[Link]:
    """The database of the server ``live``, whose rows the test may lock."""
    with psycopg.connect(live.env["DATABASE_URL"]) as link:
        yield link


@pytest.fixture
def later() -> Iterator[Later]:
    """``later(work, …)`` begins it beside the test."""
    with ThreadPoolExecutor(4) as pool:
        yield pool.submit


@pytest.fixture
def ann(live: Server) -> Iterator[Page]:
    """A browser at the server ``live``."""
    with Page(live.url) as made:
        yield made
