"""Every environment variable is documented, and a value that makes no sense is refused."""

import os
import re
import subprocess
import sys

import pytest

from tests.processes import ROOT

READ = re.compile(r"""\b(?:env(?:_\w+)?|environ\.get|getenv)\(\s*["']([A-Z][A-Z0-9_]+)["']""")
DOCUMENTED = re.compile(r"`([A-Z][A-Z0-9_]+)`")
INTERPOLATED = re.compile(r"\{\$?(?:env\.)?([A-Z][A-Z0-9_]+)[:}]")
SET_BY_PYTHON = {"DJANGO_SETTINGS_MODULE"}


def read_by_python() -> set[str]:
    sources = [
        path
        for package in ("klondike_site", "accounts", "games")
        for path in (ROOT / package).rglob("*.py")
    ]
    return {name for path in sources for name in READ.findall(path.read_text())} - SET_BY_PYTHON


def read_by_others() -> set[str]:
    compose = (ROOT / "docker-compose.yml").read_text()
    files = [compose, (ROOT / ".docker" / "Caddyfile").read_text()]
    files.append((ROOT / ".docker" / "worker").read_text())
    set_in_compose = set(re.findall(r"^    ([A-Z][A-Z0-9_]+):", compose, re.MULTILINE))
    return {name for text in files for name in INTERPOLATED.findall(text)} | set_in_compose


def documented() -> set[str]:
    table = (ROOT / "docs" / "configuration.md").read_text()
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in DOCUMENTED.findall(row)}


def test_every_variable_is_documented() -> None:
    assert {"SECRET_KEY", "DATABASE_URL", "SITE_ADDRESS"} <= read_by_python() | read_by_others()
    assert (read_by_python() | read_by_others()) - documented() == set()


def test_every_documented_variable_is_read() -> None:
    elsewhere = {"HOST", "PORT", "PYTHON"}
    assert documented() - read_by_python() - read_by_others() - elsewhere == set()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("DATABASE_URL", "mysql://somewhere/klondike"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("HSTS_SECONDS", "a year"),
        ("GAMES_IN_MEMORY", "-1"),
    ],
)
def test_a_wrong_value_ends_the_start_and_is_named(name: str, value: str) -> None:
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "only for this test", name: value}
    done = subprocess.run(
        [sys.executable, "-c", "import klondike_site.settings"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]
