"""``make bench-boards``: pages and ranks of boards with a million players, anywhere on a board.

``N=100000`` makes it so many players (and five games a player). It runs on a PostgreSQL of its
own; ``BOARDS_URL`` measures a database that ``manage.py make_history`` filled before. "db" is the
processor time that PostgreSQL's process for this connection took for a call (a mean; it shifts
little with what else the machine does), "all" the whole call with round trips, waiting and Python
(a median). "naive" is the rank by counting the better rows. All in milliseconds.
"""

import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from tests.services import Postgres, migrate

LADDER = "rated-3"
ROUNDS = 50


def main() -> None:
    players = int(os.environ.get("N") or 1_000_000)
    there = os.environ.get("BOARDS_URL")
    server = Postgres()
    if there is None:
        server.start()
    try:
        url = there or server.create("boards")
        os.environ |= {"DATABASE_URL": url, "INSECURE_LOCAL": "1", "REDIS_URL": ""}
        os.environ["DJANGO_SETTINGS_MODULE"] = "klondike_site.settings"
        if there is None:
            migrate(url)
        import django

        django.setup()
        if there is None:
            _fill(players)
        _measure()
        from django.db import connections

        connections.close_all()
    finally:
        server.close()


def _fill(players: int) -> None:
    from games.services import history
    from games.services.utc import now

    begin = time.monotonic()
    history.make(players, 5 * players, LADDER, now())
    print(f"{players:,} players, {5 * players:,} finished games: {time.monotonic() - begin:.0f} s")


def _measure() -> None:
    from django.db.models import Max

    from games.boards import ALL_TIME, Board, utc_day, week_of
    from games.models import Game

    print(f"\n{'':36}{'page of 25':^16}{'own rank':^16}{'naive':^16}")
    print(f"{'board':17}{'rows':>9} {'place':8}" + f"{'db':>8}{'all':>8}" * 3)
    last = Game.objects.aggregate(last=Max("ended_at"))["last"]
    week = week_of(utc_day(last)) if last else ALL_TIME
    for name in ("win_rate", "current_streak", "best_time", "best_score", "fewest_moves"):
        for period in (ALL_TIME, week):
            _one_board(Board(LADDER, name, period))
    _finish()


def _one_board(board: Any) -> None:
    from games.selectors import boards as reads

    length = reads.length(board)
    if not length:
        return
    for place, at in (("top", 0), ("middle", length // 2), ("end", length - 1)):
        key = _key_at(board, at)
        start = _key_at(board, max(at - 25, 0)) if at else None
        figures = (
            _timed(partial(reads.page, board, after=start, limit=25), ROUNDS),
            _timed(partial(reads.rank_of, board, key.player), ROUNDS),
            _timed(partial(_naive, board, key), 5),
        )
        name = f"{board.name}{'' if board.period.kind == 'all' else ' (week)'}"
        shown = "".join(f"{db:8.2f}{whole:8.2f}" for db, whole in figures)
        print(f"{name[:22]:17}{length:>9,} {place:8}{shown}")


def _key_at(board: Any, at: int) -> Any:
    from games.models import BoardRow
    from games.selectors.boards import Key

    rows = BoardRow.objects.filter(board=board.code).order_by("sort", "achieved", "player")
    row = rows[at : at + 1].get()
    return Key(row.sort, row.achieved, row.player_id)


def _timed(call: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """A call's time of PostgreSQL's processor, and the median of its whole time, in ms."""
    from django.db import connection

    for _ in range(3):
        call()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    whole = []
    before = _on_processor(pid)
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        whole.append((time.perf_counter() - begin) * 1000)
    return (_on_processor(pid) - before) / rounds, statistics.median(whole)


def _on_processor(pid: int) -> float:
    """Milliseconds that a process has run, by the kernel's own count."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def _naive(board: Any, key: Any) -> Any:
    from games.models import BoardRow

    return BoardRow.objects.filter(board=board.code, sort__lt=key.sort).count()


def _finish() -> None:
    """How many games a second can be counted, by one and by four at once on one ladder."""
    from django.db import connection, transaction

    from games.models import Counted, Game
    from games.services import ratings

    games = list(Game.objects.order_by("-id").select_related("player")[:1200])
    Counted.objects.filter(game__in=games).delete()

    def count(part: list[Any]) -> None:
        for game in part:
            with transaction.atomic():
                ratings.count(game)
        connection.close()

    print()
    for threads, chosen in ((1, games[:400]), (4, games[400:])):
        begin = time.monotonic()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(count, [chosen[n::threads] for n in range(threads)]))
        rate = len(chosen) / (time.monotonic() - begin)
        print(f"games counted a second on one ladder, {threads} at once: {rate:.0f}")


if __name__ == "__main__":
    main()
