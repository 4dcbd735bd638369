"""Signing up through another site, which here is a stand-in that believes what it is told."""

from typing import Any

import httpx

from tests.conftest import NewServer

AUTH = "/_allauth/browser/v1/"


def test_a_guest_signs_up_through_another_site(server: NewServer) -> None:
    site = server(SOCIAL_PROVIDERS='{"dummy": {}}', LIMITS="off")
    with httpx.Client(base_url=site.url, timeout=60) as page:
        page.get(AUTH + "config").raise_for_status()

        def headers() -> dict[str, str]:
            return {"X-CSRFToken": page.cookies["csrftoken"], "Referer": site.url}

        def send(method: str, path: str, data: Any) -> httpx.Response:
            return page.request(method, path, json=data, headers=headers())

        send("PATCH", "/api/v1/me/preferences/", {"left_handed": True}).raise_for_status()
        asked = {"provider": "dummy", "callback_url": "/signup/", "process": "login"}
        there = page.post(AUTH + "auth/provider/redirect", data=asked, headers=headers())
        assert there.status_code == 302
        told = {"id": "52", "email": "nora@example.org", "action": "login"}
        back = page.post(there.headers["Location"], data=told, headers=headers())
        assert (back.status_code, back.headers["Location"]) == (302, "/signup/")
        refused = send("POST", AUTH + "auth/provider/signup", {"username": "admin"})
        assert refused.json()["errors"][0]["code"] == "name_reserved"
        person = {"username": "nora", "email": "nora@example.org"}
        done = send("POST", AUTH + "auth/provider/signup", person)
        assert done.status_code == 200, done.text
        me = page.get("/api/v1/me/").json()
        assert (me["name"], me["kind"], me["has_password"]) == ("nora", "person", False)
        assert me["preferences"]["left_handed"]
