"""Boards by the names in addresses, and their pages ready to be sent."""

import base64
import binascii
from datetime import UTC, datetime
from typing import Any

from games import boards
from games.boards import Board, value_of
from games.engine import LADDERS, money_text
from games.models import DailyDeal
from games.selectors.boards import Key, Line, Page
from games.services.refusals import BadCursor, BadPeriod, NoSuchBoard, NoSuchLadder
from games.services.utc import now

TOP = 25
_LIMIT = 1 << 63


def find_board(ladder: str, name: str, period: str, bots: bool) -> Board:
    """The board of these names. Raises `NoSuchLadder`, `NoSuchBoard`, `BadPeriod`."""
    if ladder not in LADDERS:
        raise NoSuchLadder
    if name not in boards.boards_of(ladder):
        raise NoSuchBoard
    try:
        found = boards.parse_period(period, now())
    except ValueError as error:
        raise BadPeriod from error
    return Board(ladder, name, found, bots)


def day_board(deal: DailyDeal, *, bots: bool) -> Board:
    """The board of a daily deal."""
    return Board(deal.ladder, "daily", boards.day_period(deal.date), bots)


def line_shown(board: Board, line: Line) -> dict[str, Any]:
    value = None if board.name == "daily" else value_of(board.name, line.key.sort)
    kind = "bot" if board.bots else "person"
    return {
        "rank": line.rank,
        "player": None if line.name is None else {"name": line.name, "kind": kind},
        "value": value,
        "game": line.game,
        "won": line.won,
        "score": line.score,
        "money": _money(board, line, value),
        "ms": line.ms,
        "moves": line.moves,
        "undos": line.undos,
        "period_played": line.period_played,
        "period_won": line.period_won,
        "achieved_at": datetime.fromtimestamp(line.key.achieved / 1000, UTC)
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"),
    }


def _money(board: Board, line: Line, value: float | None) -> str | None:
    if LADDERS[board.ladder].scoring != "vegas":
        return None
    shown = value if board.name == "vegas_total" else line.score
    return None if shown is None else money_text(int(shown))


def page_shown(board: Board, page: Page, length: int) -> dict[str, Any]:
    return {
        "ladder": board.ladder,
        "board": board.name,
        "period": str(board.period),
        "bots": board.bots,
        "length": length,
        "rows": [line_shown(board, line) for line in page.lines],
        "before": cursor(board, page.lines[0].key) if page.above and page.lines else None,
        "after": cursor(board, page.lines[-1].key) if page.below and page.lines else None,
    }


def cursor(board: Board, key: Key) -> str:
    """A place on a board as opaque text."""
    text = ".".join(str(part) for part in (board.code, *key))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(board: Board, text: str) -> Key:
    """The inverse of `cursor`. Raises `BadCursor`, also for another board's."""
    try:
        plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
        code, *key = (int(part) for part in plain.split("."))
        found = Key(*key)
    except (ValueError, TypeError, binascii.Error) as error:
        raise BadCursor from error
    if code != board.code or not all(-_LIMIT <= part < _LIMIT for part in found):
        raise BadCursor
    return found
