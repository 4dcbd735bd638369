"""The websockets' addresses."""

from django.urls import path, re_path

from games.ws.boards import board_socket, day_socket
from games.ws.missing import no_socket
from games.ws.socket import game_socket

# What Channels routes to are ASGI applications, not views.
urlpatterns = [
    path("ws/v1/games/<str:public_id>/", game_socket),  # type: ignore[arg-type]
    path("ws/v1/leaderboards/<str:ladder>/<str:board>/", board_socket),  # type: ignore[arg-type]
    path("ws/v1/daily/<str:day>/<str:ladder>/leaderboard/", day_socket),  # type: ignore[arg-type]
    re_path(r"", no_socket),  # type: ignore[arg-type]
]
