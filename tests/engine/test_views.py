"""What a reader may see: views, deltas, events, and that they agree."""

import json
import random

import pytest
from hypothesis import given

from games import engine

from .cases import ALL_RULES, decks, quick, random_deck, rows, rule_sets, seeds, wander

SMALL = engine.shuffle(6)
CARDS = frozenset(engine.TEXT)


def shown_cards(value) -> set[str]:
    """Every card named anywhere in a JSON-ready value, in whatever piles."""
    if isinstance(value, dict):
        return set().union(*(shown_cards(item) for item in value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(shown_cards(item) for item in value))
    text = value if isinstance(value, str) else ""
    pieces = (text[at : at + 2] for at in range(len(text) - 1))
    return CARDS.intersection(pieces)


def secret(game: engine.Game) -> set[str]:
    """The cards that lie face down and that nobody may see now."""
    cards = game.position.stock
    if not game.rules.thoughtful:
        cards += b"".join(column.down for column in game.position.columns)
    return {engine.TEXT[card] for card in cards}


def test_the_first_view():
    game = engine.Game(SMALL, engine.PRESETS["hard"])
    assert engine.view(game) == {
        "rules": engine.PRESETS["hard"].as_dict(),
        "rules_version": 1,
        "columns": [
            {"down": down, "up": up}
            for down, up in enumerate(["3C", "8S", "4D", "8D", "QH", "QS", "KD"])
        ],
        "stock": 24,
        "waste": "",
        "foundations": {"C": 0, "D": 0, "H": 0, "S": 0},
        "pass": 1,
        "score": 0,
        "money": None,
        "moves": 0,
        "undos": 0,
        "version": 0,
        "legal": ["13", "67", "sw"],
        "undo": False,
        "redo": False,
        "notice": None,
        "status": "playing",
        "termination": None,
        "deck": None,
    }


@quick
@given(decks, rule_sets, seeds)
def test_no_reader_sees_a_face_down_card_and_views_are_json(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    for _ in range(80):
        before = game.position
        legal = game.legal()
        if not legal:
            break
        event = game.act(rng.choice(legal), 0)
        for reader in ("player", "spectator"):
            shown = engine.view(game, reader)
            shown.pop("legal")
            texts = [shown, engine.delta(before, game), engine.turned_up(event)]
            texts.append(engine.text_view(game, reader).split()[:3])
            if game.outcome is None:
                assert not shown_cards(texts) & secret(game)
        assert json.loads(json.dumps(engine.view(game))) == engine.view(game)
        if rng.random() < 0.1 and game.can_undo:
            game.act("uu", 0)
            assert not shown_cards(engine.view(game)["columns"]) & secret(game)


@quick
@given(decks, rule_sets, seeds)
def test_view_and_deltas_together_are_the_next_view(deck, rules, seed):
    game = engine.Game(deck, rules)
    rng = random.Random(seed)
    kept = engine.view(game)
    for _ in range(100):
        before = game.position
        if not wander(game, rng, 1, undos=0.15):
            break
        for name, value in engine.delta(before, game).items():
            if name in "1234567":
                kept["columns"][int(name) - 1] = value
            else:
                kept[name] = value
        kept.update(engine.counts(game))
        if game.outcome:
            kept.update(status=game.outcome.status, termination=game.outcome.termination)
        assert kept == engine.view(game)


def test_a_delta_holds_what_changed_and_no_more():
    game = engine.Game(SMALL, engine.PRESETS["hard"])
    start = game.position
    assert engine.delta(start, game) == {}
    game.act("sw", 0)
    assert engine.delta(start, game) == {"stock": 21, "waste": "9SQCQD"}
    before = game.position
    assert engine.turned_up(game.act("13", 0)) == {}
    assert engine.delta(before, game) == {
        "1": {"down": 0, "up": ""},
        "3": {"down": 2, "up": "4D3C"},
    }


def test_a_card_that_turned_up_is_named_with_its_column():
    game = engine.Game(engine.parse_deck(rows("games.jsonl")[0]["deck"]), engine.PRESETS["easy"])
    assert engine.turned_up(game.act("54", 0)) == {"5": engine.view(game)["columns"][4]["up"]}
    before = game.position
    game.act("sw", 0)
    game.act("4f", 0)
    assert engine.delta(before, game)["foundations"] == {"C": 1, "D": 0, "H": 0, "S": 0}


def test_in_a_thoughtful_game_all_columns_are_known_but_not_the_stock():
    game = engine.Game(SMALL, engine.PRESETS["thoughtful"])
    shown = engine.view(game)
    assert shown["columns"][2] == {"down": 2, "up": "4D", "known": "5C6C"}
    assert shown["deck"] is None
    before = game.position
    game.act("13", 0)
    assert engine.delta(before, game)["3"] == {"down": 2, "up": "4D3C", "known": "5C6C"}
    assert engine.text_view(game).split()[1] == "xx" * 24


def test_after_the_game_everything_is_shown_once_the_deck_is_public():
    game = engine.Game(SMALL, engine.PRESETS["hard"])
    with pytest.raises(ValueError, match="before the game is over"):
        engine.view(game, "all")
    assert engine.view(game, deck_public=True)["deck"] is None
    game.end("resigned", 0)
    closed = engine.view(game)
    assert closed["deck"] is None
    assert "known" not in closed["columns"][2]
    assert (closed["status"], closed["termination"]) == ("lost", "resigned")
    for shown in (engine.view(game, deck_public=True), engine.view(game, "all")):
        assert shown["deck"] == engine.deck_text(SMALL)
        assert shown["columns"][2] == {"down": 2, "up": "4D", "known": "5C6C"}
    assert engine.text_view(game, "all") == engine.position_text(game.position)
    assert "xx" in engine.text_view(game)


@pytest.mark.parametrize("slug", sorted(ALL_RULES))
def test_every_preset_has_a_view(slug):
    rng = random.Random(slug)
    game = engine.Game(random_deck(rng), ALL_RULES[slug])
    wander(game, rng, 40)
    shown = engine.view(game)
    assert shown["rules"] == ALL_RULES[slug].as_dict()
    assert engine.view(game, "spectator") == shown
    assert json.dumps(shown)
