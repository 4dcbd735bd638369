"""The command `python -m games.solver`: decks in, verdicts out, a JSON object a line."""

import argparse
import json
import multiprocessing
import signal
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, TextIO

from tqdm import tqdm

from games import engine, solver

BAD_DECK = 1
INTERRUPTED = 130


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m games.solver",
        description="Decide decks, one of 104 characters a line on standard input.",
        epilog="Ends with 0, with 1 if a deck could not be read, with 130 when interrupted.",
    )
    parser.add_argument("--draw", type=int, choices=(1, 3), default=3, help="cards a draw")
    parser.add_argument(
        "--passes", choices=("1", "2", "3", "unlimited"), default="unlimited", help="passes allowed"
    )
    parser.add_argument("--no-take-back", action="store_true", help="cards stay on the foundations")
    parser.add_argument("--seconds", type=_positive, default=10.0, help="processor time a deck")
    parser.add_argument("--positions", type=int, help="positions a deck, for answers to repeat")
    parser.add_argument("--jobs", type=int, default=1, help="processes that search")
    options = parser.parse_args(argv)
    if options.jobs < 1:
        parser.error("--jobs is less than 1")
    return options


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("not a number above 0")
    return value


def decide(
    line: str, rules: engine.RuleSet, seconds: float, positions: int | None
) -> dict[str, Any]:
    """The object for one line: the verdict, or what is wrong with the deck."""
    try:
        deck = engine.parse_deck(line)
    except engine.EngineError as error:
        return {"deck": line[:200], "error": {"code": error.code, "message": str(error)}}
    result = solver.solve(deck, rules, seconds=seconds, positions_limit=positions)
    return {
        "deck": engine.deck_text(deck),
        "verdict": result.verdict,
        "log": result.log,
        "cpu_ms": result.cpu_ms,
        "positions": result.positions,
    }


def _ignore_interrupt() -> None:
    # The parent is interrupted too, and ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _answers(lines: Iterable[str], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    passes = None if options.passes == "unlimited" else int(options.passes)
    rules = engine.RuleSet(options.draw, passes, take_back=not options.no_take_back)
    ask = partial(decide, rules=rules, seconds=options.seconds, positions=options.positions)
    if options.jobs == 1:
        yield from map(ask, lines)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(options.jobs, _ignore_interrupt) as pool:
        yield from pool.imap(ask, lines)


def main(argv: list[str] | None = None, source: TextIO | None = None) -> int:
    """Answer every deck in order; the exit code."""
    options = arguments(argv)
    code = 0
    lines: Iterable[str] = (line.strip() for line in source or sys.stdin if line.strip())
    if sys.stderr.isatty():
        lines = list(lines)
        total = len(lines)
    else:
        total = None
    try:
        answers = _answers(lines, options)
        for answer in tqdm(answers, total=total, unit=" decks", disable=not sys.stderr.isatty()):
            print(json.dumps(answer), flush=True)  # noqa: T201 - the answers are its output
            if "error" in answer:
                code = BAD_DECK
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the answers has enough of them; nothing is left to write to.
        sys.stderr.close()
    return code
