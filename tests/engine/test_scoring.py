"""The worked figures of R5 and the results of R6."""

from dataclasses import replace

import pytest

from games import engine

from .cases import PRESETS_WITH_MONEY, rows

FIRST = rows("games.jsonl")[0]
DECK = engine.parse_deck(FIRST["deck"])
TO_35 = "54sw4f5f52"
"""On `DECK`, from 0: +5 turn-up, a draw, +10, +10 and +5 turn-up, +5 turn-up: 35."""


def play(log: str, **rules) -> engine.Game:
    return engine.Game.replay(DECK, engine.RuleSet(1, **rules), log)


def draw_all(game: engine.Game) -> None:
    while "sw" in game.legal():
        game.act("sw", 0)


def winning(draw: int, ident: str):
    row = next(r for r in rows("real-deals.jsonl") if (r["draw"], r["id"]) == (draw, ident))
    return engine.parse_deck(row["deck"]), row["log"]


def counted(log: str) -> tuple[int, int]:
    actions = engine.split_log(log)
    to_columns = sum(action[0] == "w" and action[1] in "1234567" for action in actions)
    return to_columns, actions.count("ws")


@pytest.mark.parametrize("row", [r for r in rows("real-deals.jsonl") if "log" in r])
def test_a_standard_win_is_625_and_5_a_card_from_the_waste_less_recycling(row):
    """R5.1, as long as the floor was not reached."""
    to_columns, recycles = counted(row["log"])
    exact = 625 + 5 * to_columns - 100 * recycles
    assert row["scores"]["standard"] >= exact
    if recycles == 0:
        assert row["scores"]["standard"] == exact
    game = engine.Game.replay(
        engine.parse_deck(row["deck"]), engine.RuleSet(row["draw"], None, "standard"), row["log"]
    )
    assert game.score == row["scores"]["standard"]


def test_a_vegas_win_is_208():
    """R5.1, R5.4"""
    deck, log = winning(1, "pysolfc-32000")
    for slug in ("vegas-1", "rated-vegas-1"):
        game = engine.Game.replay(deck, engine.parse_rules(slug), log)
        assert (game.score, game.outcome) == (208, engine.WON)
        assert engine.view(game)["money"] == "+$208"


def test_vegas_starts_in_debt_and_has_no_floor():
    game = engine.Game(DECK, engine.PRESETS["vegas-1"])
    assert (game.score, engine.view(game)["money"]) == (-52, "-$52")
    draw_all(game)
    assert game.score == -52


@pytest.mark.parametrize(
    ("score", "text"),
    [(208, "+$208"), (0, "$0"), (-52, "-$52"), (3, "+$3"), (-2, "-$2"), (1208, "+$1208")],
)
def test_money_as_text(score, text):
    """R5.4"""
    assert engine.money_text(score) == text


def test_points_move_by_move():
    game = engine.Game(DECK, engine.PRESETS["easy"])
    scores = []
    for action in engine.split_log(TO_35):
        game.act(action, 0)
        scores.append(game.score)
    assert scores == [5, 5, 15, 30, 35]


def test_undo_of_a_recycle_at_35_points_gives_35_back():
    """R4.1, R5.1"""
    game = play(TO_35)
    assert game.score == 35
    draw_all(game)
    game.act("ws", 0)
    assert (game.score, game.position.pass_number) == (0, 2)
    game.act("uu", 0)
    assert (game.score, game.position.pass_number) == (35, 1)
    game.act("rr", 0)
    assert game.score == 0


def test_the_floor_holds_after_every_event():
    """R5.1: what the floor swallowed is not owed later."""
    game = play(TO_35)
    draw_all(game)
    game.act("ws", 0)
    draw_all(game)
    game.act("ws", 0)
    assert game.score == 0
    game.act("uu", 0)
    assert game.score == 0


def test_a_recycle_costs_2_at_microsoft_and_nothing_at_vegas():
    for scoring, before, after in (("microsoft", 35, 33), ("vegas", -42, -42), ("none", 0, 0)):
        game = play(TO_35, scoring=scoring, passes=3)
        draw_all(game)
        assert game.score == before
        game.act("ws", 0)
        assert game.score == after


BACK_AND_FORTH = FIRST["log"][: FIRST["log"].index("S44f") + 4]


