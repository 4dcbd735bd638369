"""Actions and logs in text (R3)."""

from typing import Final

from games.engine.cards import SUITS
from games.engine.errors import BadAction

UNDO: Final = "uu"
REDO: Final = "rr"
COLUMNS: Final = "1234567"

MOVES: Final[tuple[str, ...]] = tuple(
    sorted(
        [source + target for source in COLUMNS for target in COLUMNS if source != target]
        + [source + "f" for source in COLUMNS]
        + [suit + target for suit in SUITS for target in COLUMNS]
        + ["w" + target for target in COLUMNS]
        + ["sw", "ws", "wf"]
    )
)
"""Every move there is, in alphabetical order: 87."""

ACTIONS: Final = frozenset((*MOVES, UNDO, REDO))
"""Every action there is: the moves, undo and redo."""


def check_action(text: object) -> str:
    """The text itself where it is an action; raises `BadAction` otherwise."""
    if not isinstance(text, str) or text not in ACTIONS:
        raise BadAction(f"{str(text)[:20]!r} is no action")
    return text


def split_log(log: str) -> list[str]:
    """The actions of a log, two characters each, written one after the other.

    Raises `BadAction`, with `at` the index of the first text that is no action.
    """
    actions = [log[start : start + 2] for start in range(0, len(log), 2)]
    for at, action in enumerate(actions):
        if action not in ACTIONS:
            error = BadAction(f"{action!r} is no action")
            error.at = at
            raise error
    return actions
