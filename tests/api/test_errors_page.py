"""docs/errors.md has every code that the service can answer, and no other."""

import re
from pathlib import Path

from klondike_site import errors

ROOT = Path(__file__).resolve().parents[2]
BASES = {"engine_error", "refused"}  # never raised themselves
PATTERNS = (
    r'\b(?:default_code|code)(?:: ClassVar\[str\])? = "([a-z_]+)"',
    r'\b(?:Refused|TokenError|NameRefused|ScopeError)\(\s*"([a-z_]+)"',
    r'\bClosing\(\s*\d+,\s*"([a-z_]+)"',
    r'\b_refuse\(\w+, "([a-z_]+)"',
    r'"code": "([a-z_]+)", "message":',
    r'\bParseError\(.*, "([a-z_]+)"\)',
)


def _raised() -> set[str]:
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("accounts", "games", "klondike_site")
        for path in (ROOT / folder).rglob("*.py")
    ]
    found = {code for text in texts for pattern in PATTERNS for code in re.findall(pattern, text)}
    return (found | set(errors._RENAMED.values())) - BASES


def _documented() -> list[str]:
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE)


def test_every_code_is_documented_once() -> None:
    documented = _documented()
    assert len(documented) == len(set(documented))
    assert set(documented) == _raised()
