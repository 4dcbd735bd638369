"""What the solver answers."""

from dataclasses import dataclass, field
from typing import Final, Literal

Verdict = Literal["won", "lost", "unknown"]

VERSION: Final = 3
"""Changes whenever the same question may get another answer; stored with proven deals."""


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict and how it was reached.

    ``log`` is a winning line from the position asked about, two characters an action, for
    `won` alone; the engine has played it. `lost` means that no line wins, under exactly the
    rules asked about. ``cpu_ms`` is the processor time spent and ``positions`` the number of
    positions looked at.
    """

    verdict: Verdict
    log: str | None = field(repr=False)
    cpu_ms: float
    positions: int
