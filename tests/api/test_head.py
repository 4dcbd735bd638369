"""HEAD: the headers of GET, and the connection free at once for the next request."""

import http.client
from collections.abc import Iterator

import pytest

from tests.services import Server
from tests.ws.people import Page

NDJSON = "application/x-ndjson"


@pytest.fixture
def link(live: Server) -> Iterator[http.client.HTTPConnection]:
    """One connection that is kept."""
    made = http.client.HTTPConnection("127.0.0.1", live.port, timeout=10)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("me/events/", NDJSON),
        ("games/{game}/stream/", NDJSON),
        ("me/export/", "application/json"),
        ("me/export/?as=ndjson", NDJSON),
        ("users/{name}/games/", NDJSON),
        ("users/{name}/games/", "application/json"),
        ("games/", "application/json"),
        ("me/preferences/", "application/json"),
    ],
)
def test_head_ends_at_once(
    live: Server, link: http.client.HTTPConnection, path: str, accept: str
) -> None:
    with Page(live.url) as ann:
        name = ann.sign_up()
        token = ann.token("read", "account")["token"]
        game = ann.start()
    headers = {"Authorization": f"Bearer {token}", "Accept": accept}
    link.request("HEAD", "/api/v1/" + path.format(game=game, name=name), headers=headers)
    answer = link.getresponse()
    assert (answer.status, answer.read()) == (200, b"")
    assert answer.headers["Content-Type"] == accept
    socket = link.sock
    link.request("GET", "/healthz")
    after = link.getresponse()
    assert (after.status, after.read()[:1]) == (200, b"{")
    assert link.sock is socket
