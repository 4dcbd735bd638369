"""``manage.py export_month 2026-11 FOLDER``: the public file of a month's rated games."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.boards import utc_day
from games.services import utc
from games.services.archive import write_month


class Command(BaseCommand):
    help = "Write a month's finished rated games as compressed newline-delimited JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", help="the month, written 2026-11")
        parser.add_argument("folder", type=Path, help="where the file goes")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            options["folder"].mkdir(parents=True, exist_ok=True)
            today = utc_day(utc.now())
            archive = write_month(options["month"], options["folder"], today)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{archive.path}: {archive.games} games, SHA-256 {archive.digest}")
