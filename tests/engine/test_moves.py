"""The moves of R2, one rule at a time, on written positions."""

import pytest

from games import engine

EASY, HARD = engine.PRESETS["easy"], engine.PRESETS["hard"]
CLASSIC = engine.PRESETS["classic"]


def position(columns: str, stock: str = "-", waste: str = "-", pass_number: int = 1):
    """A position with these piles; the cards not named lie on the foundations as far as they go
    without a gap, the rest first in the stock."""
    text = "".join(mark for mark in columns + stock + waste if mark not in "|/-")
    named = {engine.card_number(text[at : at + 2]) for at in range(0, len(text), 2)}
    counts = []
    for suit in range(4):
        missing = [rank for rank in range(13) if suit * 13 + rank in named]
        counts.append(min(missing, default=13))
    home = {suit * 13 + rank for suit in range(4) for rank in range(counts[suit])}
    rest = [engine.TEXT[card] for card in range(52) if card not in named | home]
    waiting = "".join(rest)
    foundations = "".join(f"{suit}{count}" for suit, count in zip("CDHS", counts, strict=True))
    stock = waiting + stock.replace("-", "") or "-"
    return engine.parse_position(f"{columns} {stock} {waste} {foundations} {pass_number}")


def reason(place, move, rules=EASY):
    with pytest.raises(engine.IllegalMove) as caught:
        engine.play(place, move, rules)
    assert move not in engine.legal_moves(place, rules)
    assert caught.value.code == "illegal_move"
    assert caught.value.extra == {"reason": caught.value.reason}
    return caught.value.reason


def test_the_deal_goes_in_rows():
    """R1.2, R1.3"""
    place = engine.deal(engine.PACK)
    down = [list(column.down) for column in place.columns]
    up = [list(column.up) for column in place.columns]
    assert up == [[0], [7], [13], [18], [22], [25], [27]]
    assert down[6] == [6, 12, 17, 21, 24, 26]
    assert down[1] == [1]
    assert place.stock == bytes(range(28, 52))
    assert (place.waste, place.foundations, place.pass_number) == (b"", (0, 0, 0, 0), 1)


def test_a_draw_turns_cards_one_at_a_time():
    """R2.1"""
    place = engine.deal(engine.PACK)
    assert engine.play(place, "sw", EASY).waste == place.stock[:1]
    drawn = engine.play(place, "sw", HARD)
    assert drawn.waste == place.stock[:3]
    assert drawn.stock == place.stock[3:]


def test_a_draw_of_three_takes_what_is_left():
    """R2.1"""
    place = position("|KC/-/-/-/-/-/-", stock="KDKH", waste="KS")
    assert engine.position_text(engine.play(place, "sw", HARD)).split()[1:3] == ["-", "KSKDKH"]


def test_a_recycle_keeps_the_order_and_starts_the_next_pass():
    """R2.2"""
    place = position("|KC/-/-/-/-/-/-", waste="KSKDKH")
    again = engine.play(place, "ws", EASY)
    assert engine.position_text(again).split()[1:3] == ["KSKDKH", "-"]
    assert again.pass_number == 2


@pytest.mark.parametrize(("passes", "last"), [(1, 1), (2, 2), (3, 3)])
def test_passes_are_counted_with_the_first(passes, last):
    """R2.2"""
    rules = engine.RuleSet(1, passes)
    place = position("|KC/-/-/-/-/-/-", waste="KSKDKH", pass_number=last)
    assert reason(place, "ws", rules) == "no_pass_left"
    if last > 1:
        earlier = place._replace(pass_number=last - 1)
        assert "ws" in engine.legal_moves(earlier, rules)


def test_recycling_is_refused_with_cards_in_the_stock_or_none_in_the_waste():
    """R2.2"""
    assert reason(position("|KC/-/-/-/-/-/-", "KD", "KHKS"), "ws") == "stock_not_empty"
    assert reason(position("|KC/|KD/|KH/|KS/-/-/-"), "ws") == "waste_empty"
    assert reason(position("|KC/|KD/|KH/|KS/-/-/-"), "sw") == "stock_empty"


def test_a_card_goes_on_the_opposite_colour_one_rank_higher():
    """R2.3"""
    place = position("|8H/|9S/|8S/|9D/|TH/|QC/-", waste="8D")
    legal = engine.legal_moves(place, EASY)
    assert [move for move in legal if move[0] not in "CDHS" and move[1] != "f"] == [
        "12", "25", "34", "sw", "w2",
    ]  # fmt: skip
    for move in ("32", "14", "w4", "21", "15", "56"):
        assert reason(place, move) == "does_not_fit"


