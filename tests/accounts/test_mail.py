"""Mail over SMTP, as the environment says where: what is sent, and that its links lead on."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any
from urllib.parse import unquote

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.conftest import NewServer
from tests.processes import free_port, wait_until
from tests.services import Server
from tests.ws.people import PASSWORD, Page

# There is no TLS between two ports of one machine.
pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")

ADDRESS = "nora@example.org"
SENDER = "Klondike <cards@klondike.example>"
LOGIN = ("postmaster", "a secret of the post's")


class Post:
    """A mail server's box, which only who has the password may fill."""

    def __init__(self) -> None:
        self.mails: list[Any] = []

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail: Message = message_from_bytes(content, policy=default)
        assert envelope.rcpt_tos == [mail["To"]]
        self.mails.append(mail)
        return "250 OK"

    def authenticate(self, *given: Any) -> AuthResult:
        login = given[-1]
        assert isinstance(login, LoginPassword)
        good = (login.login.decode(), login.password.decode()) == LOGIN
        return AuthResult(success=good)

    def wait(self, number: int) -> Any:
        wait_until(lambda: len(self.mails) >= number, f"mail {number}")
        return self.mails[number - 1]


@pytest.fixture
def post() -> Iterator[tuple[Post, int]]:
    post, port = Post(), free_port()
    controller = Controller(
        post,
        hostname="127.0.0.1",
        port=port,
        authenticator=post.authenticate,
        auth_required=True,
        auth_require_tls=False,
    )
    controller.start()
    yield post, port
    controller.stop()


@pytest.fixture
def mailing(server: NewServer, post: tuple[Post, int]) -> Server:
    """A server that was told of the mail server as operators do."""
    return server(
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=str(post[1]),
        EMAIL_HOST_USER=LOGIN[0],
        EMAIL_HOST_PASSWORD=LOGIN[1],
        EMAIL_USE_TLS="0",
        DEFAULT_FROM_EMAIL=SENDER,
    )


def key_in(mail: Any, page: str, site: Server) -> str:
    text = mail.get_content()
    found = re.search(rf"{re.escape(site.url)}/account/{page}/\?key=(\S+)", text)
    assert found, text
    return unquote(found[1])


def sign_up(page: Page) -> None:
    person = {"username": "nora", "password": PASSWORD, "email": ADDRESS}
    assert page.auth("POST", "auth/signup", person).status_code == 200


def test_an_address_is_confirmed_and_a_password_reset_by_mail(
    mailing: Server, post: tuple[Post, int]
) -> None:
    box = post[0]
    with Page(mailing.url) as page:
        sign_up(page)
        mail = box.wait(1)
        assert (mail["To"], mail["From"]) == (ADDRESS, SENDER)
        assert page.api("GET", "me/")["email_confirmed"] is False
        key = key_in(mail, "confirm-email", mailing)
        assert page.auth("POST", "auth/email/verify", {"key": key}).status_code == 200
        assert page.api("GET", "me/")["email_confirmed"] is True
    with Page(mailing.url) as elsewhere:
        asked = elsewhere.auth("POST", "auth/password/request", {"email": ADDRESS})
        assert asked.status_code == 200
        key = key_in(box.wait(2), "reset-password", mailing)
        new = {"key": key, "password": PASSWORD[::-1]}
        assert elsewhere.auth("POST", "auth/password/reset", new).status_code in {200, 401}
        login = {"username": "nora", "password": PASSWORD[::-1]}
        assert elsewhere.auth("POST", "auth/login", login).status_code in {200, 409}
        assert elsewhere.api("GET", "me/")["name"] == "nora"


def test_a_mail_server_that_is_away_stops_nobody_from_signing_up(server: NewServer) -> None:
    site = server(EMAIL_HOST="127.0.0.1", EMAIL_PORT=str(free_port()), EMAIL_USE_TLS="0")
    with Page(site.url) as page:
        sign_up(page)
        assert page.api("GET", "me/")["name"] == "nora"
        known = page.auth("POST", "auth/password/request", {"email": ADDRESS})
        unknown = page.auth("POST", "auth/password/request", {"email": "nobody@example.org"})
        assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert "ConnectionRefusedError" in site.log_text()
    assert ADDRESS not in site.log_text()
