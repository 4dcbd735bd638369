"""A passkey made and used in a real browser with an authenticator that Chromium plays."""

from typing import Any

from playwright.sync_api import Page

from tests.names import new_name
from tests.services import Server

PASSWORD = "nine of hearts, ten of spades"

TALK = """
const auth = async (method, path, data) => {
  await fetch("/_allauth/browser/v1/config");
  const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const body = data ? JSON.stringify(data) : undefined;
  const answer = await fetch("/_allauth/browser/v1/" + path, { method, headers, body });
  return { status: answer.status, ...(await answer.json()) };
};
"""
MAKE = """
await auth("POST", "auth/signup", { username: name, password });
await auth("POST", "auth/reauthenticate", { password });
const offered = await auth("GET", "account/authenticators/webauthn?passwordless");
const options = offered.data.creation_options.publicKey;
const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
const credential = (await navigator.credentials.create({ publicKey })).toJSON();
return auth("POST", "account/authenticators/webauthn", { name: "this browser", credential });
"""
USE = """
await auth("DELETE", "auth/session");
const offered = await auth("GET", "auth/webauthn/login");
const options = offered.data.request_options.publicKey;
const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
const credential = (await navigator.credentials.get({ publicKey })).toJSON();
const first = await auth("POST", "auth/webauthn/login", { credential });
await auth("DELETE", "auth/session");
const again = await auth("POST", "auth/webauthn/login", { credential });
return { first, again };
"""


def run(page: Page, script: str, name: str) -> Any:
    """Run a script with ``auth``, ``name`` and ``password`` in the page."""
    code = f"async ([name, password]) => {{ {TALK} {script} }}"
    return page.evaluate(code, [name, PASSWORD])


def test_signing_in_with_a_passkey(site: Server, page: Page, faults: list[str]) -> None:
    # A passkey is bound to a name; an address has none.
    page.goto(site.url.replace("127.0.0.1", "localhost") + "/about/")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    name = new_name()
    assert run(page, MAKE, name)["status"] == 200
    used = run(page, USE, name)
    assert used["first"]["status"] == 200
    assert used["first"]["data"]["user"]["username"] == name
    assert used["again"]["status"] == 400
    faults[:] = [fault for fault in faults if "http://localhost" not in fault]
