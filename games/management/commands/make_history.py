"""``manage.py make_history``: the standings of a large service, to measure boards on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.engine import LADDERS
from games.services import history
from games.services.utc import now


class Command(BaseCommand):
    help = "Fill an empty PostgreSQL database with drawn players, finished games and standings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=1_000_000)
        parser.add_argument("--games", type=int, default=5_000_000)
        parser.add_argument("--ladder", choices=sorted(LADDERS), default="rated-3")

    def handle(self, *_: Any, players: int, games: int, ladder: str, **__: Any) -> None:
        """Refuse any database that has players."""
        if connection.vendor != "postgresql":
            raise CommandError("This needs PostgreSQL: set DATABASE_URL.")
        try:
            history.make(players, games, ladder, now())
        except (history.NotEmpty, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{players} players, {games} games")
