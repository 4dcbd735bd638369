"""Addresses of dailies, boards and statistics, below ``/api/v1/``."""

from django.urls import path

from games.api import boards, daily, stats

urlpatterns = [
    path("daily/", daily.DailiesView.as_view(), name="dailies"),
    path("daily/calendar/", daily.CalendarView.as_view(), name="daily-calendar"),
    path("daily/<str:day>/<str:ladder>/", daily.DailyView.as_view(), name="daily"),
    path("daily/<str:day>/<str:ladder>/play/", daily.PlayView.as_view(), name="daily-play"),
    path(
        "daily/<str:day>/<str:ladder>/leaderboard/",
        daily.DayBoardView.as_view(),
        name="daily-leaderboard",
    ),
    path("leaderboards/", boards.LaddersView.as_view(), name="ladders"),
    path("leaderboards/<str:ladder>/<str:board>/", boards.BoardView.as_view(), name="board"),
    path("me/stats/", stats.MyStatsView.as_view(), name="my-stats"),
    path("me/stats/bankroll/", stats.MyBankrollView.as_view(), name="my-bankroll"),
    path("users/<str:name>/stats/", stats.UserStatsView.as_view(), name="user-stats"),
    path(
        "users/<str:name>/stats/bankroll/", stats.UserBankrollView.as_view(), name="user-bankroll"
    ),
]
