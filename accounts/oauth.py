"""OAuth 2 for other people's programs: allauth's provider, told what we have to give.

The provider is allauth's: it is kept up with the sign-in it sits on, knows public clients,
takes S256 as the only challenge, keeps digests of tokens, uses each code once and revokes what
came of a code that was used twice. OpenID Connect is not offered; `me/` says who somebody is.
"""

import secrets
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, Token
from allauth.idp.oidc.views import AuthorizationView, TokenView
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.language import TEXTS, language_of
from accounts.models import User
from accounts.services.tokens import SCOPES


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
        target = request.GET.get("redirect_uri", "")
        client = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
        if client is None or target not in client.get_redirect_uris():
            # The provider would let a registered address be followed by any query.
            return _mistake(request, "The client or its redirect_uri is not registered.")
        if "code_challenge" not in request.GET:
            return _without_challenge(target, request.GET.get("state"))
        response: HttpResponse = super().get(request, *args, **kwargs)
        if response.status_code == 200 and not hasattr(response, "context_data"):
            # Not the form, but the provider's page about a mistake.
            response.status_code = 400
        # Browsers hold what a form redirects to to the policy as well.
        response.csp = {"form-action": f"'self' {_source(target)}"}  # type: ignore[attr-defined]
        return response

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


def _without_challenge(target: str, state: str | None) -> HttpResponse:
    """Send back a client that forgot the challenge: every client needs one, secret or not."""
    said = {"error": "invalid_request", "error_description": "code_challenge is missing"}
    if state is not None:
        said["state"] = state
    response = HttpResponse(status=302)
    # Not Django's redirect, which knows only the web's schemes.
    response["Location"] = target + ("&" if "?" in target else "?") + urlencode(said)
    return response


GRANTS = ("authorization_code", "refresh_token")


class TokensView(TokenView):  # type: ignore[misc]
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
