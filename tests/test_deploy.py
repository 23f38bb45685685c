"""The files with which a site is set up: Docker is not here, but what they name must exist."""

from __future__ import annotations

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
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


def understood(command: list[str]) -> None:
    """The command line is one of ours, with flags that there are."""
    build_parser().parse_args(command)


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def test_the_image_is_built_from_what_there_is() -> None:
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK"}
    known |= {"STOPSIGNAL", "ENTRYPOINT", "CMD"}
    assert {name for name, _ in instructions()} <= known
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
                assert f"!{source}" in allowed


def test_the_image_runs_as_nobody_in_particular_and_writes_to_one_place() -> None:
    names = [name for name, _ in instructions()]
    user = dict(instructions())["USER"]
    assert user not in ("root", "0")
    assert names.index("USER") < names.index("ENTRYPOINT")
    settings = dict(part.split("=", 1) for part in shlex.split(dict(instructions())["ENV"]))
    assert dict(instructions())["VOLUME"] == settings["NOMARCH_DATA"] == "/data"
    assert settings["NOMARCH_CACHE"].startswith("/data/")
    understood(yaml.safe_load(dict(instructions())["CMD"]))


@pytest.fixture
def compose() -> dict[str, Any]:
    with (ROOT / "compose.yaml").open(encoding="utf-8") as file:
        data: dict[str, Any] = yaml.safe_load(file)
    return data


def test_the_services_name_only_each_other(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        assert set(service["networks"]) <= set(compose["networks"])
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (ROOT / source).is_file(), source


def test_two_servers_share_one_database_and_trust_one_network(compose: dict[str, Any]) -> None:
    servers = servers_of(compose)
    assert len(servers) == 2
    (subnet,) = (part["subnet"] for part in compose["networks"]["inside"]["ipam"]["config"])
    for server in servers:
        understood(server["command"])
        assert server["read_only"]
        assert server["cap_drop"] == ["ALL"]
        assert subnet in server["command"]
        assert "@postgres/" in server["environment"]["NOMARCH_DATABASE"]


def servers_of(compose: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for name, part in compose["services"].items() if name.startswith("server")]


@pytest.mark.parametrize("password", ["p@ss/word", "50%/#?:&", "plain"])
def test_a_password_of_any_signs_reaches_the_database(
    compose: dict[str, Any], password: str
) -> None:
    """What compose fills in stands in the environment, where libpq takes it as it is."""
    for service in (*servers_of(compose), compose["services"]["backup"]):
        filled = {
            name: re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", lambda _: password, value)
            for name, value in service["environment"].items()
        }
        address = conninfo_to_dict(filled["NOMARCH_DATABASE"])
        assert address == {"user": "nomarch", "dbname": "nomarch", "host": "postgres"}
        assert filled["PGPASSWORD"] == password


def test_images_and_dependencies_have_exact_versions(compose: dict[str, Any]) -> None:
    images = [service["image"] for service in compose["services"].values()]
    images += [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    for image in images:
        assert image == "nomarch" or re.search(r":\d+\.\d+(\.\d+)?-", image), image
    pinned = {
        canonicalize_name(line.partition("==")[0]): line.partition("==")[2]
        for line in (DEPLOY / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (run,) = (rest for name, rest in instructions() if name == "RUN" and "pip install" in rest)
    (names,) = re.findall(r"'\.\[([\w,]+)\]'", run)
    extras = [text for name in names.split(",") for text in project["optional-dependencies"][name]]
    for text in (*project["dependencies"], *extras):
        required = Requirement(text)
        assert pinned[canonicalize_name(required.name)] in required.specifier, text
    assert "--constraint deploy/constraints.txt" in dict(reversed(instructions()))["RUN"]


def test_what_dependencies_need_is_pinned_too() -> None:
    """Nothing in the image comes without a version, as far as it is installed here."""
    text = (DEPLOY / "constraints.txt").read_text(encoding="utf-8")
    pinned = {canonicalize_name(name) for name in re.findall(r"^([\w-]+)==", text, re.MULTILINE)}
    environment = {"extra": "", "python_version": "3.12", "sys_platform": "linux"}
    for name in pinned:
        try:
            needed = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        for required in map(Requirement, needed):
            if required.marker is None or required.marker.evaluate(environment):
                assert canonicalize_name(required.name) in pinned, f"{name} needs {required.name}"


def test_every_service_has_limits_and_the_games_are_copied(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}, name
    backup = compose["services"]["backup"]
    (command,) = re.findall(r"nomarch (backup \"[^\"]*\" [^|]*)", backup["command"][0])
    understood(shlex.split(command))
    for text in (backup["command"][0], (DEPLOY / "nomarch-backup.service").read_text("utf-8")):
        assert "--delete-older-than 30" in text
        assert "-delete" not in text.replace("--delete-older-than", ""), "deletes without a check"
    assert backup["volumes"] == ["backups:/data"]


def test_the_proxy_asks_for_what_the_servers_have(compose: dict[str, Any], tmp_path: Path) -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    upstreams = re.findall(r"([\w-]+):8000", text)
    assert set(upstreams) == {name for name in compose["services"] if name.startswith("server")}
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
    understood(shlex.split(re.sub(r"\$\$\(.*\)", "now", words[1])))
    assert found["Service"]["DynamicUser"] == "yes"
    assert found["Service"]["ProtectSystem"] == "strict"


def test_a_server_that_stalls_is_started_again(compose: dict[str, Any]) -> None:
    unit = read(DEPLOY / "nomarch.service")["Service"]
    assert unit["Type"] == "notify"
    # The stacks are written before systemd ends the server.
    assert 2 * watchdog.PERIOD < watchdog.EXIT_SECONDS < float(unit["WatchdogSec"])
    assert unit["Restart"] == "on-failure"
    check = dict(instructions())["HEALTHCHECK"].partition(" CMD ")[2]
    python, flag, code = yaml.safe_load(check)
    assert (python, flag) == ("python", "-c")
    opened = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("urllib.request.urlopen", opened.append)
        exec(code)
    assert opened == ["http://127.0.0.1:8000/health"]
    for server in servers_of(compose):
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
    understood(shlex.split(flags))
