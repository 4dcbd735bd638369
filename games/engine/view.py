"""What a reader may see of a game, JSON-ready. Everything that leaves the service comes from here.

A face-down card is in no answer of this module before the game is over and its deck public; the
tableau's are where the game is thoughtful.
"""

from typing import Any, Final, Literal

from games.engine.cards import TEXT, cards_text, run_text
from games.engine.deal import deck_text
from games.engine.game import Game
from games.engine.moves import Event
from games.engine.position import Column, Position, position_text
from games.engine.rules import RULES_VERSION
from games.engine.scoring import money_text

Reader = Literal["player", "spectator", "all"]
"""A spectator sees what the player sees; `all` sees everything, and only after the game."""

Piles = dict[str, Any]
"""By pile name ``1``…``7``, ``stock``, ``waste``, ``foundations``: its whole new value."""

_PILES: Final = ("1", "2", "3", "4", "5", "6", "7")


def _reveals(game: Game, reader: Reader, deck_public: bool) -> bool:
    if reader == "all" and game.outcome is None:
        raise ValueError("nobody sees everything before the game is over")
    return game.outcome is not None and (deck_public or reader == "all")


def _column(item: Column, known: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"down": len(item.down), "up": run_text(item.up)}
    if known:
        shown["known"] = cards_text(item.down)
    return shown


def _foundations(position: Position) -> dict[str, int]:
    clubs, diamonds, hearts, spades = position.foundations
    return {"C": clubs, "D": diamonds, "H": hearts, "S": spades}


def counts(game: Game) -> dict[str, Any]:
    """What stands beside the board: score and money (None where not kept), pass, moves, undos,
    version, the legal moves, whether undo and redo are possible, and the notice."""
    scoring = game.rules.scoring
    return {
        "pass": game.position.pass_number,
        "score": None if scoring == "none" else game.score,
        "money": money_text(game.score) if scoring == "vegas" else None,
        "moves": game.moves,
        "undos": game.undos,
        "version": game.version,
        "legal": list(game.legal()),
        "undo": game.can_undo,
        "redo": game.can_redo,
        "notice": game.notice(),
    }


def view(game: Game, reader: Reader = "player", *, deck_public: bool = False) -> dict[str, Any]:
    """The whole game as a reader may see it.

    ``deck_public`` says that the deck is no secret once the game is over. Columns have `known`,
    the face-down cards, only where the reader may see them; `deck` is None until then. Raises
    ValueError for the reader `all` while the game goes on.
    """
    revealed = _reveals(game, reader, deck_public)
    known = revealed or game.rules.thoughtful
    position, outcome = game.position, game.outcome
    return {
        "rules": game.rules.as_dict(),
        "rules_version": RULES_VERSION,
        "columns": [_column(item, known) for item in position.columns],
        "stock": len(position.stock),
        "waste": cards_text(position.waste),
        "foundations": _foundations(position),
        **counts(game),
        "status": outcome.status if outcome else "playing",
        "termination": outcome.termination if outcome else None,
        "deck": deck_text(game.deck) if revealed else None,
    }


def delta(before: Position, game: Game) -> Piles:
    """The piles that differ from an earlier position of the game, with their new values.

    Same for every reader: after the last action too it shows no more than during play.
    """
    now = game.position
    piles: Piles = {}
    if now.columns is not before.columns:
        known = game.rules.thoughtful
        for name, item, old in zip(_PILES, now.columns, before.columns, strict=True):
            if item is not old and item != old:
                piles[name] = _column(item, known)
    if now.stock != before.stock:
        piles["stock"] = len(now.stock)
    if now.waste != before.waste:
        piles["waste"] = cards_text(now.waste)
    if now.foundations != before.foundations:
        piles["foundations"] = _foundations(now)
    return piles


def turned_up(event: Event) -> dict[str, str]:
    """By column: the card that turned up, as text; empty where none did."""
    if event.turned_up is None:
        return {}
    number, card = event.turned_up
    return {_PILES[number - 1]: TEXT[card]}


def text_view(game: Game, reader: Reader = "player", *, deck_public: bool = False) -> str:
    """The position in its written form, cards that the reader may not see as ``xx``."""
    revealed = _reveals(game, reader, deck_public)
    return position_text(
        game.position,
        columns_known=revealed or game.rules.thoughtful,
        stock_known=revealed,
    )
