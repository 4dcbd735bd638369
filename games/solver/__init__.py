"""Can this game still be won, and how? Proofs, hints and analysis for every rule set.

>>> from games import engine, solver
>>> solver.solve(engine.shuffle(6), engine.PRESETS["easy"], seconds=10).verdict

Importing this costs nothing; the compiled kernel is loaded by the first call that searches.
"""

from collections.abc import Collection

from games import engine
from games.solver.analysis import Analysis, analyse, positions_of
from games.solver.hints import REASONS, Hint, Reason, best_by_style, cards_of, reasons
from games.solver.result import VERSION, Result, Verdict
from games.solver.worth import Difficulty, difficulty_of, kept_share, least_moves, moves_of

__all__ = [
    "REASONS",
    "VERSION",
    "Analysis",
    "Difficulty",
    "Hint",
    "Reason",
    "Result",
    "Verdict",
    "analysis",
    "cards_of",
    "difficulty",
    "hint",
    "least_moves",
    "moves_of",
    "solve",
]


def solve(
    start: engine.Position | bytes,
    rules: engine.RuleSet,
    *,
    seconds: float | None = 10.0,
    positions_limit: int | None = None,
) -> Result:
    """Decide whether a position, or the deal of a deck, can be won under the rules.

    Stops undecided after ``seconds`` of this process's processor time or ``positions_limit``
    positions, whichever is set and comes first. Given only the limit, the answer is always the
    same. Raises `BadDeck` where bytes are no deck, and `BadPosition` for columns that no deal has.
    """
    from games.solver.search import solve_position

    position = engine.deal(start) if isinstance(start, bytes) else start
    return solve_position(position, rules, seconds, positions_limit)


def hint(
    position: engine.Position,
    rules: engine.RuleSet,
    *,
    seconds: float | None = 2.0,
    positions_limit: int | None = None,
    seen: Collection[engine.Position] = (),
) -> Hint:
    """The next move of a winning line, or of good style where none was found in time.

    ``seen`` are the positions of the game so far, as `cards_of` has them: style leads to none.
    """
    result = solve(position, rules, seconds=seconds, positions_limit=positions_limit)
    if result.verdict == "lost":
        return Hint("lost", None, ())
    action = result.log[:2] if result.log else best_by_style(position, rules, seen)
    if not action:
        return Hint(result.verdict, None, ())
    return Hint(result.verdict, action, reasons(position, action, rules))


def analysis(
    deck: bytes,
    rules: engine.RuleSet,
    log: str,
    *,
    seconds: float | None = 2.0,
    positions_limit: int | None = None,
) -> Analysis:
    """Whether a game can still be won, and if not, since which action.

    The budget is for one position; about six are looked at. Raises what `Game.replay` raises
    for a log that is no game.
    """

    def ask(position: engine.Position) -> Verdict:
        return solve(position, rules, seconds=seconds, positions_limit=positions_limit).verdict

    return analyse(positions_of(deck, rules, log), ask)


def difficulty(
    start: engine.Position | bytes,
    rules: engine.RuleSet,
    line: str,
    *,
    positions_limit: int = 5_000,
) -> Difficulty:
    """How narrow the way of a winning line is: how many of the moves beside it keep the win.

    A win that is not found within ``positions_limit`` counts as none, as a player would not
    find it either. Always the same for the same line and limit.
    """

    def ask(position: engine.Position) -> Verdict:
        return solve(position, rules, seconds=None, positions_limit=positions_limit).verdict

    position = engine.deal(start) if isinstance(start, bytes) else start
    return difficulty_of(kept_share(position, rules, line, ask))
