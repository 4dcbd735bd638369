"""OAuth 2 for other people's programs: allauth's provider, told what we have to give.

The provider is allauth's: it is kept up with the sign-in it sits on, knows public clients,
takes S256 as the only challenge, keeps digests of tokens, uses each code once and revokes what
came of a code that was used twice. OpenID Connect is not offered; `me/` says who somebody is.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, Token
from allauth.idp.oidc.views import AuthorizationView, RevokeView, TokenView
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.language import TEXTS, language_of
from accounts.models import User
from accounts.services.guests import SESSION_KEY
from accounts.services.tokens import SCOPES

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43,128}")
"""What RFC 7636 lets a challenge be, of the letters that S256 can come to."""
_UNKNOWN = "The client or its redirect_uri is not registered."

Asked = Mapping[str, Any]
"""What a client asks for: ``client_id``, ``redirect_uri``, ``state``, ``code_challenge`` …"""


class Adapter(DefaultOIDCAdapter):  # type: ignore[misc]
    """Our scopes in words, and client ids that are short."""

    scope_display = SCOPES

    def generate_client_id(self) -> str:
        return secrets.token_hex(10)

    def generate_client_secret(self) -> str:
        return "klc_" + secrets.token_urlsafe(32)


class ConsentView(AuthorizationView):  # type: ignore[misc]
    """The page that asks whether a program may act for the person, and says what it could do."""

    template_name = "accounts/consent.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = request.GET.dict()
        early = _refusal(request, asked) or _prompted(request, asked)
        if early is not None:
            return early
        response = _answer(request, lambda: super(ConsentView, self).get(request, *args, **kwargs))
        if _is_form(response) and "none" in _prompts(request):
            return _sent_back(asked, "consent_required", "The person has to be asked.")
        return _leading(response, asked)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = _signed(request)
        # Since the page was drawn the client may have gone, or we may have become stricter.
        early = None if asked is None else _refusal(request, asked)
        if early is not None:
            return early
        response = _answer(request, lambda: super(ConsentView, self).post(request, *args, **kwargs))
        return response if asked is None else _leading(response, asked)

    def _login_required(self, request: HttpRequest) -> HttpResponse | None:
        # The library's own looks at `prompt` as well, and for pages that are not here.
        if request.user.is_authenticated:
            return None
        return redirect_to_login(request.get_full_path())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        target = urlsplit(self._request_info["redirect_uri"])
        client: Client = context["client"]
        names = {
            "name": client.name,
            "person": self.request.user.get_username(),
            "owner": client.owner.username if client.owner else "",
            "place": target.netloc or f"{target.scheme}:",
        }
        context["language"] = language_of(self.request)
        texts = TEXTS[context["language"]]["consent"]
        context["texts"] = {key: text.format(**names) for key, text in texts.items()}
        context["scopes"] = [(scope, texts[scope]) for scope in SCOPES if scope in self._scopes]
        return context


def _source(target: str) -> str:
    parts = urlsplit(target)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:"


def _mistake(request: HttpRequest, description: str) -> HttpResponse:
    """Say it here: nobody may be sent to an address that is not registered."""
    error = {"error": "invalid_request", "description": description}
    return render(request, "idp/oidc/error.html", {"error": error}, status=400)


def _refusal(request: HttpRequest, asked: Asked) -> HttpResponse | None:
    """The answer to who may not ask the person at all: a client that is not registered, or one
    without a challenge, which every client needs, secret or not."""
    client = Client.objects.filter(pk=asked.get("client_id", "")).first()
    if client is None or asked.get("redirect_uri") not in client.get_redirect_uris():
        # The provider would let a registered address be followed by any query.
        return _mistake(request, _UNKNOWN)
    challenge = asked.get("code_challenge")
    if not challenge:
        # The provider takes an empty one for one that is there, and later for none.
        return _sent_back(asked, "invalid_request", "code_challenge is missing")
    if not CHALLENGE.fullmatch(challenge):
        return _sent_back(asked, "invalid_request", "code_challenge is not one of S256")
    return None


def _prompts(request: HttpRequest) -> list[str]:
    return " ".join(request.GET.getlist("prompt")).split()


def _prompted(request: HttpRequest, asked: Asked) -> HttpResponse | None:
    """What has to come before the consent page by the client's ``prompt``, if anything has.

    The words are OpenID's, and the provider heeds them for OpenID's scopes alone.
    """
    prompts = _prompts(request)
    if "none" in prompts:
        if set(prompts) != {"none"}:
            return _sent_back(asked, "invalid_request", "prompt=none stands alone")
        if not request.user.is_authenticated:
            return _sent_back(asked, "login_required", "Nobody is signed in.")
    elif "login" in prompts:
        return _sign_in_anew(request, [prompt for prompt in prompts if prompt != "login"])
    return None


def _sign_in_anew(request: HttpRequest, prompts: list[str]) -> HttpResponse:
    """Lead to the sign-in page and from there to consent, with what else was prompted for."""
    query = request.GET.copy()
    del query["prompt"]
    if prompts:
        query["prompt"] = " ".join(prompts)
    if request.user.is_authenticated:
        _sign_out(request)
    return redirect_to_login(f"{request.path}?{query.urlencode()}")


def _sign_out(request: HttpRequest) -> None:
    """End the session, as nobody can sign in who is signed in; a guest's games still wait."""
    guest = request.session.get(SESSION_KEY)
    logout(request)
    if guest is not None:
        request.session[SESSION_KEY] = guest


