"""The work of `tests.e2e.seed`: it needs Django set up."""

import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from django.contrib.auth.hashers import make_password

from accounts.models import User
from games import engine
from games.boards import DAILY_LADDERS
from games.models import Game
from games.models.packing import ACTION_NUMBERS
from games.services import daily, play, rated, utc
from games.services.finish import Finished, finish_games
from games.services.proving import Proven
from games.services.sealed import sealed_deck
from games.services.store import load
from tests.e2e import player
from tests.e2e.seed import BOTS, DAYS, NAMES, PASSWORD

BUSY = "alice"
"""Who has played most: enough for every plot."""


class Recorder(engine.Game):
    """A game that remembers its log and times, as the database would."""

    def __init__(self, deck: bytes, rules: engine.RuleSet) -> None:
        super().__init__(deck, rules)
        self.log: list[str] = []
        self.times = array("I")

    def act(self, action: str, ms: int) -> engine.Event:
        event = super().act(action, ms)
        self.log.append(action)
        self.times.append(ms)
        return event


class Seeding:
    """Makes people and lets them play from some weeks ago until now."""

    def __init__(self, chance: random.Random, today: date, names: Sequence[str] = NAMES) -> None:
        self.chance = chance
        self.names = names
        self.today = today
        self.people: list[User] = []

    def run(self, days: int = DAYS) -> None:
        first = self.today - timedelta(days=days)
        self.make_people(first)
        for day in range(days + 1):
            self.one_day(first + timedelta(days=day), days - day)
        self.leave_open()

    def make_people(self, day: date) -> None:
        password = make_password(PASSWORD)
        at = datetime.combine(day, time(8), UTC)
        for name in (*self.names, *BOTS):
            kind = User.Kind.BOT if name in BOTS else User.Kind.PERSON
            user = User(username=name, kind=kind, password=password, date_joined=at)
            user.preferences = {"watchable": name in {"bob", "Marieke", "lazybot"}}
            user.save()
            self.people.append(user)

    def one_day(self, day: date, left: int) -> None:
        """The dailies of a day, and some rated games; of the latest days everyone's."""
        for ladder in DAILY_LADDERS:
            self._prepare(day, ladder)
        for person in self.people:
            often = 1.0 if person.username == BUSY else 0.3 if left else 0.7
            if self.chance.random() < often:
                for ladder in DAILY_LADDERS:
                    self._play_daily(person, day, ladder)
            if person.username == BUSY or self.chance.random() < 0.25:
                self._play_rated(person, day)

    def leave_open(self) -> None:
        """Games that go on and may be watched."""
        for person in self.people:
            if person.preferences["watchable"]:
                game = play.new_game(person, engine.PRESETS["easy"])
                recorded = self._recorded(game, longest=34)
                for version, action in enumerate(recorded.log[:30]):
                    play.act(game.public_id, person.pk, [action], version)

    def _moment(self, day: date) -> datetime:
        """Mostly in the evening; of today only what has passed, were it but minutes."""
        hour = min(23, max(0, round(self.chance.gauss(19, 3.5))))
        at = datetime.combine(day, time(hour, self.chance.randrange(60)), UTC)
        latest = datetime.now(UTC) - timedelta(minutes=5)
        if at <= latest:
            return at
        midnight = datetime.combine(day, time(), UTC)
        return midnight + max(latest - midnight, timedelta()) * self.chance.random()

    def _prepare(self, day: date, ladder: str) -> None:
        with utc.stopped(datetime.combine(day, time(), UTC) - timedelta(days=3)):
            daily.prepare(day, ladder, self._proven)

    def _proven(self, rules: engine.RuleSet) -> Proven:
        while True:
            deck = sealed_deck()
            game = Recorder(deck, rules)
            player.play(game, self.chance)
            if game.outcome is not None:
                line = [action for action in game.log if action not in ("uu", "rr")]
                return Proven(deck, "".join(line), len(line))

    def _play_daily(self, person: User, day: date, ladder: str) -> None:
        at = self._moment(day)
        with utc.stopped(at):
            # Whoever looks at the town finds a win of the busiest player's, at least.
            line = daily.find(day, ladder).line if person.username == BUSY and day.day % 2 else ""
            self._finish(daily.play(person, day, ladder), at, line)

    def _play_rated(self, person: User, day: date) -> None:
        for ladder in self._ladders(person):
            at = self._moment(day)
            with utc.stopped(at):
                self._finish(rated.start(person, ladder), at)

    def _ladders(self, person: User) -> Iterator[str]:
        names = list(engine.LADDERS)
        yield from names if person.username == BUSY else self.chance.sample(names, 2)

    def _recorded(self, game: Game, longest: int = 400, line: str = "") -> Recorder:
        facts = load(game.public_id).facts
        recorded = Recorder(facts.deck, facts.rules)
        for action in engine.split_log(line):
            recorded.act(action, recorded.ms + self.chance.randrange(450, 2900))
        player.play(recorded, self.chance, longest)
        return recorded

    def _finish(self, game: Game, at: datetime, line: str = "") -> None:
        """Play a game to its end and store it, as the service does when a game ends."""
        played = self._recorded(game, line=line)
        if played.outcome is None:
            played.end("resigned", played.ms)
        assert played.outcome is not None
        ended = at + timedelta(milliseconds=played.ms)
        facts = replace(load(game.public_id).facts, started_at=at, ended_at=ended)
        finish_games(
            [
                Finished(
                    facts=facts,
                    status=played.outcome.status,
                    termination=played.outcome.termination,
                    version=played.version,
                    score=None if facts.rules.scoring == "none" else played.score,
                    moves=played.moves,
                    undos=played.undos,
                    home=sum(played.position.foundations),
                    ms=played.ms,
                    ended_at=ended,
                    codes=bytes(ACTION_NUMBERS[action] for action in played.log),
                    times=played.times,
                )
            ]
        )
