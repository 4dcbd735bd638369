"""What is stored, one file a subject."""

from games.models.daily import DailyDeal, DailyTry
from games.models.deals import ProvenDeal
from games.models.game import Action, Game
from games.models.standings import (
    Achievement,
    BoardChange,
    BoardChunk,
    BoardRow,
    Counted,
    Standing,
    Statistic,
)

__all__ = [
    "Achievement",
    "Action",
    "BoardChange",
    "BoardChunk",
    "BoardRow",
    "Counted",
    "DailyDeal",
    "DailyTry",
    "Game",
    "ProvenDeal",
    "Standing",
    "Statistic",
]
