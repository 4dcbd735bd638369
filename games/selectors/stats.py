"""Reads of a player's statistics: kept counts, shown with their rates, intervals and averages."""

import json
from datetime import datetime
from typing import Any

from accounts.models import User
from games import boards
from games.boards import PeriodKind
from games.engine import LADDERS
from games.models import Achievement, Game, Standing, Statistic
from games.models.standings import Counts
from games.selectors import boards as board_reads
from games.selectors import daily

MOST_POINTS = 1000
PUBLIC_SORTS = (Statistic.Sort.RATED, Statistic.Sort.DAILY)
Row = dict[str, Any]


def statistics(player: User, *, full: bool) -> list[Row]:
    """Per rule set and sort of game. Others (not ``full``) see rated and daily play, no habits."""
    rows = Statistic.objects.filter(player=player).order_by("sort", "rules")
    if not full:
        rows = rows.filter(sort__in=PUBLIC_SORTS)
    found = list(rows)
    games = _public_ids(found)
    return [_statistic(row, games, full) for row in found]


def _statistic(row: Statistic, games: dict[int, str], full: bool) -> Row:
    shown = {"sort": row.sort, "rules": rules_shown(row.rules), **counts_shown(row, games)}
    if full:
        shown |= {
            "total_ms": row.all_ms,
            "hours": row.hours or [0] * 168,
            "lengths": row.lengths,
        }
    return shown


def rules_shown(text: str) -> Any:
    """A slug, or the rule set's fields."""
    return json.loads(text) if text.startswith("{") else text


def counts_shown(row: Counts, games: dict[int, str]) -> Row:
    """Counts with what follows from them. Best and average are of wins only, null without one."""
    low, high = boards.wilson(row.won, row.played)
    return {
        "played": row.played,
        "won": row.won,
        "rate": row.won / row.played if row.played else None,
        "interval": [low, high],
        "streak": row.streak,
        "best_streak": row.best_streak,
        "worst_streak": row.worst_streak,
        "total_score": row.total_score,
        "undos": row.undos,
        "best_of_wins": {
            "ms": _best(row.best_ms, row.best_ms_game, games),
            "score": _best(row.best_score, row.best_score_game, games),
            "moves": _best(row.fewest_moves, row.fewest_moves_game, games),
        },
        "average_of_wins": {
            "ms": _mean(row.won_ms, row.won),
            "score": _mean(row.won_score, row.won),
            "moves": _mean(row.won_moves, row.won),
        },
        "last_at": row.last_at,
    }


def _best(value: int | None, game: int | None, games: dict[int, str]) -> Row | None:
    return None if value is None else {"value": value, "game": games.get(game or 0)}


def _mean(total: int, count: int) -> float | None:
    return total / count if count else None


def _public_ids(rows: list[Any]) -> dict[int, str]:
    names = ("best_ms_game", "best_score_game", "fewest_moves_game")
    wanted = {getattr(row, name) for row in rows for name in names} - {None}
    return dict(Game.objects.filter(pk__in=wanted).values_list("pk", "public_id"))


def ladders(player: User) -> list[Row]:
    """Standings per ladder for all time, with the ranks on its boards, and by month and week."""
    rows = list(Standing.objects.filter(player=player).order_by("ladder", "period"))
    games = _public_ids([row for row in rows if row.period == boards.ALL_TIME.code])
    return [
        {
            "ladder": row.ladder,
            **counts_shown(row, games),
            "ranks": ranks(player, row.ladder),
            "months": _series(rows, row.ladder, PeriodKind.MONTH),
            "weeks": _series(rows, row.ladder, PeriodKind.WEEK),
        }
        for row in rows
        if row.period == boards.ALL_TIME.code
    ]


def ranks(player: User, ladder: str) -> dict[str, int]:
    """The player's rank on each all-time board of a ladder on which there is one."""
    bots = player.kind == User.Kind.BOT
    found = {
        name: board_reads.rank_of(boards.Board(ladder, name, boards.ALL_TIME, bots), player.pk)
        for name in boards.boards_of(ladder)
    }
    return {name: rank for name, rank in found.items() if rank is not None}


def _series(rows: list[Standing], ladder: str, kind: PeriodKind) -> list[Row]:
    series = []
    for row in rows:
        period = boards.period_of_code(row.period)
        if row.ladder == ladder and period.kind is kind:
            low, high = boards.wilson(row.won, row.played)
            series.append(
                {
                    "period": str(period),
                    "played": row.played,
                    "won": row.won,
                    "interval": [low, high],
                    "total_score": row.total_score,
                }
            )
    return series


def dailies(player: User, at: datetime) -> list[Row]:
    """Per daily ladder the current and the longest streak, and how many days were won."""
    shown = []
    for ladder in boards.DAILY_LADDERS:
        found = daily.streaks(player, ladder, at)
        current = daily.current_streak(found)
        shown.append(
            {
                "ladder": ladder,
                "won": sum(streak.length for streak in found),
                "streak": current.length if current else 0,
                "best_streak": max((streak.length for streak in found), default=0),
                "last": _streak(found[-1]) if found else None,
            }
        )
    return shown


def _streak(streak: daily.Streak) -> Row:
    names = ("first", "last", "length", "ended")
    return {name: getattr(streak, name) for name in names}


def achievements(player: User) -> list[Row]:
    """What the player has earned, unless that is switched off."""
    if player.preferences.get("achievements", True) is False:
        return []
    rows = Achievement.objects.filter(player=player).order_by("earned_at", "pk")
    return [
        {
            "slug": row.slug,
            "game": row.game.public_id if row.game else None,
            "earned_at": row.earned_at,
        }
        for row in rows.select_related("game")
    ]


def bankroll(player: User, rules: str) -> list[Row]:
    """The latest thousand finished games of a Vegas rule set, oldest first, with the money after
    each; rated games for a ladder's slug, casual ones (no practice) for a preset's."""
    rated = rules in LADDERS
    sort = Statistic.Sort.RATED if rated else Statistic.Sort.CASUAL
    kept = Statistic.objects.filter(player=player, sort=sort, rules=rules).first()
    if kept is None:
        return []
    chosen = Game.objects.filter(player=player, rules=rules, started_at__isnull=False)
    if rated:
        chosen = chosen.filter(kind=Game.Kind.RATED)
    else:
        chosen = chosen.filter(kind=Game.Kind.CASUAL, salt__isnull=False, helped=False)
    games = chosen.exclude(status=Game.Status.PLAYING).order_by("-ended_at", "-id")
    points, total = [], kept.total_score
    for public_id, ended_at, score in games.values_list("public_id", "ended_at", "score")[
        :MOST_POINTS
    ]:
        points.append({"game": public_id, "ended_at": ended_at, "score": score, "total": total})
        total -= score or 0
    return points[::-1]
