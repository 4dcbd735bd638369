"""``manage.py rebuild``: make all derived data anew from the logs."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.rebuild import rebuild


class Command(BaseCommand):
    help = "Make finished games' rows, standings, statistics and boards anew from the logs."

    def handle(self, *_: Any, **__: Any) -> None:
        games, wrong, counted = rebuild()
        self.stdout.write(f"{games} finished games, {wrong} rows mended, {counted} games counted")
