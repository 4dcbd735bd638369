"""Hints, their reasons, and since when a game is lost."""

import random

import pytest

from games import engine, solver
from tests.solver.cases import rows

EASY, HARD = engine.PRESETS["easy"], engine.PRESETS["hard"]
BUDGET = 200_000


def _deck(name: str) -> bytes:
    return engine.parse_deck(next(r["deck"] for r in rows("real-deals.jsonl") if r["id"] == name))


def test_following_hints_wins_the_game() -> None:
    position = engine.deal(_deck("mk-readme"))
    for _ in range(300):
        if position.foundations == (13, 13, 13, 13):
            break
        found = solver.hint(position, HARD, seconds=None, positions_limit=BUDGET)
        assert found.verdict == "won"
        assert found.action in engine.legal_moves(position, HARD)
        assert found.reasons
        position = engine.play(position, found.action, HARD)
    assert position.foundations == (13, 13, 13, 13)


def test_a_lost_game_has_no_hint() -> None:
    found = solver.hint(engine.deal(_deck("mk-impossible_01_17_1")), EASY, seconds=None)
    assert found == solver.Hint("lost", None, ())


def test_a_hint_without_a_proof_is_good_style() -> None:
    found = solver.hint(engine.deal(_deck("mk-readme")), HARD, seconds=None, positions_limit=0)
    assert found.verdict == "unknown"
    assert found.action == "4f"
    assert found.reasons[0] == "ace_home"


@pytest.mark.parametrize("rules", [EASY, HARD, engine.PRESETS["vegas-3"]])
def test_hints_without_a_proof_never_walk_in_circles(rules: engine.RuleSet) -> None:
    for number in range(10):
        position = engine.deal(engine.shuffle(number))
        seen = {solver.cards_of(position)}
        for _ in range(3000):
            found = solver.hint(position, rules, seconds=None, positions_limit=0, seen=seen)
            if found.action is None or position.foundations == (13, 13, 13, 13):
                break
            position = engine.play(position, found.action, rules)
            assert solver.cards_of(position) not in seen
            seen.add(solver.cards_of(position))
        else:
            raise AssertionError("hints for ever")


def test_every_legal_move_has_reasons_out_of_the_closed_set() -> None:
    chance = random.Random(5)
    for number in range(30):
        position = engine.deal(engine.shuffle(number))
        for _ in range(60):
            legal = engine.legal_moves(position, EASY)
            if not legal:
                break
            for action in legal:
                found = solver.reasons(position, action, EASY)
                assert found
                assert set(found) <= set(solver.REASONS)
            position = engine.play(position, chance.choice(legal), EASY)


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        (
            "-/|QH/2C|KS/-/-/-/- - 3C4C5C6C7C8C9CTCJCQCKCKH C1D13H11S12 1",
            "31",
            ("uncovers_longest_column", "king_to_empty_column"),
        ),
        ("|QH/|KS/KC|KD/-/-/-/- - KH C12D12H11S12 1", "12", ("frees_column_for_king",)),
        ("|KS/KC|KD/-/-/-/-/- - KH C12D12H12S12 1", "2f", ("uncovers_longest_column", "safe_home")),
        ("|QS/-/-/-/-/-/- - KSKDKHQH C13D12H11S11 1", "wf", ("safe_home",)),
        ("|KS/-/-/-/-/-/- - KDKHQH C13D12H11S12 1", "w1", ("builds_column",)),
    ],
)
def test_reasons_say_what_a_player_sees(
    position: str, action: str, expected: tuple[str, ...]
) -> None:
    found = solver.reasons(engine.parse_position(position), action, EASY)
    assert found == expected


def test_reasons_of_an_illegal_move_are_refused() -> None:
    with pytest.raises(engine.IllegalMove):
        solver.reasons(engine.deal(_deck("mk-readme")), "ws", EASY)


def test_analysis_finds_the_action_that_lost_the_game() -> None:
    deck = _deck("mk-readme")
    chance = random.Random(3)
    for _ in range(40):
        game = engine.Game(deck, HARD)
        log = ""
        for _ in range(120):
            legal = game.legal()
            if not legal:
                break
            action = chance.choice(legal)
            game.act(action, 0)
            log += action
        found = solver.analysis(deck, HARD, log, seconds=None, positions_limit=BUDGET)
        if found.verdict == "lost" and found.exact:
            break
    assert found.since is not None
    before = engine.Game.replay(deck, HARD, log[: 2 * found.since - 2]).position
    after = engine.Game.replay(deck, HARD, log[: 2 * found.since]).position
    assert solver.solve(before, HARD, seconds=None, positions_limit=BUDGET).verdict == "won"
    assert solver.solve(after, HARD, seconds=None, positions_limit=BUDGET).verdict == "lost"


def test_what_was_undone_is_forgiven() -> None:
    deck = _deck("mk-readme")
    found = solver.analysis(deck, HARD, "4fuu", seconds=None, positions_limit=BUDGET)
    assert found == solver.Analysis("won")


def test_a_deal_that_never_could_be_won_is_lost_since_the_deal() -> None:
    found = solver.analysis(_deck("mk-impossible_01_17_1"), EASY, "sw", seconds=None)
    assert found == solver.Analysis("lost", 0, exact=True)


def test_a_log_that_is_no_game_is_refused() -> None:
    with pytest.raises(engine.IllegalMove):
        solver.analysis(_deck("mk-readme"), EASY, "ws")
