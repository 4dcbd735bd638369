"""The runner reads closing lines and never calls a failed check passed."""

import sys

import pytest

from tests.run import Check, counts, run

VITEST = " Test Files  1 failed | 2 passed (3)\n      Tests  {}\n   Start at  12:00\n"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("...\n36 passed in 27.16s\n", (36, 0)),
        ("2 failed, 7 passed, 3 skipped, 1 error in 5.99s (0:00:05)\n", (7, 3)),
        ("\x1b[32m\x1b[1m4 passed\x1b[0m\x1b[32m in 0.1s\x1b[0m\n", (4, 0)),
        (VITEST.format("12 passed (12)"), (12, 0)),
        (VITEST.format("1 failed | 11 passed (12)"), (11, 1)),
        ("1 xfailed in 0.1s\n", (0, 0)),
        ("Segmentation fault\n", (0, 0)),
    ],
)
def test_counts(said: str, expected: tuple[int, int]) -> None:
    assert counts(said.splitlines(keepends=True)) == expected


@pytest.mark.parametrize(
    ("script", "counted", "passed", "failed"),
    [
        ("print('3 passed in 1s')", True, 3, 0),
        ("print('3 passed in 1s')", False, 0, 0),
        ("print('3 passed in 1s'); raise SystemExit(2)", True, 3, 1),
        ("print('1 failed, 3 passed'); raise SystemExit(1)", True, 3, 1),
        ("raise SystemExit(1)", False, 0, 1),
    ],
)
def test_run(script: str, counted: bool, passed: int, failed: int) -> None:
    result = run(Check("a check", (sys.executable, "-c", script), counted=counted))
    assert (result.passed, result.failed) == (passed, failed)
