"""Verdicts of other programs: none is contradicted."""

import pytest

from games import engine, solver
from tests.solver.cases import rows

BUDGET = 60_000


@pytest.mark.parametrize("draw", [1, 3])
def test_random_deals_agree_with_the_strong_solvers(draw: int) -> None:
    rules = engine.RuleSet(draw)
    undecided = 0
    for row in rows("verdicts.jsonl"):
        deck = engine.parse_deck(row["deck"])
        result = solver.solve(deck, rules, seconds=None, positions_limit=BUDGET)
        undecided += result.verdict == "unknown"
        assert result.verdict in ("unknown", row[f"draw{draw}"]), row["deal"]
        if result.log is not None:
            assert engine.Game.replay(deck, rules, result.log).outcome == engine.Outcome("won")
    assert undecided <= 20


def test_published_deals_are_decided_as_they_were() -> None:
    for row in rows("real-deals.jsonl"):
        result = solver.solve(
            engine.parse_deck(row["deck"]),
            engine.RuleSet(row["draw"]),
            seconds=None,
            positions_limit=3_000_000,
        )
        assert result.verdict == ("won" if row["winnable"] else "lost"), row["id"]


@pytest.mark.parametrize(("number", "verdict"), [(8, "lost"), (176, "won"), (251, "lost")])
def test_deals_that_took_millions_of_positions_keep_their_verdict(
    number: int, verdict: str
) -> None:
    """Decided before by a search that had neither probes nor an easier problem to look at."""
    deck, rules = engine.shuffle(number), engine.RuleSet(3)
    result = solver.solve(deck, rules, seconds=None, positions_limit=6_000_000)
    assert result.verdict == verdict
    if result.log is not None:
        assert engine.Game.replay(deck, rules, result.log).outcome == engine.Outcome("won")
