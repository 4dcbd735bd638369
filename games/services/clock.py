"""A game's clock: milliseconds since its first action, by the server's time alone."""

import time

from games.models.packing import LATEST_MS


class Clock:
    """Runs on from a known reading, or stands.

    A rated game's clock runs from its first action to its last whoever looks. An unrated one
    stands while all its pages are out of sight and while no process has the game at hand.
    """

    __slots__ = ("_origin", "reading")

    def __init__(self, reading: int, running: bool) -> None:
        self.reading = reading
        self._origin = time.monotonic() if running else None

    @property
    def running(self) -> bool:
        return self._origin is not None

    def ms(self) -> int:
        """The time now; never less than before, never more than `LATEST_MS`."""
        origin = self._origin
        if origin is None:
            return self.reading
        ms = self.reading + int((time.monotonic() - origin) * 1000)
        return ms if ms < LATEST_MS else LATEST_MS

    def stop(self) -> None:
        self.reading = self.ms()
        self._origin = None

    def run(self) -> None:
        if self._origin is None:
            self._origin = time.monotonic()
