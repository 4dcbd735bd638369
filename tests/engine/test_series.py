"""A series of actions on a sealed deck: refused or not, it tells of no card not seen before."""

import random

import pytest
from hypothesis import given

from games import engine

from .cases import decks, quick, rule_sets, seeds, wander


def shown_by(log: list[str], deck: bytes, rules: engine.RuleSet) -> set[int]:
    """The places of the deck whose cards a player has seen after a log."""
    game = engine.Game(deck, rules)
    seen = set(b"".join(column.up for column in game.position.columns))
    if rules.thoughtful:
        seen |= set(b"".join(column.down for column in game.position.columns))
    for action in log:
        event = game.act(action, 0)
        seen |= set(event.drawn)
        if event.turned_up is not None:
            seen.add(event.turned_up[1])
    return {deck.index(card) for card in seen}


def another(deck: bytes, known: set[int], rng: random.Random) -> bytes:
    """A deck that looks the same to who knows those places."""
    places = [place for place in range(52) if place not in known]
    mixed = rng.sample(places, len(places))
    other = bytearray(deck)
    for place, source in zip(places, mixed, strict=True):
        other[place] = deck[source]
    return bytes(other)


def series(game: engine.Game, rng: random.Random) -> list[str]:
    """Actions that are often legal one after the other, ended by one that may be anything."""
    trial, actions = game.copy(), []
    for _ in range(rng.randrange(1, 7)):
        choice = trial.legal()
        if not choice:
            break
        actions.append(rng.choice([*choice, "uu"] if trial.can_undo else choice))
        trial.act(actions[-1], 0)
    return [*actions, rng.choice([*sorted(engine.ACTIONS), "rr", "zz"])]


def answer(game: engine.Game, actions: list[str]) -> tuple[str, str | None, int | None]:
    """What one who asks learns of a series: taken, or what is refused, why and where."""
    trial = game.copy()
    try:
        trial.act_all(actions, [0] * len(actions), sealed=True)
    except engine.EngineError as error:
        return error.code, error.extra.get("reason"), error.at
    return "taken", None, None


@quick
@given(decks, rule_sets, seeds)
def test_the_answer_to_a_series_is_the_same_whatever_is_hidden(deck, rules, seed):
    rng = random.Random(seed)
    game = engine.Game(deck, rules)
    log = wander(game, rng, rng.randrange(60))
    known = shown_by(log, deck, rules)
    for _ in range(8):
        other = engine.Game.replay(another(deck, known, rng), rules, "".join(log))
        assert engine.view(other) == engine.view(game)
        for _ in range(8):
            actions = series(game, rng)
            assert answer(other, actions) == answer(game, actions), actions


@quick
@given(decks, rule_sets, seeds)
def test_a_series_that_is_taken_is_what_its_actions_are_one_by_one(deck, rules, seed):
    rng = random.Random(seed)
    game = engine.Game(deck, rules)
    wander(game, rng, rng.randrange(60))
    actions = series(game, rng)
    one_by_one, at_once = game.copy(), game.copy()
    try:
        events = [one_by_one.act(action, 5) for action in actions]
    except engine.EngineError as error:
        with pytest.raises(type(error)) as caught:
            at_once.act_all(actions, [5] * len(actions))
        assert caught.value.at == one_by_one.version - game.version
    else:
        assert at_once.act_all(actions, [5] * len(actions)) == events
    assert engine.view(at_once) == engine.view(one_by_one)


def opened() -> engine.Game:
    """A game whose columns are known and whose first card of the stock fits on one of them."""
    for number in range(1000):
        game = engine.Game(engine.shuffle(number), engine.PRESETS["easy"])
        trial = game.copy()
        trial.act("sw", 0)
        if "w3" in trial.legal():
            return game
    raise AssertionError("no such deal among a thousand")


@pytest.mark.parametrize("last", ["w3", "w4", "wf"])
def test_a_drawn_card_is_looked_at_before_it_is_played(last):
    game = opened()
    assert answer(game, ["sw", last]) == ("illegal_move", "unseen_card", 1)
    assert answer(game, ["sw", last, "zz"]) == ("illegal_move", "unseen_card", 1)
    game.act_all(["sw", "uu"], [0, 0], sealed=True)
    code, reason, _ = answer(game, ["sw", last])
    assert (code, reason) in {
        ("taken", None),
        ("illegal_move", "does_not_fit"),
        ("illegal_move", "not_a_king"),
        ("illegal_move", "foundation_order"),
    }


def test_draws_and_moves_of_known_cards_may_follow_what_is_shown():
    game = opened()
    rules = game.rules
    assert answer(game, ["sw"] * 24) == ("taken", None, None)
    for number in range(1000):
        game = engine.Game(engine.shuffle(number), rules)
        runs = [move for move in game.legal() if move[0] in "234567" and move[1] in "1234567"]
        pairs = [(one, two) for one in runs for two in runs if not set(one) & set(two)]
        if pairs:
            assert answer(game, list(pairs[0])) == ("taken", None, None)
            one, two = pairs[0]
            assert answer(game, [one, one[0] + two[1]]) == ("illegal_move", "unseen_card", 1)
            return
    raise AssertionError("no such deal among a thousand")
