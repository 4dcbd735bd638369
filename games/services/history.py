"""Makes the finished games of a large service out of nothing, to measure boards on.

Figures are drawn in the database (PostgreSQL only, and as its superuser), and the standings and
board rows that follow from them are computed there in SQL, as `games.services.book` would; a test
compares the two. The logs are not of real games: such a database is for measuring alone.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from accounts.models import User
from accounts.names import fold
from games import boards
from games.boards import (
    ALL_TIME,
    FEWEST_GAMES_FOR_RATE,
    RATE_UNIT,
    Z95,
    Board,
    Period,
    score_sort,
)
from games.services.boards import build_chunks

DAYS = 28


class NotEmpty(Exception):
    """There are players already: what is drawn must never mix with what was played."""


def make(players: int, games: int, ladder: str, until: datetime, seed: float = 0.5) -> None:
    """Make players and finished games (one each, the rest skewed to the first players) in the 28
    days before ``until``, their standings, and the boards of all time and of ``until``'s week.

    Raises `NotEmpty`, and ``ValueError`` for fewer games than players.
    """
    if games < players:
        raise ValueError("every player has a game")
    if User.objects.exists():
        raise NotEmpty("this database has players")
    week = boards.week_of(boards.utc_day(until))
    with transaction.atomic():
        # Foreign keys that hold by the way of making need no check, five million times over.
        _run("SET LOCAL session_replication_role = 'replica'")
        _run("SELECT setseed(%s)", seed)
        _run(_PLAYERS, fold("player"), "".join(fold(digit) for digit in "0123456789"), players)
        begin = until - timedelta(days=DAYS)
        spread = DAYS * 86_400.0 / games
        _run(_GAMES, ladder, ladder, players, players, begin, spread, games)
        _run("INSERT INTO games_counted (game_id) SELECT id FROM games_game")
        for period in (ALL_TIME, week):
            first = boards.midnight(period.first_day) if period.first_day else begin
            _count(ladder, period, first)
        build_chunks()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _count(ladder: str, period: Period, first: datetime) -> None:
    """Make the standings and board rows of a period from the games since ``first``."""
    _run("DROP TABLE IF EXISTS counted")
    _run(_COUNTED, ladder, first)
    _run(_STANDINGS, ladder, period.code)
    for name in boards.boards_of(ladder):
        sort, game = _SORTS[name]
        statement = _ROWS.replace("{sort}", sort).replace("{game}", game)
        _run(statement, Board(ladder, name, period).code)


_PLAYERS = """
INSERT INTO accounts_user (username, folded, kind, password, email, is_superuser, is_staff,
                           is_active, date_joined, preferences)
SELECT 'player' || n, %s || translate(n::text, '0123456789', %s), 'person', '!', '', false, false,
       true, now(), '{}'
FROM generate_series(1, %s) AS n
"""

# Every player has a skill, from which the chance of a win comes.
_GAMES = """
WITH player AS (
    SELECT id, row_number() OVER (ORDER BY id) AS place, 0.1 + 0.6 * random() AS skill
    FROM accounts_user
)
INSERT INTO games_game (public_id, player_id, kind, ladder, rules, rules_version, deck, salt,
    status, helped, created_at, started_at, ended_at, log, termination, version, score, moves,
    undos, home, ms)
SELECT 'h' || lpad(n::text, 11, '0'), player.id, 'rated', %s, %s, 1,
    decode(repeat('00', 52), 'hex'), decode(repeat('00', 32), 'hex'),
    CASE WHEN luck < skill THEN 'won' ELSE 'lost' END, false,
    at - interval '20 minutes', at - interval '20 minutes', at,
    decode('01' || repeat('0a0b', 20), 'hex'),
    CASE WHEN luck < skill THEN 'won' ELSE 'resigned' END, 130,
    CASE WHEN luck < skill THEN 500 + 5 * floor(50 * style) ELSE 5 * floor(100 * style) END,
    90 + floor(160 * care), floor(5 * care), CASE WHEN luck < skill THEN 52 ELSE 10 END,
    60000 + floor(900000 * pace)
