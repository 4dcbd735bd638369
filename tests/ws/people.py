"""People with accounts at a server that runs, through their browsers and programs."""

import base64
import hashlib
import re
import secrets
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.names import new_name
from tests.ws.client import Socket

PASSWORD = "nine of hearts, ten of spades"
BACK = "https://app.example.org/back"


class Page:
    """A browser of ours: a cookie, the CSRF token, and pages of one's own origin."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=30)

    def __enter__(self) -> "Page":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()

    def send(self, method: str, path: str, data: Any = None) -> httpx.Response:
        if "csrftoken" not in self.http.cookies:
            self.http.get("/_allauth/browser/v1/config").raise_for_status()
        headers = {"X-CSRFToken": self.http.cookies["csrftoken"], "Origin": self.url}
        return self.http.request(method, path, json=data, headers=headers)

    def api(self, method: str, path: str, data: Any = None) -> Any:
        """What the API answers, which must be a success."""
        answer = self.send(method, f"/api/v1/{path}", data)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def auth(self, method: str, path: str, data: Any = None) -> httpx.Response:
        return self.send(method, f"/_allauth/browser/v1/{path}", data)

    def sign_up(self) -> str:
        name = new_name("ws")
        answer = self.auth("POST", "auth/signup", {"username": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return name

    def sign_in(self, name: str) -> None:
        answer = self.auth("POST", "auth/login", {"username": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text

    def start(self) -> str:
        return str(self.api("POST", "games/", {"rules": "easy"})["id"])

    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"sessionid={self.http.cookies['sessionid']}"}

    def socket(self, game: str, **options: Any) -> Socket:
        """A socket as a page of ours opens it."""
        asked: dict[str, Any] = {"additional_headers": self.cookie(), "origin": self.url}
        return Socket(self.url, game, **(asked | options))

    def token(self, *scopes: str) -> dict[str, Any]:
        made: dict[str, Any] = self.api(
            "POST", "me/tokens/", {"name": "test", "scopes": scopes or ["read", "play"]}
        )
        return made

    def app_token(self) -> tuple[str, str]:
        """A client that this person registered and let in: its id, and an access token."""
        client, made = self.app_tokens()
        return client, made["access_token"]

    def app_tokens(self) -> tuple[str, dict[str, Any]]:
        """The same with all that the client was given."""
        asked = {"name": "Solver", "redirect_uris": [BACK]}
        client = self.api("POST", "me/clients/", asked)["client_id"]
        verifier = secrets.token_urlsafe(48)
        digest = hashlib.sha256(verifier.encode()).digest()
        query = {
            "client_id": client,
            "response_type": "code",
            "redirect_uri": BACK,
            "scope": "read play",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        text = self.http.get("/oauth/authorize", params=query).text
        fields = {
            name: found[1]
            for name in ("request", "csrfmiddlewaretoken")
            if (found := re.search(rf'name="{name}" value="([^"]+)"', text))
        }
        chosen = {**fields, "scopes": ["read", "play"], "action": "grant"}
        back = self.http.post("/oauth/authorize", data=chosen, headers={"Origin": self.url})
        code = parse_qs(urlsplit(back.headers["Location"]).query)["code"][0]
        grant = {"grant_type": "authorization_code", "code": code, "code_verifier": verifier}
        data = {**grant, "client_id": client, "redirect_uri": BACK}
        answer = httpx.post(f"{self.url}/oauth/token", data=data).raise_for_status()
        return client, answer.json()

    def give_back(self, client: str, token: str) -> None:
        """What the program does that has no use for its token any more."""
        data = {"client_id": client, "token": token}
        httpx.post(f"{self.url}/oauth/revoke", data=data).raise_for_status()
