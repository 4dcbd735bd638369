"""What the services refuse, as a small closed set beside the engine's own.

Each has a `code` and the HTTP `status` that fits it; `extra` is JSON-ready. docs/errors.md lists
them all.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.engine import EngineError


class PlayError(Exception):
    """Base of all refusals; nothing has changed when one is raised."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400
    words: ClassVar[str] = "This was refused."

    def __init__(self, message: str = "", extra: Mapping[str, Any] | None = None) -> None:
        super().__init__(message or self.words)
        self.extra: dict[str, Any] = dict(extra or {})


class GameNotFound(PlayError):
    """No game has this id."""

    code = "not_found"
    status = 404
    words = "There is no such game."


class NotYourGame(PlayError):
    """Only its player may do that."""

    code = "not_your_game"
    status = 403
    words = "This is the game of somebody else."


class Stale(PlayError):
    """The game is at another version than the request was made for; `extra` has it."""

    code = "stale"
    status = 409

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version}.", {"version": version})


class TooManyActions(PlayError):
    """More actions than one request may hold."""

    code = "too_many_actions"
    words = "These are too many actions for one request."


class LogFull(PlayError):
    """The game has as many actions as a game can have."""

    code = "log_full"
    status = 409
    words = "This game is too long to go on; it can only be resigned."


class Busy(PlayError):
    """More is waiting to be stored than should; ask again in a second."""

    code = "busy"
    status = 503
    words = "The service has too much to do; ask again in a second."
    retry_after = 1


class Unavailable(PlayError):
    """The database can't be reached; the same request may be sent again."""

    code = "unavailable"
    status = 503
    words = "The service can't reach its database; send the same again in a moment."
    retry_after = 2


class Fault(PlayError):
    """The service itself failed; what happened is in its log."""

    code = "fault"
    status = 500
    words = "Something went wrong on our side; nothing was played."


ENGINE_STATUS: Final = {"illegal_move": 422, "game_over": 409}
"""HTTP statuses of the engine's errors; all others are 400."""


class Against(PlayError):
    """An error of the engine, with its own code; `at` is the index of the offending action."""

    def __init__(self, error: EngineError, at: int | None = None) -> None:
        extra = dict(error.extra)
        if at is not None:
            extra["at"] = at
        super().__init__(str(error), extra)
        self.code = error.code  # type: ignore[misc]
        self.status = ENGINE_STATUS.get(error.code, 400)  # type: ignore[misc]
