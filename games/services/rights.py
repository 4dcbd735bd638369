"""Closes connections whose right has ended: a session or token that opens nothing any more, a
player who lets nobody watch any more.

What ends a right says so through the channel layer, and every process looks at the connections
that it may concern. And every few seconds it looks at all of them, a few questions to the database
for all connections together, as a right may also run out or end where nobody tells of it.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

import structlog

from accounts.services import proofs
from accounts.services.proofs import Proof
from accounts.services.tokens import TokenError
from games.services import access
from games.services.errors import PlayError

LOOK_EVERY: Final = 5.0
"""Seconds between two looks at all connections."""

T = TypeVar("T")
_log = structlog.get_logger(__name__)
Ended = PlayError | TokenError


@dataclass(eq=False, slots=True)
class Right:
    """What one connection rests on; ``end`` is called once, with the reason.

    ``proof`` is None for strangers. ``watches`` is the game of somebody else that is looked at,
    and ``owner_id`` its player.
    """

    end: Callable[[Ended], None]
    proof: Proof | None = None
    watches: str | None = None
    owner_id: int | None = None

    def concerns(self, users: Collection[int]) -> bool:
        """Whether it may end with something that one of these users did."""
        return self.owner_id in users or (self.proof is not None and self.proof.user_id in users)


class Games(Protocol):
    """What is needed of a hub."""

    async def read(self, read: Callable[..., T], *args: Any) -> T:
        """Read from the database in a thread. Raises `Unavailable`."""

    def listened(self) -> list[str]:
        """The games that have listeners here."""

    def is_over(self, public_id: str) -> bool:
        """Whether the game is in memory and over."""

    def forget(self, public_id: str) -> None:
        """Have the game read again."""


class Rights:
    """The rights of this process's connections, on the hub's loop."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._held: set[Right] = set()
        self._suspects: set[int] = set()
        self._over: set[str] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    def hold(self, right: Right) -> None:
        """Look after a right from now on."""
        self._held.add(right)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look_after())

    def drop(self, right: Right) -> None:
        """The connection is gone."""
        self._held.discard(right)

    def suspect(self, users: Collection[int]) -> None:
        """Look soon at what concerns these users."""
        self._suspects.update(users)
        self._wake.set()

    async def _look_after(self) -> None:
        clock = asyncio.get_running_loop()
        next_round = clock.time() + LOOK_EVERY
        while self._held:
            # Suspicions don't put the round off, however many there are.
            everything = not await self._suspicion(next_round - clock.time())
            if everything:
                chosen = list(self._held)
                next_round = clock.time() + LOOK_EVERY
            else:
                users, self._suspects = self._suspects, set()
                chosen = [right for right in self._held if right.concerns(users)]
            try:
                await self._look(chosen)
                if everything:
                    await self._look_for_ends()
            except PlayError as error:
                # Without a database nothing is answered either.
                _log.warning("rights", error=error.code)
            except Exception:
                # Whatever it is, the next look must come.
                _log.exception("rights")

    async def _suspicion(self, seconds: float) -> bool:
        """Wait for one, at most so long; whether one came."""
        if seconds <= 0:
            return False
        try:
            await asyncio.wait_for(self._wake.wait(), seconds)
        except TimeoutError:
            return False
        self._wake.clear()
        return True

    async def _look(self, chosen: list[Right]) -> None:
        held = {right.proof for right in chosen if right.proof is not None}
        lost = await self._games.read(proofs.lost, held) if held else {}
        for right in chosen:
            if right.proof in lost:
                self._end(right, lost[right.proof])
        watched = {right.watches for right in chosen if right.watches is not None}
        found = await self._games.read(access.standing, watched) if watched else {}
        for right in chosen:
            refusal = None if right.watches is None else access.refusal(found.get(right.watches))
            if refusal is not None:
                self._end(right, refusal)

    async def _look_for_ends(self) -> None:
        """Show the ends of games that another process ended and could not tell this one."""
        there = set(self._games.listened())
        self._over &= there
        over = await self._games.read(access.ended, there - self._over)
        self._over |= over
        for public_id in over:
            if not self._games.is_over(public_id):
                self._games.forget(public_id)

    def _end(self, right: Right, why: Ended) -> None:
        if right in self._held:
            self._held.discard(right)
            right.end(why)
