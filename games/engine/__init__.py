"""The rules of Klondike. Standard library only; usable by itself.

>>> from games import engine
>>> game = engine.Game(engine.shuffle(6), engine.PRESETS["easy"])
>>> game.legal()
>>> game.act("sw", ms=1500)
"""

from games.engine.cards import PACK, RANK, RANKS, SUIT, SUITS, TEXT, card_number, cards_text
from games.engine.codes import Code, code_text, parse_code
from games.engine.deal import NUMBERS, deal, deck_text, parse_deck, shuffle
from games.engine.errors import (
    ERRORS,
    REASONS,
    BadAction,
    BadCode,
    BadDeck,
    BadPosition,
    BadRules,
    EngineError,
    GameOver,
    IllegalMove,
)
from games.engine.game import Game
from games.engine.legal import legal_moves
from games.engine.moves import Event, play
from games.engine.notation import ACTIONS, MOVES, REDO, UNDO, check_action, split_log
from games.engine.notice import Notice, is_idle
from games.engine.outcome import ENDINGS, WON, Ending, Outcome, Termination
from games.engine.perft import perft
from games.engine.position import (
    EMPTY_COLUMN,
    Column,
    Position,
    column,
    parse_position,
    position_text,
)
from games.engine.rules import (
    LADDERS,
    PRESETS,
    RULES_VERSION,
    SCORINGS,
    UNDO_LIMIT,
    RuleSet,
    Scoring,
    parse_rules,
)
from games.engine.scoring import money_text, time_bonus
from games.engine.view import Piles, Reader, counts, delta, text_view, turned_up, view

__all__ = [
    "ACTIONS",
    "EMPTY_COLUMN",
    "ENDINGS",
    "ERRORS",
    "LADDERS",
    "MOVES",
    "NUMBERS",
    "PACK",
    "PRESETS",
    "RANK",
    "RANKS",
    "REASONS",
    "REDO",
    "RULES_VERSION",
    "SCORINGS",
    "SUIT",
    "SUITS",
    "TEXT",
    "UNDO",
    "UNDO_LIMIT",
    "WON",
    "BadAction",
    "BadCode",
    "BadDeck",
    "BadPosition",
    "BadRules",
    "Code",
    "Column",
    "Ending",
    "EngineError",
    "Event",
    "Game",
    "GameOver",
    "IllegalMove",
    "Notice",
    "Outcome",
    "Piles",
    "Position",
    "Reader",
    "RuleSet",
    "Scoring",
    "Termination",
    "card_number",
    "cards_text",
    "check_action",
    "code_text",
    "column",
    "counts",
    "deal",
    "deck_text",
    "delta",
    "is_idle",
    "legal_moves",
    "money_text",
    "parse_code",
    "parse_deck",
    "parse_position",
    "parse_rules",
    "perft",
    "play",
    "position_text",
    "shuffle",
    "split_log",
    "text_view",
    "time_bonus",
    "turned_up",
    "view",
]
