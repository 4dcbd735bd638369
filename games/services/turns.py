"""Lets slow requests for one game pass one after the other, in the order in which they came."""

import asyncio


class Turns:
    """While a game is `taken`, a request for it must take a turn as well."""

    def __init__(self) -> None:
        self._last: dict[str, asyncio.Future[None]] = {}

    def taken(self, public_id: str) -> bool:
        return public_id in self._last

    def take(self, public_id: str) -> "Turn":
        """Stand in line now; wait with ``async with turn``."""
        before = self._last.get(public_id)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._last[public_id] = mine
        return Turn(self._last, public_id, before, mine)


class Turn:
    """A place in the line."""

    def __init__(
        self,
        last: dict[str, asyncio.Future[None]],
        public_id: str,
        before: asyncio.Future[None] | None,
        mine: asyncio.Future[None],
    ) -> None:
        self._last = last
        self._public_id = public_id
        self._before = before
        self._mine = mine

    async def __aenter__(self) -> None:
        if self._before is not None:
            try:
                # Shielded: who gives up waiting must not end the wait of those behind.
                await asyncio.shield(self._before)
            except asyncio.CancelledError:
                self._pass_on()
                raise

    async def __aexit__(self, *_: object) -> None:
        self._leave()

    def _pass_on(self) -> None:
        """Leave the line as soon as the one before is done."""
        if self._before is None or self._before.done():
            self._leave()
        else:
            self._before.add_done_callback(lambda _: self._leave())

    def _leave(self) -> None:
        if not self._mine.done():
            self._mine.set_result(None)
        if self._last.get(self._public_id) is self._mine:
            del self._last[self._public_id]
