"""OAuth 2: other people's programs, let in by consent, with PKCE and nothing less."""

import base64
import hashlib
import json
import re
import secrets
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as OAuthClient
from allauth.idp.oidc.models import Token as OAuthToken
from django.core.signing import Signer
from django.db.models.signals import pre_save
from django.test import Client

from accounts import oauth
from accounts.models import User
from accounts.services.guests import SESSION_KEY, create_guest
from tests.accounts.conftest import PASSWORD, Browser, Program

pytestmark = pytest.mark.django_db
BACK = "https://app.example.org/back"


class App:
    """A program of somebody's that asks people to let it in."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.id = made["client_id"]
        self.secret = made["client_secret"]
        self.verifier = secrets.token_urlsafe(48)
        self.http = Client(enforce_csrf_checks=True)

    def query(self, **changes: Any) -> str:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        asked = {
            "client_id": self.id,
            "response_type": "code",
            "redirect_uri": BACK,
            "scope": "read play",
            "state": "xyz",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        } | changes
        return urlencode({key: value for key, value in asked.items() if value is not None})

    def exchange(self, code: str, **changes: Any) -> Any:
        asked = {
            "grant_type": "authorization_code",
            "client_id": self.id,
            "client_secret": self.secret,
            "code": code,
            "redirect_uri": BACK,
            "code_verifier": self.verifier,
        } | changes
        data = {key: value for key, value in asked.items() if value is not None}
        return self.http.post("/oauth/token", data)


def register(owner: Browser, **more: Any) -> App:
    data = {"name": "Solver", "redirect_uris": [BACK], **more}
    answer = owner.api("post", "me/clients/", data)
    assert answer.status_code == 201, answer.content
    return App(answer.json())


@pytest.fixture
def app(as_alice: Browser) -> App:
    return register(as_alice)


@pytest.fixture
def as_bob(bob: User) -> Browser:
    visitor = Browser()
    visitor.force_login(bob)
    return visitor


def consent(visitor: Browser, query: str, **choice: Any) -> Any:
    """Open the consent page and press a button."""
    page = visitor.get(f"/oauth/authorize?{query}")
    assert page.status_code == 200, page.content
    text = page.content.decode()
    found = re.search(r'name="request" value="([^"]+)"', text)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)
    assert found and token
    scopes = re.findall(r'name="scopes" value="(\w+)"', text)
    data = {"scopes": scopes, "action": "grant"} | choice
    data |= {"request": found[1], "csrfmiddlewaretoken": token[1]}
    return visitor.post("/oauth/authorize", data)


def returned(answer: Any) -> dict[str, str]:
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith(BACK)
    return {key: values[0] for key, values in parse_qs(urlsplit(answer["Location"]).query).items()}


def let_in(visitor: Browser, app: App, **changes: Any) -> dict[str, Any]:
    code = returned(consent(visitor, app.query(**changes)))["code"]
    answer = app.exchange(code)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def test_from_consent_to_token(as_bob: Browser, app: App) -> None:
    page = as_bob.get(f"/oauth/authorize?{app.query()}").content.decode()
    assert "Solver" in page and "bob" in page and "alice" in page and "app.example.org" in page
    assert "play them in your name" in page and "Change your settings" not in page
    assert returned(consent(as_bob, app.query()))["state"] == "xyz"
    tokens = let_in(as_bob, app)
    assert tokens["token_type"] == "Bearer"
    assert tokens["expires_in"] == 3600
    robot = Program(tokens["access_token"])
    me = robot.api("get", "me/").json()
    assert (me["name"], me["scopes"], me["email"]) == ("bob", ["read", "play"], None)
    assert robot.api("get", "me/tokens/").json()["code"] == "scope_missing"
    assert tokens["access_token"] not in str(list(OAuthToken.objects.values()))


def test_a_stranger_is_sent_to_sign_in_and_back(app: App) -> None:
    answer = Browser().get(f"/oauth/authorize?{app.query()}")
    assert answer.status_code == 302
    target = urlsplit(answer["Location"])
    assert target.path == "/signin/"
    assert parse_qs(target.query)["next"] == [f"/oauth/authorize?{app.query()}"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Let it in"), ("nl", "Toelaten"), ("de", "Zulassen")],
)
def test_consent_is_asked_for_in_the_readers_language(
    as_bob: Browser, app: App, language: str, words: str
) -> None:
    by_header = as_bob.get(f"/oauth/authorize?{app.query()}", headers={"accept-language": language})
    as_bob.cookies["klondike_language"] = language
    by_choice = as_bob.get(f"/oauth/authorize?{app.query()}")
    for page in (by_header.content.decode(), by_choice.content.decode()):
        assert f'<html lang="{language}">' in page
        assert f">{words}</button>" in page
        assert "bob" in page
        assert "{" not in page.partition("<main>")[2]


def test_consent_may_be_refused_or_narrowed(as_bob: Browser, app: App) -> None:
    refused = returned(consent(as_bob, app.query(), action="cancel"))
    assert refused == {"error": "access_denied", "state": "xyz"}
    code = returned(consent(as_bob, app.query(), scopes=["read"]))["code"]
    assert app.exchange(code).json()["scope"] == "read"


def test_consent_needs_the_csrf_token_and_an_unchanged_request(as_bob: Browser, app: App) -> None:
    data = {"scopes": ["read"], "action": "grant", "request": "forged"}
    assert as_bob.post("/oauth/authorize", data).status_code == 403
    assert not OAuthToken.objects.exists()


def open_form(visitor: Browser, query: str) -> dict[str, Any]:
    """Open the consent page; what its form would send for consent."""
    page = visitor.get(f"/oauth/authorize?{query}")
    assert page.status_code == 200, page.content
    hidden = dict(re.findall(r'name="(request|csrfmiddlewaretoken)" value="([^"]+)"', page.text))
    return hidden | {"scopes": ["read"], "action": "grant"}


@pytest.mark.parametrize("prompt", ["login", " login  login", "login consent"])
@pytest.mark.parametrize("signed_in", [False, True])
def test_a_prompt_to_sign_in_leads_to_consent_by_the_sign_in_page(
    bob: User, app: App, prompt: str, signed_in: bool
) -> None:
    visitor = Browser()
    if signed_in:
        visitor.force_login(bob)
    answer = visitor.get(f"/oauth/authorize?{app.query(prompt=prompt)}")
    assert answer.status_code == 302, answer.content
    target = urlsplit(answer["Location"])
    assert target.path == "/signin/"
    (place,) = parse_qs(target.query)["next"]
    rest = "consent" if "consent" in prompt else None
    assert place == f"/oauth/authorize?{app.query(prompt=rest)}"
    assert visitor.get(place)["Location"].startswith("/signin/")
    assert visitor.sign_in("bob").status_code == 200
    assert b"Solver" in visitor.get(place).content
    assert returned(consent(visitor, urlsplit(place).query))["code"]


def test_a_guests_games_wait_through_a_prompt_to_sign_in(as_bob: Browser, app: App) -> None:
    guest = create_guest()
    session = as_bob.session
    session[SESSION_KEY] = guest.pk
    session.save()
    as_bob.get(f"/oauth/authorize?{app.query(prompt='login')}")
    assert as_bob.api("get", "me/").json()["name"] == guest.username
    assert as_bob.sign_in("bob").status_code == 200
    assert as_bob.session[SESSION_KEY] == guest.pk


def test_a_prompt_of_a_client_that_is_not_known_signs_nobody_out(as_bob: Browser, app: App) -> None:
    for wrong in ({"client_id": "nobody"}, {"code_challenge": ""}):
        answer = as_bob.get(f"/oauth/authorize?{app.query(prompt='login', **wrong)}")
        assert not answer.headers.get("Location", "").startswith("/signin/")
    assert as_bob.api("get", "me/").json()["name"] == "bob"


def test_asking_nobody(as_bob: Browser, app: App) -> None:
    asked = f"/oauth/authorize?{app.query(prompt='none')}"
    for visitor, error in ((Browser(), "login_required"), (as_bob, "consent_required")):
        back = returned(visitor.get(asked))
        assert (back["error"], back["state"]) == (error, "xyz")
        mixed = returned(visitor.get(f"/oauth/authorize?{app.query(prompt='none login')}"))
        assert (mixed["error"], mixed["state"]) == ("invalid_request", "xyz")
    let_in(as_bob, app)
    assert returned(as_bob.get(asked))["error"] == "consent_required"
    wrong = app.query(prompt="none", scope="admin")
    assert returned(as_bob.get(f"/oauth/authorize?{wrong}"))["error"] == "invalid_scope"


@pytest.mark.parametrize("prompt", ["login", "none"])
def test_a_prompt_is_nothing_to_the_form(as_bob: Browser, app: App, prompt: str) -> None:
    data = open_form(as_bob, app.query())
    answer = as_bob.post(f"/oauth/authorize?prompt={prompt}", data)
    assert returned(answer)["code"]
    as_bob.logout()
    answer = as_bob.post(f"/oauth/authorize?prompt={prompt}", data)
    assert answer["Location"].startswith("/signin/")


@pytest.mark.parametrize(
    "challenge",
    ["", "x", "x" * 42, "x" * 129, "x" * 42 + "=", "x" * 42 + "+", "x" * 42 + "é", "x" * 43 + "\n"],
)
@pytest.mark.parametrize("confidential", [False, True])
def test_a_challenge_that_is_none(
    as_bob: Browser, as_alice: Browser, challenge: str, confidential: bool
) -> None:
    app = register(as_alice, confidential=confidential)
    for visitor in (as_bob, Browser()):
        back = returned(visitor.get(f"/oauth/authorize?{app.query(code_challenge=challenge)}"))
        assert (back["error"], back["state"]) == ("invalid_request", "xyz")
        assert "code_challenge" in back["error_description"]


@pytest.mark.parametrize("challenge", [None, "", "x" * 42])
def test_a_page_that_was_drawn_without_a_challenge(
    as_bob: Browser, as_alice: Browser, challenge: str | None
) -> None:
    app = register(as_alice, confidential=True)
    data = open_form(as_bob, app.query())
    scopes, asked = Signer().unsign_object(data["request"])
    asked["code_challenge"] = challenge
    if challenge is None:
        del asked["code_challenge"], asked["code_challenge_method"]
    data["request"] = Signer().sign_object((scopes, asked))
    back = returned(as_bob.post("/oauth/authorize", data))
    assert (back["error"], back["state"]) == ("invalid_request", "xyz")
    assert not OAuthToken.objects.exists()


@pytest.mark.parametrize("choice", [{}, {"action": "cancel"}, {"scopes": []}])
def test_a_client_that_is_deleted_before_consent(
    as_bob: Browser, app: App, choice: dict[str, Any]
) -> None:
    data = open_form(as_bob, app.query()) | choice
    OAuthClient.objects.all().delete()
    answer = as_bob.post("/oauth/authorize", data)
    assert answer.status_code == 400
    assert b"not let in" in answer.content


@pytest.mark.parametrize("choice", [{}, {"scopes": []}])
def test_a_client_that_is_deleted_amid_consent(
    as_bob: Browser, app: App, monkeypatch: pytest.MonkeyPatch, choice: dict[str, Any]
) -> None:
    data = open_form(as_bob, app.query()) | choice
    monkeypatch.setattr(oauth, "_refusal", lambda *_: OAuthClient.objects.all().delete() and None)
    answer = as_bob.post("/oauth/authorize", data)
    assert answer.status_code == 400
    assert b"not let in" in answer.content


@pytest.mark.django_db(transaction=True)
def test_a_client_that_is_deleted_while_its_code_is_stored(as_bob: Browser, app: App) -> None:
    data = open_form(as_bob, app.query())

    def delete(**_: Any) -> None:
        OAuthClient.objects.all().delete()

    pre_save.connect(delete, OAuthToken)
    try:
        answer = as_bob.post("/oauth/authorize", data)
    finally:
        pre_save.disconnect(delete, OAuthToken)
    assert answer.status_code == 400
    assert b"not let in" in answer.content


def test_a_form_without_scopes_may_still_lead_back(as_bob: Browser, app: App) -> None:
    page = as_bob.post("/oauth/authorize", open_form(as_bob, app.query()) | {"scopes": []})
    assert page.status_code == 200
    assert b'role="alert"' in page.content
    assert "form-action 'self' https://app.example.org" in page["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("get", "/_allauth/browser/v1/auth/provider/redirect", "POST, OPTIONS"),
        ("get", "/_allauth/browser/v1/auth/login", "POST, OPTIONS"),
        ("put", "/_allauth/browser/v1/config", "GET, HEAD, OPTIONS"),
        ("put", "/_allauth/browser/v1/auth/password/reset", None),
        ("post", "/.well-known/oauth-authorization-server", "GET"),
    ],
)
def test_a_method_that_an_address_does_not_have(
    visitor: Browser, method: str, path: str, allowed: str | None
) -> None:
    answer = visitor.get(path) if method == "get" else visitor.send(method, path, {})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert set(answer.json()) == {"code", "message", "extra"}
    assert allowed in (None, answer["Allow"])


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke"])
def test_a_method_that_an_address_of_oauth_does_not_have(visitor: Browser, path: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.json()["error"]) == (405, "invalid_request")
    assert answer["Allow"] == "POST, OPTIONS"


def test_a_query_of_the_discovery_document_that_is_no_text(visitor: Browser) -> None:
    answer = visitor.get("/.well-known/oauth-authorization-server?x=%00")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("challenge", [None, ""])
def test_no_challenge(as_bob: Browser, app: App, challenge: str | None) -> None:
    query = app.query(code_challenge=challenge, code_challenge_method=None)
    assert returned(as_bob.get(f"/oauth/authorize?{query}"))["error"] == "invalid_request"


def test_no_challenge_from_a_client_with_a_secret(as_bob: Browser, as_alice: Browser) -> None:
    app = register(as_alice, confidential=True)
    query = app.query(code_challenge=None, code_challenge_method=None)
    back = returned(as_bob.get(f"/oauth/authorize?{query}"))
    assert (back["error"], back["state"]) == ("invalid_request", "xyz")


def test_a_plain_challenge(as_bob: Browser, app: App) -> None:
    for method in ("plain", None):
        query = app.query(code_challenge=app.verifier, code_challenge_method=method)
        assert returned(as_bob.get(f"/oauth/authorize?{query}"))["error"] == "invalid_request"


@pytest.mark.parametrize("verifier", ["x" * 64, "", None])
def test_a_verifier_that_does_not_match(as_bob: Browser, app: App, verifier: str | None) -> None:
    code = returned(consent(as_bob, app.query()))["code"]
    answer = app.exchange(code, code_verifier=verifier)
    assert answer.status_code == 400
    assert answer.json()["error"] in {"invalid_grant", "invalid_request"}
    assert not OAuthToken.objects.filter(type=OAuthToken.Type.ACCESS_TOKEN).exists()


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example.org/back",
        BACK + "/more",
        BACK + "?x=1",
        "http://app.example.org/back",
        "javascript:alert(1)",
        None,
    ],
)
def test_an_address_that_is_not_registered(as_bob: Browser, app: App, target: str | None) -> None:
    for query in (
        app.query(redirect_uri=target),
        app.query(redirect_uri=target, code_challenge=None, code_challenge_method=None),
    ):
        answer = as_bob.get(f"/oauth/authorize?{query}")
        assert answer.status_code == 400
        assert b"not let in" in answer.content
        assert b'name="request"' not in answer.content


def test_the_code_is_for_the_address_it_was_sent_to(as_bob: Browser, as_alice: Browser) -> None:
    app = register(as_alice, redirect_uris=[BACK, BACK + "2"])
    code = returned(consent(as_bob, app.query()))["code"]
    answer = app.exchange(code, redirect_uri=BACK + "2")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_a_code_is_used_once(as_bob: Browser, app: App) -> None:
    code = returned(consent(as_bob, app.query()))["code"]
    first = app.exchange(code)
    assert first.status_code == 200
    assert app.exchange(code).json()["error"] == "invalid_grant"


def test_a_code_of_another_client(as_bob: Browser, as_alice: Browser, app: App) -> None:
    other = register(as_alice)
    other.verifier = app.verifier
    code = returned(consent(as_bob, app.query()))["code"]
    assert other.exchange(code).json()["error"] == "invalid_grant"


def test_a_client_with_a_secret_must_know_it(as_bob: Browser, as_alice: Browser) -> None:
    app = register(as_alice, confidential=True)
    assert app.secret
    assert app.secret not in str(list(OAuthClient.objects.values()))
    code = returned(consent(as_bob, app.query()))["code"]
    for secret in ("wrong", None):
        answer = app.exchange(code, client_secret=secret)
        assert answer.json()["error"] == "invalid_client"
    assert app.exchange(code).status_code == 200


def test_unknown_scopes_and_other_grants(as_bob: Browser, app: App) -> None:
    assert returned(as_bob.get(f"/oauth/authorize?{app.query(scope='admin')}"))["error"] == (
        "invalid_scope"
    )
    token = app.query(response_type="token")
    assert returned(as_bob.get(f"/oauth/authorize?{token}"))["error"]
    shown = as_bob.get(f"/oauth/authorize?{app.query(client_id='nobody')}")
    assert shown.status_code == 400


@pytest.mark.parametrize(
    "grant",
    [
        "password",
        "client_credentials",
        "urn:ietf:params:oauth:grant-type:device_code",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "implicit",
        "made up",
    ],
)
@pytest.mark.parametrize("confidential", [False, True])
def test_grants_that_are_not_offered(
    as_alice: Browser, bob: User, grant: str, confidential: bool
) -> None:
    app = register(as_alice, confidential=confidential)
    answer = app.exchange("", grant_type=grant, username="bob", password=PASSWORD)
    assert (answer.status_code, answer.json()) == (400, {"error": "unsupported_grant_type"})
    assert app.exchange("", grant_type=None).json()["error"] == "invalid_request"
    assert not OAuthToken.objects.exists()


def test_a_mistake_that_only_the_person_is_told(as_bob: Browser, app: App) -> None:
    page = as_bob.get(f"/oauth/authorize?{app.query(resource='no address')}")
    assert page.status_code == 400
    assert b"<form" not in page.content
    code = returned(consent(as_bob, app.query()))["code"]
    answer = app.exchange(code, resource="no address")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_target")


def test_a_token_is_refreshed_and_rotated(as_bob: Browser, app: App) -> None:
    tokens = let_in(as_bob, app)
    asked = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    again = app.http.post("/oauth/token", asked | {"client_id": app.id})
    assert again.status_code == 200, again.content
    assert Program(again.json()["access_token"]).api("get", "me/").status_code == 200
    used = app.http.post("/oauth/token", asked | {"client_id": app.id})
    assert used.json()["error"] == "invalid_grant"


def test_a_token_is_revoked_by_its_client(as_bob: Browser, app: App) -> None:
    tokens = let_in(as_bob, app)
    data = {"token": tokens["access_token"], "client_id": app.id}
    assert app.http.post("/oauth/revoke", data).status_code == 200
    assert Program(tokens["access_token"]).api("get", "me/").json()["code"] == "token_unknown"


def test_a_person_disconnects_an_app(as_bob: Browser, as_alice: Browser, app: App) -> None:
    tokens = let_in(as_bob, app)
    listed = as_bob.api("get", "me/apps/").json()
    assert [(one["name"], one["scopes"]) for one in listed] == [("Solver", ["read", "play"])]
    assert as_alice.api("get", "me/apps/").json() == []
    assert as_alice.api("delete", f"me/apps/{app.id}/").status_code == 404
    assert as_bob.api("delete", f"me/apps/{app.id}/").status_code == 204
    assert Program(tokens["access_token"]).api("get", "me/").status_code == 401
    assert as_bob.api("get", "me/apps/").json() == []


def test_deleting_a_client_ends_its_tokens(as_bob: Browser, as_alice: Browser, app: App) -> None:
    tokens = let_in(as_bob, app)
    assert as_bob.api("delete", f"me/clients/{app.id}/").status_code == 404
    assert as_bob.api("get", "me/clients/").json() == []
    assert as_alice.api("delete", f"me/clients/{app.id}/").status_code == 204
    assert Program(tokens["access_token"]).api("get", "me/").json()["code"] == "token_unknown"


def test_an_expired_access_token(as_bob: Browser, app: App) -> None:
    tokens = let_in(as_bob, app)
    OAuthToken.objects.update(expires_at="2020-01-01T00:00:00Z")
    assert Program(tokens["access_token"]).api("get", "me/").json()["code"] == "token_unknown"


def test_an_app_can_not_outlive_its_token(as_bob: Browser, app: App) -> None:
    tokens = let_in(as_bob, app, scope="read account")
    robot = Program(tokens["access_token"])
    made = robot.api("post", "me/tokens/", {"name": "mine", "scopes": ["read"]})
    assert (made.status_code, made.json()["code"]) == (403, "apps_make_no_tokens")
    assert robot.api("post", "me/sign-out/", {}).json()["code"] == "scope_missing"


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.org/back",
        "https://",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://*.example.org/back",
        "https://example.org/back#part",
        "https://example.org/back#",
        "https://ok@evil.example.org/",
        "https://ok:secret@evil.example.org/",
        "https://@example.org/",
        "https://ok.example.org\\@evil.example.org/",
        "http://me@127.0.0.1:8210/back",
        "http://127.0.0.1@example.org/",
        "ftp://example.org/back",
        "ws://example.org/back",
        "//example.org/back",
        "https:/back",
        "https://:443/back",
        "https://example.org/ back",
        "https://example.org/back\nhttps://evil.example.org",
        "http://127.0.0.1.example.org/back",
        "http://user@example.org:80/back",
        "",
        5,
        "https://[bad/back",
        "https://\u4f8b\u3048.jp/back",
        "https://x\u3002com/",
        "https://\u212aelvin.example/",
        "https://example.org/b\u00e4ck",
        "https://example.org;frame-ancestors/back",
        "https://example.org,evil.example/back",
        "https://'self'/back",
        "https://example..org/back",
        "https://[2001:db8::1]/back",
        "https://example.org:\u0661/back",
        "org.example.app://x;frame-ancestors/back",
    ],
)
def test_addresses_that_can_not_be_registered(as_alice: Browser, uri: Any) -> None:
    answer = as_alice.api("post", "me/clients/", {"name": "x", "redirect_uris": [uri]})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert not OAuthClient.objects.exists()


@pytest.mark.parametrize(
    "uri",
    [
        "http://127.0.0.1:8210/back",
        "http://localhost/x",
        "org.example.app:/back",
        "http://[::1]:9/",
        "org.example.app://back/",
        "https://xn--r8jz45g.jp:8443/b%C3%A4ck;x?y=1,2",
    ],
)
def test_addresses_that_can_be_registered(as_alice: Browser, uri: str) -> None:
    made = as_alice.api("post", "me/clients/", {"name": "x", "redirect_uris": [uri]})
    assert made.json()["redirect_uris"] == [uri]


def test_twenty_clients_at_most(as_alice: Browser) -> None:
    for _ in range(20):
        register(as_alice)
    data = {"name": "x", "redirect_uris": [BACK]}
    assert as_alice.api("post", "me/clients/", data).json()["code"] == "too_many_clients"


def test_the_discovery_document(visitor: Browser) -> None:
    found = visitor.get("/.well-known/oauth-authorization-server").json()
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["scopes_supported"] == ["read", "play", "account"]
    assert found["token_endpoint"] == "http://testserver/oauth/token"
    assert found["authorization_endpoint"] == "http://testserver/oauth/authorize"


def test_consent_allows_its_form_to_lead_back_and_nothing_else(as_bob: Browser, app: App) -> None:
    page = as_bob.get(f"/oauth/authorize?{app.query()}")
    policy = page["Content-Security-Policy"]
    assert "form-action 'self' https://app.example.org" in policy
    assert "script-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert b"<script" not in page.content and b"style=" not in page.content


def test_the_download_has_all_of_a_registered_program(as_alice: Browser) -> None:
    app = register(as_alice, redirect_uris=[BACK, BACK + "2"])
    everything = json.loads(as_alice.api("get", "me/export/").getvalue())
    (kept,) = everything["oauth_clients"]
    assert (kept["id"], kept["name"]) == (app.id, "Solver")
    assert kept["redirect_uris"] == [BACK, BACK + "2"]
    assert "secret" not in kept
