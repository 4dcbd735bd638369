"""Random games, played on what a process holds in memory."""

import random
from array import array
from datetime import UTC, datetime
from typing import Any

from games import engine
from games.services.entries import Change, Entry, Request
from games.services.errors import PlayError
from games.services.store import Facts, Stored

RULES = [*engine.PRESETS, '{"draw":3,"passes":2,"scoring":"microsoft","undo_limit":3}']


class Nobody:
    """An asker who does not listen."""

    def accepted(self, change: Change) -> None: ...

    def refused(self, request: Request, error: PlayError, version: int) -> None: ...


def entry(number: int, rules: str | None = None) -> Entry:
    """A game with a sealed deck, new in memory."""
    chance = random.Random(number)
    deck = bytes(chance.sample(range(52), 52))
    facts = Facts(
        id=number,
        public_id=f"g{number}",
        player_id=1,
        player_name="walker",
        player_kind="guest",
        kind="casual",
        ladder="",
        rules_text=rules or RULES[number % len(RULES)],
        rules_version=1,
        deck=deck,
        salt=b"s" * 16,
        number=None,
        helped=False,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        started_at=None,
        ended_at=None,
    )
    return Entry(Stored(facts, b"", array("I"), None, False))


def request(game: Entry, actions: list[str], tag: Any = 1) -> Request:
    return Request(
        Nobody(),
        game.facts.public_id,
        1,
        version=game.game.version,
        actions=actions,
        tag=tag,
        whole=True,
    )


def some_actions(game: Entry, chance: random.Random) -> list[str]:
    """One to three actions, the first of them legal where any is, undo and redo among them."""
    legal = game.game.legal()
    first = chance.choice(legal) if legal else "uu"
    if chance.random() < 0.2:
        first = chance.choice(["uu", "rr"])
    others = chance.choices(sorted(engine.ACTIONS), k=2) if chance.random() < 0.1 else []
    return [first, *others]
