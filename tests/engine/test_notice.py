"""The notice of R6.2 against exhaustive search.

The search knows all cards and plays out everything that drawing and recycling can reach. What the
player can know is worked out here a second time, from the events alone: the notice must stand
exactly where the search agrees for every way in which the unseen cards may lie.
"""

import random

import pytest

from games import engine

from .cases import ALL_RULES, random_deck, rows, wander

DRAWS = {"sw", "ws"}


def nothing_else_ever(position: engine.Position, rules: engine.RuleSet) -> bool:
    """Whether no position that drawing and recycling reach has any other move."""
    seen, waiting = set(), [position]
    while waiting:
        place = waiting.pop()
        # With unlimited passes their number changes nothing, and only so does the search end.
        key = place if rules.passes else place._replace(pass_number=1)
        if key in seen:
            continue
        seen.add(key)
        moves = engine.legal_moves(place, rules)
        if not DRAWS.issuperset(moves):
            return False
        waiting += [engine.play(place, move, rules) for move in moves]
    return True


class Watcher:
    """What a player has seen, from the deal and the events."""

    def __init__(self, game: engine.Game) -> None:
        self.game = game
        self.seen = {column.up[0] for column in game.position.columns}
        if game.rules.thoughtful:
            self.seen |= set(game.deck[:28])

    def act(self, action: str) -> None:
        event = self.game.act(action, 0)
        self.seen |= set(event.drawn)
        if event.turned_up:
            self.seen.add(event.turned_up[1])

    def unseen(self) -> bytes:
        return bytes(card for card in self.game.deck if card not in self.seen)


def swapped(position: engine.Position, one: int, other: int) -> engine.Position:
    """The same with two face-down cards changed for each other."""
    table = bytes.maketrans(bytes((one, other)), bytes((other, one)))
    columns = tuple(
        item._replace(down=item.down.translate(table)) if item.down else item
        for item in position.columns
    )
    return position._replace(columns=columns, stock=position.stock.translate(table))


def certain(watcher: Watcher, rng: random.Random) -> bool:
    """Whether it is true in this world and in those that the player can't tell from it. One card
    decides, so worlds in which two unseen cards changed places are enough."""
    position, rules = watcher.game.position, watcher.game.rules
    if not nothing_else_ever(position, rules):
        return False
    unseen = watcher.unseen()
    stock = [card for card in position.stock if card in unseen]
    pairs = [(one, other) for one in stock for other in unseen if one != other]
    pairs = rng.sample(pairs, min(len(pairs), 400))
    return all(nothing_else_ever(swapped(position, *pair), rules) for pair in pairs)


def played(seed: int, rules: engine.RuleSet, length: int = 120):
    """A random game, stopped after every action."""
    rng = random.Random(seed)
    watcher = Watcher(engine.Game(random_deck(rng), rules))
    for _ in range(length):
        yield watcher
        game = watcher.game
        legal = game.legal()
        if game.can_undo and rng.random() < 0.08:
            watcher.act("uu")
        elif legal:
            # Card moves first: it is played-out boards that the notice is about.
            others = [move for move in legal if move not in DRAWS and move[0] not in "CDHS"]
            watcher.act(rng.choice(others if others and rng.random() < 0.8 else legal))
        else:
            return


@pytest.mark.parametrize("slug", sorted(ALL_RULES))
def test_the_notice_stands_exactly_where_the_player_can_be_sure(slug):
    rules = ALL_RULES[slug]
    checked = given_notice = 0
    for seed in range(40):
        for watcher in played(seed, rules):
            game = watcher.game
            legal = game.legal()
            if game.outcome or not DRAWS.issuperset(legal):
                assert game.notice() is None
                continue
            checked += 1
            if not legal:
                assert game.notice() == "no_moves"
                continue
            sure = certain(watcher, random.Random(checked))
            assert game.notice() == ("no_progress" if sure else None)
            given_notice += sure
    assert checked > 100


