"""Every operation of the API with an example that was really run: the ones that the docs show.

``EXAMPLES=write .venv/bin/pytest tests/accounts/test_examples.py`` writes them anew. Without it
they are run all the same and compared in status and form, so an operation without an example, or
with one that no longer works, fails.
"""

import json
import os
import re
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from accounts.api.openapi import EXAMPLES
from tests.e2e.seed import PASSWORD, fill
from tests.services import Postgres, Redis, Server

pytestmark = pytest.mark.timeout(900)

API = "/api/v1/"
AUTH = "/_allauth/browser/v1/"
SECRETS = re.compile(r"(kld_|klc_)[\w-]{32,}")
BACK = "https://app.example.org/back"


@pytest.fixture(scope="module")
def played(
    migrated: Callable[[str], str],
    postgres: Postgres,
    redis_server: Redis,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """A server whose people have played for some days."""
    name = f"examples_{uuid.uuid4().hex[:12]}"
    env = {"DATABASE_URL": postgres.create(name, migrated("postgresql")), "LIMITS": "off"}
    env["REDIS_URL"] = redis_server.url
    fill(env, 1, people=8)
    made = Server(env, tmp_path_factory.mktemp("examples") / "server.log")
    made.start()
    yield made
    made.stop()
    postgres.drop(name)


class Walk:
    """Calls operations and remembers what was asked and answered."""

    def __init__(self, site: Server) -> None:
        self.site = httpx.Client(base_url=site.url, timeout=120)
        self.done: dict[str, dict[str, Any]] = {}

    def __call__(
        self, operation: str, method: str, path: str, asked: Any = None, **given: Any
    ) -> Any:
        answer = self.site.request(method, API + path, json=asked, **given)
        for _ in range(90):
            if answer.status_code != 503:
                break
            # The solver is still being compiled.
            time.sleep(float(answer.headers.get("Retry-After", 1)))
            answer = self.site.request(method, API + path, json=asked, **given)
        assert answer.is_success, f"{operation}: {answer.status_code} {answer.text}"
        body = answer.json() if answer.content else None
        shown = answer.request.url.raw_path.decode().removeprefix(API)
        self.note(operation, method, shown, asked, answer.status_code, body)
        return body

    def note(
        self, operation: str, method: str, path: str, asked: Any, status: int, body: Any
    ) -> None:
        self.done[operation] = {
            "method": method,
            "path": API + path,
            "request": shortened(asked),
            "status": status,
            "answer": shortened(body),
        }

    def lines(self, operation: str, path: str, count: int) -> None:
        with self.site.stream("GET", API + path) as answer:
            found = [line for line, _ in zip(answer.iter_lines(), range(count), strict=False)]
        self.note(operation, "GET", path, None, 200, "".join(f"{line[:200]}\n" for line in found))


def shortened(body: Any) -> Any:
    """Without secrets, and with no more than two of many things."""
    if isinstance(body, str):
        return SECRETS.sub(lambda found: found[1] + "…", body)
    if isinstance(body, list):
        few = body[:2] if body and isinstance(body[0], dict | list) else body[:24]
        return [shortened(one) for one in few]
    if isinstance(body, dict):
        return {key: shortened(value) for key, value in body.items()}
    return body


def as_person(walk: Walk) -> None:
    """What a page of ours does with a session, then a token for the rest."""
    page = walk.site
    page.get(AUTH + "config").raise_for_status()
    headers = {"X-CSRFToken": page.cookies["csrftoken"], "Referer": str(page.base_url)}
    data = {"username": "charlie", "password": PASSWORD}
    page.post(AUTH + "auth/login", json=data, headers=headers).raise_for_status()
    headers["X-CSRFToken"] = page.cookies["csrftoken"]
    asked = {"name": "my desk", "scopes": ["read", "play", "account"], "expires_at": None}
    token = page.post(API + "me/tokens/", json=asked, headers=headers).json()["token"]
    page.cookies.clear()
    page.headers["Authorization"] = f"Bearer {token}"


def walk_me(walk: Walk) -> None:
    walk("me_retrieve", "GET", "me/")
    walk("me_preferences_retrieve", "GET", "me/preferences/")
    walk("me_preferences_partial_update", "PATCH", "me/preferences/", {"four_colours": True})
    asked = {"name": "my bot", "scopes": ["read", "play"], "expires_at": "2030-01-01T00:00:00Z"}
    made = walk("me_tokens_create", "POST", "me/tokens/", asked)
    walk("me_tokens_list", "GET", "me/tokens/")
    walk("me_tokens_destroy", "DELETE", f"me/tokens/{made['id']}/")
    asked = {"name": "Card Counter", "confidential": False, "redirect_uris": [BACK]}
    client = walk("me_clients_create", "POST", "me/clients/", asked)
    walk("me_clients_list", "GET", "me/clients/")
    walk("me_apps_list", "GET", "me/apps/")
    walk("me_clients_destroy", "DELETE", f"me/clients/{client['client_id']}/")
    walk("me_export_retrieve", "GET", "me/export/")
    walk("me_stats", "GET", "me/stats/")
    walk("me_bankroll", "GET", "me/stats/bankroll/", params={"rules": "rated-vegas-3"})
    guest = walk("guests_create", "POST", "guests/")
    asked = {"bring": True, "token": guest["token"]}
    walk("me_guest_create", "POST", "me/guest/", asked)
    walk.lines("me_events_retrieve", "me/events/", 1)


def walk_games(walk: Walk) -> None:
    game = walk("games_start", "POST", "games/", {"rules": "hard"})
    path = f"games/{game['id']}/"
    walk("games_read", "GET", path)
    walk("games_act", "POST", f"{path}actions/", {"actions": ["sw"], "version": 0})
    walk("games_hint", "POST", f"{path}hint/")
    walk("games_analysis", "POST", f"{path}analysis/")
    walk.lines("games_stream", f"{path}stream/", 1)
    walk("games_log", "GET", f"{path}log/")
    walk("games_list", "GET", "games/", params={"status": "playing"})
    walk("games_resign", "POST", f"{path}resign/", {})
    walk("games_frames", "GET", f"{path}frames/")
    walk("watch", "GET", "watch/")


def walk_boards(walk: Walk) -> None:
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    walk("daily_list", "GET", "daily/")
    walk("daily_read", "GET", f"daily/{yesterday}/rated-1/")
    walk("daily_leaderboard", "GET", f"daily/{yesterday}/rated-1/leaderboard/")
    asked = {"ladder": "rated-1", "month": yesterday[:7]}
    walk("daily_calendar", "GET", "daily/calendar/", params=asked)
    today = datetime.now(UTC).date().isoformat()
    walk("daily_play", "POST", f"daily/{today}/rated-3/play/")
    walk("leaderboards_list", "GET", "leaderboards/")
    walk("leaderboards_retrieve", "GET", "leaderboards/rated-3/best_score/")


def walk_others(walk: Walk) -> None:
    walk("names_retrieve", "GET", "names/nora/")
    walk("users_retrieve", "GET", "users/alice/")
    walk("users_stats", "GET", "users/alice/stats/")
    rules = {"rules": "rated-vegas-3"}
    walk("users_bankroll", "GET", "users/alice/stats/bankroll/", params=rules)
    walk("users_games_retrieve", "GET", "users/alice/games/", params={"limit": 2})
    walk("users_report_create", "POST", "users/alice/report/", {"reason": "It is my name."})


def walk_end(walk: Walk, site: Server) -> None:
    """What changes or ends accounts: of people who signed up for it."""
    walk("me_name_create", "POST", "me/name/", {"name": "charlie-brown"})
    walk("me_sign_out_create", "POST", "me/sign-out/", {"tokens": False})
    for operation, path in (("me_bot_create", "bot"), ("me_deletion_create", "deletion")):
        with httpx.Client(base_url=site.url, timeout=60) as page:
            page.get(AUTH + "config").raise_for_status()
            headers = {"X-CSRFToken": page.cookies["csrftoken"], "Referer": site.url}
            person = {"username": f"one-more-{path}", "password": PASSWORD}
            page.post(AUTH + "auth/signup", json=person, headers=headers).raise_for_status()
            headers["X-CSRFToken"] = page.cookies["csrftoken"]
            asked = {"name": person["username"], "password": "its password"}
            sent = asked | {"password": PASSWORD}
            answer = page.post(f"{API}me/{path}/", json=sent, headers=headers).raise_for_status()
            body = answer.json() if answer.content else None
            walk.note(operation, "POST", f"me/{path}/", asked, answer.status_code, body)


def disconnected(walk: Walk) -> None:
    """An app that is not connected is the one thing that can't be shown without a browser."""
    answer = walk.site.delete(f"{API}me/apps/4b1d0c/")
    assert answer.status_code == 404
    walk.note("me_apps_destroy", "DELETE", "me/apps/4b1d0c/", None, 404, answer.json())


@pytest.fixture(scope="module")
def run(played: Server) -> dict[str, dict[str, Any]]:
    """All examples, run just now."""
    walk = Walk(played)
    try:
        as_person(walk)
        walk_me(walk)
        walk_games(walk)
        walk_boards(walk)
        walk_others(walk)
        disconnected(walk)
        walk_end(walk, played)
    finally:
        walk.site.close()
    if os.environ.get("EXAMPLES") == "write":
        text = json.dumps(walk.done, indent=1, sort_keys=True, ensure_ascii=False)
        Path(EXAMPLES).write_text(text + "\n")
    return walk.done


def form(value: Any) -> Any:
    """Names of fields, and of what they hold, without the values that differ each time."""
    return sorted(value) if isinstance(value, dict) else type(value).__name__


def test_every_operation_has_an_example(played: Server, run: dict[str, dict[str, Any]]) -> None:
    schema = httpx.get(f"{played.url}/api/schema/?format=json", timeout=60).json()
    operations = {
        operation["operationId"]
        for operations in schema["paths"].values()
        for operation in operations.values()
    }
    assert operations == run.keys()


def test_the_shown_examples_are_of_today(run: dict[str, dict[str, Any]]) -> None:
    shown = json.loads(EXAMPLES.read_text())
    assert shown.keys() == run.keys()
    for operation, example in run.items():
        assert shown[operation]["status"] == example["status"], operation
        assert form(shown[operation]["answer"]) == form(example["answer"]), operation
    assert not SECRETS.search(EXAMPLES.read_text())
