"""The interface: results, budgets, and what importing it costs."""

import subprocess
import sys

import pytest

from games import engine, solver
from tests.solver.cases import rows


def test_a_search_with_a_positions_limit_gives_the_same_again() -> None:
    deck = engine.parse_deck(rows("verdicts.jsonl")[0]["deck"])
    first, again = (
        solver.solve(deck, engine.RuleSet(3), seconds=None, positions_limit=30_000)
        for _ in range(2)
    )
    assert (first.verdict, first.log, first.positions) == (
        again.verdict,
        again.log,
        again.positions,
    )
    assert first.positions <= 30_000


def test_no_budget_is_unknown_and_never_lost() -> None:
    deck = engine.parse_deck(rows("verdicts.jsonl")[0]["deck"])
    result = solver.solve(deck, engine.RuleSet(3), positions_limit=0)
    assert (result.verdict, result.log) == ("unknown", None)


def test_a_won_position_needs_no_moves() -> None:
    position = engine.parse_position("-/-/-/-/-/-/- - - C13D13H13S13 1")
    assert solver.solve(position, engine.RuleSet(1)).log == ""


def test_a_last_pass_that_is_over_is_taken_into_account() -> None:
    text = "-/-/-/-/-/-/- - KSKH C13D13H12S12 1"
    once = solver.solve(engine.parse_position(text), engine.RuleSet(1, 1))
    assert once.log == "wfwf"
    buried = engine.parse_position(text.replace("KSKH", "KSQS").replace("H12S12", "H13S11"))
    assert solver.solve(buried, engine.RuleSet(1, 1)).verdict == "won"
    upside_down = engine.parse_position(text.replace("KSKH", "QSKS").replace("H12S12", "H13S11"))
    assert solver.solve(upside_down, engine.RuleSet(1, 1)).log == "w1wf1f"


def test_bytes_that_are_no_deck_are_refused() -> None:
    with pytest.raises(engine.BadDeck):
        solver.solve(b"\0" * 52, engine.RuleSet(1))


def test_importing_the_solver_loads_no_compiler() -> None:
    code = "import sys, games.solver; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_difficulty_and_par_are_those_of_the_line() -> None:
    row = next(r for r in rows("real-deals.jsonl") if r["id"] == "mk-readme" and r["draw"] == 3)
    deck, rules = engine.parse_deck(row["deck"]), engine.RuleSet(3)
    assert solver.moves_of(row["log"]) >= row["fewest"]
    assert solver.difficulty(deck, rules, row["log"], positions_limit=2_000) in (
        "easy", "medium", "hard", "expert",
    )  # fmt: skip


def test_no_published_deal_is_won_in_fewer_moves_than_the_bound() -> None:
    for row in rows("real-deals.jsonl"):
        if "fewest" in row:
            start = engine.deal(engine.parse_deck(row["deck"]))
            assert solver.least_moves(start, engine.RuleSet(row["draw"])) <= row["fewest"]


@pytest.mark.parametrize("face_down", [6, 9])
def test_columns_that_no_deal_has_are_refused(face_down: int) -> None:
    start = engine.deal(engine.shuffle(0))
    first = engine.column(start.stock[:face_down], start.columns[0].up)
    columns = (first, *start.columns[1:])
    position = start._replace(columns=columns, stock=start.stock[face_down:])
    with pytest.raises(engine.BadPosition):
        solver.solve(position, engine.RuleSet(1))
