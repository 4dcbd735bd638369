"""The files for Docker hold together, and what they run works without Docker."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
import yaml
from compose_spec import PyCompose

from tests.processes import ROOT, Guarded, free_port, wait_until
from tests.services import Postgres, Redis

BIN = Path(sys.executable).parent
# Not localhost: a bare machine may have no hosts file to find it in.
HERE = "127.0.0.1"
CHOSEN = {
    "SECRET_KEY": "vRk2-9sLq_4tXw7ZpB1nEy6MdC3hGfJ8aUo5iTr0KxQlW-zVbN",
    "POSTGRES_PASSWORD": "letters4and9digits",
    "SITE_ADDRESS": HERE,
    "METRICS_TOKEN": "seldom-guessed",
}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^${}]*))?\}")


def interpolated(text: str, chosen: dict[str, str]) -> str:
    """What Compose makes of ``${NAME}``, ``${NAME:-default}`` and ``${NAME:?complaint}``."""

    def value(match: re.Match[str]) -> str:
        name, kind, rest = match.groups()
        if chosen.get(name):
            return chosen[name]
        if kind == "?":
            raise KeyError(f"{name}: {rest}")
        return rest or ""

    while VARIABLE.search(text):
        text = VARIABLE.sub(value, text)
    return text


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load(interpolated((ROOT / "docker-compose.yml").read_text(), CHOSEN))


@pytest.fixture
def web_environment(compose: dict[str, Any]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    given = compose["services"]["web-a"]["environment"]
    return kept | {name: str(value) for name, value in given.items() if value is not None}


def manage(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def production_command() -> list[str]:
    """The image's command."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    return json.loads(re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)[-1])


def test_dockerfile_is_clean() -> None:
    done = subprocess.run(
        [BIN / "hadolint", "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("missing", ["SECRET_KEY", "POSTGRES_PASSWORD"])
def test_secrets_have_no_default(missing: str) -> None:
    chosen = {name: value for name, value in CHOSEN.items() if name != missing}
    with pytest.raises(KeyError, match=missing):
        interpolated((ROOT / "docker-compose.yml").read_text(), chosen)


def test_compose_follows_the_specification(compose: dict[str, Any]) -> None:
    read = PyCompose.from_yaml(yaml.safe_dump(compose))
    read.validate()
    assert len([name for name in read.service_names() if name.startswith("web-")]) >= 2


def test_services_wait_for_what_can_tell_its_health(compose: dict[str, Any]) -> None:
    services = compose["services"]
    image_has_healthcheck = "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()
    for name, service in services.items():
        for needed, how in service.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                own = services[needed].get("healthcheck")
                assert own or ("build" in services[needed] and image_has_healthcheck), name
            else:
                assert services[needed]["restart"] == "no"


def test_proxy_asks_each_web_process(compose: dict[str, Any]) -> None:
    caddyfile = (ROOT / ".docker" / "Caddyfile").read_text()
    for name in compose["services"]:
        if name.startswith("web-"):
            assert f"{name}:8000" in caddyfile


def test_everything_copied_into_the_image_is_sent_to_docker() -> None:
    sent = (ROOT / ".dockerignore").read_text().split()
    copied = re.findall(r"^COPY (?!--from)(.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert copied
    for line in copied:
        for path in line.split()[:-1]:
            assert (ROOT / path).exists(), path
            assert any(f"!{part}" in sent for part in (path, path.split("/")[0])), path


def test_deployment_check_is_clean(web_environment: dict[str, str]) -> None:
    said = manage(web_environment, "manage.py", "check", "--deploy", "--fail-level", "INFO")
    assert "no issues" in said


def test_worker_script_is_a_shell_script() -> None:
    subprocess.run(["sh", "-n", ROOT / ".docker" / "worker"], check=True)


class House:
    """Two web processes behind the proxy, as Compose would run them."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.folder = folder
        self.ports = [free_port(), free_port()]
        self.web = [self._web(environment, port) for port in self.ports]
        self.port = free_port()
        self.proxy = self._proxy()

    def close(self) -> None:
        for process in (self.proxy, *self.web):
            process.finish()

    def client(self) -> httpx.Client:
        url = f"https://{HERE}:{self.port}"
        return httpx.Client(base_url=url, verify=self.trust(), trust_env=False, timeout=20)

    def trust(self) -> ssl.SSLContext:
        root = self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait_until(root.exists, "the proxy's certificate")
        return ssl.create_default_context(cafile=root)

    def _web(self, environment: dict[str, str], port: int) -> Guarded:
        program, *arguments = production_command()
        command = [
            {"0.0.0.0": "127.0.0.1", "8000": str(port)}.get(argument, argument)
            for argument in arguments
        ]
        command = [str(BIN / program), *command]
        log = self.folder / f"web-{port}.log"
        return Guarded(command, end=signal.SIGTERM, log=log, env=environment)

    def _proxy(self) -> Guarded:
        caddyfile = self.folder / "Caddyfile"
        here = f"admin off\n\tdefault_bind 127.0.0.1\n\thttps_port {self.port}\n"
        here += f"\thttp_port {free_port()}"
        text = (ROOT / ".docker" / "Caddyfile").read_text()
        caddyfile.write_text(text.replace("admin off", here))
        environment = {
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
            "SITE_ADDRESS": HERE,
            "WEB_UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in self.ports),
        }
        command = [str(BIN / "caddy"), "run", "--config", str(caddyfile), "--adapter", "caddyfile"]
        log = self.folder / "proxy.log"
        return Guarded(command, end=signal.SIGTERM, log=log, env=environment)


@pytest.fixture
def house(
    compose: dict[str, Any],
    web_environment: dict[str, str],
    postgres: Postgres,
    redis_server: Redis,
    tmp_path: Path,
) -> Iterator[House]:
    here = {"DATABASE_URL": postgres.create("compose"), "REDIS_URL": redis_server.url}
    _python, *migration = compose["services"]["migrate"]["command"]
    manage(web_environment | here, *migration)
    made = House(web_environment | here, tmp_path)
    yield made
    made.close()
    postgres.drop("compose")


async def test_the_house_stands(house: House) -> None:
    with house.client() as client:

        def answers() -> bool:
            try:
                return client.get("/healthz").status_code == 200
            except httpx.TransportError:
                return False

        wait_until(answers, "the house", 90)
        front = client.get("/api/schema/")
        assert front.status_code == 200
        assert "max-age=" in front.headers["strict-transport-security"]
        assert [client.get(path).status_code for path in ("/metrics", "/readyz")] == [404, 404]
        address = f"wss://{HERE}:{house.port}/ws/v1/games/none/"
        async with websockets.connect(address, ssl=house.trust(), proxy=None) as socket:
            assert json.loads(await socket.recv())["t"] == "error"
        house.web[0].finish(signal.SIGKILL)
        assert [client.get("/healthz").status_code for _ in range(20)] == [200] * 20