@pytest.mark.parametrize(
    ("scoring", "back", "again"), [("standard", 0, 10), ("vegas", 0, 5), ("microsoft", -15, 10)]
)
def test_a_take_back_and_the_card_paid_again(scoring, back, again):
    """R5.2"""
    until = play(BACK_AND_FORTH[:-4], scoring=scoring, passes=3)
    score = until.score
    until.act("S4", 0)
    assert until.score == score + back
    until.act("4f", 0)
    assert until.score == score + back + again


@pytest.mark.parametrize("scoring", ["standard", "vegas", "microsoft"])
def test_pays_once_pays_a_card_the_first_time_only_and_undo_forgets_the_payment(scoring):
    """R5.2"""
    once = play(BACK_AND_FORTH[:-4], scoring=scoring, passes=3, pays_once=True)
    often = play(BACK_AND_FORTH[:-4], scoring=scoring, passes=3)
    assert once.score == often.score
    once.act("S4", 0)
    taken_back = once.score
    once.act("4f", 0)
    assert once.score == taken_back
    # Undone as far as before the first payment, the card pays again.
    count = once.position.foundations[3]
    while once.position.foundations[3] == count or once.score == taken_back:
        once.act("uu", 0)
    low = once.score
    while once.can_redo and once.position.foundations[3] < count:
        once.act("rr", 0)
    assert once.score > low


@pytest.mark.parametrize(
    ("ms", "bonus"),
    [(0, 0), (30_999, 0), (31_000, 22_580), (100_999, 7_000), (700_000_000, 1), (701_000_000, 0)],
)
def test_the_time_bonus_goes_by_whole_seconds(ms, bonus):
    """R5, on a win"""
    assert engine.time_bonus("microsoft", ms) == bonus
    assert engine.time_bonus("standard", ms) == 0
    deck, log = winning(1, "pysolfc-32000")
    times = [*[0] * (len(log) // 2 - 1), ms]
    game = engine.Game.replay(deck, engine.PRESETS["microsoft-1"], log, times)
    assert game.score == 695 + bonus
    assert game.ms == ms


def test_none_keeps_no_score():
    """R5.3"""
    deck, log = winning(1, "pysolfc-32000")
    rules = replace(engine.PRESETS["one-pass"])
    game = engine.Game.replay(deck, rules, log)
    assert (game.score, game.outcome) == (0, engine.WON)
    assert engine.view(game)["score"] is None


@pytest.mark.parametrize("slug", sorted(engine.PRESETS))
def test_only_vegas_shows_money(slug):
    money = engine.view(engine.Game(DECK, engine.PRESETS[slug]))["money"]
    assert (money is not None) == (slug in PRESETS_WITH_MONEY)


def test_only_52_cards_home_is_a_win():
    """R6.1"""
    deck, log = winning(3, "devb-44")
    game = engine.Game.replay(deck, engine.PRESETS["hard"], log[:-2])
    assert game.outcome is None
    assert sum(game.position.foundations) == 51
    game.act(log[-2:], 5)
    assert game.outcome == engine.Outcome("won")
    assert (game.outcome.won, game.outcome.status) == (True, "won")
    assert game.legal() == ()


@pytest.mark.parametrize("termination", engine.ENDINGS)
def test_a_game_given_up_is_lost_with_the_score_it_stood_at(termination):
    """R6.2"""
    game = play(TO_35)
    game.end(termination, 9000)
    assert (game.outcome.won, game.outcome.status) == (False, "lost")
    assert (game.outcome.termination, game.score, game.ms) == (termination, 35, 9000)
    assert (game.version, game.legal(), game.notice()) == (5, (), None)


@pytest.mark.parametrize("action", ["sw", "uu", "rr", "11"])
def test_a_game_that_is_over_takes_nothing(action):
    """R4.3"""
    game = play(TO_35 + "uu")
    game.end("resigned", 0)
    assert (game.can_undo, game.can_redo) == (False, False)
    with pytest.raises(engine.GameOver) as caught:
        game.act(action, 1)
    assert caught.value.code == "game_over"
    with pytest.raises(engine.GameOver):
        game.end("closed", 1)


def test_a_game_is_not_ended_as_won_by_saying_so():
    with pytest.raises(ValueError, match="won"):
        play(TO_35).end("won", 0)


def test_time_never_runs_backwards():
    game = play("")
    game.act("sw", 5000)
    game.act("sw", 4000)
    assert game.ms == 5000
    game.end("closed", 100)
    assert game.ms == 5000
