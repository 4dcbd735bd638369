"""Players who leave: their rated games, standings and board rows stay, without a name.

What stays goes to a stand-in, an inactive user made for the purpose whose name is never shown, so
that boards, ranks and a rebuild are as before.
"""

import secrets

from django.db import transaction

from accounts.models import User
from games.models import BoardRow, DailyTry, Game, Standing, Statistic
from games.services.ratings import not_during_rebuild

PREFIX = "former-"
_COUNTED = (Game.Kind.RATED, Game.Kind.DAILY)


@transaction.atomic
def detach(player: User) -> User | None:
    """Move what must stay to a stand-in; None where nothing must. Open games are left behind."""
    not_during_rebuild()
    games = Game.objects.filter(player=player, kind__in=_COUNTED).exclude(
        status=Game.Status.PLAYING
    )
    if not games.exists():
        return None
    stand_in = User(
        username=PREFIX + secrets.token_hex(5),
        kind=player.kind,
        is_active=False,
        suspended_at=player.suspended_at,
    )
    stand_in.set_unusable_password()
    stand_in.save()
    DailyTry.objects.filter(player=player, game__in=games).update(player=stand_in)
    games.update(player=stand_in)
    Standing.objects.filter(player=player).update(player=stand_in)
    kept = (Statistic.Sort.RATED, Statistic.Sort.DAILY)
    Statistic.objects.filter(player=player, sort__in=kept).update(player=stand_in)
    BoardRow.objects.filter(player=player).update(player=stand_in)
    return stand_in
