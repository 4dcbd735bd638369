"""Other programs' deals."""

import json

import pytest

from games import engine
from games.solver import formats
from tests.solver.cases import rows

SHOOTME = (
    "08105402207213403308202405206405301206101304209308412409212206203108312111302304307405111409101410304413106304"
    "1102101133011111071073034123104112021132032094"
)
BOARD = """
# A deal that its program publishes as a test.
Talon: TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
5C
<7H> 9H
<2D> <9S> AC
<5D> <QH> <5S> 8C
<QC> <2C> <JS> <3C> 7D
<5H> <7S> <KD> <9C> <JC> 6S
<4C> <AH> <2S> <6C> <6H> <10H> KH
"""


def _deck(name: str) -> bytes:
    return engine.parse_deck(
        next(row["deck"] for row in rows("real-deals.jsonl") if row["id"] == name)
    )


def test_shootme_digits_give_the_published_deal() -> None:
    assert formats.parse_shootme(SHOOTME) == _deck("mk-minimal_13_115_1")
    assert formats.shootme_text(_deck("mk-minimal_13_115_1")) == SHOOTME


def test_a_pysolfc_board_is_dealt_as_it_lies() -> None:
    position = engine.deal(formats.parse_pysolfc(BOARD))
    assert engine.cards_text(position.stock[:3]) == "TCTSAD"
    assert engine.cards_text(position.columns[6].down) == "4CAH2S6C6HTH"
    assert engine.cards_text(position.columns[6].up) == "KH"


def test_solvitaire_draws_the_last_card_of_its_list_first() -> None:
    deck = engine.shuffle(6)
    value = json.loads(formats.solvitaire_text(deck))
    assert value["stock"][-1].upper().replace("10", "T") == engine.TEXT[deck[28]]
    assert value["tableau piles"][6][-1].isupper()
    assert value["tableau piles"][6][0].islower()


@pytest.mark.parametrize(
    ("parse", "render"),
    [
        (formats.parse_shootme, formats.shootme_text),
        (formats.parse_pysolfc, formats.pysolfc_text),
        (formats.parse_solvitaire, formats.solvitaire_text),
    ],
)
def test_every_format_reads_what_it_writes(parse, render) -> None:
    for number in range(20):
        deck = engine.shuffle(number)
        assert parse(render(deck)) == deck


@pytest.mark.parametrize(
    ("parse", "text", "words"),
    [
        (formats.parse_shootme, "0810", "156 digits"),
        (formats.parse_shootme, "145" + SHOOTME[3:], "145 \\(card 1\\)"),
        (formats.parse_shootme, SHOOTME[3:] + SHOOTME[3:6], "missing: 8C"),
        (formats.parse_pysolfc, "5C", "Talon"),
        (formats.parse_pysolfc, BOARD.replace("5C\n", "5C\n5C\n", 1), "8 columns"),
        (formats.parse_pysolfc, BOARD.replace("<7H> 9H", "9H"), "column 2 has 1 cards, not 2"),
        (formats.parse_pysolfc, BOARD.replace("<7H>", "<7X>"), "'7X' in column 2"),
        (formats.parse_pysolfc, "Waste: 2C\n" + BOARD, "begins with 'Waste'"),
        (formats.parse_solvitaire, "{", "not JSON"),
        (formats.parse_solvitaire, "[]", "not a JSON object"),
        (formats.parse_solvitaire, '{"tableau piles": [[1]]}', "7 lists"),
        (formats.parse_solvitaire, '{"tableau piles": [[],[],[],[],[],[],[]]}', "stock"),
    ],
)
def test_a_wrong_deal_says_what_is_wrong(parse, text: str, words: str) -> None:
    with pytest.raises(engine.BadDeck, match=words):
        parse(text)


def test_a_solvitaire_face_on_the_wrong_card_is_refused() -> None:
    value = json.loads(formats.solvitaire_text(engine.shuffle(1)))
    value["tableau piles"][2][0] = value["tableau piles"][2][0].upper()
    with pytest.raises(engine.BadDeck, match="column 3"):
        formats.parse_solvitaire(json.dumps(value))
