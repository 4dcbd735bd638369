"""Standings and statistics: counted once, in the transaction that ends a game.

`count` is called there. `recount` and `rebuild` get the same out of the games that are stored.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from django.db import connection, transaction
from django.db.models import OuterRef, Q, Subquery

from accounts.models import User
from games import boards
from games.models import BoardChange, BoardRow, Counted, DailyTry, Game, Standing, Statistic
from games.services import achievements, counts, live
from games.services.boards import Row, build_chunks, fold_when_due, place, remove_all
from games.services.book import Book
from games.services.counts import Result

BATCH = 2000


def count(game: Game) -> bool:
    """Count a game that has just ended; False when it counts for nothing or was counted before.

    To be called in the transaction that ends it, with every column of the game's end set. Until
    that transaction ends it holds the player's own row, and waits for nothing else.
    """
    if game.kind == Game.Kind.DAILY:
        close_try(game)
    if game.player_id is None or not counts.counts(game):
        return False
    # Two games of one player that end at once are counted one after the other.
    player = User.objects.select_for_update(no_key=True).get(pk=game.player_id)
    if not _first_time(game):
        return False
    result = Result.of(game)
    book = _open_book(player, game, result)
    book.add(game, result)
    _store(book)
    changed = [] if player.is_suspended else place(player.pk, book.rows)
    achievements.award(player, game, result)
    if changed:
        transaction.on_commit(partial(_after, changed, game.pk), robust=True)
    return True


def close_try(game: Game) -> None:
    """Note on a player's try at the daily that its game has ended, even before a first move."""
    won = game.status == Game.Status.WON
    DailyTry.objects.filter(game_id=game.pk).update(ended_at=game.ended_at, won=won)


def _first_time(game: Game) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_counted (game_id) VALUES (%s) ON CONFLICT DO NOTHING", [game.pk]
        )
        return bool(cursor.rowcount)


def _open_book(player: User, game: Game, result: Result) -> Book:
    """The rows that this game changes, as they are stored."""
    periods = [period.code for period in boards.periods_of(result.ended_at)]
    standings = Standing.objects.filter(player=player, ladder=game.ladder, period__in=periods)
    statistics = Statistic.objects.filter(
        player=player, sort=counts.sort_of(game), rules=game.rules
    )
    rated = game.kind == Game.Kind.RATED
    return Book(player, standings if rated else (), statistics)


def _store(book: Book) -> None:
    for row in (*book.statistics.values(), *book.standings.values()):
        row.save()


def _after(changed: list[int], turn: int) -> None:
    """Tell open boards, and fold one of those that changed, a different one with each game."""
    live.announce(changed)
    fold_when_due(changed[turn % len(changed)])


def hide(player: User) -> None:
    """Take a player off all boards; standings and statistics stay."""
    with transaction.atomic():
        not_during_rebuild()
        _announce(remove_all(player.pk))


def recount(player: User) -> None:
    """Make a player's standings, board rows and statistics anew from the stored games.

    A suspended player keeps standings and gets no rows.
    """
    with transaction.atomic():
        not_during_rebuild()
        player = User.objects.select_for_update(no_key=True).get(pk=player.pk)
        book, record = _gone_through(player, _games(Q(player=player)))
        Standing.objects.filter(player=player).delete()
        Statistic.objects.filter(player=player).delete()
        _store(book)
        achievements.mend([record])
        on_boards = BoardRow.objects.filter(player=player).values_list("board", flat=True)
        wanted: dict[int, Row | None] = dict.fromkeys(on_boards)
        if not player.is_suspended:
            wanted |= book.rows
        _announce(place(player.pk, wanted))


def _announce(changed: list[int]) -> None:
    by_ladder = groupby(changed, key=lambda code: boards.board_of_code(code).ladder)
    for _, codes in by_ladder:
        transaction.on_commit(partial(live.announce, list(codes)), robust=True)


def rebuild() -> int:
    """Make all standings, statistics and boards anew from the stored games; how many counted.

    One transaction, in which readers see the old state and games that end wait for it.
    Achievements are put right (`achievements.mend`).
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            _lock_counting("EXCLUSIVE")
        for table in (BoardRow, BoardChange, Standing, Statistic, Counted):
            table.objects.all().delete()
        waiting: list[tuple[Book, achievements.Record]] = []
        for player, games in groupby(_games(Q(player__isnull=False)), key=lambda game: game.player):
            waiting.append(_gone_through(player, games))
            if len(waiting) == BATCH:
                _store_all(waiting)
                waiting.clear()
        _store_all(waiting)
        _restore_marks()
        build_chunks()
        return Counted.objects.count()


def _gone_through(player: User, games: Iterable[Game]) -> tuple[Book, achievements.Record]:
    """All that a player's games count for and earn."""
    book, record = Book(player), achievements.Record(player)
    for game in games:
        result = Result.of(game)
        book.add(game, result)
        record.add(game, result, book.standings)
    return book, record


def _games(chosen: Q) -> Iterator[Game]:
    """The games that count, each player's in the order in which they ended."""
    return (
        Game.objects.filter(chosen, started_at__isnull=False)
        .exclude(status=Game.Status.PLAYING)
        .select_related("player", "daily_try__daily")
        .defer("deck", "log", "daily_try__daily__deck", "daily_try__daily__line")
        .order_by("player_id", "ended_at", "id")
        .iterator(chunk_size=BATCH)
    )


def _store_all(waiting: list[tuple[Book, achievements.Record]]) -> None:
    books = [book for book, _ in waiting]
    Standing.objects.bulk_create(row for book in books for row in book.standings.values())
    Statistic.objects.bulk_create(row for book in books for row in book.statistics.values())
    BoardRow.objects.bulk_create(
        BoardRow(player_id=book.player.pk, board=board, **row._asdict())
        for book in books
        if not book.player.is_suspended
        for board, row in book.rows.items()
        if row is not None
    )
    achievements.mend([record for _, record in waiting])


def _restore_marks() -> None:
    """Note which games are counted, and how each try at a daily ended."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_counted (game_id) SELECT id FROM games_game"
            " WHERE status <> 'playing' AND started_at IS NOT NULL AND player_id IS NOT NULL"
        )
    games = Game.objects.filter(pk=OuterRef("game_id")).values("ended_at")
    DailyTry.objects.update(ended_at=Subquery(games), won=False)
    DailyTry.objects.filter(game__status=Game.Status.WON).update(won=True)


def not_during_rebuild() -> None:
    """Let a transaction that changes counted rows wait for a rebuild to end, and that for it."""
    if connection.vendor == "postgresql":
        _lock_counting("ROW EXCLUSIVE")


def _lock_counting(mode: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE games_counted IN {mode} MODE")
