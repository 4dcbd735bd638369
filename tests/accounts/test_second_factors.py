"""Codes of an authenticator and passkeys."""

import base64
import hashlib
import hmac
import struct
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator

from tests.accounts.conftest import PASSWORD, Browser

pytestmark = pytest.mark.django_db


def code_now(secret: str, steps: int = 0) -> str:
    """RFC 6238 with SHA-1, 30 s and six digits, as telephones do it."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time() // 30) + steps), hashlib.sha1)
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


@pytest.fixture
def nora(visitor: Browser) -> Browser:
    """Nora, who has just given her password."""
    visitor.sign_up("nora")
    visitor.auth("post", "auth/reauthenticate", {"password": PASSWORD})
    return visitor


@pytest.fixture
def secret(nora: Browser) -> str:
    """The secret of Nora's authenticator, which is switched on."""
    offered = nora.auth("get", "account/authenticators/totp")
    assert offered.status_code == 404
    found: str = offered.json()["meta"]["secret"]
    assert "issuer=Klondike" in offered.json()["meta"]["totp_url"]
    wrong = nora.auth("post", "account/authenticators/totp", {"code": "000000"})
    assert wrong.status_code == 400
    made = nora.auth("post", "account/authenticators/totp", {"code": code_now(found, -1)})
    assert made.status_code == 200, made.content
    return found


def flows(answer: Any) -> set[str]:
    return {flow["id"] for flow in answer.json()["data"]["flows"] if flow.get("is_pending")}


def test_a_password_alone_does_not_suffice_any_more(secret: str) -> None:
    other = Browser()
    first = other.sign_in("nora")
    assert first.status_code == 401
    assert "mfa_authenticate" in flows(first)
    assert other.api("get", "me/").json()["kind"] == "stranger"
    wrong = other.auth("post", "auth/2fa/authenticate", {"code": "000000"})
    assert wrong.status_code == 400
    done = other.auth("post", "auth/2fa/authenticate", {"code": code_now(secret)})
    assert done.status_code == 200, done.content
    assert other.api("get", "me/").json()["name"] == "nora"


def test_a_code_is_used_once(secret: str) -> None:
    code = code_now(secret)
    for expected in (200, 400):
        other = Browser()
        other.sign_in("nora")
        assert other.auth("post", "auth/2fa/authenticate", {"code": code}).status_code == expected


def test_a_recovery_code_helps_once(nora: Browser, secret: str) -> None:
    codes = nora.auth("get", "account/authenticators/recovery-codes").json()["data"]["unused_codes"]
    assert len(codes) == 10
    for expected in (200, 400):
        other = Browser()
        other.sign_in("nora")
        answer = other.auth("post", "auth/2fa/authenticate", {"code": codes[0]})
        assert answer.status_code == expected


def test_it_is_switched_off_again(nora: Browser, secret: str) -> None:
    assert nora.auth("delete", "account/authenticators/totp").status_code == 200
    assert Browser().sign_in("nora").status_code == 200
    assert not Authenticator.objects.filter(type="totp").exists()


def test_a_passkey_is_offered_and_nonsense_refused(nora: Browser) -> None:
    offered = nora.auth("get", "account/authenticators/webauthn")
    assert offered.status_code == 200
    options = offered.json()["data"]["creation_options"]["publicKey"]
    assert options["rp"]["id"] == "testserver"
    for credential in ({"id": "nonsense"}, {}, {"id": 5, "rawId": [], "type": "x", "response": 1}):
        made = {"name": "key", "credential": credential}
        answer = nora.auth("post", "account/authenticators/webauthn", made)
        assert answer.status_code == 400, answer.content
    asked = Browser().auth("get", "auth/webauthn/login")
    assert asked.json()["data"]["request_options"]["publicKey"]["challenge"]
    assert not Authenticator.objects.exists()


def test_changing_factors_asks_for_the_password_of_an_old_session(nora: Browser) -> None:
    session = nora.session
    for method in session["account_authentication_methods"]:
        method["at"] = time.time() - 3600
    session.save()
    secret = nora.auth("get", "account/authenticators/totp").json()["meta"]["secret"]
    new = {"code": code_now(secret)}
    assert nora.auth("post", "account/authenticators/totp", new).status_code == 401
    assert nora.auth("post", "auth/reauthenticate", {"password": "wrong"}).status_code == 400
    assert nora.auth("post", "auth/reauthenticate", {"password": PASSWORD}).status_code == 200
    assert nora.auth("post", "account/authenticators/totp", new).status_code == 200
