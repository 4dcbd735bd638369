"""``manage.py sweep``: ends games that are due, and keeps the boards' counts short."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import settle, sweeping
from games.services.utc import now


class Command(BaseCommand):
    help = "End abandoned rated games and closed dailies, fold the boards' counts. Run it hourly."

    def handle(self, *_: Any, **__: Any) -> None:
        """Do what is due now; safe at any time and beside other sweepers."""
        ended = settle.settle(now())
        mended = sweeping.mend_boards()
        folded = sweeping.fold_boards()
        self.stdout.write(f"{ended} games ended, {mended} players' rows mended, {folded} boards")
