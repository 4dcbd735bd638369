"""Addresses of the games part of the API, below ``/api/v1/``."""

from django.urls import path

from games.api import follow, games, hints, replay, watch

urlpatterns = [
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<str:public_id>/", games.GameView.as_view(), name="game"),
    path("games/<str:public_id>/actions/", games.ActionsView.as_view(), name="game-actions"),
    path("games/<str:public_id>/resign/", games.ResignView.as_view(), name="game-resign"),
    path("games/<str:public_id>/frames/", replay.FramesView.as_view(), name="game-frames"),
    path("games/<str:public_id>/log/", follow.LogView.as_view(), name="game-log"),
    path("games/<str:public_id>/stream/", follow.StreamView.as_view(), name="game-stream"),
    path("games/<str:public_id>/hint/", hints.HintView.as_view(), name="game-hint"),
    path("games/<str:public_id>/analysis/", hints.AnalysisView.as_view(), name="game-analysis"),
    path("watch/", watch.WatchView.as_view(), name="watch"),
]
