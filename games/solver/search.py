"""Runs the kernel on a position and turns what it finds into a result."""

import time
from collections import deque
from functools import cache
from typing import Final

import numpy as np

from games import engine
from games.solver import kernel as k
from games.solver.line import Line
from games.solver.packing import CARD, HEIGHTS, Numbers, pack
from games.solver.result import Result, Verdict
from games.solver.shorten import BACK, Step, shorten

SLICE: Final = 20_000
"""Positions between two looks at the clock."""

FIRST_TABLE: Final = 1 << 12
LAST_TABLE: Final = 1 << 26
"""Entries in the table of states, 16 bytes each, before and after it has grown."""

FIRST_TRY: Final = 2_000
"""Positions of the whole search before the first probe."""
PROBE: Final = 500
"""Positions of the shortest probe."""
SHARE: Final = 2
"""Positions of the whole search for one of the probes at first."""
ENOUGH: Final = 30_000
"""Positions of all probes after which the position is more likely lost than badly begun."""
LATE_SHARE: Final = 60
"""Positions of the whole search for one of the probes from then on."""


class _Workspace:
    """The kernel's arrays, made once a thread of work and used for every search."""

    def __init__(self) -> None:
        self.room = k.Room(
            spare=np.zeros((1 << 16, 4), np.int64),
            group=np.zeros((1 << 16, 3), np.int64),
            stamp=np.zeros(1 << 16, np.int64),
            record=np.zeros(256, np.int64),
        )
        self.whole, self.probe, self.bound = _walk(), _walk(), _walk()


def _walk() -> k.Walk:
    return k.Walk(
        frames=np.zeros((200, k.WIDTH), np.int64),
        pool=np.zeros((1 << 18, 5), np.int64),
        clock=np.zeros(k.COUNTERS, np.int64),
    )


def _table(entries: int) -> Numbers:
    return np.full((entries, 2), -1, np.int64)


_spaces: list[_Workspace] = []


class Search:
    """One search from one position: `run` until `verdict` is set.

    The whole search leaves nothing out. Between its stretches probes try other orders of moves
    for a while each: where the whole search has taken a wrong turn early, one of them is likely
    to win at once. Only the lengths of these matter to the time, none to the verdict.
    """

    def __init__(self, position: engine.Position, rules: engine.RuleSet) -> None:
        self.position = position
        self.rules = rules
        self.verdict: Verdict | None = None
        self._draw = rules.draw
        self._limit = rules.passes or 0
        self._deal, self._root = pack(position, rules)
        self._problem = self._under(self._draw, self._limit)
        self._easier = self._under(1, 0)
        self._space = _spaces.pop() if _spaces else _Workspace()
        self._space.bound.clock[:] = 0
        self._table = _table(FIRST_TABLE)
        self._bounds = _table(FIRST_TABLE)
        self._probes = 0
        self._probed = 0
        self._walk = self._space.whole
        self._begin(self._walk, self._table, 0)

    def _under(self, draw: int, limit: int) -> k.Problem:
        rules = np.array([draw, limit, self.rules.take_back], np.int64)
        return k.Problem(self._deal, HEIGHTS, rules)

    @property
    def positions(self) -> int:
        """Positions looked at so far."""
        walks = self._space.whole, self._space.bound
        return self._probed + sum(int(walk.clock[k.POSITIONS]) for walk in walks)

    def close(self) -> None:
        """Give the arrays back."""
        _spaces.append(self._space)

    def run(self, budget: int) -> None:
        """Look at about `budget` more positions."""
        stop = self.positions + budget
        while self.verdict is None and (left := stop - self.positions) > 0:
            ahead = _due(self._probed) - (self.positions - self._probed)
            if ahead > 0:
                self._search_on(min(ahead, left))
            else:
                self._try(PROBE * _luby(self._probes + 1))

    def _begin(self, walk: k.Walk, table: Numbers, chance: int) -> None:
        walk.frames[0] = self._root
        walk.clock[:] = 0
        walk.clock[k.CHANCE] = chance
        self._judge(walk, k.start(walk, self._problem, table, self._space.room))

    def _go(self, walk: k.Walk, table: Numbers, budget: int) -> int:
        space = self._space
        outcome = k.search(
            walk, self._problem, table, space.bound, self._easier, self._bounds, space.room, budget
        )
        self._judge(walk, outcome)
        if outcome == k.BOUND_FULL:
            self._bounds = self._larger(self._bounds, 1, 0)
        return int(outcome)

    def _judge(self, walk: k.Walk, outcome: int) -> None:
        if outcome == k.WON:
            self.verdict = "won"
            self._walk = walk
        elif outcome == k.LOST and not walk.clock[k.CUT]:
            self.verdict = "lost"

    def _search_on(self, budget: int) -> None:
        """Take the whole search further."""
        outcome = self._go(self._space.whole, self._table, budget)
        if outcome == k.TABLE_FULL:
            self._table = self._larger(self._table, self._draw, self._limit)
        elif outcome == k.LOST and self.verdict is None:
            self.verdict = "unknown"

    def _try(self, budget: int) -> None:
        """Make one probe."""
        self._probes += 1
        walk = self._space.probe
        table = _table(1 << (2 * budget - 1).bit_length())
        self._begin(walk, table, self._probes)
        if self.verdict is None:
            self._go(walk, table, budget)
        self._probed += int(walk.clock[k.POSITIONS])

    def _larger(self, table: Numbers, draw: int, limit: int) -> Numbers:
        if len(table) >= LAST_TABLE:
            self.verdict = "unknown"
            return table
        bigger = _table(len(table) * 4)
        k.rehash(table, bigger, draw, limit)
        return bigger

    def line(self) -> str:
        """The winning line, when the verdict is `won`."""
        line = Line(self.position, self.rules)
        for kind, index in shorten(self._root, self._deal, self._steps()):
            card = CARD[index]
            if kind == k.POP_HOME:
                line.home(card)
            elif kind == k.POP_COLUMN:
                line.run(card)
            elif kind == BACK:
                line.back(card)
            else:
                line.stock(card, home=kind == k.STOCK_HOME)
        line.finish()
        return "".join(line.actions)

    def _steps(self) -> list[Step]:
        """What the search played, with what it did between its moves."""
        record = self._space.room.record
        take_back = self.rules.take_back
        state, after = self._root.copy(), self._root.copy()
        count = k.settle(state, self._deal, HEIGHTS, self._draw, self._limit, take_back, record)
        steps = _settled(record[:count])
        for frame in self._walk.frames[: self._walk.clock[k.DEPTH] + 1]:
            home, move = int(frame[k.HOME]), int(frame[k.MOVE])
            shuttled, vis = self._shuttle(state, home)
            count = k.follow(
                state, after, self._deal, HEIGHTS, move, home, vis, 0,
                self._draw, self._limit, take_back, record,
            )  # fmt: skip
            steps += [*shuttled, (move & 7, (move >> 3) & 63), *_settled(record[:count])]
            state, after = after, state
        return steps

    def _shuttle(self, state: Numbers, goal: int) -> tuple[list[Step], int]:
        """From the state's foundations to others of its group; the cards then in view."""
        found, vis, lock = int(state[k.FOUND]), int(state[k.VIS]), int(state[k.LOCK])
        if goal == found:
            return [], vis
        came: dict[int, tuple[int, int]] = {found: (-1, -1)}
        views = {found: vis}
        queue = deque([found])
        while goal not in views:
            here = queue.popleft()
            for index in _shuttles(here, views[here], lock):
                bit = 1 << index
                unit = int(self._deal[k.UNIT + index])
                there = here + unit if views[here] & bit else here - unit
                if there not in views:
                    views[there] = views[here] ^ bit
                    came[there] = (here, index)
                    queue.append(there)
        steps: list[Step] = []
        here = goal
        while here != found:
            here, index = came[here]
            steps.append((k.POP_HOME if views[here] >> index & 1 else BACK, index))
        return steps[::-1], views[goal]


