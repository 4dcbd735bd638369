"""From the search's moves to a line that the engine has played."""

from games import engine

_FULL = (13, 13, 13, 13)


class Line:
    """Plays what the search found on a real position and writes it down.

    The search knows only what can be moved, not where it lies. Where the card that should go
    has something on it, its twin has not (docs/solver.md), and takes it over first.
    """

    def __init__(self, position: engine.Position, rules: engine.RuleSet) -> None:
        self.position = position
        self.rules = rules
        self.actions: list[str] = []

    @property
    def won(self) -> bool:
        """Whether all cards are home."""
        return self.position.foundations == _FULL

    def _play(self, action: str) -> None:
        self.position = engine.play(self.position, action, self.rules)
        self.actions.append(action)

    def home(self, card: int) -> None:
        """A column's card to its foundation."""
        columns = self.position.columns
        source = next(place for place, column in enumerate(columns) if card in column.up)
        if columns[source].last != card:
            twin = (3 - card // 13) * 13 + card % 13
            target = next(place for place, column in enumerate(columns) if column.last == twin)
            self._play(f"{source + 1}{target + 1}")
        self._play(f"{source + 1}f")

    def back(self, card: int) -> None:
        """A foundation's card to a column."""
        self._play(f"{engine.SUITS[card // 13]}{self._landing(card)}")

    def run(self, card: int) -> None:
        """A column's first face-up card, and what lies on it, to another column."""
        columns = self.position.columns
        source = next(n for n, column in enumerate(columns, 1) if column.up[:1] == bytes((card,)))
        self._play(f"{source}{self._landing(card)}")

    def stock(self, card: int, home: bool) -> None:
        """A stock card to its foundation or a column, after the draws that it takes."""
        top = bytes((card,))
        while self.position.waste[-1:] != top:
            self._play("sw" if self.position.stock else "ws")
        self._play("wf" if home else f"w{self._landing(card)}")

    def _landing(self, card: int) -> int:
        suit, rank = divmod(card, 13)
        for number, column in enumerate(self.position.columns, start=1):
            if not column.up:
                if rank == 12:
                    return number
            elif column.last % 13 == rank + 1 and (column.last // 13 in (1, 2)) != (suit in (1, 2)):
                return number
        raise AssertionError("the search moved a card that no column takes")

    def finish(self) -> None:
        """Send everything home, lowest rank first, when nothing lies face down."""
        while not self.won:
            suit, rank = min(enumerate(self.position.foundations), key=lambda item: item[1])
            card = suit * 13 + rank
            if any(card in column.up for column in self.position.columns):
                self.home(card)
            else:
                self.stock(card, home=True)
