"""Writes the scenes that the pages for learners step through, played by the engine itself."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games import engine

PATH = "frontend/src/pages/learn/examples.json"
_TOPS = (0, 7, 13, 18, 22, 25, 27)  # where in a deck the last card of each column lies (R1.2)
_SHOWN = ("columns", "stock", "waste", "foundations", "pass", "score", "money")


@dataclass(frozen=True)
class Scene:
    """A deck with these last cards on the columns, played up to a point, then shown in steps.

    An action in ``steps`` that the engine refuses is shown as refused.
    """

    name: str
    tops: str
    steps: tuple[str, ...]
    before: tuple[str, ...] = ()
    rules: str = "hard"


_RUNS = "7H8S8C9DQSKD6C"
SCENES = (
    Scene("build", _RUNS, ("31", "12", "24", "74")),
    Scene("empty", _RUNS, ("31", "61", "51"), before=("12",)),
    Scene("part", _RUNS, ("23", "24"), before=("12",)),
    Scene("home", "AS2S3HKC9D6D5D", ("1f", "3f", "2f", "S3"), rules="easy"),
    Scene("draw", _RUNS, ("sw", "ws", "sw"), before=("sw",) * 7),
    Scene("vegas", _RUNS, ("sw", "ws"), before=("sw",) * 23, rules="vegas-1"),
    Scene("undo", "AS2S3HKC9D6D5D", ("ws", "uu"), before=("1f", "41", *("sw",) * 8)),
)


def scene_deck(tops: str) -> bytes:
    """A deck that deals these seven cards last on the columns; the others follow in order."""
    cards = [engine.card_number(tops[at : at + 2]) for at in range(0, 14, 2)]
    wanted = [card for card in cards if card is not None]
    others = iter([card for card in _shuffled() if card not in wanted])
    at_top = dict(zip(_TOPS, wanted, strict=True))
    return bytes(at_top[at] if at in at_top else next(others) for at in range(52))


def _shuffled() -> bytes:
    return engine.shuffle(1928)


def _shown(game: engine.Game) -> dict[str, Any]:
    whole = engine.view(game)
    return {name: whole[name] for name in _SHOWN}


def play_scene(scene: Scene) -> dict[str, Any]:
    """The scene as the page reads it: a first picture, and what each step shows."""
    game = engine.Game(scene_deck(scene.tops), engine.PRESETS[scene.rules])
    for action in scene.before:
        game.act(action, 0)
    frames = [{"action": None, "refused": None, **_shown(game)}]
    for action in scene.steps:
        refused = None
        try:
            game.act(action, 0)
        except engine.IllegalMove as error:
            refused = error.reason
        frames.append({"action": action, "refused": refused, **_shown(game)})
    return {"name": scene.name, "draw": game.rules.draw, "frames": frames}


def examples_text() -> str:
    """The whole file."""
    scenes = [play_scene(scene) for scene in SCENES]
    return json.dumps(scenes, indent=1) + "\n"


class Command(BaseCommand):
    help = "Writes the examples of the pages for learners."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", default=str(settings.BASE_DIR / PATH))

    def handle(self, *_args: Any, **options: Any) -> None:
        path = Path(options["out"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(examples_text())
        self.stdout.write(f"wrote {path}")
