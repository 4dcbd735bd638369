"""Runs the checks in order, shows what they say, and ends with one line that sums all tests.

``python tests/run.py all|quick|lint``. Every check runs even after one failed, so that one run
shows everything. The last line is ``N passed, N failed``: the tests of pytest and Vitest, and one
failed for each other check that did not pass.
"""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COUNT = re.compile(r"(\d+) (passed|failed|errors?)\b")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
PYTEST = ("-m", "pytest", "-q", "--color=no")
PACKAGES = ("accounts", "games", "klondike_site", "bench")


@dataclass(frozen=True)
class Check:
    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    counted: bool = False


@dataclass(frozen=True)
class Result:
    check: Check
    code: int
    passed: int
    failed: int
    seconds: float


def python(name: str, *arguments: str, counted: bool = False) -> Check:
    return Check(name, (sys.executable, *arguments), counted=counted)


def tool(name: str, *arguments: str) -> Check:
    return Check(name, (str(Path(sys.executable).with_name(arguments[0])), *arguments[1:]))


def client(name: str, script: str, *, counted: bool = False) -> Check:
    return Check(name, ("npm", "run", "--silent", script), ROOT / "frontend", counted)


LINT = (
    tool("ruff", "ruff", "check", "--quiet", "."),
    tool("format", "ruff", "format", "--quiet", "--check", "."),
    tool("import walls", "lint-imports"),
    tool("types", "mypy", *PACKAGES),
    python("migrations", "manage.py", "makemigrations", "--check", "--dry-run", "--verbosity=1"),
)
QUICK = (*LINT, python("engine tests", *PYTEST, "tests/engine", counted=True))
ALL = (
    *LINT,
    client("client types and walls", "check"),
    client("client tests", "test", counted=True),
    python("tests", *PYTEST, "-n2", "--dist=worksteal", "--ignore=tests/e2e", counted=True),
    python("browser tests", *PYTEST, "-n2", "--dist=worksteal", "tests/e2e", counted=True),
)
PLANS = {"all": ALL, "quick": QUICK, "lint": LINT}


def counts(lines: list[str]) -> tuple[int, int]:
    """Tests passed and failed, from the last line of pytest or Vitest that tells them."""
    for line in reversed(lines):
        found = COUNT.findall(COLOURS.sub("", line))
        if found and not line.lstrip().startswith("Test Files"):
            passed = sum(int(number) for number, word in found if word == "passed")
            return passed, sum(int(number) for number, word in found if word != "passed")
    return 0, 0


def run(check: Check) -> Result:
    """Run one check, passing its output on while it comes."""
    print(f"== {check.name}", flush=True)
    began = time.monotonic()
    lines = []
    environment = {**os.environ, "INSECURE_LOCAL": "1", "DATABASE_URL": "sqlite://"}
    environment.pop("REDIS_URL", None)
    with subprocess.Popen(
        check.command,
        cwd=check.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            lines.append(line)
    passed, failed = counts(lines) if check.counted else (0, 0)
    failed = failed or int(process.returncode != 0)
    return Result(check, process.returncode, passed, failed, time.monotonic() - began)


def main(plan: str) -> int:
    results = [run(check) for check in PLANS[plan]]
    print("== all checks")
    for result in results:
        state = "ok" if result.code == 0 else f"FAILED ({result.code})"
        print(f"{result.check.name:<24} {result.seconds:6.1f} s  {state}")
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
