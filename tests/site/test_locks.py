"""The lock files name every hash and no registry."""

import json
import re

import pytest

from tests.processes import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
CLIENT_LOCK = ROOT / "frontend" / "package-lock.json"


@pytest.mark.parametrize("path", [*LOCKS, CLIENT_LOCK], ids=lambda path: path.name)
def test_no_lock_names_a_host(path) -> None:
    text = path.read_text()
    hosts = set(re.findall(r"https?://[^\s\"']+", text))
    funding = {
        url
        for package in (json.loads(text)["packages"].values() if path == CLIENT_LOCK else ())
        for entry in _listed(package.get("funding"))
        for url in [entry if isinstance(entry, str) else entry["url"]]
    }
    assert hosts - funding == set()


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_python_package_has_a_version_and_a_hash(path) -> None:
    packages = re.split(r"\n(?=[a-z0-9])", path.read_text())
    assert len(packages) > 2
    for package in packages:
        assert re.match(r"[a-z0-9._-]+(\[[a-z0-9,-]+\])?==\S+", package), package[:80]
        assert "--hash=sha256:" in package, package[:80]


def test_every_client_package_has_a_hash() -> None:
    packages = json.loads(CLIENT_LOCK.read_text())["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)


def _listed(value):
    return value if isinstance(value, list) else [value] if value else []
