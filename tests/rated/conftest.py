"""What these tests share."""

from collections.abc import Iterator

import pytest

from games.models import DailyDeal
from games.services import daily, runtime, utc
from tests.rated.days import TODAY, known
from tests.rated.table import NOON


@pytest.fixture(autouse=True)
def _no_hub_is_left() -> Iterator[None]:
    """Games that a test played through the API live in this process until this ends them."""
    yield
    runtime.close()


@pytest.fixture
def noon() -> Iterator[None]:
    """Noon of a Wednesday, for as long as the test lasts."""
    with utc.stopped(NOON):
        yield


@pytest.fixture
def deal(noon: None, db: None) -> DailyDeal:
    """That day's deal of rated-3."""
    return daily.prepare(TODAY, "rated-3", known)
