"""What accounts tell the rest of the service, which they know nothing of.

- `guest_merged(guest, into)`: the games of ``guest`` go to ``into``; sent before the guest's row
  is deleted, in the same transaction.
- `account_deleted(user)`: sent before the row is deleted, in the same transaction; what must stay
  has to be detached from the user now.
- `standing_still(user)`: nothing may be done in the user's name any more until the transaction ends
  in which this is sent; sent before and after the user's row is locked.
- `kept_guests(ids, since)`: a receiver answers with the set of those ids that have made a move, or,
  where ``since`` is a time, that began or ended something since.
- `has_rated_games(user)`: a receiver answers with true or false.
- `export_parts(user)`: a receiver answers with an iterable of ``(name, iterable of JSON-ready
  rows)``; each becomes a part of the person's download.
- `standing_changed(user)`: the player was suspended, restored, or became a bot.
- `renamed(user, old)`: the player has a new name, perhaps because a guest signed up.
- `rights_changed(user_id)`: what was opened in this user's name, or with this user's leave, may
  be open no longer: a session or token ended, the password or a setting changed.
"""

from typing import Any, cast

from django.dispatch import Signal

guest_merged = Signal()
account_deleted = Signal()
standing_still = Signal()
kept_guests = Signal()
has_rated_games = Signal()
export_parts = Signal()
standing_changed = Signal()
renamed = Signal()
rights_changed = Signal()


def answers(signal: Signal, **said: Any) -> list[Any]:
    """What the receivers of a signal answer."""
    return [answer for _, answer in cast(Any, signal).send(None, **said)]
