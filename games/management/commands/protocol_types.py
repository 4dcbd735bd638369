"""``manage.py protocol_types``: write what follows from games/protocol.py."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.protocol_text import PAGE, TYPESCRIPT, current, files


class Command(BaseCommand):
    help = "Write the client's types and docs/protocol.md from games/protocol.py."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only say whether they are current"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        if options["check"]:
            if not current():
                raise CommandError("run manage.py protocol_types")
            return
        for path, text in files().items():
            path.write_text(text, encoding="utf-8")
        self.stdout.write(f"{TYPESCRIPT.name}, {PAGE.name}")
