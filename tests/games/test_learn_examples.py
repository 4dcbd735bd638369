"""The scenes for learners are what the engine really does."""

from itertools import pairwise

from django.conf import settings

from games.management.commands.learn_examples import PATH, SCENES, examples_text, play_scene


def test_the_file_is_what_the_engine_plays() -> None:
    assert (settings.BASE_DIR / PATH).read_text() == examples_text()


def test_a_refused_step_changes_nothing() -> None:
    refused = 0
    for scene in SCENES:
        for before, after in pairwise(play_scene(scene)["frames"]):
            if after["refused"]:
                refused += 1
                assert {**before, "action": 0, "refused": 0} == {**after, "action": 0, "refused": 0}
    assert refused == 4


def test_undo_gives_back_what_a_recycle_cost() -> None:
    scene = next(scene for scene in SCENES if scene.name == "undo")
    assert [frame["score"] for frame in play_scene(scene)["frames"]] == [15, 0, 15]
