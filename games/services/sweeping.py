"""What is put right from time to time, whoever forgot it."""

from accounts.models import User
from games.models import BoardChange, BoardRow
from games.services import ratings
from games.services.boards import fold


def fold_boards() -> int:
    """Add all waiting changes to the boards' counts; how many boards had some."""
    boards = BoardChange.objects.values_list("board", flat=True).distinct()
    return sum(fold(board) for board in list(boards))


def mend_boards() -> int:
    """Take players off the boards who were suspended past the service; how many."""
    suspended = User.objects.filter(suspended_at__isnull=False)
    shown = list(suspended.filter(pk__in=BoardRow.objects.values("player")))
    for player in shown:
        ratings.hide(player)
    return len(shown)
