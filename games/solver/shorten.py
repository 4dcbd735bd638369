"""Takes out of a winning line what it does for nothing."""

import numpy as np

from games.solver import kernel as k
from games.solver.packing import HEIGHTS, Numbers

Step = tuple[int, int]
"""A kind of move and a kernel card: one of the kernel's kinds, or `BACK`."""

BACK = k.STOCK_COLUMN + 1
"""A card comes back from its foundation."""


def shorten(root: Numbers, deal: Numbers, steps: list[Step]) -> list[Step]:
    """The steps without pairs that only take a card to its foundation and back.

    The search goes from one arrangement to another through the one with all it can at home. A
    shortened line matters most to hints: a hint that undid the one before would go round in
    circles. A pair is left out only where all that follows can still be played.
    """
    at = 0
    while (pair := _next_pair(steps, at)) is not None:
        at, other = pair
        shorter = steps[:at] + steps[at + 1 : other] + steps[other + 1 :]
        if k.playable(root.copy(), deal, HEIGHTS, np.array(shorter, np.int64)):
            steps = shorter
        else:
            at += 1
    return steps


def _next_pair(steps: list[Step], start: int) -> tuple[int, int] | None:
    """The next card movement from ``start`` on that a later one reverses, and that one."""
    ahead: dict[int, tuple[int, int]] = {}
    found = None
    for at in range(len(steps) - 1, start - 1, -1):
        kind, card = steps[at]
        if kind in (k.POP_HOME, BACK):
            other, way = ahead.get(card, (0, kind))
            if way != kind:
                found = at, other
            ahead[card] = at, kind
    return found
