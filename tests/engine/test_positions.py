"""Positions as values and in text (R3.3)."""

import pytest

from games import engine

PLACE = engine.deal(engine.shuffle(6))
TEXT = (
    "|3C/6H|8S/5C6C|4D/JSKH3S|8D/5HJH9D3H|QH/TS2DTH6S5D|QS/ASADTC7H4C6D|KD "
    "9SQCQD7C9HKS5S4S2C7SJDKCACJC4H3D9CAH7DTD2H2S8C8H - C0D0H0S0 1"
)


def test_a_position_is_a_value():
    assert engine.position_text(PLACE) == TEXT
    assert engine.parse_position(TEXT) == PLACE
    assert hash(engine.parse_position(TEXT)) == hash(PLACE)
    with pytest.raises(AttributeError):
        PLACE.stock = b""
    with pytest.raises(AttributeError):
        PLACE.columns[0].up = b""


def test_cards_that_a_reader_may_not_see_are_xx():
    hidden = engine.position_text(PLACE, columns_known=False, stock_known=False)
    assert hidden == (
        "|3C/xx|8S/xxxx|4D/xxxxxx|8D/xxxxxxxx|QH/xxxxxxxxxx|QS/xxxxxxxxxxxx|KD "
        + "xx" * 24
        + " - C0D0H0S0 1"
    )
    for text in (repr(PLACE), str(PLACE), f"{PLACE}"):
        assert text == f"Position({hidden!r})"
    assert str(PLACE.columns[2]) == "Column(xxxx|4D)"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", "a position is"),
        (" - C0", " C0", "a position is"),
        ("|3C/", "", "6 columns"),
        ("|KD", "|KD/-", "8 columns"),
        ("6H|8S", "xx|8S", "'xx' in column 2 is no card"),
        ("6H|8S", "6|8S", "'6' in column 2"),
        ("6H|8S", "6H8S", "column 2 is not face-down cards"),
        ("6H|8S", "6H8S|", "column 2 is not face-down cards"),
        ("6H|8S", "6H|-", "no face-up card"),
        ("6H|8S", "6H||8S", "column 2 is not"),
        ("|3C/6H|8S/5C6C|4D", "|3C/6H|8S/5C|6C4D", "4D does not fit on 6C in column 3"),
        ("|3C/6H|8S", "3C|6H/|8S", "column 1 has more than 0"),
        ("9SQC", "9SAC", "more than once: AC"),
        ("9SQC", "9S", "missing: QC"),
        ("5HJH9D3H|QH", "-", "missing: 9D 3H 5H JH QH"),
        (" - C0", " 3C C0", "more than 24 cards"),
        ("C0D0", "C1D0", "more than once: AC"),
        ("C0D0", "C14D0", "the foundations are"),
        ("C0D0", "D0C0", "the foundations are"),
        ("S0 1", "S0 0", "the pass is '0'"),
        ("S0 1", "S0 x", "the pass is 'x'"),
        ("S0 1", "S0 9999999999", "the pass is"),
    ],
)
def test_a_wrong_text_says_what_is_wrong(old, new, message):
    text = TEXT.replace(old, new) if old else new
    with pytest.raises(engine.BadPosition) as caught:
        engine.parse_position(text)
    assert caught.value.code == "bad_position"
    assert message in str(caught.value)


@pytest.mark.parametrize("text", [None, 7, TEXT + " " * 1000])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(engine.BadPosition):
        engine.parse_position(text)


def test_the_errors_are_a_closed_set_with_codes():
    codes = [error.code for error in engine.ERRORS]
    assert codes == [
        "bad_action", "illegal_move", "game_over", "bad_deck", "bad_code", "bad_rules",
        "bad_position",
    ]  # fmt: skip
    assert set(engine.EngineError.__subclasses__()) == set(engine.ERRORS)
    assert all(issubclass(error, ValueError) for error in engine.ERRORS)