def _signed(request: HttpRequest) -> Asked | None:
    """What the consent page that this comes from was drawn for; ``None`` if it comes from none."""
    try:
        _, asked = Signer().unsign_object(request.POST.get("request", ""))
    except BadSignature:
        return None
    return cast(Asked, asked)


def _answer(request: HttpRequest, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """The provider's answer, with a status that says so where it is a page about a mistake."""
    try:
        response = answer()
    except (Client.DoesNotExist, IntegrityError):
        # The person or the program was deleted in the meantime.
        return _mistake(request, _UNKNOWN)
    if response.status_code == 200 and not _is_form(response):
        response.status_code = 400
    return response


def _is_form(response: HttpResponse) -> bool:
    return hasattr(response, "context_data")


def _leading(response: HttpResponse, asked: Asked) -> HttpResponse:
    """Allow the form to lead to the client: browsers hold what a form redirects to to the policy
    as well."""
    response.csp = {  # type: ignore[attr-defined]
        "form-action": f"'self' {_source(asked['redirect_uri'])}"
    }
    return response


def _sent_back(asked: Asked, error: str, description: str) -> HttpResponse:
    """Send the person back to the client, which is told why."""
    said = {"error": error, "error_description": description}
    if asked.get("state") is not None:
        said["state"] = asked["state"]
    target = asked["redirect_uri"]
    response = HttpResponse(status=302)
    # Not Django's redirect, which knows only the web's schemes.
    response["Location"] = target + ("&" if "?" in target else "?") + urlencode(said)
    return response


GRANTS = ("authorization_code", "refresh_token")


class _ByPost:
    """Says in OAuth's form as well that an address is for POST."""

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        plain = super().http_method_not_allowed(request, *args, **kwargs)  # type: ignore[misc]
        answer = _refused("invalid_request", "This address has no such method.")
        answer.status_code = plain.status_code
        answer["Allow"] = plain["Allow"]
        return answer


class RevocationView(_ByPost, RevokeView):  # type: ignore[misc]
    """A client gives a token back."""


class TokensView(_ByPost, TokenView):  # type: ignore[misc]
    """Codes and refresh tokens become access tokens; there are no other grants."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """RFC 6749, 5.2: a missing grant is a bad request, another one is not supported."""
        grant = request.POST.get("grant_type")
        if not grant:
            return _refused("invalid_request", "grant_type is missing")
        if grant not in GRANTS:
            return _refused("unsupported_grant_type")
        try:
            with transaction.atomic():
                _one_at_a_time(request.POST.get("refresh_token") or request.POST.get("code") or "")
                response: HttpResponse = super().post(request)
        except ValidationError as error:
            return _refused("invalid_target", " ".join(error.messages))
        except IntegrityError:
            # The person or the program was deleted in the meantime.
            return _refused("invalid_grant")
        return response


def _one_at_a_time(grant: str) -> None:
    """Let who uses the same code or refresh token at the same time wait, and find it used.

    The person's row is held, not the token's: it is what a deletion of the account begins with.
    """
    holders = Token.objects.by_value(grant).values("user")
    list(User.objects.select_for_update(no_key=True).filter(pk__in=holders).order_by("pk"))


def _refused(error: str, description: str = "") -> JsonResponse:
    said = {"error": error} | ({"error_description": description} if description else {})
    return JsonResponse(said, status=400, headers={"Cache-Control": "no-store"})


@require_GET
def metadata(request: HttpRequest) -> JsonResponse:
    """The discovery document of RFC 8414."""

    def at(name: str) -> str:
        return request.build_absolute_uri(reverse(name))

    return JsonResponse(
        {
            "issuer": request.build_absolute_uri("/").rstrip("/"),
            "authorization_endpoint": at("idp:oidc:authorization"),
            "token_endpoint": at("idp:oidc:token"),
            "revocation_endpoint": at("idp:oidc:revoke"),
            "scopes_supported": list(SCOPES),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": list(GRANTS),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": [
                "none",
                "client_secret_basic",
                "client_secret_post",
            ],
            "service_documentation": request.build_absolute_uri("/api/docs/"),
        }
    )


def access_token(secret: str) -> Token | None:
    """The valid OAuth access token with this secret, of a user who may still sign in."""
    held = Token.objects.filter(user__is_active=True)
    return cast("Token | None", held.lookup(Token.Type.ACCESS_TOKEN, secret))
