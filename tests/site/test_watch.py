"""Health, metrics and the log line of a request."""

import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from tests.conftest import NewServer
from tests.services import Postgres, Redis, migrate

pytestmark = pytest.mark.django_db


@pytest.fixture
def token(settings: Settings) -> str:
    settings.METRICS_TOKEN = "seldom-guessed"
    return settings.METRICS_TOKEN


def test_health_asks_no_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert client.get("/healthz").json() == {"status": "ok"}


def test_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "failing": []})


def test_unready_names_what_fails(
    server: NewServer, own_postgres: Postgres, own_redis: Redis, client: Client
) -> None:
    migrate(own_postgres.url())
    running = server(own_postgres.url(), redis_url=own_redis.url)
    own_redis.stop()
    assert _ready(running.url) == (503, ["redis"])
    own_redis.start()
    assert _ready(running.url) == (200, [])


def test_metrics_need_a_token_that_is_set(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


def test_metrics_need_the_right_token(client: Client, token: str) -> None:
    for header in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Bearer "}):
        answer = client.get("/metrics", headers=header)
        assert answer.status_code == 401
        assert b"klondike" not in answer.content


def test_metrics_count_requests_by_route(client: Client, token: str) -> None:
    client.get("/healthz")
    text = client.get("/metrics", headers={"authorization": f"Bearer {token}"}).content.decode()
    assert re.search(
        r'klondike_http_requests_total{method="GET",route="healthz",status="200"} \d+', text
    )


def test_request_id_is_kept_when_it_is_one(client: Client) -> None:
    given = client.get("/healthz", headers={"x-request-id": "0123456789abcdef"})
    assert given.headers["X-Request-ID"] == "0123456789abcdef"
    forged = client.get("/healthz", headers={"x-request-id": "a b\tc-and-more"})
    assert re.fullmatch(r"[0-9a-f]{32}", forged.headers["X-Request-ID"])


def test_log_has_the_path_and_not_the_query(server: NewServer) -> None:
    running = server(LOG_LEVEL="INFO", LOG_FORMAT="json")
    _ready(running.url)
    _fetch(f"{running.url}/api/v1/nowhere/?key=secret-of-mine")
    running.stop()
    lines = [json.loads(line) for line in running.log_text().splitlines() if line[:1] == "{"]
    requests = [line for line in lines if line.get("event") == "request"]
    assert [(line["path"], line["status"]) for line in requests] == [("/api/v1/nowhere/", 404)]
    assert "secret-of-mine" not in running.log_text()


def _fetch(url: str) -> tuple[int, bytes]:
    import httpx

    answer = httpx.get(url, timeout=20, trust_env=False)
    return answer.status_code, answer.content


def _ready(url: str) -> tuple[int, list[str]]:
    status, content = _fetch(f"{url}/readyz")
    return status, json.loads(content)["failing"]
