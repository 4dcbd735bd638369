"""``python -m games.solver.warm``: compile the search now, and keep it for later processes."""

from games import engine, solver

if __name__ == "__main__":
    rules = engine.PRESETS["easy"]
    solver.hint(engine.deal(engine.shuffle(0)), rules, seconds=None, positions_limit=50_000)
