"""A game: a deck, a rule set, and what was played so far (R2–R6)."""

from collections.abc import Sequence
from typing import Final

from games.engine.cards import BIT
from games.engine.deal import deal
from games.engine.errors import EngineError, GameOver, IllegalMove
from games.engine.history import PAID, RECORD, TURNED, ZERO, latest, take_out
from games.engine.legal import Board, board_moves, moves_with
from games.engine.moves import DRAW, MOVE, RECYCLE, TO_FOUNDATION, Event, leans_on, mask
from games.engine.notation import REDO, UNDO, check_action, split_log
from games.engine.notice import Notice, is_idle
from games.engine.outcome import ENDINGS, WON, Ending, Outcome
from games.engine.position import FULL, Position
from games.engine.rules import RuleSet
from games.engine.scoring import TABLES, time_bonus

_ALL_CARDS: Final = (1 << 52) - 1

_new = tuple.__new__


class Game:
    """A game in progress or over. `act` is the only way forward, `end` the only other change.

    `version` counts the actions in the log, undo and redo among them; `undos` the undos alone;
    `ms` is the time of the last action in milliseconds since the game began; `outcome` is None
    while it goes on. Its size does not grow with the number of actions.
    """

    __slots__ = (
        "_board",
        "_history",
        "_legal",
        "_paid",
        "_seen",
        "_table",
        "_undone",
        "_unseen_stock",
        "deck",
        "ms",
        "outcome",
        "position",
        "rules",
        "score",
        "undos",
        "version",
    )

    def __init__(self, deck: bytes, rules: RuleSet) -> None:
        """Deal; raises `BadDeck` where the bytes are no order of the 52 cards."""
        self.position: Position = deal(deck)
        self.deck = bytes(deck)
        self.rules = rules
        self.version = 0
        self.undos = 0
        self.ms = 0
        self.outcome: Outcome | None = None
        self._table = TABLES[rules.scoring]
        self.score: int = self._table.start
        self._paid = 0
        self._history = b""
        self._undone = ""
        self._board: Board | None = None
        self._legal: tuple[str, ...] | None = None
        self._unseen_stock = len(self.position.stock)
        self._seen = _ALL_CARDS if rules.thoughtful else 0

    @classmethod
    def replay(
        cls, deck: bytes, rules: RuleSet, log: str, times: Sequence[int] | None = None
    ) -> "Game":
        """The game after a log; ``times`` are milliseconds, one an action, 0 where not given.

        Raises what `act` raises, with `at` the index of the offending action.
        """
        game = cls(deck, rules)
        actions = split_log(log)
        if times is None:
            times = [0] * len(actions)
        game.act_all(actions, times)
        return game

    def copy(self) -> "Game":
        """An independent game in the same state; costs the same however long the game is."""
        twin = object.__new__(Game)
        twin.deck = self.deck
        twin.rules = self.rules
        twin.position = self.position
        twin.version = self.version
        twin.undos = self.undos
        twin.ms = self.ms
        twin.outcome = self.outcome
        twin.score = self.score
        twin._table = self._table
        twin._paid = self._paid
        twin._history = self._history
        twin._undone = self._undone
        twin._board = self._board
        twin._legal = self._legal
        twin._unseen_stock = self._unseen_stock
        twin._seen = self._seen
        return twin

    @property
    def moves(self) -> int:
        """Moves played, a redo among them; an undo is none and takes none away."""
        return self.version - self.undos

    @property
    def can_undo(self) -> bool:
        """Whether ``uu`` would be accepted."""
        return bool(self._history) and self.outcome is None

    @property
    def can_redo(self) -> bool:
        """Whether ``rr`` would be accepted."""
        return bool(self._undone) and self.outcome is None

    def legal(self) -> tuple[str, ...]:
        """Every legal move once, in alphabetical order; none when the game is over."""
        if self._legal is None:
            if self._board is None:
                self._board = board_moves(self.position, self.rules)
            self._legal = moves_with(self._board, self.position, self.rules)
        return self._legal

    def notice(self) -> Notice | None:
        """``no_moves``, ``no_progress`` or None, from what the player can know (R6.2)."""
        if self.outcome is not None:
            return None
        legal = self.legal()
        if not legal:
            return "no_moves"
        if legal not in (("sw",), ("ws",)):
            return None
        idle = is_idle(self.position, self.rules, self._unseen_stock, self._seen)
        return "no_progress" if idle else None

    def act(self, action: str, ms: int) -> Event:
        """Play an action at a time in milliseconds since the game began.

        A time before the last action's counts as the last action's. Raises `BadAction`,
        `IllegalMove` or `GameOver`, and then nothing has changed.
        """
        if self.outcome is not None:
            raise GameOver("the game is over")
        if action not in MOVE:
            return self._undo(ms) if check_action(action) == UNDO else self._redo(ms)
        event = self._play(action, ms)
        self._undone = ""
        return event

    def act_all(
        self, actions: Sequence[str], times: Sequence[int], *, sealed: bool = False
    ) -> list[Event]:
        """Play a series of actions; ``times`` are milliseconds, one an action.

        Where the deck is ``sealed`` no action may lean on a card that the series itself shows
        first (`IllegalMove` with the reason ``unseen_card``), legal or not: a refused series of
        which nothing is kept would tell such cards for free.

        Raises what `act` raises, with `at` the index of the offending action; those before it
        have been played.
        """
        events: list[Event] = []
        shown = 0
        try:
            for action, ms in zip(actions, times, strict=True):
                if shown and shown & leans_on(self.position, action):
                    raise IllegalMove("unseen_card", "it leans on a card not seen before")
                seen, left = self._seen, self._unseen_stock
                event = self.act(action, ms)
                events.append(event)
                if sealed:
                    shown |= self._seen & ~seen
                    shown |= mask(event.drawn[len(event.drawn) - left + self._unseen_stock :])
        except EngineError as error:
            error.at = len(events)
            raise
        return events

    def end(self, termination: Ending, ms: int) -> None:
        """End the game as lost, with the score it stands at.

        Raises `GameOver` where it has ended already, ValueError for an unknown termination.
        """
        if termination not in ENDINGS:
            raise ValueError(f"a game is not ended as {termination!r}")
        if self.outcome is not None:
            raise GameOver("the game is over")
        self.ms = max(self.ms, ms)
        self._finish(Outcome(termination))

    def _finish(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._history = b""
        self._undone = ""
        self._legal = ()

    def _play(self, action: str, ms: int) -> Event:
        play, source, target, kind, place, event = MOVE[action]
        before = self.position
        after, detail, turned = play(before, source, target, self.rules)
        _, kinds, turn_up, floored = self._table
        points, flags = kinds[kind], 0
        if turned >= 0:
            points, flags = points + turn_up, TURNED
            self._seen |= BIT[turned]
            event = _new(Event, (action, (source + 1, turned), b""))
        elif kind == DRAW:
            event = _new(Event, (action, None, before.stock[:detail]))
            if self._unseen_stock:
                self._unseen_stock = min(self._unseen_stock, len(after.stock))
        if kind == TO_FOUNDATION and self.rules.pays_once:
            paid = self._paid | BIT[detail * 13 + before.foundations[detail]]
            if paid == self._paid:
                points -= kinds[kind]
            else:
                self._paid, flags = paid, flags | PAID
        if floored and points < -self.score:
            # What counted is less than the table says: the floor is undone with the move.
            points = -self.score
        self.score += points
        history = self._history + bytes((place, detail, flags, points + ZERO))
        if len(history) > RECORD * self.rules.undo_limit:
            history = history[RECORD:]
        self._history = history
        self._advance(after, kind, ms)
        return event

    def _advance(self, position: Position, kind: int, ms: int) -> None:
        self.position = position
        self.version += 1
        if ms > self.ms:  # noqa: PLR1730 - a call to max() at every action shows
            self.ms = ms
        self._legal = None
        if kind > RECYCLE:
            self._board = None
            if kind == TO_FOUNDATION and position.foundations == FULL:
                self.score += time_bonus(self.rules.scoring, self.ms)
                self._finish(WON)

    def _undo(self, ms: int) -> Event:
        if not self.rules.undo_limit:
            raise IllegalMove("undo_forbidden", "these rules allow no undo")
        if not self._history:
            raise IllegalMove("nothing_to_undo", "there is no action that can be undone")
        action, detail, flags, points = latest(self._history)
        before = take_out(self.position, action, detail, bool(flags & TURNED))
        if flags & PAID:
            self._paid ^= BIT[detail * 13 + before.foundations[detail]]
        self.score -= points
        self._history = self._history[:-RECORD]
        self._undone += action
        self.undos += 1
        self._advance(before, MOVE[action].kind, ms)
        return Event(UNDO, None, b"")

    def _redo(self, ms: int) -> Event:
        if not self._undone:
            raise IllegalMove("nothing_to_redo", "there is no undone action to play again")
        event = self._play(self._undone[-2:], ms)
        self._undone = self._undone[:-2]
        return event._replace(action=REDO)
