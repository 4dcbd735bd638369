"""Addresses of sign-in and OAuth, outside the API."""

from allauth.headless.constants import Client
from django.urls import include, path, re_path
from django.urls.resolvers import RoutePattern

from accounts.headless import JsonResolver, ResetView, in_json, no_phone
from accounts.oauth import ConsentView, RevocationView, TokensView, metadata

_browser = "browser/v1"
_headless = [
    path(f"{_browser}/auth/password/reset", ResetView.as_api_view(client=Client.BROWSER)),
    re_path(rf"^{_browser}/(?:account/phone|auth/phone/.*)$", no_phone),
    path("", include("allauth.headless.urls")),
]
_oauth = [
    path("oauth/authorize", ConsentView.as_view(), name="authorization"),
    path("oauth/token", TokensView.as_view(), name="token"),
    path("oauth/revoke", RevocationView.as_view(), name="revoke"),
]

urlpatterns = [
    # The provider finds its own pages by these names.
    path("", include(([path("", include((_oauth, "oidc")))], "idp"))),
    path(".well-known/oauth-authorization-server", in_json(metadata), name="oauth-metadata"),
    JsonResolver(RoutePattern("_allauth/"), _headless),
    path("social/", include("allauth.urls")),
]
