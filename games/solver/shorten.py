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
    moves = np.array(steps, np.int64).reshape(-1, 2)
    kept = np.ones(len(steps), np.bool_)
    for at, other in _pairs(steps):
        if not kept[at]:
            continue
        kept[[at, other]] = False
        if not k.playable(root.copy(), deal, HEIGHTS, moves[kept]):
            kept[[at, other]] = True
    return [step for step, keep in zip(steps, kept.tolist(), strict=True) if keep]


def _pairs(steps: list[Step]) -> list[tuple[int, int]]:
    """Each movement of a card to or from its foundation that its next one reverses, and that."""
    last: dict[int, tuple[int, int]] = {}
    found = []
    for at, (kind, card) in enumerate(steps):
        if kind in (k.POP_HOME, BACK):
            before, way = last.get(card, (at, kind))
            if way != kind:
                found.append((before, at))
            last[card] = at, kind
    return sorted(found)
