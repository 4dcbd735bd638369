"""Decks in text, the numbered shuffle and deal codes (R10)."""

import hashlib
from dataclasses import replace

import pytest

from games import engine

PACK = engine.deck_text(engine.PACK)


def test_cards_in_text():
    """R1.1"""
    assert engine.cards_text(bytes([0, 9, 12, 13, 26, 51])) == "ACTCKCADAHKS"
    assert engine.card_number("th") == engine.card_number("TH") == 35
    for text in ("1H", "10", "HT", "", "A", "ACE", "aſ", "ＡＳ", "xx"):
        assert engine.card_number(text) is None


@pytest.mark.parametrize(
    "text",
    [
        PACK,
        PACK.lower(),
        " ".join(PACK[at : at + 2] for at in range(0, 104, 2)),
        "\n".join(PACK[at : at + 26] for at in range(0, 104, 26)) + "\n",
        f"  {PACK[:50]}\t{PACK[50:]} ",
    ],
)
def test_a_deck_is_read_with_or_without_blanks_in_either_case(text):
    assert engine.parse_deck(text) == engine.PACK


def refusal(text):
    with pytest.raises(engine.BadDeck) as caught:
        engine.parse_deck(text)
    assert caught.value.code == "bad_deck"
    assert len(str(caught.value)) < 300
    return str(caught.value), caught.value.extra


def test_a_deck_of_53_cards_names_the_double():
    message, extra = refusal(PACK + "AS")
    assert message == "53 cards, not 52; more than once: AS"
    assert extra == {"count": 53, "wrong": [], "doubled": ["AS"], "missing": []}


def test_a_double_names_what_is_missing_for_it():
    message, extra = refusal(PACK.replace("TH", "9H"))
    assert message == "more than once: 9H; missing: TH"
    assert (extra["doubled"], extra["missing"]) == (["9H"], ["TH"])


def test_a_wrong_card_is_named_with_its_place():
    message, extra = refusal(PACK.replace("AC", "1X"))
    assert message == "no card: 1X (place 1); missing: AC"
    assert extra["wrong"] == ["1X (place 1)"]
    assert refusal(PACK[:-2] + "xx")[0] == "no card: xx (place 52); missing: KS"


def test_a_short_deck_says_how_many_and_what_is_missing():
    message, extra = refusal("AS KD")
    assert message.startswith("2 cards, not 52; missing: AC, 2C, ")
    assert len(extra["missing"]) == 50
    assert refusal("")[1]["count"] == 0
    assert "A (place 1)" in refusal("A " + PACK[2:])[0]


@pytest.mark.parametrize("text", [None, 52, list(PACK), b"AC", "AC" * 600, "é" * 104])
def test_what_is_no_deck_is_refused(text):
    refusal(text)


@pytest.mark.parametrize("deck", [b"", bytes(52), bytes(range(1, 53)), bytes(range(51))])
def test_only_an_order_of_the_pack_is_dealt(deck):
    with pytest.raises(engine.BadDeck):
        engine.Game(deck, engine.PRESETS["easy"])


EXAMPLES = {
    0: (
        "2DAC9C6DJD8C5CQC7C9DTS8D4D3D6C2CAH5D7H8H9STHJC9HQD3S"
        "6HAD5HKH2S6SQSKS4HJH4CQH7S4STCKCKD3CAS8S3H2HTD5SJS7D"
    ),
    1: (
        "QC2DJH7S2C9H5SQH5C9STS9D9C6H8DQDJC2H8HTH7HKC7C8S5H6S"
        "4DKH3CASAC4CQSJDKS5D8C4H6CTD3SKD4SJS7DAHTC2S3H3DAD6D"
    ),
    6: (
        "3C6H5CJS5HTSAS8S6CKHJH2DAD4D3S9DTHTC8D3H6S7HQH5D4CQS"
        "6DKD9SQCQD7C9HKS5S4S2C7SJDKCACJC4H3D9CAH7DTD2H2S8C8H"
    ),
    123456789: (
        "7H9CJHTD5DACJD7SQC8D4C2DQH9H3C2STS2H6DAH7C4H3HJSAS6H"
        "4DQDKH3DQSTHTC9D9S5H8HKD6CKSJCAD5S8C4S3S7D8S5C2C6SKC"
    ),
    34359738367: (
        "JC2D4H9H3D8CTHASJS8D2C7C5S6SQS7D9C7HQC5DJDJH7S3H6CAC"
        "TSQD6DAH2S4CQH8S3C9D6HKH3SKS2HTD5H4S4D9S8HTCADKCKD5C"
    ),
}


@pytest.mark.parametrize("number", EXAMPLES)
def test_numbered_deals_never_change(number):
    """R10.3"""
    assert engine.deck_text(engine.shuffle(number)) == EXAMPLES[number]


