"""The files with which a site is set up: Docker is not here, but what they name must exist."""

import configparser
import re
import shlex
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from psycopg.conninfo import conninfo_to_dict

from nomarch.cli.entry_point import build_parser
from nomarch.web.app import create_app
from nomarch.web.operations import watchdog
from nomarch.web.operations.settings import Settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
SERVERS = [part for name, part in SERVICES.items() if name.startswith("server")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONSTRAINTS = (DEPLOY / "constraints.txt").read_text(encoding="utf-8")
PINNED = {
    canonicalize_name(name): version
    for name, version in re.findall(r"^([\w-]+)==(\S+)", CONSTRAINTS, re.MULTILINE)
}
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


def read_instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


INSTRUCTIONS = read_instructions()
LAST = dict(INSTRUCTIONS)
"""The last instruction of each name."""


def test_the_image_is_built_from_what_there_is() -> None:
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK"}
    known |= {"STOPSIGNAL", "ENTRYPOINT", "CMD"}
    assert {name for name, _ in INSTRUCTIONS} <= known
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for name, rest in INSTRUCTIONS:
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
                assert f"!{source}" in allowed


def test_the_image_runs_as_nobody_in_particular_and_writes_to_one_place() -> None:
    names = [name for name, _ in INSTRUCTIONS]
    user = LAST["USER"]
    assert user not in ("root", "0")
    assert names.index("USER") < names.index("ENTRYPOINT")
    settings = dict(part.split("=", 1) for part in shlex.split(LAST["ENV"]))
    assert LAST["VOLUME"] == settings["NOMARCH_DATA"] == "/data"
    assert settings["NOMARCH_CACHE"].startswith("/data/")
    build_parser().parse_args(yaml.safe_load(LAST["CMD"]))


def test_the_services_name_only_each_other() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), source


def test_two_servers_share_one_database_and_trust_one_network() -> None:
    assert len(SERVERS) == 2
    (subnet,) = (part["subnet"] for part in COMPOSE["networks"]["inside"]["ipam"]["config"])
    for server in SERVERS:
        build_parser().parse_args(server["command"])
        assert server["read_only"]
        assert server["cap_drop"] == ["ALL"]
        assert subnet in server["command"]
        assert "@postgres/" in server["environment"]["NOMARCH_DATABASE"]


@pytest.mark.parametrize("password", ["p@ss/word", "50%/#?:&", "plain"])
def test_a_password_of_any_signs_reaches_the_database(password: str) -> None:
    """What compose fills in stands in the environment, where libpq takes it as it is."""
    for service in (*SERVERS, SERVICES["backup"]):
        filled = {
            name: re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", lambda _: password, value)
            for name, value in service["environment"].items()
        }
        address = conninfo_to_dict(filled["NOMARCH_DATABASE"])
        assert address == {"user": "nomarch", "dbname": "nomarch", "host": "postgres"}
        assert filled["PGPASSWORD"] == password


def test_images_and_dependencies_have_exact_versions() -> None:
    images = [service["image"] for service in SERVICES.values()]
    images += [rest.split()[0] for name, rest in INSTRUCTIONS if name == "FROM"]
    for image in images:
        assert image == "nomarch" or re.search(r":\d+\.\d+(\.\d+)?-", image), image
    (run,) = (rest for name, rest in INSTRUCTIONS if name == "RUN" and "pip install" in rest)
    assert "--constraint deploy/constraints.txt" in run
    (names,) = re.findall(r"'\.\[([\w,]+)\]'", run)
    extras = [text for name in names.split(",") for text in PROJECT["optional-dependencies"][name]]
    for required in map(Requirement, (*PROJECT["dependencies"], *extras)):
        assert PINNED[canonicalize_name(required.name)] in required.specifier, required
    environment = {"extra": "", "python_version": "3.12", "sys_platform": "linux"}
    for name in PINNED:
        try:
            needed = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        for required in map(Requirement, needed):
            if required.marker is None or required.marker.evaluate(environment):
                assert canonicalize_name(required.name) in PINNED, f"{name} needs {required.name}"


