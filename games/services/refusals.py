"""What rated play and the boards refuse."""

from games.services.errors import PlayError


class AccountRequired(PlayError):
    """Rated play and the daily need an account."""

    code = "account_required"
    status = 403
    words = "Rated games and the daily need an account; sign up, and your games come with you."


class PlayerSuspended(PlayError):
    """This player may not play rated games."""

    code = "suspended"
    status = 403
    words = "This account is suspended from rated play."


class NoSuchLadder(PlayError):
    """There is no ladder of this name, or it has no daily."""

    code = "no_such_ladder"
    status = 404
    words = "There is no such ladder."


class NoSuchBoard(PlayError):
    """The ladder has no board of this name."""

    code = "no_such_board"
    status = 404
    words = "This ladder has no such board."


class BadPeriod(PlayError):
    """A period is all, month, week, or a month or week by name."""

    code = "bad_period"
    words = "A period is all, month, week, a month as 2026-11 or a week as 2026-W48."


class BadCursor(PlayError):
    """A cursor comes from an answer of this board; it is not made up."""

    code = "bad_cursor"
    words = "This cursor is not one of this board's."


class GameOpen(PlayError):
    """A rated game of this ladder is being played; `extra` has its id."""

    code = "game_open"
    status = 409
    words = "You have an open game on this ladder; a new one would count that one as lost."

    def __init__(self, public_id: str) -> None:
        super().__init__(extra={"id": public_id})


class NoSuchDaily(PlayError):
    """There is no daily deal of this day and ladder."""

    code = "no_such_daily"
    status = 404
    words = "There is no daily deal of this day and ladder."


class DailyNotOpen(PlayError):
    """The day of this daily deal has not begun; `extra` says when it does."""

    code = "daily_not_open"
    status = 409
    words = "The day of this daily deal has not begun."


class DailySecret(PlayError):
    """The day is over, but its last games are not; `extra` says when the deal is shown at last."""

    code = "daily_secret"
    status = 409
    words = "Someone who began before midnight still plays this deal; it is shown afterwards."


class DailyPreparing(PlayError):
    """The deal is being proven winnable; ask again in a moment."""

    code = "daily_preparing"
    status = 503
    words = "This daily deal is being prepared; ask again in a moment."
    retry_after = 3


class DailyClosed(PlayError):
    """The midnight at which games of this daily deal are closed has passed."""

    code = "daily_closed"
    status = 409
    words = "This daily deal is closed; its games could be finished until midnight UTC."


class NoHelp(PlayError):
    """There are no hints and no analysis in rated games and dailies."""

    code = "no_help"
    status = 403
    words = "Rated games and dailies have no hints and no analysis."


class SolverBusy(PlayError):
    """The solver did not answer in time; ask again in a moment."""

    code = "solver_busy"
    status = 503
    words = "The solver did not answer in time; ask again in a moment."
    retry_after = 3


class TooManyQuestions(PlayError):
    """The solver works on questions of this player already; ask again when it has answered."""

    code = "too_many_requests"
    status = 429
    words = "The solver still works on your last questions; ask again in a moment."
    retry_after = 3

    def __init__(self) -> None:
        super().__init__(extra={"retry_after": self.retry_after})


class PoolEmpty(PlayError):
    """No deck could be proven winnable under these rules in time; ask again."""

    code = "pool_empty"
    status = 503
    words = "No deal was proven winnable under these rules in time; ask again in a moment."
    retry_after = 3
