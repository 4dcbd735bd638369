"""The walls of import-linter that are ours notice what they should."""

import grimp
import pytest

from tests.walls import OnlyContract


def contract() -> OnlyContract:
    options = {"source": "games.engine", "allowed": ["games.solver"]}
    return OnlyContract(name="engine", session_options={}, contract_options=options)


def graph(imported: str) -> grimp.ImportGraph:
    made = grimp.ImportGraph()
    for module in ("games", "games.engine", "games.engine.game", imported):
        made.add_module(module)
    made.add_import(importer="games.engine.game", imported=imported)
    return made


@pytest.mark.parametrize("imported", ["json", "games.engine.moves", "games.solver.kernel"])
def test_what_is_allowed(imported: str) -> None:
    assert contract().check(graph(imported), verbose=False).kept


@pytest.mark.parametrize("imported", ["django", "games.services", "games.engines", "numpy"])
def test_what_is_not(imported: str) -> None:
    found = contract().check(graph(imported), verbose=False)
    assert not found.kept
    assert found.metadata["outside"] == [("games.engine.game", imported)]
