"""How a game ended (R6)."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

Termination = Literal["won", "resigned", "abandoned", "closed"]
Ending = Literal["resigned", "abandoned", "closed"]

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
"""Terminations other than a win; all of them lose."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game as a value."""

    termination: Termination

    @property
    def won(self) -> bool:
        """Whether all 52 cards came home; everything else is lost."""
        return self.termination == "won"

    @property
    def status(self) -> Literal["won", "lost"]:
        """The word the views show."""
        return "won" if self.won else "lost"


WON: Final = Outcome("won")
