"""Whom the service believes about a client's address, however it is started."""

import re
import time
from collections import Counter

import httpx
import pytest

from tests.conftest import NewServer
from tests.processes import ROOT

STARTS = ("Makefile", "Dockerfile", "docs/running.md", "docs/development.md", "tests/services.py")


def guests(url: str, forwarded: str) -> Counter[int]:
    """The answers to 70 guests, each of an address that it names itself; 60 an hour are allowed.

    To be asked of a server without Redis, which counts for itself.
    """
    left = 3600 - time.time() % 3600
    if left < 10:
        # Counting begins anew with each hour.
        time.sleep(left)
    with httpx.Client(base_url=url, timeout=30) as client:
        return Counter(
            client.post(
                "/api/v1/guests/", headers={forwarded: f"10.0.0.{number}"} if forwarded else {}
            ).status_code
            for number in range(70)
        )


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP"])
def test_an_address_that_the_client_names_itself_does_not_count(
    server: NewServer, header: str
) -> None:
    assert guests(server(redis_url="").url, header) == {201: 60, 429: 10}


def test_an_address_that_our_proxy_names_counts(server: NewServer) -> None:
    running = server(redis_url="", PROXY_COUNT="1")
    assert guests(running.url, "X-Forwarded-For") == {201: 70}
    assert guests(running.url, "") == {201: 60, 429: 10}


@pytest.mark.parametrize("path", STARTS)
def test_uvicorn_reads_no_headers_of_proxies(path: str) -> None:
    text = (ROOT / path).read_text()
    assert re.search(r"\buvicorn\b", text)
    assert "--no-proxy-headers" in text
