"""Reads the environment; every variable is described in docs/configuration.md."""

import os


def env(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def env_flag(name: str, default: bool = False) -> bool:
    return env(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in env(name, default).split(",") if part.strip()]


def env_int(name: str, default: int) -> int:
    """A whole number that is not below 0; anything else ends the start with a clear message."""
    text = env(name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise RuntimeError(f"{name} must be a whole number, not {text!r}")
    return int(text)
