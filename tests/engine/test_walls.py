"""The engine by itself: no Django, nothing but the standard library; its documentation."""

import subprocess
import sys
from pathlib import Path

from games import engine

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "rules-and-codes.md").read_text()

PROBE = """
import sys
from games import engine
game = engine.Game(engine.shuffle(6), engine.PRESETS["easy"])
game.act("sw", 1)
loaded = {name.partition(".")[0] for name in sys.modules if not name.startswith("games")}
print(sorted(name for name in loaded - set(sys.stdlib_module_names) if name[0] != "_"))
print(sorted(name for name in sys.modules if name.startswith("games.") and "engine" not in name))
"""


def test_the_engine_needs_nothing_but_the_standard_library():
    command = [sys.executable, "-S", "-c", PROBE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "[]"]


def test_every_code_reason_slug_and_field_is_documented():
    names = {error.code for error in engine.ERRORS} | set(engine.REASONS)
    names |= engine.PRESETS.keys() | engine.LADDERS.keys() | set(engine.RuleSet(1).as_dict())
    assert {name for name in names if f"`{name}`" not in DOCUMENT} == set()


def test_the_documented_deals_are_right():
    lines = [line.split("`") for line in DOCUMENT.splitlines() if line.startswith("| `KL1-")]
    assert len(lines) == 5
    for _, code, _, deck, _ in lines:
        number = engine.parse_code(code).number
        assert engine.deck_text(engine.shuffle(number)).startswith(deck)
