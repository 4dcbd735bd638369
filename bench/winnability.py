"""How many deals can be won: ``make winnability N=10000``, or ``python -m bench.winnability``.

The first N numbered deals under draw 1 and 3, one, three and unlimited passes, with and without
take-back. A deal not decided in time is in neither count, so its share widens the interval at
both ends: the lower end takes it for lost, the upper for won. Writes docs/winnability.md and
docs/winnability.svg.
"""

import argparse
import math
import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from tqdm import tqdm

from games import engine, solver

DOCS = Path(__file__).parents[1] / "docs"
Z = 1.96
PUBLISHED = 0.81945
"""Draw 3, unlimited passes, take-back: Blake & Gent, 2024, ± 0.084 %."""


@dataclass(frozen=True)
class Count:
    """What became of the deals under one rule set."""

    rules: engine.RuleSet
    deals: int
    won: int
    lost: int

    @property
    def name(self) -> str:
        passes = {None: "unlimited passes", 1: "one pass"}.get(self.rules.passes)
        back = "take-back" if self.rules.take_back else "no take-back"
        return f"draw {self.rules.draw}, {passes or f'{self.rules.passes} passes'}, {back}"

    @property
    def unknown(self) -> int:
        return self.deals - self.won - self.lost

    @property
    def interval(self) -> tuple[float, float]:
        """95 %: Wilson's lower end with the undecided lost, his upper end with them won."""
        low = wilson(self.won, self.deals)[0]
        return low, wilson(self.won + self.unknown, self.deals)[1]


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    reach = Z * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return (middle - reach) / (1 + Z * Z / trials), (middle + reach) / (1 + Z * Z / trials)


def verdict_of(rules: engine.RuleSet, seconds: float, number: int) -> solver.Verdict:
    """Decide one numbered deal."""
    return solver.solve(engine.shuffle(number), rules, seconds=seconds).verdict


def count(workers: Executor, rules: engine.RuleSet, deals: int, seconds: float) -> Count:
    """Decide the first deals."""
    ask = partial(verdict_of, rules, seconds)
    answers = tqdm(
        workers.map(ask, range(deals), chunksize=8),
        total=deals,
        disable=not sys.stderr.isatty(),
        unit=" deals",
    )
    verdicts = Counter(answers)
    return Count(rules, deals, verdicts["won"], verdicts["lost"])


def table(counts: list[Count], seconds: float) -> str:
    """The page."""
    lines = [
        "# How many deals can be won",
        "",
        "A deal counts as won if some line wins it when every card is known, and as lost only if",
        "all play was searched in vain. The interval is 95 %; deals that were not decided within",
        f"{seconds:g} s of processor time each widen it at both ends. `make winnability N=10000`",
        "counts again.",
        "",
        "![Shares of deals that can be won, with their intervals](winnability.svg)",
        "",
        "| rules | deals | won | lost | undecided | winnable, % |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for one in counts:
        low, high = one.interval
        lines.append(
            f"| {one.name} | {one.deals} | {one.won} | {one.lost} | {one.unknown} "
            f"| {100 * low:.2f} – {100 * high:.2f} |"
        )
    lines += [
        "",
        f"Published for draw 3, unlimited passes, take-back: {100 * PUBLISHED:.3f} ± 0.084 %",
        "(Blake & Gent, *The Winnability of Klondike Solitaire and Many Other Patience Games*).",
        "",
    ]
    return "\n".join(lines)


def plot(counts: list[Count]) -> str:
    """The intervals as an SVG of 720 units' width."""
    left, width, step = 270, 420, 26
    height = step * len(counts) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="720" height="{height}" fill="#fff"/>',
    ]
    for percent in range(0, 101, 20):
        x = left + width * percent / 100
        parts.append(f'<path d="M{x} 8V{height - 28}" stroke="#ccc"/>')
        parts.append(f'<text x="{x}" y="{height - 10}" text-anchor="middle">{percent} %</text>')
    for place, one in enumerate(counts):
        y = 22 + step * place
        low, high = (left + width * end for end in one.interval)
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{one.name}</text>')
        parts.append(
            f'<rect x="{low:.1f}" y="{y - 6}" width="{max(high - low, 2):.1f}" height="12" '
            'fill="#1b6e4a"/>'
        )
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Count, and write the page and its plot."""
    parser = argparse.ArgumentParser(description="Estimate winnability.")
    parser.add_argument("deals", type=int, nargs="?", default=10_000, help="deals a rule set")
    parser.add_argument("--seconds", type=float, default=10.0, help="processor time a deal")
    parser.add_argument("--jobs", type=int, help="processes, else one a processor")
    options = parser.parse_args()
    if options.deals < 1:
        parser.error("no deals")
    counts = []
    with ProcessPoolExecutor(options.jobs) as workers:
        for draw, passes, take_back in product((3, 1), (None, 3, 1), (True, False)):
            rules = engine.RuleSet(draw, passes, take_back=take_back)
            counts.append(count(workers, rules, options.deals, options.seconds))
            low, high = counts[-1].interval
            print(f"{counts[-1].name}: {100 * low:.2f} – {100 * high:.2f} %", flush=True)
    (DOCS / "winnability.md").write_text(table(counts, options.seconds))
    (DOCS / "winnability.svg").write_text(plot(counts))


if __name__ == "__main__":
    main()
