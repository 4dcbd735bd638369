"""User names: which may be taken, and which look alike.

A name is 3 to 20 of the letters ``A-Z a-z``, digits, ``-`` and ``_``, and holds a letter or digit.
Two names that a reader may take for each other have the same `fold`; the fold is what is unique.
"""

import re
import string
from collections.abc import Iterator
from functools import cache
from typing import Final

from confusable_homoglyphs import confusables

SHORTEST, LONGEST = 3, 20
ALPHABET = string.ascii_letters + string.digits + "-_"
GUEST_PREFIX = "guest-"
FORMER_PREFIX = "former-"
PAIRS: Final = {"d": "cl", "m": "rn", "w": "vv"}
"""Pairs of letters that look like one, beside those that Unicode lists."""

DIGITS: Final = str.maketrans("23456789", "zeasgtbg")
"""The letters that digits stand in for (``gue5t``), beside ``0`` and ``1``, which look alike."""

_SHAPE = re.compile(rf"[A-Za-z0-9_-]{{{SHORTEST},{LONGEST}}}")


class NameRefused(ValueError):
    """A name that can't be taken; `code` says why (see docs/accounts.md)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@cache
def _letters() -> dict[str, str]:
    """What each allowed character is read as: one letter for each class of look-alikes."""
    table = {char: char.lower() for char in ALPHABET}
    for char, glyphs in _alike():
        if len(glyphs) == 1:
            _join(table, char, glyphs)
    return table


@cache
def _folds() -> dict[str, str]:
    """The same, with pairs that look like one letter, and without what only parts a name."""
    table = dict(_letters())
    for char, glyphs in (*_alike(), *PAIRS.items()):
        if len(glyphs) > 1:
            _join(table, char, glyphs)
    return table | {"-": "", "_": ""}


def _alike() -> Iterator[tuple[str, str]]:
    """Of Unicode's confusable characters, those that names can be written with."""
    for char in ALPHABET:
        for other in confusables.confusables_data.get(char, []):
            if all(glyph in ALPHABET for glyph in other["c"]):
                yield char, other["c"]


def _join(table: dict[str, str], char: str, glyphs: str) -> None:
    """Read ``char`` and everything read as it from now on as ``glyphs`` are read."""
    old, new = table[char], "".join(table[glyph] for glyph in glyphs)
    for key, value in table.items():
        if value == old:
            table[key] = new


def fold(name: str) -> str:
    """The form in which look-alikes and case differences are equal (``A-Iice`` is ``alice``)."""
    return "".join(_folds().get(char, char.lower()) for char in name)


def undisguise(name: str) -> str:
    """The fold of what a name with digits for letters says: ``5ystem`` says ``system``.

    Two people may differ by such a digit; nobody may sound like the service by one.
    """
    return fold(name.translate(DIGITS))


def spell(name: str) -> str:
    """The name as its letters are read, one by one: ``dam`` holds no ``clam``."""
    letters = (_letters().get(char, char.lower()) for char in name if char not in "-_")
    return "".join(letters)


def check_shape(name: str) -> None:
    """Raise `NameRefused` for a name of wrong length or with other characters."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise NameRefused("name_length", f"A name has {SHORTEST} to {LONGEST} characters.")
    if not _SHAPE.fullmatch(name):
        raise NameRefused("name_characters", "A name is made of letters a-z, digits, - and _.")
    if not any(char.isalnum() for char in name):
        raise NameRefused("name_characters", "A name needs a letter or a digit.")