def test_services_are_checked_and_reached_where_they_listen() -> None:
    proxy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for name, service in SERVICES.items():
        if service["image"] != "nomarch" or name == "backup":
            continue
        port = build_parser().parse_args(service["command"]).port
        check = service.get("healthcheck", {}).get("test", LAST["HEALTHCHECK"])
        assert re.findall(r"127\.0\.0\.1(?::|', )(\d+)", str(check)) == [str(port)], name
        assert re.search(rf"\b{name}:{port}\b", proxy), name


def test_every_service_has_limits_and_the_games_are_copied() -> None:
    for name, service in SERVICES.items():
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}, name
    backup = SERVICES["backup"]
    (command,) = re.findall(r"nomarch (backup \"[^\"]*\" [^|]*)", backup["command"][0])
    build_parser().parse_args(shlex.split(command))
    for text in (backup["command"][0], (DEPLOY / "nomarch-backup.service").read_text("utf-8")):
        assert "--delete-older-than 30" in text
        assert "-delete" not in text.replace("--delete-older-than", ""), "deletes without a check"
    assert backup["volumes"] == ["backups:/data"]


def test_the_proxy_asks_for_what_the_servers_have(tmp_path: Path) -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    upstreams = re.findall(r"([\w-]+):8000", text)
    assert set(upstreams) == {name for name in SERVICES if name.startswith("server")}
    app = create_app(Settings(data=tmp_path))
    routes = {getattr(route, "path", "") for route in app.routes}
    assert set(re.findall(r"health_uri (\S+)|respond (\S+)", text)) == {
        ("/ready", ""),
        ("", "/metrics"),
    }
    assert {"/ready", "/metrics"} <= routes
    app.state.services.table_service.writer.close()
    app.state.services.table_service.readers.close()


def read(unit: Path) -> configparser.RawConfigParser:
    found = configparser.RawConfigParser(strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(unit.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_run_commands_that_there_are(unit: Path) -> None:
    found = read(unit)
    if "Service" not in found:
        assert (DEPLOY / unit.name.replace(".timer", ".service")).exists()
        return
    words = re.search(r"/nomarch/bin/nomarch ([^'\n]*)", found["Service"]["ExecStart"])
    assert words is not None
    build_parser().parse_args(shlex.split(re.sub(r"\$\$\(.*\)", "now", words[1])))
    assert found["Service"]["DynamicUser"] == "yes"
    assert found["Service"]["ProtectSystem"] == "strict"


def test_a_server_that_stalls_is_started_again() -> None:
    unit = read(DEPLOY / "nomarch.service")["Service"]
    assert unit["Type"] == "notify"
    # The stacks are written before systemd ends the server.
    assert 2 * watchdog.PERIOD < watchdog.EXIT_SECONDS < float(unit["WatchdogSec"])
    assert unit["Restart"] == "on-failure"
    check = LAST["HEALTHCHECK"].partition(" CMD ")[2]
    python, flag, code = yaml.safe_load(check)
    assert (python, flag) == ("python", "-c")
    opened = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urllib.request.urlopen", opened.append)
        exec(code)
    assert opened == ["http://127.0.0.1:8000/health"]
    for server in SERVERS:
        assert server["restart"] == "unless-stopped"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # Programs that are not installed here are no mistake of the unit.
        text = unit.read_text(encoding="utf-8").replace("/opt/nomarch/bin/nomarch", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir())],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    own = [line for line in done.stderr.splitlines() if "nomarch" in line]
    assert own == []


def test_nginx_passes_on_what_the_server_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Request-ID", "Upgrade"):
        assert f"proxy_set_header {header} " in text
    (flags,) = re.findall(r"nomarch (serve .*)", text)
    build_parser().parse_args(shlex.split(flags))
