"""How strong the solver is: ``make bench-solver``, or ``python -m bench.solver --deals 200``.

Numbered deals, unlimited passes with take-back at draw 3 and draw 1, then one pass at draw 1.
What is decided at 0.1, 1 and 10 s is read off one run with the longest limit. pyksolve, the
strongest solver that installs from a wheel, gets the same deals in the same run; its limit is a
number of positions, chosen so that it takes about as long as is asked for.
"""

import argparse
import time
from collections.abc import Callable, Iterable

from games import engine, solver
from games.solver.formats import shootme_text

LIMITS = (0.1, 1.0, 10.0)
PROBLEMS = {
    "draw 3, unlimited passes": engine.RuleSet(3),
    "draw 1, unlimited passes": engine.RuleSet(1),
    "draw 1, one pass": engine.RuleSet(1, 1),
}
KSOLVE_POSITIONS = 1_000_000
"""About ten seconds of pyksolve."""

Answer = tuple[str, float]
"""A verdict and the processor seconds that it took."""


def ours(deck: bytes, rules: engine.RuleSet) -> Answer:
    """Ask this solver; a win counts when the engine has replayed its line."""
    began = time.process_time()
    result = solver.solve(deck, rules, seconds=max(LIMITS))
    spent = time.process_time() - began
    if result.log is not None:
        outcome = engine.Game.replay(deck, rules, result.log).outcome
        if outcome is None or not outcome.won:
            raise AssertionError("a line that does not win")
    return result.verdict, spent


def pyksolve(deck: bytes, rules: engine.RuleSet) -> Answer:
    """Ask pyksolve, which knows unlimited passes alone."""
    from pyksolve.solver import Solitaire, SolveResult

    game = Solitaire()
    game.draw_count = rules.draw
    game.load_solitaire(shootme_text(deck))
    game.reset_game()
    began = time.process_time()
    found = game.solve_fast(max_closed_count=KSOLVE_POSITIONS)
    spent = time.process_time() - began
    if found in (SolveResult.SolvedMayNotBeMinimal, SolveResult.SolvedMinimal):
        return "won", spent
    return ("lost" if found == SolveResult.Impossible else "unknown"), spent


def _percentile(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(len(times) * share))]


def report(name: str, answers: Iterable[Answer]) -> list[Answer]:
    """Print what a solver did with one problem."""
    done = list(answers)
    times = sorted(spent for _, spent in done)
    print(f"  {name}: {len(done)} deals, {len(done) / sum(times):.2f} deals per CPU-second")
    for limit in LIMITS:
        there = [verdict for verdict, spent in done if spent <= limit * 1.05]
        won, lost = there.count("won"), there.count("lost")
        unknown = len(done) - won - lost
        share = 100 * (won + lost) / len(done)
        print(
            f"    {limit:>4} s: won {won}, lost {lost}, unknown {unknown} ({share:.1f} % decided)"
        )
    middle, most, nearly_all = (_percentile(times, share) for share in (0.5, 0.9, 0.99))
    print(
        f"    CPU ms: median {1000 * middle:.2f}, p90 {1000 * most:.1f}, "
        f"p99 {1000 * nearly_all:.0f}, longest {1000 * times[-1]:.0f}",
        flush=True,
    )
    return done


def compare(decks: list[bytes], rules: engine.RuleSet, others: int) -> None:
    """Both solvers on the same deals; a contradiction ends the run."""
    mine = report("klondike", (ours(deck, rules) for deck in decks))
    if rules.passes is not None or not others:
        return
    theirs = report("pyksolve", (pyksolve(deck, rules) for deck in decks[:others]))
    for number, (one, two) in enumerate(zip(mine, theirs, strict=False)):
        if {one[0], two[0]} == {"won", "lost"}:
            raise AssertionError(f"deal {number}: {one[0]} here, {two[0]} by pyksolve")
    speed = _speed(mine[:others]) / _speed(theirs)
    print(f"    on the same {len(theirs)} deals {speed:.0f} times as many a CPU-second")


def _speed(answers: list[Answer]) -> float:
    return len(answers) / sum(spent for _, spent in answers)


def _number(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"less than {least}")
        return int(text)

    return read


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description="Measure the solver.")
    parser.add_argument("--deals", type=_number(1), default=1000, help="deals a problem")
    parser.add_argument("--pyksolve", type=_number(0), default=60, help="deals for pyksolve")
    options = parser.parse_args()
    for rules in PROBLEMS.values():
        # Compiling or loading the search is no part of any deal.
        solver.solve(engine.shuffle(0), rules, seconds=None, positions_limit=50_000)
    decks = [engine.shuffle(number) for number in range(options.deals)]
    for name, rules in PROBLEMS.items():
        print(name)
        compare(decks, rules, options.pyksolve)


if __name__ == "__main__":
    main()
