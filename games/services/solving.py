"""Searches for the web process, in processes of their own: none delays a move.

A process is started by the first question and stays; it loads the compiled search once. Of
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
from typing import Any, Final, Literal, TypeVar, get_args

from django.conf import settings
from django.db import close_old_connections

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

MOST_OF_ADDRESS: Final = 6
"""Of one address, which guests can be made from by the dozen."""

MOST_OF_ONE: Final = 2
"""Of one player: who leaves a game while it is looked at may ask about the next."""

Kind = Literal["short", "long"]
"""What takes a moment has a process of its own, so that it never waits for what takes long."""

_lock = threading.Lock()
_pools: dict[Kind, ProcessPoolExecutor] = {}
_players: Counter[int] = Counter()
_addresses: Counter[str] = Counter()


def _started(kind: Kind) -> ProcessPoolExecutor:
    with _lock:
        if kind not in _pools:
            # A fork would copy the web process with its threads and connections.
            context = multiprocessing.get_context("spawn")
            _pools[kind] = ProcessPoolExecutor(1, context, initializer=end_with_parent)
        return _pools[kind]


def close() -> None:
    """End the processes that were started."""
    for kind in get_args(Kind):
        _close(kind)


def _close(kind: Kind) -> None:
    with _lock:
        pool = _pools.pop(kind, None)
    if pool is not None:
        pool.shutdown(cancel_futures=True)


@contextmanager
def place(player_id: int, address: str = "") -> Iterator[None]:
    """A player's place to ask from, counted for the address too where it is known.

    Raises `TooManyQuestions` or `Busy` where there is none.
    """
    with _lock:
        if settings.LIMITS_ON and (
            _players[player_id] >= MOST_OF_ONE
            or (address and _addresses[address] >= MOST_OF_ADDRESS)
        ):
            raise TooManyQuestions
        if _players.total() >= MOST_WAITING:
            raise Busy
        _players[player_id] += 1
        _addresses[address] += 1
    try:
        yield
    finally:
        with _lock:
            _give_back(_players, player_id)
            _give_back(_addresses, address)


def _give_back(counts: Counter[T], key: T) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


def _ask(kind: Kind, work: Callable[..., T], *given: Any) -> T:
    """Have work done there. Raises `SolverBusy` where that would take too long."""
    # The answer may take its time, and others need the request's database connection.
    close_old_connections()
    try:
        future: Future[T] = _started(kind).submit(work, *given)
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            future.cancel()
            raise SolverBusy from None
    except BrokenProcessPool:
        _close(kind)
        raise SolverBusy from None


def _hint(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Hint:
    line = [position for _, position in positions_of(deck, rules, log)]
    seen = {solver.cards_of(position) for position in line}
    return solver.hint(line[-1], rules, seconds=SECONDS, seen=seen)


def _analysis(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Analysis:
    return solver.analysis(deck, rules, log, seconds=SECONDS)


def hint(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Hint:
    """`solver.hint` after these actions, in the other process. Raises `SolverBusy`."""
    return _ask("short", _hint, deck, rules, log)


def analysis(deck: bytes, rules: engine.RuleSet, log: str) -> solver.Analysis:
    """`solver.analysis`, in the other process. Raises `SolverBusy`."""
    return _ask("long", _analysis, deck, rules, log)


def winnable(rules: engine.RuleSet) -> Proven | None:
    """A deck proven winnable; None where none was found soon. Raises `SolverBusy`."""
    return _ask("long", winnable_soon, rules)
