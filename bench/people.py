"""Players with tokens and games to play, made straight in the database, and logs for them.

``python -m bench.people COUNT LENGTH`` prints a JSON list of [websocket path, token, log].
"""

import json
import os
import random
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_site.settings")
django.setup()

from accounts.models import Token, User  # noqa: E402
from accounts.services import tokens  # noqa: E402
from games import engine  # noqa: E402
from games.models import Game  # noqa: E402


def random_log(number: int, length: int) -> str:
    """Random legal moves of a numbered deal, with an undo now and then."""
    chance = random.Random(number)
    game = engine.Game(engine.shuffle(number), engine.PRESETS["easy"])
    log: list[str] = []
    while len(log) < length:
        choices = game.legal()
        if game.outcome is not None or not choices:
            break
        action = "uu" if game.can_undo and chance.random() < 0.05 else chance.choice(choices)
        game.act(action, 0)
        log.append(action)
    return "".join(log)


def make(count: int, length: int) -> list[tuple[str, str, str]]:
    """Players, a token and a game each; logs repeat after 64 games, decks with them."""
    logs = [random_log(number, length) for number in range(min(count, 64))]
    users = User.objects.bulk_create(
        [
            User(username=f"bench-{os.getpid()}-{n}", folded=f"bench-{os.getpid()}-{n}")
            for n in range(count)
        ]
    )
    secrets = [tokens.new_secret() for _ in users]
    Token.objects.bulk_create(
        [
            Token(
                user=user,
                name="bench",
                hint=secret[:12],
                digest=tokens._digest(secret),
                scopes=["play", "read"],
            )
            for user, secret in zip(users, secrets, strict=True)
        ]
    )
    games = Game.objects.bulk_create(
        [
            Game(
                player=user,
                rules="easy",
                rules_version=engine.RULES_VERSION,
                deck=engine.shuffle(n % 64),
                number=n % 64,
            )
            for n, user in enumerate(users)
        ]
    )
    return [
        (f"/ws/v1/games/{game.public_id}/", secret, logs[n % 64])
        for n, (game, secret) in enumerate(zip(games, secrets, strict=True))
    ]


if __name__ == "__main__":
    print(json.dumps(make(int(sys.argv[1]), int(sys.argv[2]))))
