"""Every address of the service."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from accounts.api.openapi import docs_page
from klondike_site import health, install, pages, watch
from klondike_site.index import IndexView

# Operators sign in where everyone does, with the same limits and second factors.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Klondike"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", watch.metrics, name="metrics"),
    path("sw.js", install.worker, name="worker"),
    path("favicon.ico", install.icon, name="icon"),
    path("admin/", admin.site.urls),
    path("api/v1/", IndexView.as_view(), name="api-index"),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("games.api.users")),
    path("api/v1/", include("games.api.rated_urls")),
    path("", include("accounts.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", docs_page, name="api-docs"),
    *pages.page_routes(),
]
handler400 = "klondike_site.errors.bad"
handler404 = "klondike_site.pages.missing"
handler500 = "klondike_site.errors.faulty"
