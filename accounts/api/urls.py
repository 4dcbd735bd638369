"""Addresses of the accounts part of the API, below ``/api/v1/``."""

from django.urls import path

from accounts.api import apps, export, guests, me, tokens, users

urlpatterns = [
    path("guests/", guests.GuestsView.as_view(), name="guests"),
    path("me/", me.MeView.as_view(), name="me"),
    path("me/preferences/", me.PreferencesView.as_view(), name="preferences"),
    path("me/name/", me.NameView.as_view(), name="my-name"),
    path("me/guest/", me.GuestChoiceView.as_view(), name="my-guest"),
    path("me/bot/", me.BotView.as_view(), name="my-bot"),
    path("me/sign-out/", me.SignOutView.as_view(), name="sign-out"),
    path("me/deletion/", me.DeletionView.as_view(), name="deletion"),
    path("me/export/", export.ExportView.as_view(), name="export"),
    path("me/tokens/", tokens.TokensView.as_view(), name="tokens"),
    path("me/tokens/<int:number>/", tokens.TokenView.as_view(), name="token"),
    path("me/clients/", apps.ClientsView.as_view(), name="clients"),
    path("me/clients/<str:client_id>/", apps.ClientView.as_view(), name="client"),
    path("me/apps/", apps.AppsView.as_view(), name="apps"),
    path("me/apps/<str:client_id>/", apps.AppView.as_view(), name="app"),
    path("names/<str:name>/", users.NameFreeView.as_view(), name="name-free"),
    path("users/<str:name>/", users.UserView.as_view(), name="user"),
    path("users/<str:name>/report/", users.ReportView.as_view(), name="user-report"),
]
