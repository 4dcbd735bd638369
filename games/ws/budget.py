"""How many messages a connection may send."""

import time


class Budget:
    """Allows ``burst`` messages at once and ``rate`` a second for long."""

    __slots__ = ("_gap", "_paid", "_room")

    def __init__(self, rate: float, burst: float) -> None:
        self._gap = 1 / rate
        # Half a message more, so that rounding refuses none that may be sent.
        self._room = (burst - 0.5) * self._gap
        # Until when the messages so far would have taken at this rate.
        self._paid = 0.0

    def take(self) -> bool:
        """Whether there was one left."""
        now = time.monotonic()
        paid = self._paid
        if paid < now:
            paid = now
        elif paid - now > self._room:
            return False
        self._paid = paid + self._gap
        return True
