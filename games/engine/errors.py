"""Everything the engine refuses, as a small closed set.

Each error has a `code`, the key for words in the reader's language; its text says in English what
is wrong. `extra` is JSON-ready and holds what a machine may want to know beside.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

REASONS: Final = (
    "column_empty",
    "does_not_fit",
    "foundation_empty",
    "foundation_order",
    "no_pass_left",
    "not_a_king",
    "nothing_to_redo",
    "nothing_to_undo",
    "stock_empty",
    "stock_not_empty",
    "take_back_forbidden",
    "undo_forbidden",
    "unseen_card",
    "waste_empty",
)
"""Why a move can be illegal."""


class EngineError(ValueError):
    """Base of all refusals.

    `at` is the index of the offending action where a whole log was given, otherwise None.
    """

    code: ClassVar[str] = "engine_error"

    def __init__(self, message: str, extra: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.extra: dict[str, Any] = dict(extra or {})
        self.at: int | None = None


class BadAction(EngineError):
    """The text is no action of the notation (R3.1)."""

    code = "bad_action"


class IllegalMove(EngineError):
    """An action against the rules in this position; `reason` is one of `REASONS`."""

    code = "illegal_move"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message, {"reason": reason})
        self.reason = reason


class GameOver(EngineError):
    """The game has ended; nothing can be played, undone or ended again."""

    code = "game_over"


class BadDeck(EngineError):
    """The text is not an order of the 52 cards; `extra` has count, wrong, doubled, missing."""

    code = "bad_deck"


class BadCode(EngineError):
    """The text is no deal code, or a rule set has no code (R10)."""

    code = "bad_code"


class BadRules(EngineError):
    """No such rule set; `extra["field"]` names the offending field where there is one."""

    code = "bad_rules"


class BadPosition(EngineError):
    """The text is no written position."""

    code = "bad_position"


ERRORS: Final[tuple[type[EngineError], ...]] = (
    BadAction,
    IllegalMove,
    GameOver,
    BadDeck,
    BadCode,
    BadRules,
    BadPosition,
)
"""Every error the engine raises on purpose."""
