"""Fills a database with players, games, dailies and boards that look like real ones.

``DATABASE_URL=… python -m tests.e2e.seed`` does it for a database to look at by hand. Everyone's
password is `PASSWORD`. The same seed gives the same people and days, but not the same decks, as
sealed decks come from the system's secure source.
"""

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

PASSWORD = "a quiet table for one"
_NAMES = """
alice bob charlie Marieke Joost klaver-vier harten_heer Ruitenboer Jule Karoline Pikbube HerzDame
Talon72 one-more-deal slowhand ace_first Kingfisher northwind Mirjam Teun Wouter Liesbeth Anke
Friedrich Sibylle old_dog quietfox sevenup patience-99 Nachteule
"""
NAMES = tuple(_NAMES.split())
BOTS = ("ten-of-clubs", "lazybot")
DAYS = 45


def fill(env: Mapping[str, str], days: int = 2, people: int = len(NAMES)) -> None:
    """Fill the database that ``env`` names, in a process of its own."""
    subprocess.run(
        [sys.executable, "-m", "tests.e2e.seed", str(days), str(people)],
        cwd=Path(__file__).resolve().parent.parent.parent,
        env={**os.environ, **env},
        check=True,
    )


def main(days: int = DAYS, people: int = len(NAMES)) -> None:
    """Fill the database of the settings with so many days of play of the first of the people."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_site.settings")
    import django

    django.setup()
    from tests.e2e.seeding import Seeding

    Seeding(random.Random(8), datetime.now(UTC).date(), NAMES[:people]).run(days)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
