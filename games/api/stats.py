"""``users/{name}/stats/`` and ``me/stats/``: a player's figures, for tables and plots."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import SignedIn, scope, user_of
from accounts.api.serializers import Strict
from accounts.api.users import user_or_404
from accounts.models import User
from games.engine import LADDERS, PRESETS, money_text
from games.models import Statistic
from games.selectors import stats
from games.services import achievements, settle
from games.services.utc import now

VEGAS = sorted(slug for slug, rules in {**PRESETS, **LADDERS}.items() if rules.scoring == "vegas")


class BestSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    game = serializers.CharField(allow_null=True)


class BestsSerializer(serializers.Serializer[Any]):
    ms = BestSerializer(allow_null=True)
    score = BestSerializer(allow_null=True)
    moves = BestSerializer(allow_null=True)


class AveragesSerializer(serializers.Serializer[Any]):
    ms = serializers.FloatField(allow_null=True)
    score = serializers.FloatField(allow_null=True)
    moves = serializers.FloatField(allow_null=True)


class CountsSerializer(serializers.Serializer[Any]):
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    rate = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(
        child=serializers.FloatField(), help_text="The 95 % Wilson interval of the rate."
    )
    streak = serializers.IntegerField(help_text="Wins in a row now; losses as a negative number.")
    best_streak = serializers.IntegerField()
    worst_streak = serializers.IntegerField(help_text="Most losses in a row.")
    total_score = serializers.IntegerField()
    undos = serializers.IntegerField()
    best_of_wins = BestsSerializer()
    average_of_wins = AveragesSerializer()
    last_at = serializers.DateTimeField(allow_null=True)


class StatisticSerializer(CountsSerializer):
    """Games under one rule set. The last three are in one's own statistics only."""

    sort = serializers.ChoiceField(
        choices=Statistic.Sort.choices,
        help_text="`practice`: decks that the player may have known, or games with help.",
    )
    rules = serializers.JSONField(help_text="A slug, or the rule set's fields.")
    total_ms = serializers.IntegerField(required=False)
    hours = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="168 counts of the UTC hour in which games ended, from Monday 0 h.",
    )
    lengths = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Counts of games under 1, 2 … 30 minutes, then of longer ones.",
    )


class SeriesSerializer(serializers.Serializer[Any]):
    period = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    interval = serializers.ListField(child=serializers.FloatField())
    total_score = serializers.IntegerField()


class LadderStandingSerializer(CountsSerializer):
    ladder = serializers.CharField()
    ranks = serializers.DictField(
        child=serializers.IntegerField(), help_text="Ranks on the all-time boards, by board."
    )
    months = SeriesSerializer(many=True)
    weeks = SeriesSerializer(many=True)


class LastStreakSerializer(serializers.Serializer[Any]):
    first = serializers.DateField()
    last = serializers.DateField()
    length = serializers.IntegerField()
    ended = serializers.ChoiceField(choices=["not_won", "not_played"], allow_null=True)


class DailyStandingSerializer(serializers.Serializer[Any]):
    ladder = serializers.CharField()
    won = serializers.IntegerField(help_text="Days.")
    streak = serializers.IntegerField(help_text="UTC days in a row with the daily won, now.")
    best_streak = serializers.IntegerField()
    last = LastStreakSerializer(allow_null=True, help_text="The latest streak and why it ended.")


class AchievementSerializer(serializers.Serializer[Any]):
    slug = serializers.ChoiceField(choices=achievements.SLUGS)
    game = serializers.CharField(allow_null=True)
    earned_at = serializers.DateTimeField()


class StatsSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=User.Kind.choices)
    statistics = StatisticSerializer(many=True)
    ladders = LadderStandingSerializer(many=True)
    dailies = DailyStandingSerializer(many=True)
    achievements = AchievementSerializer(many=True)


class BankrollQuery(Strict):
    rules = serializers.ChoiceField(choices=VEGAS)


class PointSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    ended_at = serializers.DateTimeField()
    score = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Dollars after this game.")
    money = serializers.CharField()


class BankrollSerializer(serializers.Serializer[Any]):
    rules = serializers.CharField()
    points = PointSerializer(many=True, help_text="At most the latest 1,000, oldest first.")


def stats_shown(player: User, *, full: bool) -> dict[str, Any]:
    """A player's figures; what is due of the player's games is ended first."""
    at = now()
    settle.settle(at, player)
    return {
        "name": player.username,
        "kind": player.kind,
        "statistics": stats.statistics(player, full=full),
        "ladders": stats.ladders(player),
        "dailies": stats.dailies(player, at),
        "achievements": stats.achievements(player),
    }


def bankroll_shown(request: Request, player: User) -> dict[str, Any]:
    asked = BankrollQuery(data=request.query_params.dict())
    asked.is_valid(raise_exception=True)
    rules = asked.validated_data["rules"]
    points = stats.bankroll(player, rules)
    for point in points:
        point["money"] = money_text(point["total"])
    return {"rules": rules, "points": points}


class MyStatsView(APIView):
    """One's own figures in full."""

    permission_classes = (SignedIn, scope("read"))

    @extend_schema(operation_id="me_stats", responses=StatsSerializer, tags=["stats"])
    def get(self, request: Request) -> Response:
        """All one's statistics, with habits and practice."""
        return Response(StatsSerializer(stats_shown(user_of(request), full=True)).data)


class UserStatsView(APIView):
    """What everyone may know of a player's play."""

    permission_classes = (scope("read"),)

    @extend_schema(operation_id="users_stats", responses=StatsSerializer, tags=["stats"])
    def get(self, request: Request, name: str) -> Response:
        """A player's rated and daily play; to the player, everything."""
        player = user_or_404(name)
        own = request.user.is_authenticated and request.user.pk == player.pk
        return Response(StatsSerializer(stats_shown(player, full=own)).data)


class MyBankrollView(APIView):
    """One's own Vegas money, game by game."""

    permission_classes = (SignedIn, scope("read"))

    @extend_schema(
        operation_id="me_bankroll",
        parameters=[BankrollQuery],
        responses=BankrollSerializer,
        tags=["stats"],
    )
    def get(self, request: Request) -> Response:
        """The bankroll of a Vegas rule set as a line over games."""
        return Response(bankroll_shown(request, user_of(request)))


class UserBankrollView(APIView):
    """A player's Vegas money on a ladder."""

    permission_classes = (scope("read"),)

    @extend_schema(
        operation_id="users_bankroll",
        parameters=[BankrollQuery],
        responses=BankrollSerializer,
        tags=["stats"],
    )
    def get(self, request: Request, name: str) -> Response:
        """The bankroll of a Vegas ladder; of other rule sets to the player alone."""
        player = user_or_404(name)
        shown = bankroll_shown(request, player)
        if shown["rules"] not in LADDERS and request.user.pk != player.pk:
            shown["points"] = []
        return Response(shown)
