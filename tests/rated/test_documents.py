"""The scripts of docs/checking-a-game.md do what that page says."""

import json
import re
import subprocess
import sys
from hashlib import sha256

from games import engine
from tests.rated.table import won_deal
from tests.services import ROOT

SCRIPTS = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "checking-a-game.md").read_text(), re.DOTALL
)


def run(script: str, *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return done.stdout.strip()


def test_three_lines_check_a_commitment() -> None:
    script = SCRIPTS[0]
    assert len(script.splitlines()) == 3
    deck, salt = engine.deck_text(won_deal(3)[0]), "ab" * 32
    commitment = sha256(f"{deck}{salt}".encode()).hexdigest()
    assert run(script, deck, salt, commitment) == "True"
    assert run(script, deck, "ac" * 32, commitment) == "False"


def test_the_engine_plays_a_log_again() -> None:
    deck, line = won_deal(3)
    rules = engine.LADDERS["rated-3"]
    times = [1000 * at for at in range(len(line) // 2)]
    score = engine.Game.replay(deck, rules, line, times).score
    log = {
        "deck": engine.deck_text(deck),
        "rules": rules.as_dict(),
        "log": line,
        "times": times,
        "score": score,
    }
    assert run(SCRIPTS[1], given=json.dumps(log)) == f"won True {times[-1]} ms"
