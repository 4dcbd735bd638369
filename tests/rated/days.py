"""Days and deals for the tests of dailies."""

from datetime import UTC, datetime, timedelta

from games import engine
from games.models import DailyDeal
from games.services import utc
from games.services.proving import Proven
from tests.rated.table import NOON, won_deal

DAY = timedelta(days=1)
TODAY = NOON.date()
MIDNIGHT = datetime(2026, 11, 19, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def known(rules: engine.RuleSet) -> Proven:
    """A deal of the vectors, as if it had been drawn and proven."""
    deck, line = won_deal(rules.draw)
    return Proven(deck, line, len(line) // 2)


def go_to(at: datetime) -> None:
    utc.move(at - utc.now())


def line_of(deal: DailyDeal) -> str:
    return won_deal(engine.LADDERS[deal.ladder].draw)[1]
