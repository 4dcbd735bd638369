"""Speed of the rules engine: ``python -m bench.engine``.

Each figure is made of the least times of several rounds over the same actions, all measurements
taking turns, so that what else the machine does shows little. A plain loop of additions measured
in the same rounds says how fast the machine is.
"""

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

from games import engine

RUNS = 15
GOALS = {"action": 15.0, "replay": 1000.0, "thousandth": 1.25}
"""Microseconds an action, microseconds a log of 150, thousandth action beside the first."""

Played = tuple[bytes, engine.RuleSet, list[str]]


def won_games() -> list[Played]:
    """The winning lines among the vectors: what people play, rather than random walks."""
    path = Path(__file__).parent.parent / "tests" / "vectors" / "real-deals.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [
        (
            engine.parse_deck(row["deck"]),
            engine.RuleSet(row["draw"], scoring=scoring),
            engine.split_log(row["log"]),
        )
        for row in rows
        if "log" in row
        for scoring in ("standard", "microsoft")
    ]


def random_games(count: int, length: int) -> list[Played]:
    """Games of random legal moves, some of them undone, always the same."""
    rng = random.Random(7)
    games = []
    for number in range(count):
        deck, rules = engine.shuffle(number), list(engine.PRESETS.values())[number % 12]
        game = engine.Game(deck, rules)
        log: list[str] = []
        while len(log) < length and game.legal():
            undo = game.can_undo and rng.random() < 0.05
            log.append("uu" if undo else rng.choice(game.legal()))
            game.act(log[-1], 0)
        games.append((deck, rules, log))
    return games


Work = Callable[[], float]
"""Does something and says how many seconds it took."""


def least(works: Mapping[str, list[Work]]) -> dict[str, float]:
    """By name: the sum of the least times of its works, in microseconds, all taking turns."""
    best = {name: [float("inf")] * len(parts) for name, parts in works.items()}
    for _ in range(RUNS):
        for name, parts in works.items():
            best[name] = [min(old, work()) for old, work in zip(best[name], parts, strict=True)]
    return {name: sum(times) * 1e6 for name, times in best.items()}


def playing(played: Played, listing: bool, views: bool = False) -> Work:
    """Check and play every action; list the legal moves; make all that is sent after a move."""
    deck, rules, actions = played

    def work() -> float:
        game = engine.Game(deck, rules)
        start = perf_counter()
        for action in actions:
            before = game.position
            event = game.act(action, 0)
            if listing:
                game.legal()
            if views:
                engine.delta(before, game)
                engine.turned_up(event)
                engine.counts(game)
        return perf_counter() - start

    return work


def replaying(played: Played) -> Work:
    """Replay a log from nothing."""
    deck, rules, actions = played
    log = "".join(actions)

    def work() -> float:
        start = perf_counter()
        engine.Game.replay(deck, rules, log)
        return perf_counter() - start

    return work


def at_version(version: int) -> Work:
    """A draw and its list of moves, again and again, that many actions into a game."""
    start_game = engine.Game(engine.shuffle(1), engine.PRESETS["easy"])
    for _ in range(version):
        start_game.act("sw" if start_game.position.stock else "ws", 0)

    def work() -> float:
        total = 0.0
        for _ in range(100):
            game = start_game.copy()
            start = perf_counter()
            game.act("sw", 0)
            game.legal()
            total += perf_counter() - start
        return total

    return work


def adding() -> float:
    """A thousand additions."""
    total, start = 0, perf_counter()
    for number in range(1000):
        total += number
    return perf_counter() - start


def main() -> None:
    """Print the figures, each goal beside its own."""
    won, wandered = won_games(), random_games(36, 200)
    times = least(
        {
            "adding": [adding],
            "act": [playing(game, False) for game in won],
            "won": [playing(game, True) for game in won],
            "random": [playing(game, True) for game in wandered],
            "sent": [playing(game, True, True) for game in won],
            "replay": [replaying(game) for game in won],
            "first": [at_version(0)],
            "thousandth": [at_version(1000)],
        }
    )
    actions = sum(len(game[2]) for game in won)
    wandering = sum(len(game[2]) for game in wandered)
    checks = [
        ("check + play + legal moves, won games", times["won"] / actions, "action", "µs"),
        ("check + play + legal moves, random games", times["random"] / wandering, "action", "µs"),
        ("log of 150 actions replayed", times["replay"] / actions * 150, "replay", "µs"),
        ("thousandth action / first", times["thousandth"] / times["first"], "thousandth", "times"),
    ]
    print(f"1,000 additions: {times['adding']:.0f} µs (how fast this machine is)")
    print(f"check + play alone: {times['act'] / actions:.2f} µs")
    print(f"with legal moves and all that is sent: {times['sent'] / actions:.2f} µs")
    for name, value, goal, unit in checks:
        print(f"{name}: {value:.2f} {unit} (goal {GOALS[goal]:g}; {value / GOALS[goal]:.2f} of it)")


if __name__ == "__main__":
    main()
