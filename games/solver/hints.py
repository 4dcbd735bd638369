"""Which move to make, and why, in words of strategy that need no hidden card."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from games import engine
from games.solver.result import Verdict

Reason = Literal[
    "ace_home",
    "uncovers_longest_column",
    "turns_up_card",
    "safe_home",
    "frees_column_for_king",
    "king_to_empty_column",
    "lets_card_home",
    "makes_place",
    "goes_home",
    "takes_back_for_place",
    "draws_for_card",
    "next_pass",
    "builds_column",
]

REASONS: Final[tuple[Reason, ...]] = Reason.__args__  # type: ignore[attr-defined]
"""Every reason, the strongest first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and the reasons that hold for it, strongest first.

    ``verdict`` says what the move rests on: `won`, it is the next of a winning line; `unknown`,
    no proof was found in time and it is only good style; `lost`, no line wins, and `action` is
    None (as it is where no move is left).
    """

    verdict: Verdict
    action: str | None
    reasons: tuple[Reason, ...]


def reasons(position: engine.Position, action: str, rules: engine.RuleSet) -> tuple[Reason, ...]:
    """The reasons for a legal move, strongest first; raises `IllegalMove` for any other."""
    after = engine.play(position, action, rules)
    if action == "sw":
        return ("draws_for_card",)
    if action == "ws":
        return ("next_pass",)
    found = _about_home(position, action) | _about_columns(position, after, action)
    return tuple(reason for reason in REASONS if reason in found) or ("builds_column",)


def _moved(position: engine.Position, action: str) -> int:
    """The first card that a move takes."""
    source, target = action[0], action[1]
    if source == "w":
        return position.waste[-1]
    if source in engine.SUITS:
        suit = engine.SUITS.index(source)
        return suit * 13 + position.foundations[suit] - 1
    column = position.columns[int(source) - 1]
    if target == "f":
        return column.last
    there = position.columns[int(target) - 1]
    return next(card for card in column.up if (not there.up or card % 13 == there.last % 13 - 1))


def is_safe_home(position: engine.Position, card: int) -> bool:
    """Whether no card still in play could ever need this one in a column."""
    suit, rank = divmod(card, 13)
    red = suit in (1, 2)
    counts = position.foundations
    others = [counts[n] for n in range(4) if (n in (1, 2)) != red]
    return min(others) >= rank - 1 and counts[3 - suit] >= rank - 2


def _about_home(position: engine.Position, action: str) -> set[Reason]:
    if action[1] != "f":
        return set()
    card = _moved(position, action)
    if card % 13 == 0:
        return {"ace_home"}
    return {"safe_home"} if is_safe_home(position, card) else {"goes_home"}


def _about_columns(before: engine.Position, after: engine.Position, action: str) -> set[Reason]:
    found: set[Reason] = set()
    card = _moved(before, action)
    if action[0] in "1234567":
        place = int(action[0]) - 1
        left, was = after.columns[place], before.columns[place]
        if len(left.down) < len(was.down):
            longest = max(len(column.down) for column in before.columns)
            longest_here = len(was.down) == longest
            found.add("uncovers_longest_column" if longest_here else "turns_up_card")
        elif not left.up and action[1] != "f" and _king_waits(before):
            found.add("frees_column_for_king")
        elif left.up and after.foundations[left.last // 13] == left.last % 13:
            found.add("lets_card_home")
    if action[1] != "f":
        if card % 13 == 12 and not before.columns[int(action[1]) - 1].up:
            found.add("king_to_empty_column")
        if _takes_one_in_sight(before, card):
            found.add("takes_back_for_place" if action[0] in engine.SUITS else "makes_place")
    return found


def _king_waits(position: engine.Position) -> bool:
    """Whether a king in sight could use an empty column."""
    if position.waste and position.waste[-1] % 13 == 12:
        return True
    return any(column.down and column.up[0] % 13 == 12 for column in position.columns)


def _takes_one_in_sight(position: engine.Position, card: int) -> bool:
    """Whether a card in sight, first of its column's face-up cards or on the waste, fits on it."""
    wants = engine.column(b"", bytes((card,))).wants
    heads = [engine.column(b"", column.up[:1]) for column in position.columns if column.down]
    if position.waste and position.waste[-1] != card:
        heads.append(engine.column(b"", position.waste[-1:]))
    return any(head.holds & wants for head in heads)


def cards_of(position: engine.Position) -> engine.Position:
    """The same cards in the same places, whatever the pass: another pass alone is no progress."""
    return position._replace(pass_number=1)


_SHUFFLING: Final = REASONS.index("makes_place")
"""From this reason on a move between columns alone brings nothing, and there are very many."""


def _board(position: engine.Position) -> tuple[object, ...]:
    return position.columns, position.foundations


def best_by_style(
    position: engine.Position, rules: engine.RuleSet, seen: Collection[engine.Position] = ()
) -> str | None:
    """The legal move with the strongest reason, a draw if there is no reason for any other.

    ``seen`` (as `cards_of` has them) are the positions of the game so far. No draw leads back to
    one of them, and no other move to columns and foundations as they were, so whoever follows
    never walks in circles and hears at last that nothing is left to try.
    """
    boards = {_board(before) for before in seen}
    ranked = []
    for action in engine.legal_moves(position, rules):
        after = engine.play(position, action, rules)
        known = cards_of(after) in seen if action in ("sw", "ws") else _board(after) in boards
        if action[0] in engine.SUITS or known:
            continue
        first = reasons(position, action, rules)[0]
        if action.isdigit() and REASONS.index(first) >= _SHUFFLING:
            continue
        ranked.append((REASONS.index(first), action))
    return min(ranked)[1] if ranked else None
