"""``manage.py daily prepare [--days N]``: proves and seals the daily deals that are missing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services import daily


class Command(BaseCommand):
    help = "Prepare daily deals: proven winnable, sealed, their commitments published ahead."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["prepare"])
        parser.add_argument(
            "--days", type=int, default=daily.DAYS_AHEAD, help="days to come, besides today"
        )

    def handle(self, *_: Any, days: int, **__: Any) -> None:
        """Prepare each missing deal; deck and line are shown to nobody."""
        for deal in daily.prepare_missing(days):
            self.stdout.write(f"{deal.date} {deal.ladder} {deal.commitment}")
