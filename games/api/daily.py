"""``daily/``: today's deals, days to come and past, the one rated try, boards and calendar."""

from datetime import date, timedelta
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import SignedIn, scope, user_of
from accounts.api.serializers import Strict
from accounts.models import User
from accounts.services.guests import player_of
from games.api.boards import BoardQuery, answer
from games.api.lines import BoardSerializer
from games.api.schema import ref
from games.boards import DAILY_LADDERS, utc_day
from games.engine import deck_text
from games.models import DailyDeal, DailyTry, Game
from games.protocol import GameView
from games.selectors import boards as board_reads
from games.selectors import daily as reads
from games.services import background, daily, play, settle
from games.services.board_pages import day_board
from games.services.refusals import AccountRequired
from games.services.utc import now
from games.services.views import moment

# Where no sweeper has run since midnight, each reader closes some of yesterday's open games.
MOST_CLOSED = 10


class OwnSerializer(serializers.Serializer[Any]):
    """The reader's one try."""

    game = serializers.CharField()
    status = serializers.ChoiceField(choices=Game.Status.choices)


class DealSerializer(serializers.Serializer[Any]):
    """A daily deal as it may be seen now; what is still secret is null."""

    date = serializers.DateField()
    ladder = serializers.CharField()
    phase = serializers.ChoiceField(
        choices=["coming", "open", "over", "public"],
        help_text="`over`: the day is over, but games begun before midnight go on;"
        " `public`: deck, line and replays are shown.",
    )
    commitment = serializers.CharField(help_text="SHA-256 of deck and salt, in hex.")
    prepared_at = serializers.DateTimeField()
    opens_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    players = serializers.IntegerField(help_text="People with a result.")
    own = OwnSerializer(allow_null=True)
    deck = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)
    line = serializers.CharField(allow_null=True, help_text="A winning line.")
    par = serializers.IntegerField(allow_null=True, help_text="The fewest actions known to win.")
    par_proved = serializers.BooleanField(allow_null=True)


class GapSerializer(serializers.Serializer[Any]):
    """A past day without a deal of a ladder."""

    date = serializers.DateField()
    ladder = serializers.CharField()


class DailiesSerializer(serializers.Serializer[Any]):
    now = serializers.DateTimeField(help_text="The server's time, to count down from.")
    today = serializers.DateField(help_text="The UTC day.")
    since = serializers.DateField(
        allow_null=True, help_text="The first day that had a deal; null before there was any."
    )
    gaps = GapSerializer(
        many=True, help_text="Deals there were not, from the first day to yesterday; mostly none."
    )
    ends_at = serializers.DateTimeField()
    preparing = serializers.ListField(
        child=serializers.CharField(), help_text="Ladders whose deal of today is not ready yet."
    )
    deals = DealSerializer(many=True, help_text="Yesterday's, today's and those to come.")


class StreakSerializer(serializers.Serializer[Any]):
    first = serializers.DateField()
    last = serializers.DateField()
    length = serializers.IntegerField()
    ended = serializers.ChoiceField(choices=["not_won", "not_played"], allow_null=True)


class CalendarDaySerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    status = serializers.ChoiceField(choices=Game.Status.choices)
    game = serializers.CharField()
    score = serializers.IntegerField(allow_null=True)
    ms = serializers.IntegerField(allow_null=True)
    moves = serializers.IntegerField(allow_null=True)


class CalendarSerializer(serializers.Serializer[Any]):
    ladder = serializers.CharField()
    month = serializers.CharField()
    days = CalendarDaySerializer(many=True)
    streaks = StreakSerializer(many=True, help_text="All there were, the earliest first.")


class CalendarQuery(Strict):
    ladder = serializers.ChoiceField(choices=DAILY_LADDERS)
    month = serializers.RegexField(r"^[12]\d{3}-(0[1-9]|1[0-2])$", help_text="`2026-11`")


class NothingSerializer(Strict):
    """A request without fields."""


def own_games(player: User | None, deals: list[DailyDeal]) -> dict[int, Game]:
    """The player's tries at these deals, by the deals' keys."""
    if player is None:
        return {}
    tries = DailyTry.objects.filter(player=player, daily__in=deals).select_related("game")
    return {own.daily_id: own.game for own in tries}


def deal_shown(deal: DailyDeal, own: Game | None) -> dict[str, Any]:
    """A deal as everyone may see it at this time, and the reader's own try."""
    at = now()
    public = reads.revealed(deal, at)
    begun = deal.date <= utc_day(at)
    return {
        "date": deal.date,
        "ladder": deal.ladder,
        "phase": "public" if public else _phase(deal.date, utc_day(at)),
        "commitment": deal.commitment,
        "prepared_at": moment(deal.prepared_at),
        "opens_at": moment(reads.opens_at(deal.date)),
        "ends_at": moment(reads.ends_at(deal.date)),
        "closes_at": moment(reads.closes_at(deal.date)),
        "players": board_reads.length(day_board(deal, bots=False)) if begun else 0,
        "own": None if own is None else {"game": own.public_id, "status": own.status},
        "deck": deck_text(bytes(deal.deck)) if public else None,
        "salt": bytes(deal.salt).hex() if public else None,
        "line": deal.line if public else None,
        "par": deal.par if public else None,
        "par_proved": deal.par_proved if public else None,
    }