def test_the_shuffle_is_as_written_down():
    """R10.3: the same from its description, in other words than the engine's."""
    for number in (0, 6, 77_777, engine.NUMBERS - 1):
        head = b"KL1" + number.to_bytes(8, "big")
        stream = b"".join(hashlib.sha256(head + bytes([0, 0, 0, n])).digest() for n in range(20))
        deck, at = list(range(52)), 0
        for size in range(52, 1, -1):
            while stream[at] >= 256 // size * size:
                at += 1
            chosen = stream[at] % size
            deck[chosen], deck[size - 1] = deck[size - 1], deck[chosen]
            at += 1
        assert engine.shuffle(number) == bytes(deck)


def test_every_card_comes_to_every_place_equally_often():
    places = [[0] * 52 for _ in range(52)]
    for number in range(2600):
        for place, card in enumerate(engine.shuffle(number)):
            places[place][card] += 1
    # 50 expected; chi square over 51 × 51 degrees of freedom lies within five deviations.
    chi = sum((count - 50) ** 2 / 50 for row in places for count in row)
    assert abs(chi - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5


@pytest.mark.parametrize("number", [-1, engine.NUMBERS, True, 1.0, "6", None])
def test_there_is_no_other_numbered_deal(number):
    with pytest.raises(engine.BadCode):
        engine.shuffle(number)


EASY = engine.PRESETS["easy"]
STRICT = engine.RuleSet(3, 3, take_back=False)


@pytest.mark.parametrize(
    ("text", "rules", "number"),
    [
        ("KL1-D1N-AAAAAAG", EASY, 6),
        ("KL1-D1N-AAAAAAA", EASY, 0),
        ("KL1-D1N-7777777", EASY, 2**35 - 1),
        ("KL1-D1N-BAAAAAA", EASY, 2**30),
        ("KL1-D3N-AAAAABA", engine.PRESETS["hard"], 32),
        ("KL1-D3N3S-AAAAAAG", STRICT, 6),
        ("KL1-D1V-AAAAAAG", engine.PRESETS["vegas-1"], 6),
        ("KL1-D3V3-AAAAAAG", engine.PRESETS["vegas-3x3"], 6),
        ("KL1-D3M-AAAAAAG", engine.PRESETS["microsoft-3"], 6),
        ("KL1-D1X1S-AAAAAAG", engine.PRESETS["one-pass"], 6),
        ("KL1-D3X3S-AAAAAAG", engine.PRESETS["classic"], 6),
        ("KL1-D3NT-AAAAAAG", engine.PRESETS["thoughtful"], 6),
        ("KL1-D3N3SUT-AAAAAAG", replace(STRICT, undo_limit=0, thoughtful=True), 6),
        ("KL1-D1NU-AAAAAAG", replace(EASY, undo_limit=0), 6),
    ],
)
def test_codes(text, rules, number):
    """R10.1, R10.2"""
    assert engine.parse_code(text) == engine.Code(rules, number)
    assert engine.parse_code(f"\t {text.lower()} \n") == (rules, number)
    assert engine.code_text(rules, number) == text


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "three parts"),
        ("KL1-D1N", "three parts"),
        ("KL1-D1N-AAAAAAG-", "three parts"),
        ("KL1 - D1N - AAAAAAG", "'KL1 '"),
        ("KL2-D1N-AAAAAAG", "'KL2'"),
        ("KL1-D2N-AAAAAAG", "'D2'"),
        ("KL1-1N-AAAAAAG", "'1N'"),
        ("KL1-D1-AAAAAAG", "''"),
        ("KL1-D1S-AAAAAAG", "'S'"),
        ("KL1-D1N0-AAAAAAG", "'0'"),
        ("KL1-D1N4-AAAAAAG", "'4'"),
        ("KL1-D1V1-AAAAAAG", "leave it out"),
        ("KL1-D1NS3-AAAAAAG", "'S3'"),
        ("KL1-D1N33-AAAAAAG", "'3'"),
        ("KL1-D1NUS-AAAAAAG", "'US'"),
        ("KL1-D1NSS-AAAAAAG", "'SS'"),
        ("KL1-D1NQ-AAAAAAG", "'Q'"),
        ("KL1-D1N-AAAAAG", "6 letters"),
        ("KL1-D1N-AAAAAAAG", "8 letters"),
        ("KL1-D1N-AAAAAA0", "'0'"),
        ("KL1-D1N-AAAAAA1", "'1'"),
        ("KL1-D1N-AAAAAA8", "'8'"),
        ("KL1-D1N-AAAAAA=", "'='"),
        ("KL1-D1NſS-AAAAAAG", "three parts"),
        ("KL1-D1N²-AAAAAAG", "three parts"),
        ("KL1-D1N-AAAAAAG" + " " * 100, "three parts"),
        (None, "three parts"),
        (6, "three parts"),
    ],
)
def test_a_wrong_code_says_what_is_wrong(text, wrong):
    """R10.1"""
    with pytest.raises(engine.BadCode) as caught:
        engine.parse_code(text)
    assert caught.value.code == "bad_code"
    assert wrong in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        (engine.LADDERS["rated-1"], 6),
        (replace(EASY, undo_limit=50), 6),
        (engine.RuleSet(1, None, "vegas"), 6),
        (EASY, -1),
        (EASY, engine.NUMBERS),
    ],
)
def test_what_has_no_code(rules, number):
    with pytest.raises(engine.BadCode):
        engine.code_text(rules, number)
