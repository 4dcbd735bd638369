"""No shortcut of the search changes an answer: it agrees with a search that has none."""

import random

import pytest

from games import engine, solver
from tests.solver.cases import RULES, name_of, small_position, walked_position, wins
from tests.solver.plain import verdict

PLAIN_LIMIT = 20_000


def _check(position: engine.Position, rules: engine.RuleSet) -> str | None:
    expected = verdict(position, rules, PLAIN_LIMIT)
    if expected is None:
        return None
    result = solver.solve(position, rules, seconds=None, positions_limit=1_000_000)
    assert result.verdict == expected, engine.position_text(position)
    if result.log is not None:
        assert wins(position, rules, result.log)
    return expected


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_small_positions_get_the_answer_of_a_plain_search(rules: engine.RuleSet) -> None:
    chance = random.Random(7 * rules.draw + (rules.passes or 0))
    sizes = (10, 13, 16, 18, 20)
    answers = [_check(small_position(chance, sizes[i % 5], rules), rules) for i in range(24)]
    assert sum(answer is not None for answer in answers) >= 4


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_positions_of_play_get_the_answer_of_a_plain_search(rules: engine.RuleSet) -> None:
    chance = random.Random(100 + 7 * rules.draw + (rules.passes or 0))
    answers = [_check(walked_position(chance, rules), rules) for _ in range(12)]
    assert "lost" in answers
