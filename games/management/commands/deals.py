"""``manage.py deals fill --rules hard --count 100``: proves decks winnable for the pool."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import engine
from games.services import deals


class Command(BaseCommand):
    help = "Fill the pool of decks that are proven winnable."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["fill"])
        parser.add_argument("--rules", default="hard", help="a rule set's slug")
        parser.add_argument("--count", type=int, default=10, help="decks to add")

    def handle(self, *_: Any, rules: str, count: int, **__: Any) -> None:
        """Prove and store; decks and lines are shown to nobody."""
        try:
            chosen = engine.parse_rules(rules)
        except engine.BadRules as error:
            raise CommandError(str(error)) from error
        for deal in deals.fill(chosen, count):
            self.stdout.write(f"{rules} {deal.pk} {deal.difficulty} par {deal.par}")
