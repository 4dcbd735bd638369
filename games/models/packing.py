"""Actions as small numbers, and a finished game's log as bytes (docs/storage.md).

The numbers are stored for good: new actions get new numbers, none is ever given again.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from games.engine import ENDINGS, MOVES, REDO, UNDO, Ending

ACTION_TEXTS: Final[tuple[str, ...]] = (*MOVES, UNDO, REDO)
"""By number: the text of an action."""

ACTION_NUMBERS: Final = {text: number for number, text in enumerate(ACTION_TEXTS)}

ENDING_NUMBERS: Final[dict[Ending, int]] = dict(zip(ENDINGS, (120, 121, 122), strict=True))
"""The last row of a log that did not end with a win; it is no action and has no version."""

ENDING_TEXTS: Final = {number: ending for ending, number in ENDING_NUMBERS.items()}

LONGEST_LOG: Final = 32_000
"""Actions a game can have; ``seq`` is a signed 16-bit number."""

LATEST_MS: Final = 2**31 - 1
"""Where a game's clock stops, after 24.8 days; ``ms`` is a signed 32-bit number."""

_FORMAT: Final = 1


def pack(codes: bytes, times: Sequence[int]) -> bytes:
    """A format byte, then for each row its number and the milliseconds since the row before as
    base-128 digits, lowest first, all but the last with the high bit set."""
    packed = bytearray((_FORMAT,))
    before = 0
    for code, ms in zip(codes, times, strict=True):
        packed.append(code)
        step, before = ms - before, ms
        while step > 127:
            packed.append(step & 127 | 128)
            step >>= 7
        packed.append(step)
    return bytes(packed)


def unpack(packed: bytes) -> "tuple[bytes, array[int]]":
    """The numbers and times that were packed; ``ValueError`` for bytes of another format."""
    if not packed or packed[0] != _FORMAT:
        raise ValueError("this packed log is of an unknown format")
    codes, times = bytearray(), array("I")
    ms, place = 0, 1
    while place < len(packed):
        codes.append(packed[place])
        place += 1
        shift = 0
        while packed[place] & 128:
            ms += (packed[place] & 127) << shift
            shift += 7
            place += 1
        ms += packed[place] << shift
        place += 1
        times.append(ms)
    return bytes(codes), times


def split_ending(codes: bytes) -> tuple[bytes, Ending | None]:
    """The actions of a log, and how it ended where that was not by its last action."""
    if codes and codes[-1] in ENDING_TEXTS:
        return codes[:-1], ENDING_TEXTS[codes[-1]]
    return codes, None


def texts(codes: bytes | bytearray) -> list[str]:
    """The actions as text."""
    return [ACTION_TEXTS[code] for code in codes]
