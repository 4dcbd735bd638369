"""Games, dailies and standings, for the operator: to look at, and never more than players see."""

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse, reverse_lazy
from django.utils.html import format_html

from accounts.admin import PersonAdmin
from games import engine
from games.models import Achievement, DailyDeal, DailyTry, Game, Standing
from games.models.packing import texts
from games.services import store, views
from games.services.errors import GameNotFound

SUITS = "CDHS"

PersonAdmin.pages.append(
    ("Games", reverse_lazy("admin:games_game_changelist"), "player__id__exact")
)


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """What the logs say is not changed by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _shown(cards: str) -> list[dict[str, Any]]:
    """Cards in our notation as text and colour for the board."""
    pairs = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    return [{"text": pair, "red": pair[1] in "DH"} for pair in pairs]


def board(stored: store.Stored, at: int) -> dict[str, Any]:
    """The position after so many actions, as everyone may see it, for the template."""
    whole = at >= len(stored.codes)
    part = store.Stored(
        facts=stored.facts,
        codes=stored.codes[:at],
        times=stored.times[:at],
        ending=stored.ending if whole else None,
        over=stored.over and whole,
    )
    game = views.replay(part)
    seen = views.view(stored.facts, game, views.clock(game.ms, False))
    columns = [
        {"down": range(column["down"]), "up": _shown(column["up"])} for column in seen["columns"]
    ]
    top = {suit: seen["foundations"][suit] for suit in SUITS}
    home = [_shown(engine.RANKS[top[suit] - 1] + suit) if top[suit] else [] for suit in SUITS]
    return {
        "view": seen,
        "columns": columns,
        "waste": _shown(seen["waste"])[-3:],
        "home": home,
        "seconds": f"{game.ms / 1000:.1f}",
    }


@admin.register(Game)
class GameAdmin(LookOnly):
    """Games with a board for each step. Deck, salt and packed log stay out of sight."""

    list_display = (
        "public_id",
        "player",
        "kind",
        "ladder",
        "status",
        "termination",
        "score",
        "moves",
        "undos",
        "created_at",
        "replay",
    )
    list_filter = ("kind", "ladder", "status", "termination", "helped", "created_at")
    list_select_related = ("player",)
    search_fields = ("=public_id", "player__username")
    ordering = ("-id",)
    exclude = ("deck", "salt", "log")
    show_full_result_count = False

    @admin.display(description="board")
    def replay(self, game: Game) -> str:
        url = reverse("admin:games_game_board", args=[game.public_id])
        return format_html('<a href="{}">Board and replay</a>', url)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        names = [field.name for field in Game._meta.fields if field.name not in self.exclude]
        return [*names, "replay"]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.board_view)
        own = path("board/<str:public_id>/", view, name="games_game_board")
        return [own, *super().get_urls()]

    def board_view(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """The board after ``?at=`` actions, with the log to step through."""
        try:
            stored = store.load(public_id)
        except GameNotFound as error:
            raise Http404 from error
        last = len(stored.codes)
        asked = request.GET.get("at", "")
        at = min(int(asked), last) if asked.isdecimal() else last
        actions = [
            {"number": n, "text": text, "ms": ms}
            for n, (text, ms) in enumerate(
                zip(texts(stored.codes), stored.times, strict=True), start=1
            )
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": f"Game {public_id}",
            "opts": self.opts,
            "at": at,
            "last": last,
            "before": max(0, at - 1),
            "after": min(last, at + 1),
            "actions": actions,
            **board(stored, at),
        }
        return TemplateResponse(request, "admin/games/game/board.html", context)


@admin.register(DailyDeal)
class DailyDealAdmin(LookOnly):
    """Daily deals by their commitments; deck, salt and line are in the API when they are public."""

    list_display = ("date", "ladder", "par", "par_proved", "commitment", "prepared_at")
    list_filter = ("ladder",)
    date_hierarchy = "date"
    exclude = ("deck", "salt", "line")


@admin.register(DailyTry)
class DailyTryAdmin(LookOnly):
    list_display = ("daily", "player", "game", "won", "ended_at")
    list_select_related = ("daily", "player", "game")
    list_filter = ("daily__ladder", "won")
    search_fields = ("player__username", "=game__public_id")


@admin.register(Standing)
class StandingAdmin(LookOnly):
    list_display = ("player", "ladder", "period", "played", "won", "streak", "best_streak")
    list_select_related = ("player",)
    list_filter = ("ladder",)
    search_fields = ("player__username",)
    show_full_result_count = False


@admin.register(Achievement)
class AchievementAdmin(LookOnly):
    list_display = ("player", "slug", "game", "earned_at")
    list_select_related = ("player", "game")
    list_filter = ("slug",)
    search_fields = ("player__username",)