def _settled(record: Numbers) -> list[Step]:
    return [
        (k.STOCK_HOME, entry - 64) if entry >= 64 else (k.POP_HOME, entry)
        for entry in record.tolist()
    ]


def _due(probed: int) -> int:
    """Positions that the whole search gets before the next probe, after so many of probes."""
    return FIRST_TRY + SHARE * probed + (LATE_SHARE - SHARE) * max(0, probed - ENOUGH)


def _luby(number: int) -> int:
    """Of the sequence 1 1 2 1 1 2 4 1 1 2 …, the best for runs that may take for ever.

    Luby, Sinclair & Zuckerman, Optimal speedup of Las Vegas algorithms, 1993.
    """
    while True:
        size = number.bit_length()
        if number == (1 << size) - 1:
            return 1 << (size - 1)
        number -= (1 << (size - 1)) - 1


def _shuttles(found: int, vis: int, lock: int) -> list[int]:
    """Cards that can go home or come back without anything turning up."""
    bare = k.uncovered(vis, lock)
    up = vis & ~lock & bare & int(HEIGHTS[k.NEXT_HOME, found])
    down = int(HEIGHTS[k.TAKEABLE, found]) & k.landing(vis, lock, bare)
    return [index for index in range(52) if (up | down) >> index & 1]


@cache
def _load_kernel() -> None:
    """Compile the kernel, or read what was compiled before, outside of anyone's budget."""
    search = Search(engine.deal(engine.shuffle(0)), engine.PRESETS["easy"])
    search.run(1)
    search.close()


def solve_position(
    position: engine.Position,
    rules: engine.RuleSet,
    seconds: float | None,
    positions_limit: int | None,
) -> Result:
    """Search until decided or out of time (of this process's processor) or positions."""
    _load_kernel()
    began = time.process_time()
    search = Search(position, rules)
    try:
        while search.verdict is None:
            left = SLICE if positions_limit is None else positions_limit - search.positions
            spent = time.process_time() - began
            if left <= 0 or (seconds is not None and spent > seconds):
                break
            search.run(min(SLICE, left))
        log = search.line() if search.verdict == "won" else None
        spent = time.process_time() - began
        return Result(search.verdict or "unknown", log, round(spent * 1000, 3), search.positions)
    finally:
        search.close()
