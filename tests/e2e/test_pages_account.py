"""The account's pages: passkeys, passwords, tokens, sessions, leaving."""

import hmac
import struct
import time
from base64 import b32decode

from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import ask, new_name, sign_in, sign_up, start_game
from tests.e2e.seed import PASSWORD
from tests.e2e.waiting import until
from tests.services import Server

expect.set_options(timeout=15_000)


def with_authenticator(page: Page) -> None:
    """Give the browser a passkey device that always agrees."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_added_and_signs_in(page: Page, town: Server, faults: list[str]) -> None:
    # A passkey belongs to a name; an address of numbers can't have one.
    home = town.url.replace("127.0.0.1", "localhost")
    with_authenticator(page)
    name = new_name()
    page.goto(f"{home}/signup/?next=/account/security/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".codes li")).to_have_count(10)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("My device")).to_be_visible()
    expect(page.get_by_text("10 codes are left.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/signin/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{home}/")
    assert ask(page, "GET", "me/")["name"] == name
    faults[:] = [fault for fault in faults if home not in fault]


def code_of(secret: str) -> str:
    """What an authenticator shows for a key now (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.digest(b32decode(secret.replace(" ", "")), counter, "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def test_an_authenticator_wants_proof_first_and_its_codes_are_shown_once(
    page: Page, town: Server
) -> None:
    sign_up(page, town.url, new_name(), "?next=/account/security/")
    page.get_by_role("button", name="Set up").click()
    question = page.get_by_role("dialog")
    expect(question).to_be_visible()
    expect(page.locator(".qr-code")).to_have_count(0)
    question.get_by_label("Password").fill(PASSWORD)
    question.get_by_label("Password").press("Enter")
    expect(page.locator(".qr-code")).to_be_visible()
    page.get_by_role("textbox", name="Code").fill(code_of(page.locator(".secret").inner_text()))
    page.get_by_role("button", name="Switch on").click()
    expect(page.locator(".codes li")).to_have_count(10)
    expect(question).to_have_count(0)
    page.reload()
    expect(page.get_by_text("10 codes are left.")).to_be_visible()
    expect(page.locator(".codes")).to_have_count(0)


FELT_IS = """async (felt) => {
  const answer = await fetch('/api/v1/me/preferences/');
  return (await answer.json()).felt === felt;
}"""


def test_a_change_of_settings_outlives_the_page(page: Page, town: Server) -> None:
    sign_up(page, town.url, new_name(), "?next=/settings/")
    for felt in ("Blue", "Wine", "Slate"):
        page.goto(f"{town.url}/settings/")
        page.get_by_role("radio", name=felt, exact=True).first.check(force=True)
        page.goto(f"{town.url}/about/")
        until(page, FELT_IS, felt.lower())


def test_the_account_is_asked_for_its_settings_once_a_page(page: Page, town: Server) -> None:
    sign_up(page, town.url, new_name())
    # A tab of its own: the page one has signed up on may still be asking.
    tab = page.context.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    tab.goto(f"{town.url}/settings/")
    expect(tab.get_by_role("switch", name="Let others watch my games")).to_be_enabled()
    tab.wait_for_load_state("networkidle")
    assert [one for one in asked if "preferences" in one] == [
        f"GET {town.url}/api/v1/me/preferences/"
    ]


def test_a_guest_finds_the_game_in_play_after_a_reload(page: Page, town: Server) -> None:
    page.goto(f"{town.url}/")
    start_game(page, ["sw"])
    page.reload()
    expect(page.get_by_role("heading", name="Games in play")).to_be_visible()


def test_a_token_is_shown_once_and_revoked(page: Page, town: Server) -> None:
    sign_up(page, town.url, new_name(), "?next=/account/tokens/")
    page.get_by_label("What it is for").fill("my script")
    page.get_by_role("button", name="Make the token").click()
    secret = page.locator(".secret").inner_text()
    assert len(secret) > 20
    page.reload()
    expect(page.get_by_text("my script")).to_be_visible()
    assert secret not in page.content()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("my script")).to_have_count(0)


def test_sessions_end_everywhere(browser: Browser, page: Page, town: Server) -> None:
    name = new_name()
    sign_up(page, town.url, name, "?next=/account/sessions/")
    other = browser.new_context(service_workers="block")
    phone = other.new_page()
    sign_in(phone, town.url, name)
    phone.wait_for_url(f"{town.url}/")
    page.reload()
    expect(page.get_by_text("This browser", exact=True)).to_be_visible()
    page.get_by_role("button", name="Sign out there").click()
    expect(page.get_by_role("button", name="Sign out there")).to_have_count(0)
    assert ask(phone, "GET", "me/")["kind"] == "stranger"
    page.get_by_role("button", name="Sign out everywhere").click()
    page.wait_for_url(f"{town.url}/")
    assert ask(page, "GET", "me/")["kind"] == "stranger"
    other.close()


def test_a_name_and_a_password_change_and_the_account_is_deleted(page: Page, town: Server) -> None:
    name, later = new_name(), new_name()
    sign_up(page, town.url, name, "?next=/account/")
    page.get_by_label("Name", exact=True).fill(later)
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("link", name=later, exact=True)).to_be_visible()
    page.get_by_label("Password until now").fill("wrong")
    page.get_by_label("New password").fill("another quiet evening")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("alert")).to_have_text("The password is not right.")
    page.get_by_label("Password until now").fill(PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    page.goto(f"{town.url}/account/data/")
    with page.expect_download() as download:
        page.get_by_role("link", name="As JSON").click()
    assert download.value.suggested_filename == f"klondike-{later}.json"
    page.get_by_label(f"Write {later} to confirm").fill(later)
    page.get_by_label("Password").fill("another quiet evening")
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url(f"{town.url}/")
    assert ask(page, "GET", "me/")["kind"] == "stranger"
    page.goto(f"{town.url}/users/{later}/")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
