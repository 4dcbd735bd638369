"""`python -m games.solver`."""

import io
import json
import signal
import subprocess
import sys
import time

import pytest

from games import engine
from games.solver import cli
from tests.solver.cases import rows


def _decks(count: int) -> list[str]:
    return [row["deck"] for row in rows("verdicts.jsonl")[1 : 1 + count]]


def _run(capsys, argv: list[str], lines: list[str]) -> tuple[int, list[dict]]:
    code = cli.main(argv, io.StringIO("\n".join(lines) + "\n"))
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_answers_come_in_order_with_lines_that_win(capsys) -> None:
    code, answers = _run(capsys, ["--draw", "3", "--seconds", "5"], _decks(3))
    assert code == 0
    assert [answer["deck"] for answer in answers] == _decks(3)
    for answer in answers:
        assert list(answer) == ["deck", "verdict", "log", "cpu_ms", "positions"]
        assert answer["verdict"] == "won"
        deck = engine.parse_deck(answer["deck"])
        assert engine.Game.replay(deck, engine.RuleSet(3), answer["log"]).outcome is not None


def test_a_bad_deck_gets_an_error_and_the_rest_goes_on(capsys) -> None:
    code, answers = _run(capsys, ["--draw", "1"], ["nonsense", "", *_decks(1)])
    assert code == 1
    assert answers[0]["deck"] == "nonsense"
    assert answers[0]["error"]["code"] == "bad_deck"
    assert answers[1]["verdict"] == "won"


def test_every_rule_set_can_be_asked_for(capsys) -> None:
    argv = ["--draw", "1", "--passes", "1", "--no-take-back", "--positions", "2000"]
    code, answers = _run(capsys, argv, _decks(2))
    assert code == 0
    assert all(answer["positions"] <= 2000 for answer in answers)


@pytest.mark.parametrize(
    "argv",
    [["--draw", "2"], ["--passes", "4"], ["--seconds", "0"], ["--seconds", "x"], ["--jobs", "0"]],
)
def test_wrong_options_are_refused(capsys, argv: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(argv, io.StringIO(""))
    assert stop.value.code == 2
    assert argv[0] in capsys.readouterr().err


def test_jobs_give_the_same_answers(capsys) -> None:
    argv = ["--draw", "3", "--positions", "3000"]
    _, alone = _run(capsys, argv, _decks(4))
    _, shared = _run(capsys, [*argv, "--jobs", "2"], _decks(4))
    for answer in (*alone, *shared):
        del answer["cpu_ms"]
    assert shared == alone


def test_an_interrupt_ends_it_cleanly() -> None:
    # A suite that runs in the background ignores interrupts, and what it starts would inherit that.
    with subprocess.Popen(
        ["env", "--default-signal=INT", sys.executable, "-m", "games.solver"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        process.stdin.write(_decks(1)[0] + "\n" + _decks(2)[1] + "\n")
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == ""
