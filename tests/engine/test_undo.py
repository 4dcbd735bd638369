"""Undo and redo (R4)."""

from dataclasses import replace

import pytest

from games import engine

from .cases import board, rows, state

DECK = engine.shuffle(6)
EASY = engine.PRESETS["easy"]


def drawing(count: int, limit: int) -> engine.Game:
    """A game of nothing but draws and recycles."""
    game = engine.Game(DECK, replace(EASY, undo_limit=limit))
    for _ in range(count):
        game.act("sw" if game.position.stock else "ws", 0)
    return game


def refusal(game: engine.Game, action: str) -> str:
    before = state(game)
    with pytest.raises(engine.IllegalMove) as caught:
        game.act(action, 99)
    assert state(game) == before
    return caught.value.reason


@pytest.mark.parametrize("limit", [1, 2, 99, 100])
def test_the_latest_actions_up_to_the_limit_can_be_undone(limit):
    """R4.1"""
    game, then = drawing(150, limit), drawing(150 - limit, limit)
    for _ in range(limit):
        assert game.can_undo
        game.act("uu", 0)
    assert not game.can_undo
    assert board(game) == board(then)
    assert refusal(game, "uu") == "nothing_to_undo"
    assert (game.undos, game.moves, game.version) == (limit, 150, 150 + limit)


def test_redo_goes_all_the_way_back_and_can_be_undone_again():
    """R4.2"""
    game, full = drawing(150, 100), drawing(150, 100)
    for _ in range(100):
        game.act("uu", 0)
    for _ in range(100):
        assert game.can_redo
        game.act("rr", 0)
    assert not game.can_redo
    assert refusal(game, "rr") == "nothing_to_redo"
    assert board(game) == board(full)
    for _ in range(100):
        game.act("uu", 0)
    assert board(game) == board(drawing(50, 100))


def test_redo_lasts_until_a_new_move_even_the_same_one():
    """R4.2"""
    game = drawing(5, 100)
    game.act("uu", 0)
    game.act("uu", 0)
    game.act("sw", 0)
    assert not game.can_redo
    assert refusal(game, "rr") == "nothing_to_redo"


def test_without_undo_there_is_none():
    game = drawing(5, 0)
    assert not game.can_undo
    assert refusal(game, "uu") == "undo_forbidden"
    assert refusal(game, "rr") == "nothing_to_redo"


def test_nothing_played_nothing_undone():
    game = drawing(0, 100)
    assert refusal(game, "uu") == "nothing_to_undo"
    assert refusal(game, "rr") == "nothing_to_redo"


def test_undos_are_counted_and_are_no_moves_but_a_redo_is_one():
    """R4.3"""
    game = drawing(3, 100)
    for action in ("uu", "uu", "rr"):
        game.act(action, 0)
    assert (game.version, game.moves, game.undos) == (6, 4, 2)


def test_undo_turns_a_card_down_again_and_redo_up():
    row = rows("games.jsonl")[0]
    game = engine.Game(engine.parse_deck(row["deck"]), EASY)
    before = game.position
    first = game.act("54", 0)
    assert first.turned_up == (5, before.columns[4].down[-1])
    assert game.act("uu", 0) == engine.Event("uu", None, b"")
    assert game.position == before
    assert game.act("rr", 0) == first._replace(action="rr")


def test_a_game_does_not_grow_with_its_actions():
    def size(game: engine.Game) -> int:
        return sum(len(value) for value in state(game).values() if isinstance(value, str | bytes))

    assert size(drawing(5000, 100)) == size(drawing(250, 100))


def test_events_tell_what_was_drawn():
    game = engine.Game(DECK, engine.PRESETS["hard"])
    assert game.act("sw", 0) == engine.Event("sw", None, DECK[28:31])
    for _ in range(7):
        game.act("sw", 0)
    assert game.act("ws", 0) == engine.Event("ws", None, b"")


def test_replay_says_which_action_was_refused():
    with pytest.raises(engine.IllegalMove) as caught:
        engine.Game.replay(DECK, EASY, "swswuuuuuu")
    assert (caught.value.at, caught.value.reason) == (4, "nothing_to_undo")
    with pytest.raises(engine.BadAction) as bad:
        engine.Game.replay(DECK, EASY, "swxx")
    assert bad.value.at == 1


def test_replay_wants_a_time_for_every_action_or_none():
    assert engine.Game.replay(DECK, EASY, "swsw", [5, 7]).ms == 7
    assert engine.Game.replay(DECK, EASY, "swsw").ms == 0
    for times in ([5], []):
        with pytest.raises(ValueError, match="shorter"):
            engine.Game.replay(DECK, EASY, "swsw", times)
