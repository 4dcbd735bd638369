"""Acknowledged moves per second over the websocket, with what they cost and what they wait.

``python -m bench.moves`` starts a PostgreSQL, a Redis and the servers of its own and prints a
table. Every figure is of one run on one machine, with the load client
in a process of its own and the engine checking every move.
"""

import argparse
import contextlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games import engine
from tests.services import Postgres, Redis, Server, migrate, started

TICK = os.sysconf("SC_CLK_TCK")
NO_BUDGET = {"SOCKET_RATE": "1000000000", "SOCKET_BURST": "1000000000", "LIMITS": "off"}


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def people(url: str, count: int, length: int) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.people", str(count), str(length)],
        env={**os.environ, "DATABASE_URL": url, "INSECURE_LOCAL": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def load(servers: list[Server], plan: dict[str, Any]) -> dict[str, Any]:
    """Run the load client; adds the servers' CPU microseconds per move."""
    plan["urls"] = [server.ws_url for server in servers]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(plan, file)
        file.flush()
        client = subprocess.Popen(
            [sys.executable, "-m", "bench.load", file.name], stdout=subprocess.PIPE, text=True
        )
        assert client.stdout is not None
        lines = iter(client.stdout.readline, "")
        next(lines)
        before = sum(cpu_seconds(server.pid) for server in servers)
        client_before = cpu_seconds(client.pid)
        next(lines)
        used = sum(cpu_seconds(server.pid) for server in servers) - before
        client_used = cpu_seconds(client.pid) - client_before
        result: dict[str, Any] = json.loads(next(lines))
        client.wait()
    result["cpu"] = 1e6 * used / max(result["moves"], 1)
    result["client_cpu"] = 1e6 * client_used / max(result["moves"], 1)
    return result


def engine_cpu(players: list[Any]) -> tuple[float, float]:
    """The engine's own CPU microseconds per move of these logs: check, play and list the legal
    moves; and with what the client is told of it, the changed piles and the counts."""
    costs = []
    for told in (False, True):
        moves, begin = 0, time.process_time()
        for number, (_, _, log) in enumerate(players[:64]):
            game = engine.Game(engine.shuffle(number), engine.PRESETS["easy"])
            for start in range(0, min(len(log), 400), 2):
                before = game.position
                event = game.act(log[start : start + 2], 0)
                game.legal()
                if told:
                    engine.delta(before, game), engine.counts(game), engine.turned_up(event)
                moves += 1
        costs.append(1e6 * (time.process_time() - begin) / moves)
    return costs[0], costs[1]


@contextlib.contextmanager
def serving(url: str, redis: Redis, count: int, program: str = "uvicorn") -> Iterator[list[Server]]:
    """That many server processes on one database."""
    with contextlib.ExitStack() as stack:
        servers = []
        for number in range(count):
            env = {"DATABASE_URL": url, "REDIS_URL": redis.url, "INSECURE_LOCAL": "1", **NO_BUDGET}
            log = Path(tempfile.gettempdir()) / f"bench-server-{os.getpid()}-{number}.log"
            server = Server(env, log, program)
            stack.callback(server.stop)
            servers.append(server.start())
        yield servers


class Baseline(Server):
    """The server of `bench.baseline`."""

    def command(self) -> list[str]:
        program = [sys.executable, "-m", "uvicorn", "--host", "127.0.0.1", "--no-access-log"]
        return [*program, "--port", str(self.port), "bench.baseline:application"]


TABLES = """
CREATE TABLE IF NOT EXISTS bench_game (id bigint PRIMARY KEY, version int, score int);
CREATE TABLE IF NOT EXISTS bench_action (game bigint, seq bigserial, code smallint, ms int,
    PRIMARY KEY (game, seq));
INSERT INTO bench_game SELECT n, 0, 0 FROM generate_series(1, 10000) AS n ON CONFLICT DO NOTHING;
"""
INSERT = "INSERT INTO bench_action (game, code, ms) VALUES (:game, 5, 1000);\n"
UPDATE = "UPDATE bench_game SET version = version + 1, score = score + 5 WHERE id = :game;\n"


def pgbench(postgres: Postgres, statements: str, seconds: float) -> float:
    """Transactions per second of 64 clients, by PostgreSQL's own load tool."""
    postgres.sql(TABLES, "bench")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(f"\\set game random(1, 10000)\nBEGIN;\n{statements}COMMIT;\n")
        file.flush()
        server = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "postgres"]
        load = ["-n", "-M", "prepared", "-c", "64", "-j", "2", "-T", str(int(seconds))]
        done = subprocess.run(
            [str(postgres.pgbench), *server, *load, "-f", file.name, "bench"],
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    return float(found.group(1)) if found else 0.0


def baseline(url: str, redis: Redis, players: int, seconds: float) -> dict[str, Any]:
    """The design of `bench.baseline` under the same load."""
    env = {"DATABASE_URL": url, "REDIS_URL": redis.url, "INSECURE_LOCAL": "1"}
    log = Path(tempfile.gettempdir()) / f"bench-baseline-{os.getpid()}.log"
    server = Baseline(env, log)
    try:
        server.start()
        crowd = people(url, players, 2_000)
        result = load([server], {"players": crowd, "seconds": seconds, "warm": 1.0, "pace": 0})
    finally:
        server.stop()
    line(f"baseline (ORM), 1 process, {players} players", result)
    return result


def line(what: str, result: dict[str, Any]) -> None:
    print(
        f"{what:<44} {result['per_second']:>8.0f}/s  p50 {result['p50']:6.1f}  "
        f"p95 {result['p95']:6.1f}  p99 {result['p99']:6.1f} ms  "
        f"server {result['cpu']:5.0f} µs/move  client {result['client_cpu']:4.0f}"
        + (
            f"  FAILURES {result['failures']} {result['first_refusal']}"
            if result["failures"]
            else ""
        )
        + (f"  ran out {result['ran_out']}" if result["ran_out"] else ""),
        flush=True,
    )


def measure(
    url: str, redis: Redis, players: int, processes: int, seconds: float, program: str = "uvicorn"
) -> dict[str, Any]:
    with serving(url, redis, processes, program) as servers:
        crowd = people(url, players, 20_000 // max(players // 8, 1) + 500)
        plan = {"players": crowd, "seconds": seconds, "warm": 1.0, "pace": 0}
        result = load(servers, plan)
    word = "process" if processes == 1 else "processes"
    line(f"{program}, {processes} {word}, {players} players", result)
    return result


def crowd_of(url: str, redis: Redis, players: int, seconds: float, program: str) -> dict[str, Any]:
    """Players who each move once a second, on one process."""
    with serving(url, redis, 1, program) as servers:
        crowd = people(url, players, 100)
        plan = {"players": crowd, "seconds": seconds, "warm": 3.0, "pace": 1.0}
        result = load(servers, plan)
    line(f"{program}, 1 process, {players} players, 1 move/s each", result)
    return result


CASES = ((1, 1), (64, 1), (500, 1), (64, 2), (500, 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", default="", help="64x1, 5000, pgbench, baseline or daphne")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with started(Postgres()) as postgres, started(Redis()) as redis:
        url = postgres.create("bench")
        migrate(url)
        run(postgres, redis, url, options)


def run(postgres: Postgres, redis: Redis, url: str, options: argparse.Namespace) -> None:
    only, seconds = options.only, options.seconds
    own, told = engine_cpu(people(url, 64, 400))
    print(f"engine: {own:.1f} µs/move; with what the client is told {told:.1f}", flush=True)
    rates: dict[str, float] = {}
    for players, processes in CASES:
        if only in ("", f"{players}x{processes}"):
            result = measure(url, redis, players, processes, seconds)
            rates[f"{players}x{processes}"] = result["per_second"]
            ratios = f"{result['cpu'] / own:.1f} and {result['cpu'] / told:.1f}"
            print(f"    server CPU per move: {ratios} times the engine's", flush=True)
    if only in ("", "daphne"):
        measure(url, redis, 64, 1, seconds, "daphne")
    if only in ("", "5000"):
        crowd_of(url, redis, 5000, seconds, "uvicorn")
    if only in ("", "baseline"):
        rates["baseline"] = baseline(url, redis, 64, seconds)["per_second"]
    if only in ("", "pgbench"):
        both, insert = (pgbench(postgres, text, seconds) for text in (INSERT + UPDATE, INSERT))
        print(f"pgbench, 64 clients: insert + update {both:.0f}/s, insert {insert:.0f}/s")
        if "64x2" in rates:
            print(f"two processes: {rates['64x2'] / both:.2f} of insert + update")
    if {"baseline", "64x1"} <= set(rates):
        print(f"one process: {rates['64x1'] / rates['baseline']:.0f} times the baseline")


if __name__ == "__main__":
    main()
