"""The solver as prepared deals need it: a sealed deck with a winning line."""

import time
from dataclasses import dataclass, field

from games import engine
from games.services.sealed import sealed_deck

SECONDS = 20.0
SOON = 10.0


@dataclass(frozen=True, slots=True)
class Proven:
    """A deck and a line that wins it. ``par`` is the fewest actions known to win; none fewer
    exist where ``par_proved``."""

    deck: bytes = field(repr=False)
    line: str = field(repr=False)
    par: int
    par_proved: bool = False
    difficulty: str = "medium"
    positions: int = 0


def winnable(rules: engine.RuleSet) -> Proven:
    """Draw sealed decks until one is proven winnable under exactly these rules."""
    while True:
        deck = sealed_deck()
        proven = prove(deck, rules)
        if proven is not None:
            return proven


def winnable_soon(rules: engine.RuleSet) -> Proven | None:
    """The same within `SOON` seconds, easily proven decks only; None where none was found."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        proven = prove(sealed_deck(), rules, 0.5)
        if proven is not None:
            return proven
    return None


def prove(deck: bytes, rules: engine.RuleSet, seconds: float = SECONDS) -> Proven | None:
    """The proof that the deck can be won; None where none was found in time."""
    # Imported late: only who prepares deals pays for the solver's start.
    from games import solver

    result = solver.solve(deck, rules, seconds=seconds)
    if result.verdict != "won" or result.log is None:
        return None
    return Proven(
        deck,
        result.log,
        len(result.log) // 2,
        difficulty=solver.difficulty(deck, rules, result.log),
        positions=result.positions,
    )
