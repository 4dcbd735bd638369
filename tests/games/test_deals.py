"""The pool of proven deals: filled, each given once, and never empty-handed for long."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from games import engine
from games.models import ProvenDeal
from games.services import deals
from games.services.errors import PlayError
from games.services.proving import Proven, prove
from games.services.sealed import sealed_deck

pytestmark = pytest.mark.django_db
EASY = engine.PRESETS["easy"]


def _alice() -> User:
    return User.objects.create(username="alice", kind="person")


def _none(rules: engine.RuleSet) -> None:
    raise AssertionError("the pool has a deal")


def _fill(rules: str, count: int) -> str:
    out = StringIO()
    call_command("deals", "fill", "--rules", rules, "--count", str(count), stdout=out)
    return out.getvalue()


def test_filling_stores_decks_with_lines_that_win() -> None:
    told = _fill("easy", 2)
    stored = list(ProvenDeal.objects.all())
    assert len(stored) == 2
    for deal in stored:
        game = engine.Game.replay(bytes(deal.deck), EASY, deal.line)
        assert game.outcome == engine.Outcome("won")
        assert deal.par <= len(deal.line) // 2
        assert engine.deck_text(bytes(deal.deck))[:20] not in told
        assert deal.line[:20] not in told


def test_a_rule_set_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError, match="no rule set"):
        _fill("nonsense", 1)


def test_a_deal_is_given_once() -> None:
    """Or who has seen its cards, as somebody else, would win what counts as unknown."""
    alice, bob = _alice(), User.objects.create(username="bob", kind="person")
    _fill("easy", 3)
    games = [deals.take_winnable(player, EASY, _none) for player in (alice, alice, bob)]
    assert len({bytes(game.deck) for game in games}) == 3
    assert len({game.salt for game in games} - {None}) == 3
    assert {game.kind for game in games} == {"casual"}
    for player in (alice, bob):
        with pytest.raises(AssertionError, match="has a deal"):
            deals.take_winnable(player, EASY, _none)


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_two_deals() -> None:
    players = [User.objects.create(username=f"ann{number}", kind="person") for number in range(6)]
    _fill("easy", len(players))

    def take(player: User) -> bytes:
        try:
            return bytes(deals.take_winnable(player, EASY, _none).deck)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(players)) as pool:
        assert len(set(pool.map(take, players))) == len(players)


def test_rule_sets_that_win_alike_share_their_deals() -> None:
    alice = _alice()
    _fill("easy", 1)
    game = deals.take_winnable(alice, engine.PRESETS["microsoft-1"], _none)
    assert game.rules == "microsoft-1"


def test_an_empty_pool_proves_a_deal_at_once_and_keeps_it() -> None:
    def maker(rules: engine.RuleSet) -> Proven | None:
        return next(filter(None, (prove(sealed_deck(), rules, 1) for _ in range(50))))

    deals.take_winnable(_alice(), EASY, maker)
    assert ProvenDeal.objects.get().given


def test_no_proof_in_time_says_so() -> None:
    with pytest.raises(PlayError) as caught:
        deals.take_winnable(_alice(), EASY, lambda rules: None)
    assert caught.value.code == "pool_empty"


def test_a_line_that_does_not_win_is_never_stored() -> None:
    with pytest.raises(ValueError, match="does not win"):
        deals.store(Proven(sealed_deck(), "sw", 1), EASY)
    assert not ProvenDeal.objects.exists()
