"""What follows from a stored game: its rule set, the engine's game, what its row derives."""

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from games.engine import Ending, Game, RuleSet, deck_text, parse_rules
from games.models.packing import texts


@lru_cache(maxsize=1024)
def read_rules(text: str) -> RuleSet:
    """The rule set of a game's ``rules`` column."""
    return parse_rules(json.loads(text) if text.startswith("{") else text)


def commitment(deck: bytes, salt: bytes) -> str:
    """SHA-256 in hex of the deck's 104 characters followed by the salt's hex digits, in ASCII."""
    return sha256(f"{deck_text(deck)}{salt.hex()}".encode()).hexdigest()


def replay(
    deck: bytes,
    rules: RuleSet,
    codes: bytes | bytearray,
    times: Sequence[int],
    ending: Ending | None = None,
) -> Game:
    """The engine's game after actions by number, and the end that is no action's."""
    game = Game.replay(deck, rules, "".join(texts(codes)), times)
    if ending is not None:
        game.end(ending, game.ms)
    return game


def summary(game: Game) -> dict[str, Any]:
    """What the row of a game derives from its log, apart from the log itself."""
    outcome = game.outcome
    return {
        "status": outcome.status if outcome else "playing",
        "termination": outcome.termination if outcome else "",
        "version": game.version,
        "score": None if game.rules.scoring == "none" else game.score,
        "moves": game.moves,
        "undos": game.undos,
        "home": sum(game.position.foundations),
        "ms": game.ms,
    }
