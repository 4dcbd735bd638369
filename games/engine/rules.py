"""Rule sets: the presets, the ladders' rules, and the reading of custom ones (R7, R8.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, get_args

from games.engine.errors import BadRules

Scoring = Literal["standard", "vegas", "microsoft", "none"]

SCORINGS: Final[tuple[Scoring, ...]] = get_args(Scoring)
RULES_VERSION: Final = 1
"""Version of the rules of play; stored with every game."""

UNDO_LIMIT: Final = 100


def default_passes(scoring: str) -> int | None:
    """Passes where nothing is said: one at vegas (R5.5), otherwise unlimited (None)."""
    return 1 if scoring == "vegas" else None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set as a value.

    `draw` is 1 or 3; `passes` counts the first, None is unlimited; `undo_limit` is 0…100 actions.
    Raises `BadRules` where a field is of the wrong type or out of range.
    """

    draw: int
    passes: int | None = None
    scoring: Scoring = "standard"
    take_back: bool = True
    pays_once: bool = False
    undo_limit: int = UNDO_LIMIT
    thoughtful: bool = False

    def __post_init__(self) -> None:
        _check_number("draw", self.draw, (1, 3), "1 or 3")
        if self.passes is not None:
            _check_number("passes", self.passes, (1, 2, 3), "1, 2, 3 or null for unlimited")
        if not isinstance(self.scoring, str) or self.scoring not in SCORINGS:
            raise _wrong("scoring", self.scoring, "one of " + ", ".join(SCORINGS))
        for name in ("take_back", "pays_once", "thoughtful"):
            if not isinstance(getattr(self, name), bool):
                raise _wrong(name, getattr(self, name), "true or false")
        limits = range(UNDO_LIMIT + 1)
        _check_number("undo_limit", self.undo_limit, limits, f"a whole number 0 to {UNDO_LIMIT}")

    def as_dict(self) -> dict[str, Any]:
        """All seven fields, JSON-ready; `parse_rules` reads them back."""
        return {name: getattr(self, name) for name in FIELDS}


FIELDS: Final = tuple(field.name for field in fields(RuleSet))


def _wrong(name: str, value: object, wanted: str) -> BadRules:
    shown = repr(value)
    shown = shown if len(shown) <= 40 else shown[:40] + "…"
    return BadRules(f"{name} is {shown}, not {wanted}", {"field": name})


def _check_number(name: str, value: object, allowed: "tuple[int, ...] | range", words: str) -> None:
    # A bool is an int to Python, but `true` is no number of cards.
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        raise _wrong(name, value, words)


PRESETS: Final[dict[str, RuleSet]] = {
    "easy": RuleSet(1),
    "hard": RuleSet(3),
    "vegas-1": RuleSet(1, 1, "vegas"),
    "vegas-3": RuleSet(3, 1, "vegas"),
    "vegas-3x3": RuleSet(3, 3, "vegas"),
    "three-pass": RuleSet(3, 3),
    "limited": RuleSet(1, 3),
    "one-pass": RuleSet(1, 1, "none", take_back=False),
    "classic": RuleSet(3, 3, "none", take_back=False),
    "microsoft-1": RuleSet(1, None, "microsoft"),
    "microsoft-3": RuleSet(3, None, "microsoft"),
    "thoughtful": RuleSet(3, thoughtful=True),
}
"""The presets of R7 by slug."""

LADDERS: Final[dict[str, RuleSet]] = {
    "rated-1": replace(PRESETS["easy"], pays_once=True),
    "rated-3": replace(PRESETS["hard"], pays_once=True),
    "rated-vegas-1": replace(PRESETS["vegas-1"], pays_once=True),
    "rated-vegas-3": replace(PRESETS["vegas-3"], pays_once=True),
    "purist": RuleSet(3, 3, take_back=False, pays_once=True, undo_limit=0),
}
"""The ladders' rule sets of R8.1 by slug."""


def parse_rules(source: object) -> RuleSet:
    """Read a slug of `PRESETS` or `LADDERS`, or a mapping of rule set fields.

    In a mapping only `draw` must be given. What is left out is as in a deal code's default:
    standard scoring, unlimited passes (one at vegas), take-back, each card paid every time, undo
    100, not thoughtful. Raises `BadRules`, which names the field.
    """
    if isinstance(source, str):
        rules = PRESETS.get(source) or LADDERS.get(source)
        if rules is None:
            raise BadRules(f"no rule set is called {source[:40]!r}")
        return rules
    if not isinstance(source, Mapping):
        raise BadRules("a rule set is a slug or an object of its fields")
    unknown = sorted(str(name)[:40] for name in source if name not in FIELDS)
    if unknown:
        raise BadRules(f"unknown field: {', '.join(unknown[:10])}", {"field": unknown[0]})
    if "draw" not in source:
        raise BadRules("draw is missing: 1 or 3", {"field": "draw"})
    given = dict(source)
    given.setdefault("passes", default_passes(given.get("scoring", "standard")))
    return RuleSet(**given)
