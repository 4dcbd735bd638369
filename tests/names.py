"""Names for people who sign up in tests: new ones each time, and none that the service refuses."""

import secrets

LETTERS = "qzjyh"
"""No forbidden word and no look-alike of another letter can be made of these alone."""


def new_name(begins: str = "nora-") -> str:
    """A name that nobody has: ``begins`` and ten letters, one of ten million."""
    return begins + "".join(secrets.choice(LETTERS) for _ in range(10))
