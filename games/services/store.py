"""Games as they are read from the database: what never changes of one, and its log."""

from array import array
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine import Ending, RuleSet
from games.models import Action, Game
from games.models.derive import commitment, read_rules
from games.models.packing import split_ending, unpack
from games.selectors.daily import game_revealed
from games.services import utc
from games.services.errors import GameNotFound

_FACTS = (
    "id",
    "public_id",
    "player_id",
    "player__username",
    "player__kind",
    "kind",
    "ladder",
    "rules",
    "rules_version",
    "deck",
    "salt",
    "number",
    "helped",
    "created_at",
    "started_at",
    "ended_at",
)


@dataclass(slots=True)
class Facts:
    """What is known of a game apart from its actions. Its text never shows deck or salt."""

    id: int
    public_id: str
    player_id: int | None
    player_name: str | None
    player_kind: str | None
    kind: str
    ladder: str
    rules_text: str
    rules_version: int
    deck: bytes = field(repr=False)
    salt: bytes | None = field(repr=False)
    number: int | None = field(repr=False)
    helped: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    revealed: bool = False  # a daily's deal is public

    @property
    def rules(self) -> RuleSet:
        return read_rules(self.rules_text)

    @property
    def slug(self) -> str | None:
        return None if self.rules_text.startswith("{") else self.rules_text

    @property
    def rated(self) -> bool:
        return self.kind != Game.Kind.CASUAL

    @property
    def commitment(self) -> str | None:
        return commitment(self.deck, self.salt) if self.salt is not None else None


@dataclass(slots=True)
class Stored:
    """A game as the database has it; ``ending`` where it did not end with its last action."""

    facts: Facts
    codes: bytes
    times: "array[int]"
    ending: Ending | None
    over: bool


def load(public_id: str) -> Stored:
    """A game with its log. Raises `GameNotFound`."""
    _check_id(public_id)
    # Actions before the row: a game that ends between the two reads has its log in the row then,
    # while the other way round it would look like a game without actions.
    rows = list(
        Action.objects.filter(game__public_id=public_id)
        .order_by("seq")
        .values_list("code", "ms", "seq")
    )
    found = Game.objects.filter(public_id=public_id).values_list(*_FACTS, "status", "log").first()
    if found is None:
        raise GameNotFound
    *values, status, log = found
    facts = _facts(values)
    over = status != Game.Status.PLAYING
    if over:
        codes, times = unpack(bytes(log))
    else:
        codes, times = bytes(row[0] for row in rows), array("I", (row[1] for row in rows))
        if [row[2] for row in rows] != list(range(len(rows))):
            raise RuntimeError(f"the log of game {public_id} has a gap")
    codes, ending = split_ending(codes)
    return Stored(facts, codes, times[: len(codes)], ending, over)


def _facts(values: list[Any]) -> Facts:
    facts = Facts(*values)
    facts.deck = bytes(facts.deck)
    facts.salt = bytes(facts.salt) if facts.salt is not None else None
    if facts.kind == Game.Kind.DAILY:
        facts.revealed = game_revealed(facts.id, facts.created_at, utc.now())
    return facts


@dataclass(frozen=True, slots=True)
class Head:
    """How far a stored game is, and whose it is: id, name and kind of its player."""

    over: bool
    version: int
    player: tuple[int | None, str | None, str | None]


def head(public_id: str) -> Head:
    """What a game in memory is held against. Raises `GameNotFound`."""
    _check_id(public_id)
    last = (
        Action.objects.filter(game__public_id=public_id)
        .order_by("-seq")
        .values_list("seq", flat=True)
        .first()
    )
    row = (
        Game.objects.filter(public_id=public_id)
        .values_list("status", "version", "player_id", "player__username", "player__kind")
        .first()
    )
    if row is None:
        raise GameNotFound
    status, version, player, name, kind = row
    over = status != Game.Status.PLAYING
    return Head(over, version if over else 0 if last is None else last + 1, (player, name, kind))


def _check_id(public_id: str) -> None:
    """Not every text can be asked for: PostgreSQL takes no NUL."""
    if not (public_id.isascii() and public_id.isalnum()):
        raise GameNotFound
