"""``manage.py sweep_guests``: delete guests that nobody comes back for."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services.sweeping import sweep_guests


class Command(BaseCommand):
    help = "Delete guests without any move after a day, and others after 90 days of rest."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{sweep_guests()} guests swept away.")
