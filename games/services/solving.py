"""Searches for the web process, in a process of their own: none delays a move.

The process is started by the first question and stays; it loads the compiled search once. Of
many questions at a time some wait, and beyond that they are refused. A player has few of the
places to wait, so that nobody takes them from all others.
"""

import multiprocessing
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from django.conf import settings

from games import engine, solver
from games.services.errors import Busy
from games.services.orphans import end_with_parent
from games.services.proving import Proven, winnable_soon
from games.services.refusals import SolverBusy, TooManyQuestions
from games.solver.analysis import positions_of

T = TypeVar("T")

SECONDS: Final = 2.0
"""Processor time for one position."""

PATIENCE: Final = 25.0
"""How long a request waits for its answer; the first one waits for the process to start too."""

MOST_WAITING: Final = 16

MOST_OF_ONE: Final = 2
"""Of one player: who leaves a game while it is looked at may ask about the next."""

# ruff: noqa: PLW0603 - a process has one pool, so this module has one

_lock = threading.Lock()
_pool: ProcessPoolExecutor | None = None
_waiting: Counter[int] = Counter()


def _started() -> ProcessPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            # A fork would copy the web process with its threads and connections.
            context = multiprocessing.get_context("spawn")
            _pool = ProcessPoolExecutor(1, context, initializer=end_with_parent)
        return _pool


def close() -> None:
    """End the process, if it was started."""
    global _pool
    with _lock:
        pool, _pool = _pool, None
    if pool is not None:
        pool.shutdown(cancel_futures=True)


@contextmanager
def place(player_id: int) -> Iterator[None]:
    """A player's place to ask from. Raises `TooManyQuestions` or `Busy` where there is none."""
    with _lock:
        if settings.LIMITS_ON and _waiting[player_id] >= MOST_OF_ONE:
            raise TooManyQuestions
        if _waiting.total() >= MOST_WAITING:
            raise Busy
        _waiting[player_id] += 1
    try:
        yield
    finally:
        with _lock:
            _waiting[player_id] -= 1
            if not _waiting[player_id]:
                del _waiting[player_id]


def _ask(work: Callable[..., T], *given: Any) -> T:
    """Have work done there. Raises `SolverBusy` where that would take too long."""
    try:
        future: Future[T] = _started().submit(work, *given)
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            future.cancel()
            raise SolverBusy from None
    except BrokenProcessPool:
        close()
        raise SolverBusy from None


def _hint(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Hint:
    line = [position for _, position in positions_of(deck, rules, log)]
    seen = {solver.cards_of(position) for position in line}
    return solver.hint(line[-1], rules, seconds=SECONDS, seen=seen)


def _analysis(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Analysis:
    return solver.analysis(deck, rules, log, seconds=SECONDS)


def hint(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Hint:
    """`solver.hint` after these actions, in the other process. Raises `SolverBusy`."""
    return _ask(_hint, deck, rules, log)


def analysis(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Analysis:
    """`solver.analysis`, in the other process. Raises `SolverBusy`."""
    return _ask(_analysis, deck, rules, log)


def winnable(rules: engine.RuleSet) -> Proven | None:
    """A deck proven winnable; None where none was found soon. Raises `SolverBusy`."""
    return _ask(winnable_soon, rules)
