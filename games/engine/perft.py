"""Counting all sequences of moves to a depth: what examples of moves miss, a count catches."""

from games.engine.legal import legal_moves
from games.engine.moves import play
from games.engine.position import Position
from games.engine.rules import RuleSet


def perft(position: Position, rules: RuleSet, depth: int) -> int:
    """The number of sequences of exactly ``depth`` moves, undo and redo not among them."""
    moves = legal_moves(position, rules)
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(play(position, move, rules), rules, depth - 1) for move in moves)
