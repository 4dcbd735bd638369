"""What other parts of the service may want to know of games."""

from django.dispatch import Signal

game_finished = Signal()
"""Sent inside the transaction that ends a game, with ``finished``, a
`games.services.finish.Finished`. A receiver that raises takes the whole end back."""
