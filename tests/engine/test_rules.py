"""Rule sets: presets, ladders, custom ones and what is refused (R7, R8.1)."""

import json

import pytest

from games import engine

TABLE = """
easy 1 - standard yes no 100 no
hard 3 - standard yes no 100 no
vegas-1 1 1 vegas yes no 100 no
vegas-3 3 1 vegas yes no 100 no
vegas-3x3 3 3 vegas yes no 100 no
three-pass 3 3 standard yes no 100 no
limited 1 3 standard yes no 100 no
one-pass 1 1 none no no 100 no
classic 3 3 none no no 100 no
microsoft-1 1 - microsoft yes no 100 no
microsoft-3 3 - microsoft yes no 100 no
thoughtful 3 - standard yes no 100 yes
rated-1 1 - standard yes yes 100 no
rated-3 3 - standard yes yes 100 no
rated-vegas-1 1 1 vegas yes yes 100 no
rated-vegas-3 3 1 vegas yes yes 100 no
purist 3 3 standard no yes 0 no
"""


def test_presets_and_ladders_are_those_of_the_tables():
    for line in TABLE.strip().splitlines():
        slug, draw, passes, scoring, take_back, pays_once, undo, thoughtful = line.split()
        assert engine.parse_rules(slug).as_dict() == {
            "draw": int(draw),
            "passes": None if passes == "-" else int(passes),
            "scoring": scoring,
            "take_back": take_back == "yes",
            "pays_once": pays_once == "yes",
            "undo_limit": int(undo),
            "thoughtful": thoughtful == "yes",
        }
    assert len(engine.PRESETS) == 12
    assert len(engine.LADDERS) == 5
    assert engine.RULES_VERSION == 1


def test_a_rule_set_goes_through_json():
    for rules in (*engine.PRESETS.values(), *engine.LADDERS.values()):
        assert engine.parse_rules(json.loads(json.dumps(rules.as_dict()))) == rules


def test_what_is_left_out_is_the_default():
    assert engine.parse_rules({"draw": 3}) == engine.PRESETS["hard"]
    assert engine.parse_rules({"draw": 1, "scoring": "vegas"}) == engine.PRESETS["vegas-1"]
    unlimited = engine.parse_rules({"draw": 1, "scoring": "vegas", "passes": None})
    assert unlimited.passes is None


@pytest.mark.parametrize(
    ("source", "field"),
    [
        ({}, "draw"),
        ({"draw": 2}, "draw"),
        ({"draw": True}, "draw"),
        ({"draw": "1"}, "draw"),
        ({"draw": 1.0}, "draw"),
        ({"draw": None}, "draw"),
        ({"draw": [1]}, "draw"),
        ({"draw": 10**400}, "draw"),
        ({"draw": 1, "passes": 0}, "passes"),
        ({"draw": 1, "passes": 4}, "passes"),
        ({"draw": 1, "passes": True}, "passes"),
        ({"draw": 1, "passes": "unlimited"}, "passes"),
        ({"draw": 1, "scoring": "Standard"}, "scoring"),
        ({"draw": 1, "scoring": None}, "scoring"),
        ({"draw": 1, "scoring": ["vegas"]}, "scoring"),
        ({"draw": 1, "take_back": 1}, "take_back"),
        ({"draw": 1, "pays_once": "no"}, "pays_once"),
        ({"draw": 1, "thoughtful": None}, "thoughtful"),
        ({"draw": 1, "undo_limit": -1}, "undo_limit"),
        ({"draw": 1, "undo_limit": 101}, "undo_limit"),
        ({"draw": 1, "undo_limit": False}, "undo_limit"),
        ({"draw": 1, "undo_limit": None}, "undo_limit"),
        ({"draw": 1, "redeals": 3}, "redeals"),
        ({"draw": 1, "x" * 500: 3}, "x" * 40),
        ({"draw": 1, 7: 3}, "7"),
    ],
)
def test_a_wrong_field_is_named(source, field):
    with pytest.raises(engine.BadRules) as caught:
        engine.parse_rules(source)
    assert caught.value.code == "bad_rules"
    assert caught.value.extra["field"] == field
    assert field in str(caught.value)
    assert len(str(caught.value)) < 200


def test_all_unknown_fields_are_named():
    with pytest.raises(engine.BadRules, match="unknown field: colour, size"):
        engine.parse_rules({"draw": 1, "size": 2, "colour": 3})


@pytest.mark.parametrize("source", ["", "EASY", "double", None, 3, ["easy"], b"easy", "x" * 999])
def test_what_is_no_rule_set_is_refused(source):
    with pytest.raises(engine.BadRules) as caught:
        engine.parse_rules(source)
    assert len(str(caught.value)) < 100


def test_a_rule_set_checks_itself():
    with pytest.raises(engine.BadRules):
        engine.RuleSet(2)
    with pytest.raises(AttributeError):
        engine.RuleSet(1).draw = 3
    assert len({engine.RuleSet(1), engine.PRESETS["easy"]}) == 1
