"""Finished games, one after the other, as everyone may read them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.names import FORMER_PREFIX
from games import engine
from games.models import Game
from games.models.derive import commitment, read_rules
from games.models.packing import split_ending, texts, unpack
from games.selectors.daily import game_revealed

PAGE = 500
Row = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Which of a player's games, in what order; ``since`` ≤ ``ended_at`` < ``until``."""

    ladder: str | None = None
    kind: str | None = None
    result: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    oldest_first: bool = False

    def condition(self) -> Q:
        """The finished games that are meant."""
        chosen = Q(status__in=[self.result] if self.result else ["won", "lost"])
        for field, value in (
            ("ladder", self.ladder),
            ("kind", self.kind),
            ("ended_at__gte", self.since),
            ("ended_at__lt", self.until),
        ):
            if value is not None:
                chosen &= Q(**{field: value})
        return chosen


class Played(NamedTuple):
    """The columns of a finished game. No model instance: there may be a hundred thousand."""

    pk: int
    public_id: str
    player__username: str | None
    player__kind: str | None
    kind: str
    ladder: str
    rules: str
    rules_version: int
    deck: bytes
    salt: bytes | None
    number: int | None
    status: str
    termination: str
    score: int | None
    moves: int
    undos: int
    home: int
    ms: int
    helped: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime
    log: bytes


def _read(games: "QuerySet[Game]", size: int) -> list[Played]:
    return [Played(*values) for values in games.values_list(*Played._fields)[:size]]


def page(player: User, wanted: Wanted, after: int | None, size: int) -> list[Played]:
    """So many of the player's finished games in the wanted order, from after a game's key on."""
    games = Game.objects.filter(wanted.condition(), player=player)
    if after is not None:
        games = games.filter(Q(pk__gt=after) if wanted.oldest_first else Q(pk__lt=after))
    return _read(games.order_by("pk" if wanted.oldest_first else "-pk"), size)


def all_games(player: User, wanted: Wanted) -> Iterator[Played]:
    """All of them, a page in memory at a time."""
    after: int | None = None
    while games := page(player, wanted, after, PAGE):
        yield from games
        after = games[-1].pk


def rated_between(since: datetime, until: datetime) -> Iterator[Played]:
    """Every finished rated game of all players that ended then, in order of their ends."""
    kinds = (Game.Kind.RATED, Game.Kind.DAILY)
    games = Game.objects.filter(kind__in=kinds, ended_at__gte=since, ended_at__lt=until)
    games = games.order_by("ended_at", "pk")
    last: Played | None = None
    while batch := _read(games.filter(_after(last)), PAGE):
        yield from batch
        last = batch[-1]


def _after(last: Played | None) -> Q:
    if last is None:
        return Q()
    return Q(ended_at__gt=last.ended_at) | Q(ended_at=last.ended_at, pk__gt=last.pk)


def player_shown(name: str | None, kind: str | None) -> Row | None:
    """Name and kind of a player; ``None`` for who left."""
    if name is None or name.startswith(FORMER_PREFIX):
        return None
    return {"name": name, "kind": kind}


@lru_cache(maxsize=256)
def _rules_shown(text: str) -> Row:
    return read_rules(text).as_dict()


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _public(game: Played, at: datetime) -> bool:
    return game.kind != Game.Kind.DAILY or game_revealed(game.pk, game.created_at, at)


def row(game: Played, at: datetime, own: bool = False) -> Row:
    """A finished game as it is read at a time, with its log: anyone can play it again and check it.

    While a daily is secret, ``deck`` and ``salt`` are ``null``, and for others than its player
    so are ``actions`` and ``times``.
    """
    deck, salt = bytes(game.deck), bytes(game.salt) if game.salt is not None else None
    public = _public(game, at)
    number = game.number
    codes, times = unpack(bytes(game.log))
    codes, _ = split_ending(codes)
    told = public or own
    return {
        "id": game.public_id,
        "player": player_shown(game.player__username, game.player__kind),
        "kind": game.kind,
        "ladder": game.ladder or None,
        "slug": None if game.rules.startswith("{") else game.rules,
        "rules": _rules_shown(game.rules),
        "rules_version": game.rules_version,
        "code": None if number is None else engine.code_text(read_rules(game.rules), number),
        "commitment": commitment(deck, salt) if salt is not None else None,
        "deck": engine.deck_text(deck) if public else None,
        "salt": salt.hex() if public and salt is not None else None,
        "status": game.status,
        "termination": game.termination,
        "score": game.score,
        "moves": game.moves,
        "undos": game.undos,
        "home": game.home,
        "ms": game.ms,
        "helped": game.helped,
        "created_at": _moment(game.created_at),
        "started_at": _moment(game.started_at),
        "ended_at": _moment(game.ended_at),
        "actions": "".join(texts(codes)) if told else None,
        "times": times[: len(codes)].tolist() if told else None,
    }


def line(game: Played, at: datetime) -> str:
    """`row` as a line of newline-delimited JSON."""
    return orjson.dumps(row(game, at)).decode() + "\n"