def test_notices_of_both_kinds_do_come():
    found = set()
    for seed in range(60):
        rules = engine.RuleSet(3, 1 + seed % 3, take_back=False)
        for watcher in played(seed, rules, 200):
            found.add(watcher.game.notice())
    assert found == {None, "no_moves", "no_progress"}


def small_position(rng: random.Random) -> engine.Position:
    """A board that mostly stands still: last cards of one colour, what would fit on them or on
    the foundations more or less often below them, the rest in stock and waste."""
    counts = [rng.randint(3, 9) for _ in range(4)]
    left = [s * 13 + r for s in range(4) for r in range(counts[s], 13)]
    following = [s * 13 + counts[s] for s in range(4)]
    suits = rng.choice(((0, 3), (1, 2)))
    tops = [card for card in left if card // 13 in suits and card not in following]
    tops = rng.sample(tops, min(7, len(tops)))
    rest = [card for card in left if card not in tops]
    rng.shuffle(rest)
    below: list[list[int]] = [[] for _ in tops]
    restless = rng.choice((0.1, 0.3, 0.9))
    for card in list(rest):
        fits = card in following or any(
            top % 13 == card % 13 + 1 and card // 13 not in suits for top in tops
        )
        if rng.random() > (restless if fits else 0.7):
            rest.remove(card)
            rng.choice(below).append(card)
    columns = [engine.column(bytes(d), bytes([up])) for d, up in zip(below, tops, strict=True)]
    columns += [engine.EMPTY_COLUMN] * (7 - len(columns))
    cut = rng.choice((0, len(rest), rng.randint(0, len(rest))))
    stock, waste = bytes(rest[:cut]), bytes(rest[cut:])
    return engine.Position(tuple(columns), stock, waste, tuple(counts), rng.randint(1, 3))


def test_it_agrees_with_search_on_thousands_of_small_positions():
    rng = random.Random(2)
    verdicts = {True: 0, False: 0}
    for _ in range(9_000):
        rules = engine.RuleSet(rng.choice((1, 3)), rng.choice((None, 3)), take_back=False)
        position = small_position(rng)
        if engine.legal_moves(position, rules) in {("sw",), ("ws",)}:
            idle = engine.is_idle(position, rules, unseen_stock=0, seen=0)
            assert idle == nothing_else_ever(position, rules)
            verdicts[idle] += 1
    assert min(verdicts.values()) > 1000, verdicts


def unlucky_games():
    """Games where drawing leads nowhere, as the player does not know yet."""
    for seed in range(300):
        for draw in (1, 3):
            for watcher in played(seed, engine.RuleSet(draw, 1, take_back=False), 60):
                game = watcher.game
                hopeless = game.legal() == ("sw",) and nothing_else_ever(game.position, game.rules)
                if hopeless and game.notice() is None:
                    yield watcher


def test_a_stock_not_yet_gone_through_is_not_known():
    """The unseen cards decide, not those that really lie there."""
    watcher = next(unlucky_games())
    game = watcher.game
    assert set(game.position.stock) & set(watcher.unseen())
    while game.notice() is None:
        watcher.act("sw")
    assert game.notice() in ("no_progress", "no_moves")


def test_what_was_seen_stays_seen_after_an_undo():
    watcher = next(unlucky_games())
    game, drawn = watcher.game, 0
    while game.notice() is None:
        watcher.act("sw")
        drawn += 1
    for _ in range(drawn):
        game.act("uu", 0)
    assert game.legal() == ("sw",)
    assert game.notice() == "no_progress"


def test_a_move_that_leads_nowhere_is_still_a_move():
    """A take-back, or a king from one empty column to another, keeps the notice away."""
    for row in rows("games.jsonl"):
        game = engine.Game(engine.parse_deck(row["deck"]), engine.parse_rules(row["rules"]))
        for action in engine.split_log(row["log"]):
            game.act(action, 0)
            if not DRAWS.issuperset(game.legal()):
                assert game.notice() is None


def test_a_game_that_is_over_has_no_notice():
    game = engine.Game(engine.PACK, engine.PRESETS["easy"])
    wander(game, random.Random(1), 10)
    game.end("closed", 10**6)
    assert game.notice() is None
