"""What a player may set, and to what. The page reads this; so may any client."""

from typing import Any

from django.conf import settings

_SWITCH = (True, False)

CHOICES: dict[str, tuple[Any, ...]] = {
    "language": ("auto", *settings.CLIENT_LANGUAGES),
    "theme": ("auto", "light", "dark"),
    "felt": ("green", "blue", "wine", "slate", "plain"),
    "back": ("lattice", "waves", "stars", "plain"),
    "back_colour": ("blue", "red", "green", "grey"),
    "deck": ("auto", "classic", "large"),
    "four_colours": _SWITCH,
    "left_handed": _SWITCH,
    "tap": ("home", "column", "select"),
    "animation": ("normal", "none", "fast", "slow"),
    "sounds": _SWITCH,
    "show_score": _SWITCH,
    "show_clock": _SWITCH,
    "show_moves": _SWITCH,
    "auto_finish": _SWITCH,
    "winnable": _SWITCH,
    "celebrate": _SWITCH,
    "text_board": _SWITCH,
    "rules": (
        "hard",
        "easy",
        "vegas-1",
        "vegas-3",
        "vegas-3x3",
        "three-pass",
        "limited",
        "one-pass",
        "classic",
        "microsoft-1",
        "microsoft-3",
        "thoughtful",
    ),
    "achievements": _SWITCH,
    "watchable": _SWITCH,
}
_ON_AT_FIRST = {"show_score", "show_clock", "show_moves", "celebrate", "achievements"}

DEFAULTS: dict[str, Any] = {
    name: name in _ON_AT_FIRST if choices is _SWITCH else choices[0]
    for name, choices in CHOICES.items()
}


class BadPreference(ValueError):
    """A setting that does not exist or can't have that value; `names` says which."""

    code = "bad_preference"

    def __init__(self, names: dict[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {what}" for name, what in names.items()))
        self.names = names


def _fault(name: str, value: Any) -> str | None:
    if name not in CHOICES:
        return "no such setting"
    allowed = CHOICES[name]
    # ``1 == True`` in Python, but not in JSON.
    if not any(value == choice and type(value) is type(choice) for choice in allowed):
        return "one of " + ", ".join(str(choice).lower() for choice in allowed)
    return None


def merged(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The old settings with the changes; ``None`` returns one to its default.

    Raises `BadPreference` and changes nothing if any of them is wrong.
    """
    faults = {
        name: fault
        for name, value in changes.items()
        if value is not None or name not in CHOICES
        if (fault := _fault(name, value)) is not None
    }
    if faults:
        raise BadPreference(faults)
    new = old | changes
    return {name: value for name, value in new.items() if value is not None}


def complete(stored: dict[str, Any]) -> dict[str, Any]:
    """Every setting with its value; what a newer release no longer knows is left out."""
    return {name: stored.get(name, default) for name, default in DEFAULTS.items()}
