"""Nothing that leaves the service shows a card that lies face down."""

import json
import random
import re
from typing import Any

import pytest

from games import engine
from games.protocol import envelope
from games.services import views
from games.services.entries import Entry
from games.services.errors import Against
from tests.games.walks import entry, request, some_actions

GAMES = 2_000
STEPS = 10
# Keys whose values are no cards, whatever they look like.
_WORDS = re.compile(r'"(?:id|name|commitment|salt|log)":\s*"[^"]*"')
_CARDS = re.compile(r"[A23456789TJQK][CDHS]")


def in_sight(game: engine.Game) -> set[str]:
    """The cards that lie face up."""
    position = game.position
    cards = [*position.waste, *(card for column in position.columns for card in column.up)]
    if game.rules.thoughtful:
        cards += [card for column in position.columns for card in column.down]
    suits = zip("CDHS", position.foundations, strict=True)
    home = {engine.RANKS[rank] + suit for suit, count in suits for rank in range(count)}
    return {engine.TEXT[card] for card in cards} | home


def shown(text: str) -> set[str]:
    """The cards in a text that goes out."""
    return set(_CARDS.findall(_WORDS.sub("", text)))


def sent(game: Entry, chance: random.Random) -> list[bytes]:
    """Play something; every text that it makes the service send."""
    asked = request(game, some_actions(game, chance))
    try:
        change = game.play(asked)
    except engine.EngineError as error:
        refusal = Against(error, error.at)
        return [envelope(b"refused", 0, {"message": str(refusal), **refusal.extra})]
    game.waiting.clear()
    if chance.random() < 0.1:
        again = game.repeated(asked)
        assert again is not None
        assert again.answer() == change.answer()
    whole = json.dumps([change.view, change.turned]).encode()
    return [*change.frames(), *change.answer(), whole]


def readings(game: Entry, chance: random.Random) -> list[bytes]:
    """Every text that a reader can ask for."""
    clock = views.clock(0, False)
    view = views.view(game.facts, game.game, clock)
    log = views.log(game.facts, game.game, game.codes, game.times)
    missed = game.since(chance.randint(0, game.game.version))
    return [json.dumps(each).encode() for each in (view, log, missed)]


def test_no_card_that_was_never_face_up_is_in_any_text() -> None:
    for number in range(GAMES):
        game, chance = entry(number), random.Random(number)
        seen = in_sight(game.game)
        for step in range(STEPS):
            before = game.game.version
            texts = sent(game, chance)
            for version in range(before + 1, game.game.version):
                # A card may be turned up and, by an undo, down again within one request.
                seen |= in_sight(game.at(version))
            seen |= in_sight(game.game)
            if game.game.outcome is not None:
                break
            if step % 4 == 0:
                texts += readings(game, chance)
            for text in texts:
                assert shown(text.decode()) <= seen, (number, step)


@pytest.mark.parametrize("number", range(3))
def test_what_is_in_memory_does_not_print_its_deck(number: int) -> None:
    game = entry(number)
    for thing in (game, game.facts, game.game, game.finished()):
        text = repr(thing) + str(thing)
        assert engine.deck_text(game.facts.deck) not in text
        assert repr(game.facts.deck) not in text
        assert game.facts.salt is not None
        assert repr(game.facts.salt) not in text


def apply(view: dict[str, Any], frame: bytes) -> dict[str, Any]:
    """What a client that knows no rules makes of an event."""
    message = json.loads(frame)
    data = message["d"]
    after = {**view, "version": message["v"], "columns": list(view["columns"])}
    for name, value in data.pop("piles").items():
        if name.isdigit():
            after["columns"][int(name) - 1] = value
        else:
            after[name] = value
    del data["actions"], data["turned_up"]
    return after | data


def test_snapshot_and_events_make_the_next_snapshot() -> None:
    """For the player and for spectators alike, who get the same events and the same views."""
    for number in range(120):
        game, chance = entry(number), random.Random(number)
        view = views.view(game.facts, game.game, views.clock(0, False))
        for _ in range(30):
            try:
                change = game.play(request(game, some_actions(game, chance)))
            except engine.EngineError:
                continue
            game.waiting.clear()
            if change.ends:
                break
            view = apply(view, change.frames()[0])
            fresh = views.view(game.facts, game.game, view["clock"])
            assert view | {"started_at": None} == fresh | {"started_at": None}


def test_refused_actions_leave_everything_as_it_was() -> None:
    for number in range(200):
        game, chance = entry(number), random.Random(number)
        for _ in range(20):
            before = state(game)
            try:
                game.play(request(game, some_actions(game, chance)))
            except engine.EngineError:
                assert state(game) == before
            game.waiting.clear()
            if game.game.outcome is not None:
                break


def state(game: Entry) -> tuple[Any, ...]:
    """All of a game but its clock, which only says that somebody is there."""
    played = game.game
    return (
        played.position,
        engine.counts(played),
        played.ms,
        bytes(game.codes),
        list(game.times),
        game.facts.started_at,
        len(game.waiting),
    )
