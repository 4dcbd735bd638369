"""Every command is documented, and the worker runs those that nobody else does."""

import re

from django.core.management import get_commands

from tests.processes import ROOT

OURS = {"accounts", "games", "klondike_site"}


def test_every_command_of_ours_is_in_the_documentation() -> None:
    page = (ROOT / "docs" / "running.md").read_text()
    table = page.partition("## Commands")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `(\w+)", table, re.MULTILINE))
    ours = {name for name, app in get_commands().items() if app in OURS}
    assert named == ours | {"clearsessions", "createsuperuser"}


def test_the_worker_does_what_has_to_be_done_again_and_again() -> None:
    text = (ROOT / ".docker" / "worker").read_text()
    assert "for work in 'daily prepare' sweep sweep_guests clearsessions; do" in text
