"""The pool of decks that are proven winnable: filling it and giving from it."""

from collections.abc import Callable, Iterator

from django.db import transaction

from accounts.models import User
from games import engine, solver
from games.models import Game, ProvenDeal
from games.services import play, solving, utc
from games.services.proving import SECONDS, Proven, winnable
from games.services.refusals import PoolEmpty
from games.services.sealed import new_salt

Maker = Callable[[engine.RuleSet], Proven | None]


def fill(rules: engine.RuleSet, count: int) -> Iterator[ProvenDeal]:
    """Prove and store ``count`` fresh decks; takes as long as it takes."""
    for _ in range(count):
        yield store(winnable(rules), rules)


def store(proven: Proven, rules: engine.RuleSet) -> ProvenDeal:
    """Store a proven deck. ``ValueError`` unless the engine wins with its line."""
    outcome = engine.Game.replay(proven.deck, rules, proven.line).outcome
    if outcome is None or not outcome.won:
        raise ValueError("this line does not win the deal")
    least = solver.least_moves(engine.deal(proven.deck), rules)
    moves = solver.moves_of(proven.line)
    return ProvenDeal.objects.create(
        deck=proven.deck,
        draw=rules.draw,
        passes=rules.passes,
        take_back=rules.take_back,
        line=proven.line,
        par=moves,
        par_proved=moves == least,
        difficulty=proven.difficulty,
        seconds=SECONDS,
        positions=proven.positions,
        solver_version=solver.VERSION,
        made_at=utc.now(),
    )


def take_winnable(
    player: User, rules: engine.RuleSet, maker: Maker = solving.winnable, *, address: str = ""
) -> Game:
    """Start a game of a deck that is proven winnable and that nobody was given before.

    Where the pool has none, one is proven at once. Raises `PoolEmpty` where that fails in time,
    `TooManyQuestions`, `Busy` and `SolverBusy` where the solver has too much to do.
    """
    while True:
        deal = _next(rules)
        if deal is None:
            with solving.place(player.pk, address):
                proven = maker(rules)
            if proven is None:
                raise PoolEmpty
            deal = store(proven, rules)
        game = _give(player, rules, deal)
        if game is not None:
            return game


def _next(rules: engine.RuleSet) -> ProvenDeal | None:
    """The oldest deal that nobody was given."""
    wins_alike = {"draw": rules.draw, "passes": rules.passes, "take_back": rules.take_back}
    return ProvenDeal.objects.filter(given=False, **wins_alike).order_by("pk").first()


def _give(player: User, rules: engine.RuleSet, deal: ProvenDeal) -> Game | None:
    """The game; None where another request got the deal meanwhile."""
    with transaction.atomic():
        if not ProvenDeal.objects.filter(pk=deal.pk, given=False).update(given=True):
            return None
        return play.new_game(player, rules, deck=bytes(deal.deck), salt=new_salt())
