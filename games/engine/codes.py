"""Deal codes such as ``KL1-D3N3S-AAAAAAG`` (R10). Every numbered deal has exactly one code."""

from typing import Final, NamedTuple

from games.engine.deal import NUMBERS
from games.engine.errors import BadCode
from games.engine.rules import UNDO_LIMIT, RuleSet, Scoring, default_passes

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_SCORINGS: Final[dict[str, Scoring]] = {
    "N": "standard",
    "V": "vegas",
    "M": "microsoft",
    "X": "none",
}
_LETTER_OF: Final = {scoring: letter for letter, scoring in _SCORINGS.items()}


class Code(NamedTuple):
    """A numbered deal: its rule set and its number, 0 … 2³⁵−1."""

    rules: RuleSet
    number: int


def parse_code(text: str) -> Code:
    """Read a code, in either case, surrounding blanks ignored.

    Raises `BadCode`, whose text says which part is wrong.
    """
    parts = text.strip().split("-") if isinstance(text, str) and len(text) <= 100 else []
    # Some letters beyond ASCII become ASCII ones in upper case, such as the long s.
    if len(parts) != 3 or not all(part.isascii() for part in parts):
        raise BadCode("a code is three parts, like KL1-D1N-AAAAAAG")
    shuffling, letters, number = (part.upper() for part in parts)
    if shuffling != "KL1":
        raise BadCode(f"{shuffling!r} is no known way of shuffling; codes begin with KL1")
    return Code(_parse_letters(letters), _parse_number(number))


def _parse_letters(letters: str) -> RuleSet:
    if letters[:2] not in ("D1", "D3"):
        raise BadCode(f"the draw count is {letters[:2]!r}, not D1 or D3")
    scoring = _SCORINGS.get(letters[2:3])
    if scoring is None:
        raise BadCode(f"the scoring is {letters[2:3]!r}, not N, V, M or X")
    flags = letters[3:]
    passes = default_passes(scoring)
    if flags[:1].isdigit():
        if flags[0] not in "123":
            raise BadCode(f"the passes are {flags[0]!r}, not 1, 2 or 3")
        if int(flags[0]) == passes:
            raise BadCode(f"{flags[0]} pass is what {letters[2]} means anyway; leave it out")
        passes, flags = int(flags[0]), flags[1:]
    if flags != "".join(flag for flag in "SUT" if flag in flags):
        raise BadCode(f"{flags!r} is not S, U, T, each at most once and in this order")
    return RuleSet(
        draw=int(letters[1]),
        passes=passes,
        scoring=scoring,
        take_back="S" not in flags,
        undo_limit=0 if "U" in flags else UNDO_LIMIT,
        thoughtful="T" in flags,
    )


def _parse_number(text: str) -> int:
    if len(text) != 7:
        raise BadCode(f"the number has {len(text)} letters, not 7")
    number = 0
    for letter in text:
        if letter not in _LETTERS:
            raise BadCode(f"{letter!r} in the number is not one of A–Z and 2–7")
        number = number * 32 + _LETTERS.index(letter)
    return number


def code_text(rules: RuleSet, number: int) -> str:
    """The code of a numbered deal.

    Raises `BadCode` where the number is out of range or the letters can't say the rule set (pays
    once, an undo limit between none and 100, unlimited passes at vegas).
    """
    if not 0 <= number < NUMBERS:
        raise BadCode(f"deal numbers are 0 to {NUMBERS - 1}")
    usual = default_passes(rules.scoring)
    if rules.pays_once or rules.undo_limit not in (0, UNDO_LIMIT):
        raise BadCode("a code can't say pays once, nor an undo limit other than 0 and 100")
    if rules.passes is None and usual is not None:
        raise BadCode("a code can't say unlimited passes with vegas scoring")
    flags = str(rules.passes) if rules.passes != usual else ""
    flags += "" if rules.take_back else "S"
    flags += "" if rules.undo_limit else "U"
    flags += "T" if rules.thoughtful else ""
    digits = "".join(_LETTERS[number >> shift & 31] for shift in range(30, -1, -5))
    return f"KL1-D{rules.draw}{_LETTER_OF[rules.scoring]}{flags}-{digits}"