FROM (
    SELECT n, luck, pace, style, care,
           CASE WHEN n <= %s THEN n ELSE 1 + floor(%s * reach ^ 2)::bigint END AS place,
           date_trunc('milliseconds', %s::timestamptz + n * %s * interval '1 second') AS at
    FROM (
        SELECT n, random() AS luck, random() AS pace, random() AS style, random() AS care,
               random() AS reach
        FROM generate_series(1, %s) AS n
    ) AS chance
) AS drawn
JOIN player USING (place)
"""

# Runs of equal results: a game's number less its number among such results is the same in a run.
_COUNTED = """
CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
WITH game AS MATERIALIZED (
    SELECT id, player_id, status = 'won' AS won, score, ms, moves, undos, ended_at,
        row_number() OVER (PARTITION BY player_id ORDER BY ended_at, id) AS number,
        row_number() OVER (PARTITION BY player_id ORDER BY ended_at, id)
        - row_number() OVER (PARTITION BY player_id, status ORDER BY ended_at, id) AS run
    FROM games_game WHERE ladder = %s AND ended_at >= %s
), streak AS (
    SELECT player_id, won, count(*) AS length, max(number) AS last,
        (array_agg(id ORDER BY number DESC))[1] AS game
    FROM game GROUP BY player_id, won, run
), streaks AS (
    SELECT player_id, coalesce(max(length) FILTER (WHERE won), 0) AS best_streak,
        coalesce(max(length) FILTER (WHERE NOT won), 0) AS worst_streak,
        (array_agg(game ORDER BY length DESC, last) FILTER (WHERE won))[1] AS streak_game,
        (array_agg(CASE WHEN won THEN length ELSE -length END ORDER BY last DESC))[1] AS streak
    FROM streak GROUP BY player_id
), total AS (
    SELECT player_id, count(*) AS played, count(*) FILTER (WHERE won) AS won,
        sum(score) AS total_score, coalesce(sum(score) FILTER (WHERE won), 0) AS won_score,
        coalesce(sum(ms) FILTER (WHERE won), 0) AS won_ms,
        coalesce(sum(moves) FILTER (WHERE won), 0) AS won_moves, sum(undos) AS undos,
        min(ms) FILTER (WHERE won) AS best_ms,
        (array_agg(id ORDER BY ms, number) FILTER (WHERE won))[1] AS best_ms_game,
        max(score) FILTER (WHERE won) AS best_score,
        (array_agg(id ORDER BY score DESC, number) FILTER (WHERE won))[1] AS best_score_game,
        min(moves) FILTER (WHERE won) AS fewest_moves,
        (array_agg(id ORDER BY moves, number) FILTER (WHERE won))[1] AS fewest_moves_game,
        max(score) FILTER (WHERE NOT won) AS lost_score,
        (array_agg(id ORDER BY score DESC, number) FILTER (WHERE NOT won))[1] AS lost_score_game,
        max(ended_at) AS last_at,
        (array_agg(id ORDER BY number DESC))[1] AS last_game
    FROM game GROUP BY player_id
)
SELECT * FROM total JOIN streaks USING (player_id)
"""

_FIGURES = """player_id, played, won, streak, best_streak, worst_streak, total_score, won_score,
    won_ms, won_moves, undos, best_ms, best_ms_game, best_score, best_score_game, fewest_moves,
    fewest_moves_game, lost_score, lost_score_game, last_at"""
_STANDINGS = """
INSERT INTO games_standing (ladder, period, {figures}) SELECT %s, %s, {figures} FROM counted
""".replace("{figures}", _FIGURES)

_ROWS = """
INSERT INTO games_boardrow (player_id, board, sort, achieved, game)
SELECT c.player_id, %s, {sort}, floor(extract(epoch FROM g.ended_at) * 1000), g.id
FROM counted AS c JOIN games_game AS g ON g.id = {game} WHERE {sort} IS NOT NULL
"""

# The lower end of the Wilson interval, as `games.boards.wilson` computes it.
_RATE = """(SELECT -round((rate + square / 2 - {z} * sqrt(rate * (1 - rate) / c.played
    + square / (4 * c.played))) / (1 + square) * {unit})
    FROM (SELECT c.won::float8 / c.played AS rate, {z2}::float8 / c.played AS square) AS x
    WHERE c.played >= {fewest})"""
for _name, _value in {
    "{z}": Z95,
    "{z2}": Z95 * Z95,
    "{unit}": RATE_UNIT,
    "{fewest}": FEWEST_GAMES_FOR_RATE,
}.items():
    _RATE = _RATE.replace(_name, repr(_value))
_WON_MIDDLE, _LOST_MIDDLE = score_sort(True, 0), score_sort(False, 0)
_SORTS = {
    "win_rate": (_RATE, "c.last_game"),
    "current_streak": ("nullif(-greatest(c.streak, 0), 0)", "c.last_game"),
    "best_streak": ("nullif(-c.best_streak, 0)", "c.streak_game"),
    "vegas_total": ("-c.total_score", "c.last_game"),
    "best_time": ("c.best_ms", "c.best_ms_game"),
    "best_score": (
        f"coalesce({_WON_MIDDLE} - c.best_score, {_LOST_MIDDLE} - c.lost_score)",
        "coalesce(c.best_score_game, c.lost_score_game)",
    ),
    "fewest_moves": ("c.fewest_moves", "c.fewest_moves_game"),
}
"""For each board the sort out of counted figures, and the game with which it was reached."""
