"""The process that searches ends with the server that it searches for."""

from pathlib import Path

from tests.conftest import NewServer
from tests.processes import children, wait_until
from tests.ws.client import Api


def test_no_search_outlives_a_killed_server(server: NewServer) -> None:
    site = server(LIMITS="off")
    with Api(site.url) as guest:
        game = guest.start()["id"]
        guest.http.post(f"games/{game}/hint/", json={}, timeout=90).raise_for_status()
    (child,) = children(site.pid, b"spawn_main")
    place = Path(f"/proc/{child}")
    began = (place / "stat").read_text().rpartition(")")[2].split()[19]
    site.kill9()

    def gone() -> bool:
        try:
            state, *_, start = (place / "stat").read_text().rpartition(")")[2].split()[:20]
        except OSError:
            return True
        return state == "Z" or start != began

    wait_until(gone, "the end of the search")
