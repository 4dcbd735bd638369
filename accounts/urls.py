"""Addresses of sign-in and OAuth, outside the API."""

from allauth.headless.constants import Client
from allauth.idp.oidc import views
from django.urls import include, path, re_path

from accounts.headless import ResetView, no_phone
from accounts.oauth import ConsentView, TokensView, metadata

_browser = "_allauth/browser/v1"
_oauth = [
    path("oauth/authorize", ConsentView.as_view(), name="authorization"),
    path("oauth/token", TokensView.as_view(), name="token"),
    path("oauth/revoke", views.revoke, name="revoke"),
]

urlpatterns = [
    # The provider finds its own pages by these names.
    path("", include(([path("", include((_oauth, "oidc")))], "idp"))),
    path(".well-known/oauth-authorization-server", metadata, name="oauth-metadata"),
    path(f"{_browser}/auth/password/reset", ResetView.as_api_view(client=Client.BROWSER)),
    re_path(rf"{_browser}/(?:account/phone|auth/phone/.*)$", no_phone),
    path("_allauth/", include("allauth.headless.urls")),
    path("social/", include("allauth.urls")),
]
