"""Clients that nobody here wrote, and the examples of the guide, against a real server."""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from games import engine
from tests.services import Server

GUIDE = Path(__file__).parents[2] / "docs" / "api" / "ten-minutes.md"
ELSEWHERE = "https://klondike.example"


@pytest.fixture(scope="module")
def blocks() -> dict[str, list[str]]:
    """The guide's pieces of code by language."""
    found: dict[str, list[str]] = {}
    for language, code in re.findall(r"```(\w+)\n(.*?)```", GUIDE.read_text(), re.DOTALL):
        found.setdefault(language, []).append(code)
    return found


@pytest.fixture
def guest(site: Server) -> Iterator[httpx.Client]:
    """A guest's program."""
    with httpx.Client(base_url=f"{site.url}/api/v1/", timeout=30) as client:
        client.headers["Authorization"] = f"Bearer {client.post('guests/').json()['token']}"
        yield client


def test_the_guides_curl(site: Server, blocks: dict[str, list[str]]) -> None:
    for script in blocks["sh"]:
        done = subprocess.run(
            ["sh", "-eu"],
            input=script.replace(ELSEWHERE, site.url),
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        answer = json.loads(done.stdout)
    assert answer["game"]["version"] == 2
    assert len(answer["game"]["waste"]) == 4
    assert answer["turned_up"] == [{}, {}]


def test_the_guides_python(site: Server, blocks: dict[str, list[str]]) -> None:
    (script,) = blocks["python"]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script.replace(ELSEWHERE, site.url)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert re.fullmatch(r"(won|lost) with \d+ points after \d+ moves\n", done.stdout)


@pytest.fixture
def game(guest: httpx.Client) -> Any:
    """A game of the guest's."""
    return guest.post("games/", json={"rules": "easy"}).json()


async def test_a_game_by_the_websockets_package(
    site: Server, guest: httpx.Client, game: Any
) -> None:
    url = f"{site.ws_url}/ws/v1/games/{game['id']}/"
    headers = {"Authorization": guest.headers["Authorization"]}
    async with websockets.connect(url, additional_headers=headers) as socket:
        view = json.loads(await socket.recv())
        assert (view["t"], view["v"]) == ("view", 0)
        asked = {"t": "act", "v": 0, "d": {"actions": ["sw"], "a": 1}}
        await socket.send(json.dumps(asked))
        while (said := json.loads(await socket.recv()))["t"] != "acted":
            pass
        assert said["v"] == 1
    async with websockets.connect(url) as socket:
        await socket.send(json.dumps({"t": "auth", "d": {"token": "kld_nothing"}}))
        assert json.loads(await socket.recv())["d"]["code"] == "token_unknown"


def test_events_come_as_they_happen(guest: httpx.Client) -> None:
    with guest.stream("GET", "me/events/") as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["t"] == "hello"
        game = guest.post("games/", json={"rules": "easy"}).json()
        started = json.loads(next(line for line in lines if line))
        assert started["t"] == "game_started"
        assert started["d"]["id"] == game["id"]
        asked = {"actions": ["sw"], "version": 0}
        guest.post(f"games/{game['id']}/actions/", json=asked).raise_for_status()
        guest.post(f"games/{game['id']}/resign/", json={}).raise_for_status()
        ended = json.loads(next(line for line in lines if line))
        assert (ended["t"], ended["d"]["termination"]) == ("game_ended", "resigned")
    name = guest.get("me/").json()["name"]
    accept = {"Accept": "application/x-ndjson"}
    (line,) = guest.get(f"users/{name}/games/", headers=accept).text.splitlines()
    row = json.loads(line)
    again = engine.Game.replay(
        engine.parse_deck(row["deck"]), engine.parse_rules(row["rules"]), row["actions"]
    )
    assert again.version == 1
    everything = guest.get("me/export/").json()
    assert [one["id"] for one in everything["games"]] == [game["id"]]


def test_a_guests_game_goes_on_in_the_account(site: Server) -> None:
    with httpx.Client(base_url=site.url, timeout=30) as page:
        page.get("/_allauth/browser/v1/config").raise_for_status()

        def post(path: str, data: Any) -> httpx.Response:
            headers = {"X-CSRFToken": page.cookies["csrftoken"], "Referer": site.url}
            return page.post(path, json=data, headers=headers)

        game = post("/api/v1/games/", {"rules": "easy"}).json()
        act = {"actions": ["sw"], "version": 0}
        post(f"/api/v1/games/{game['id']}/actions/", act).raise_for_status()
        assert page.get("/api/v1/me/").json()["kind"] == "guest"
        person = {"username": "nora", "password": "nine of hearts, ten of spades"}
        post("/_allauth/browser/v1/auth/signup", person).raise_for_status()
        view = page.get(f"/api/v1/games/{game['id']}/").json()
        assert (view["version"], view["player"]) == (1, {"name": "nora", "kind": "person"})
        act = {"actions": ["sw"], "version": 1}
        answer = post(f"/api/v1/games/{game['id']}/actions/", act)
        assert answer.status_code == 200, answer.text


@pytest.fixture
def generated(site: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client made by openapi-python-client from the served document."""
    document = tmp_path / "schema.json"
    document.write_text(httpx.get(f"{site.url}/api/schema/?format=json", timeout=60).text)
    program = Path(sys.executable).with_name("openapi-python-client")
    target = tmp_path / "made" / "made_client"
    command = [program, "generate", "--path", document, "--meta", "none", "--output-path", target]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(str(target.parent))
    yield importlib.import_module("made_client")
    for name in [name for name in sys.modules if name.split(".")[0] == "made_client"]:
        del sys.modules[name]


def test_a_generated_client(site: Server, generated: Any) -> None:
    def operation(module: str) -> Any:
        return importlib.import_module(f"made_client.api.{module}").sync

    with generated.Client(base_url=site.url) as stranger:
        made = operation("accounts.guests_create")(client=stranger)
    with generated.AuthenticatedClient(base_url=site.url, token=made.token) as client:
        play_with(operation, client, made.name)


def play_with(operation: Any, client: Any, name: str) -> None:
    """Read who one is, change a setting, play a move."""
    me = operation("me.me_retrieve")(client=client)
    assert (me.name, me.kind.value) == (name, "guest")
    models = importlib.import_module("made_client.models")
    changed = operation("me.me_preferences_partial_update")(
        client=client, body=models.PatchedPreferences(sounds=True)
    )
    assert changed.sounds is True
    game = operation("games.games_start")(
        client=client, body=models.Start(rules=models.StartRulesType0.EASY)
    )
    asked = models.Actions(actions=["sw"], version=0)
    answer = operation("games.games_act")(client=client, public_id=game.id, body=asked)
    assert answer.game.version == 1