def _phase(day: date, today: date) -> str:
    if day > today:
        return "coming"
    return "open" if day == today else "over"


def _reader(request: Request) -> User | None:
    return user_of(request) if request.user.is_authenticated else None


class DailiesView(APIView):
    """The daily deals of now."""

    permission_classes = (scope("read"),)

    @extend_schema(operation_id="daily_list", responses=DailiesSerializer, tags=["daily"])
    def get(self, request: Request) -> Response:
        """Yesterday's, today's and the coming deals with their commitments."""
        at, reader = now(), _reader(request)
        today = utc_day(at)
        background.prepare_soon()
        settle.close_dailies(at, most=MOST_CLOSED)
        deals = DailyDeal.objects.filter(date__gte=today - timedelta(days=1))
        there = list(deals.order_by("date", "ladder"))
        own = own_games(reader, there)
        since = reads.first_day()
        ready = {deal.ladder for deal in there if deal.date == today}
        return Response(
            {
                "now": moment(at),
                "today": today,
                "since": since,
                "gaps": [
                    {"date": day, "ladder": ladder}
                    for ladder in DAILY_LADDERS
                    for day in reads.gaps(ladder, since, today)
                ],
                "ends_at": moment(reads.ends_at(today)),
                "preparing": [ladder for ladder in DAILY_LADDERS if ladder not in ready],
                "deals": [deal_shown(deal, own.get(deal.pk)) for deal in there],
            }
        )


class DailyView(APIView):
    """One daily deal."""

    permission_classes = (scope("read"),)

    @extend_schema(operation_id="daily_read", responses=DealSerializer, tags=["daily"])
    def get(self, request: Request, day: str, ladder: str) -> Response:
        """The deal of a day; deck, salt, winning line and par once they are public."""
        deal = daily.find(daily.parse_day(day), ladder)
        own = own_games(_reader(request), [deal])
        return Response(deal_shown(deal, own.get(deal.pk)))


class PlayView(APIView):
    """Beginning the daily."""

    permission_classes = (scope("play"),)

    @extend_schema(
        operation_id="daily_play",
        request=NothingSerializer,
        responses={200: ref(GameView)},
        tags=["daily"],
    )
    def post(self, request: Request, day: str, ladder: str) -> Response:
        """Today's: the one rated try, begun now or before, from whatever tab or device. A past
        day's: a new unrated game on its deck."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        chosen = daily.parse_day(day)
        if chosen == utc_day(now()):
            if _reader(request) is None:
                raise AccountRequired
            background.prepare_soon()
        player = player_of(request)
        game = daily.play(player, chosen, ladder)
        return Response(play.see(game.public_id, player.pk))


class DayBoardView(APIView):
    """The board of a day."""

    permission_classes = (scope("read"),)

    @extend_schema(
        operation_id="daily_leaderboard",
        parameters=[BoardQuery],
        responses=BoardSerializer,
        tags=["daily"],
    )
    def get(self, request: Request, day: str, ladder: str) -> Response:
        """A page of a day's board, in the daily order; there is no period to choose."""
        asked = BoardQuery(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        deal = daily.find_begun(daily.parse_day(day), ladder)
        settle.close_dailies(now(), most=MOST_CLOSED)
        board = day_board(deal, bots=asked.validated_data["bots"])
        return Response(answer(board, request, asked.validated_data))


class CalendarView(APIView):
    """One's own days."""

    permission_classes = (SignedIn, scope("read"))

    @extend_schema(
        operation_id="daily_calendar",
        parameters=[CalendarQuery],
        responses=CalendarSerializer,
        tags=["daily"],
    )
    def get(self, request: Request) -> Response:
        """What one has played and won in a month, and all one's streaks with why they ended."""
        asked = CalendarQuery(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        ladder, month = asked.validated_data["ladder"], asked.validated_data["month"]
        player = user_of(request)
        settle.settle(now(), player)
        first = date.fromisoformat(f"{month}-01")
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        days = reads.calendar(player, ladder, first, last)
        found = reads.streaks(player, ladder, now())
        return Response(
            {
                "ladder": ladder,
                "month": month,
                "days": [day_shown(day) for day in days],
                "streaks": [streak_shown(streak) for streak in found],
            }
        )


def day_shown(day: reads.Day) -> dict[str, Any]:
    names = ("date", "status", "game", "score", "ms", "moves")
    return {name: getattr(day, name) for name in names}


def streak_shown(streak: reads.Streak) -> dict[str, Any]:
    names = ("first", "last", "length", "ended")
    return {name: getattr(streak, name) for name in names}