def test_an_empty_column_takes_only_a_king_from_any_source():
    """R2.3"""
    place = position("|KHQS/-/|JH/-/-/-/-", waste="KD")
    assert reason(place, "32") == "not_a_king"
    assert reason(place, "D2") == "not_a_king"
    assert reason(place, "w3") == "does_not_fit"
    for move in ("w2", "12", "C2"):
        assert move in engine.legal_moves(place, EASY)
    assert reason(position("|KHQS/-/|JH/-/-/-/-", waste="QH"), "w2") == "not_a_king"


def test_a_run_moves_whole_or_in_part_as_its_first_card_fits():
    """R2.4"""
    place = position("|JS/KS|TH9S8D/|9C/|TD/-/-/-")
    after = engine.play(place, "21", EASY)
    assert engine.position_text(after).startswith("|JSTH9S8D/|KS/|9C/|TD/")
    after = engine.play(place, "23", EASY)
    assert engine.position_text(after).startswith("|JS/KS|TH9S/|9C8D/|TD/")
    after = engine.play(place, "24", EASY)
    assert engine.position_text(after).startswith("|JS/KS|TH/|9C/|TD9S8D/")


def test_cards_go_home_one_at_a_time_ace_first():
    """R2.5"""
    place = position("|2H/|3H/3D|AH/-/-/-/-", waste="2D")
    assert place.foundations == (13, 1, 0, 13)
    assert reason(place, "1f") == "foundation_order"
    after = engine.play(place, "3f", EASY)
    assert after.foundations == (13, 1, 1, 13)
    assert after.columns[2].up == bytes([engine.card_number("3D")])
    after = engine.play(engine.play(after, "1f", EASY), "2f", EASY)
    assert after.foundations == (13, 1, 3, 13)
    assert engine.play(place, "wf", EASY).foundations == (13, 2, 0, 13)
    assert reason(position("|2H/|AH/-/-/-/-/-", waste="3H"), "wf") == "foundation_order"


def test_empty_sources_are_named():
    place = position("|KC/-/-/-/-/-/-", "KD")
    for move in ("2f", "21", "23"):
        assert reason(place, move) == "column_empty"
    assert reason(place, "wf") == "waste_empty"
    assert reason(place, "w2") == "waste_empty"
    assert reason(engine.deal(engine.PACK), "C2") == "foundation_empty"


def test_a_card_face_down_turns_up_by_itself_and_an_empty_column_stays():
    """R2.6"""
    place = position("|9S/KS|8H/|8D/-/-/-/-")
    after = engine.play(place, "21", EASY)
    assert engine.position_text(after).startswith("|9S8H/|KS/|8D/")
    assert engine.play(place, "31", EASY).columns[2] == engine.EMPTY_COLUMN


def test_take_back_may_be_forbidden_and_goes_where_it_fits():
    """R2.7"""
    place = position("|9S/-/-/-/-/-/-", waste="9D")
    assert place.foundations == (13, 8, 13, 8)
    after = engine.play(place, "D1", EASY)
    assert engine.position_text(after).startswith("|9S8D/")
    assert after.foundations == (13, 7, 13, 8)
    assert reason(place, "D1", CLASSIC) == "take_back_forbidden"
    assert reason(place, "S1") == "does_not_fit"
    assert "H2" in engine.legal_moves(place, EASY)


def test_a_lone_king_may_change_columns():
    """R2.9"""
    place = position("|KC/-/|KD/|KH/|KS/-/-")
    assert "12" in engine.legal_moves(place, EASY)
    after = engine.play(place, "12", EASY)
    assert after.columns[0] == engine.EMPTY_COLUMN
    assert after.columns[1] == place.columns[0]


def test_all_cards_home_leaves_no_move():
    place = position("|KC/-/-/-/-/-/-")
    assert engine.legal_moves(engine.play(place, "1f", EASY), EASY) == ()


@pytest.mark.parametrize(
    "text", ["", "s", "sww", "11", "zz", "SW", "f1", "1w", "c1", "18", "uu", "rr", "ſw", None, 12]
)
def test_text_that_is_no_move_is_a_bad_action(text):
    """R3.1"""
    with pytest.raises(engine.BadAction) as caught:
        engine.play(engine.deal(engine.PACK), text, EASY)
    assert caught.value.code == "bad_action"


def test_there_are_89_actions():
    assert len(engine.MOVES) == 87
    assert set(engine.ACTIONS) == {*engine.MOVES, "uu", "rr"}
    assert list(engine.MOVES) == sorted(engine.MOVES)


@pytest.mark.parametrize(("log", "at"), [("swx", 1), ("swzz", 1), ("s", 0), ("swsw11", 2)])
def test_a_log_with_a_wrong_action_says_where(log, at):
    with pytest.raises(engine.BadAction) as caught:
        engine.split_log(log)
    assert caught.value.at == at
