"""What holds in every game under every rule set."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine

from .cases import board, decks, quick, random_deck, rule_sets, seeds, state, wander


def cards_of(position):
    cards = position.stock + position.waste
    for column in position.columns:
        cards += column.down + column.up
    for suit, count in enumerate(position.foundations):
        cards += bytes(range(suit * 13, suit * 13 + count))
    return bytes(sorted(cards))


@quick
@given(decks, rule_sets, seeds)
def test_all_52_cards_are_somewhere_and_a_column_that_has_cards_shows_one(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    for _ in range(60):
        wander(game, rng, 1)
        assert cards_of(game.position) == engine.PACK
        assert all(column.up or not column.down for column in game.position.columns)


@quick
@given(decks, rule_sets, seeds)
def test_the_order_of_stock_and_waste_is_that_of_the_deal(deck, rules, seed):
    game = engine.Game(deck, rules)
    wander(game, random.Random(seed), 120)
    left = game.position.waste + game.position.stock
    assert left == bytes(card for card in deck[28:] if card in left)


@quick
@given(decks, rule_sets, seeds)
def test_undo_is_the_exact_inverse_of_any_action_and_redo_of_undo(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    for _ in range(60):
        for move in game.legal():
            twin = game.copy()
            twin.act(move, 10)
            if rules.undo_limit and twin.outcome is None:
                after = board(twin)
                twin.act("uu", 20)
                assert board(twin) == board(game)
                twin.act("rr", 30)
                assert board(twin) == after
        wander(game, rng, 1)


@quick
@given(decks, rule_sets, seeds)
def test_an_action_and_its_undo_change_nothing_of_what_follows(deck, rules, seed):
    if not rules.undo_limit:
        return
    rng = random.Random(seed)
    plain, detour = engine.Game(deck, rules), engine.Game(deck, rules)
    for _ in range(100):
        if not plain.legal():
            break
        aside = rng.choice(detour.legal())
        detour.act(aside, 0)
        if detour.outcome:
            break
        detour.act("uu", 0)
        move = rng.choice(plain.legal())
        plain.act(move, 0)
        detour.act(move, 0)
        assert board(plain) == board(detour)


@quick
@given(decks, rule_sets, seeds)
def test_a_log_replays_to_the_same_game(deck, rules, seed):
    game = engine.Game(deck, rules)
    log = "".join(wander(game, random.Random(seed), 150))
    times = [700 * count for count in range(1, len(log) // 2 + 1)]
    again = engine.Game.replay(deck, rules, log, times)
    assert state(again) == state(game)
    assert game.version == len(log) // 2
    assert game.undos == sum(action == "uu" for action in engine.split_log(log))
    assert game.moves == game.version - game.undos


@quick
@given(decks, rule_sets, seeds)
def test_every_refused_action_leaves_the_whole_state_as_it_was(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    for _ in range(8):
        wander(game, rng, 12)
        before = state(game)
        legal = game.legal()
        for action in sorted(engine.ACTIONS):
            allowed = action in legal or (action == "uu" and game.can_undo)
            if allowed or (action == "rr" and game.can_redo):
                continue
            with pytest.raises((engine.GameOver, engine.IllegalMove)) as caught:
                game.act(action, 10**9)
            assert game.outcome or caught.value.reason in engine.REASONS
            assert state(game) == before


@quick
@given(decks, rule_sets, seeds)
def test_every_listed_move_is_accepted_and_the_list_is_sorted(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    for _ in range(60):
        legal = game.legal()
        assert list(legal) == sorted(set(legal))
        for move in legal:
            assert engine.play(game.position, move, rules) != game.position
        wander(game, rng, 1)


@quick
@given(decks, rule_sets, seeds)
def test_positions_read_back(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    for _ in range(20):
        wander(game, rng, 8)
        text = engine.position_text(game.position)
        assert engine.parse_position(text) == game.position
        assert engine.parse_position(text.lower()) == game.position


@quick
@given(decks)
def test_decks_read_back(deck):
    text = engine.deck_text(deck)
    assert len(text) == 104
    assert engine.parse_deck(text) == deck
    assert engine.parse_deck(" ".join(engine.TEXT[card] for card in deck).lower()) == deck


@quick
@given(rule_sets)
def test_rule_sets_read_back(rules):
    assert engine.parse_rules(rules.as_dict()) == rules


@quick
@given(rule_sets, st.integers(min_value=0, max_value=engine.NUMBERS - 1))
def test_codes_read_back_where_a_rule_set_has_one(rules, number):
    try:
        text = engine.code_text(rules, number)
    except engine.BadCode:
        vegas_unlimited = rules.scoring == "vegas" and rules.passes is None
        assert rules.pays_once or rules.undo_limit not in (0, 100) or vegas_unlimited
        return
    assert engine.parse_code(text) == (rules, number)
    assert engine.parse_code(f"  {text.lower()}\n") == (rules, number)


@quick
@given(rule_sets, seeds)
def test_a_copy_is_independent(rules, seed):
    rng = random.Random(seed)
    game = engine.Game(random_deck(rng), rules)
    wander(game, rng, 30)
    before = state(game)
    twin = game.copy()
    assert state(twin) == before
    wander(twin, rng, 30)
    twin.outcome or twin.end("resigned", 10**6)
    assert state(game) == before


@quick
@given(rule_sets, seeds)
def test_score_stays_above_its_floor_and_vegas_counts_cards(rules, seed):
    rng = random.Random(seed)
    game = engine.Game(random_deck(rng), rules)
    ever = set()
    for _ in range(150):
        if not wander(game, rng, 1, undos=0.0):
            break
        ever |= {(s, c) for s, n in enumerate(game.position.foundations) for c in range(n)}
        if rules.scoring in ("standard", "microsoft"):
            assert game.score >= 0
        elif rules.scoring == "none":
            assert game.score == 0
        elif rules.pays_once:
            assert game.score == -52 + 5 * len(ever)
