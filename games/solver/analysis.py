"""Where a game stopped being winnable."""

from collections.abc import Callable
from dataclasses import dataclass

from games import engine
from games.solver.result import Verdict

Asked = Callable[[engine.Position], Verdict]


@dataclass(frozen=True, slots=True)
class Analysis:
    """Whether the game can still be won, and if not, since when.

    ``verdict`` is that of the position now. Where it is `lost`, no line wins after the first
    ``since`` actions of the log (0: the deal itself could not be won), and where ``exact`` one
    still did before the last of them.
    """

    verdict: Verdict
    since: int | None = None
    exact: bool = False


def positions_of(deck: bytes, rules: engine.RuleSet, log: str) -> list[tuple[int, engine.Position]]:
    """The positions on the way to the present one, each after how many actions it stood.

    What was undone is no part of the way. Raises what the engine raises for a log that is no
    game.
    """
    engine.Game.replay(deck, rules, log)
    way = [(0, engine.deal(deck))]
    undone: list[tuple[int, engine.Position]] = []
    for number, action in enumerate(engine.split_log(log), start=1):
        if action == engine.UNDO:
            undone.append(way.pop())
        elif action == engine.REDO:
            way.append(undone.pop())
        else:
            way.append((number, engine.play(way[-1][1], action, rules)))
            undone.clear()
    return way


def analyse(way: list[tuple[int, engine.Position]], ask: Asked) -> Analysis:
    """Ask about the last position and, where it is lost, find since when by halving.

    A position after a lost one is lost too, so only one place is looked for; positions that
    are not decided in time only widen it.
    """
    verdict = ask(way[-1][1])
    if verdict != "lost":
        return Analysis(verdict)
    known_lost = len(way) - 1
    low, exact = 0, False
    while low < known_lost:
        middle = (low + known_lost) // 2
        here = ask(way[middle][1])
        if here == "lost":
            known_lost = middle
        else:
            low = middle + 1
            exact = here == "won"
    return Analysis("lost", way[known_lost][0], exact or known_lost == 0)
