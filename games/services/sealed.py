"""Sealed decks: drawn from the system's secure random source, all 52! orders alike (R8.2)."""

import secrets

from games.engine import PACK

SALT_BYTES = 32


def sealed_deck() -> bytes:
    """52 cards in an order that nothing but the operating system's entropy decides."""
    cards = list(PACK)
    secrets.SystemRandom().shuffle(cards)
    return bytes(cards)


def new_salt() -> bytes:
    return secrets.token_bytes(SALT_BYTES)
