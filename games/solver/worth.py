"""What a winning line says of its deal: its par and how narrow the way is."""

from collections.abc import Callable
from typing import Final, Literal

from games import engine
from games.solver.result import Verdict

Difficulty = Literal["easy", "medium", "hard", "expert"]

STOPS: Final = 8
"""Places of the line at which the other moves are tried."""

SHARES: Final[tuple[tuple[float, Difficulty], ...]] = (
    (0.85, "easy"),
    (0.65, "medium"),
    (0.4, "hard"),
    (0.0, "expert"),
)
"""The least share of moves that keep the win, for each difficulty."""


def moves_of(line: str) -> int:
    """Draws and card moves of a line; turning the waste over is none."""
    return sum(action != "ws" for action in engine.split_log(line))


def least_moves(position: engine.Position, rules: engine.RuleSet) -> int:
    """A number of moves below which no line wins.

    Every card must go home and every stock card be drawn. A card that lies in its column over a
    lower one of its suit must leave it for another column first: face-down cards one by one,
    face-up ones perhaps all at once.
    """
    least = 52 - sum(position.foundations) - (-len(position.stock) // rules.draw)
    for column in position.columns:
        least += sum(_waits(column.down, place) for place in range(len(column.down)))
        cards = column.down + column.up
        least += any(_waits(cards, place) for place in range(len(column.down), len(cards)))
    return least


def _waits(cards: bytes, place: int) -> bool:
    """Whether a card lies over a lower one of its suit."""
    suit = cards[place] // 13
    return any(card // 13 == suit and card < cards[place] for card in cards[:place])


def kept_share(
    position: engine.Position,
    rules: engine.RuleSet,
    line: str,
    ask: Callable[[engine.Position], Verdict],
) -> float:
    """The share of card moves along a winning line after which the win is still found.

    Looked at are `STOPS` places of the line, spread evenly over those where a player has a
    choice of card moves. 1 where there is none.
    """
    places = []
    for action in engine.split_log(line):
        choices = [move for move in engine.legal_moves(position, rules) if _is_choice(move)]
        if len(choices) > 1:
            places.append((position, choices))
        position = engine.play(position, action, rules)
    stops = [places[i * len(places) // STOPS] for i in range(STOPS)] if places else []
    kept = [
        ask(engine.play(stop, move, rules)) == "won" for stop, choices in stops for move in choices
    ]
    return sum(kept) / len(kept) if kept else 1.0


def _is_choice(move: str) -> bool:
    return move not in ("sw", "ws") and move[0] not in engine.SUITS


def difficulty_of(share: float) -> Difficulty:
    """The name of a share."""
    return next(name for least, name in SHARES if share >= least)
