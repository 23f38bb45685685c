"""The site that compose.yaml starts, without Docker: the same extras, settings and command."""

import re
import sqlite3
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from starlette.testclient import TestClient

from nomarch.cli.entry_point import build_parser
from nomarch.cli.serve import read_settings
from nomarch.errors import CannotServe
from nomarch.people.accounts import person_named
from nomarch.people.appointed import Appointment, appoint, read_appointments
from nomarch.people.person_store import read_person
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings
from nomarch.web.server import announce
from nomarch.web.site.features import features_off

from .actors import Clock, Person, Site
from .authenticator import Authenticator
from .conftest import Capture, Patch
from .test_accounts import claim
from .test_mail import Mailbox, mailbox

__all__ = ["mailbox"]  # a fixture
ROOT = Path(__file__).parents[2]
SITE = "https://play.example.org"


def image_extras() -> set[str]:
    found = re.search(r"'\.\[([\w,]+)\]'", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    return set(found[1].split(",")) if found else set()


def read_env(path: Path) -> dict[str, str]:
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line)
    pairs = (line.split("=", 1) for line in lines if not line.startswith("#"))
    return {name: value.strip("'") for name, value in pairs}


def filled(text: str, env: dict[str, str]) -> str:
    """A value of compose.yaml, with the variables of the .env file."""
    return re.sub(
        r"\$\{(\w+)(?::([-?])([^}]*))?\}",
        lambda part: env.get(part[1]) or (part[3] if part[2] == "-" else ""), text,
    )  # fmt: skip


@pytest.fixture
def image(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only packages that the image has can be imported, of all that extras bring."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    modules = metadata.packages_distributions()
    for extra in {"postgres", "mail", "push"} - image_extras():
        for package in (canonicalize_name(Requirement(text).name) for text in extras[extra]):
            for module, owners in modules.items():
                if package in map(canonicalize_name, owners):
                    monkeypatch.setitem(sys.modules, module, None)


@pytest.fixture
def composed(
    image: None, new_postgres: Callable[[], str], mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """The settings of a server of compose.yaml, with the example's .env."""
    env = read_env(ROOT / "deploy" / "env.example") | {"NOMARCH_SMTP": mailbox.mailer.server}
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    server = compose["services"]["server-1"]
    for name, value in server["environment"].items():
        monkeypatch.setenv(name, filled(value, env))
    monkeypatch.setenv("NOMARCH_DATABASE", new_postgres())
    settings = read_settings(build_parser().parse_args([*server["command"], "--no-prepare"]))
    assert settings.public_url == SITE
    return settings


@pytest.fixture
def site(composed: Settings, clock: Clock) -> Iterator[Site]:
    with TestClient(create_app(composed), SITE, raise_server_exceptions=False) as client:
        yield Site(client, clock)


def arriving(site: Site) -> Person:
    person = site.stranger()
    person.client.base_url = SITE
    person.posts("/api/person")
    return person


def claim_by_mail(site: Site, mailbox: Mailbox, name: str, mail: str) -> None:
    person = arriving(site)
    page = person.reads("/me")
    assert "Claim by mail" in page
    assert "Claim with a passkey" in page
    person.posts("/api/mail/ask", mail=mail, handle=name)
    site.call(site.services.accounts.finish)
    found = re.search(rf"{SITE}/mail/(\S+)", mailbox.read().get_content())
    assert found is not None
    assert person.posts("/api/mail/use", token=found[1])["handle"] == name


def test_names_are_claimed_by_mail_and_by_passkey(site: Site, mailbox: Mailbox) -> None:
    claim_by_mail(site, mailbox, "Nefer", "nefer@example.org")
    assert claim(arriving(site), Authenticator(SITE), "Isis").is_success


def test_whom_the_settings_name_gets_a_role(site: Site, mailbox: Mailbox) -> None:
    claim_by_mail(site, mailbox, "Ann", "eve@example.org")
    claim_by_mail(site, mailbox, "Bob", "bob@example.org")
    site.call(site.services.appointments.run)

    def role(name: str) -> str:
        person = site.reads(lambda store: read_person(store, person_named(store, name)))
        return str(person.role)

    assert (role("Ann"), role("Bob")) == ("", "moderator"), "the name alone is not enough"
    site.changes(appoint, (Appointment("Bob", "bob@example.org", "admin"),))
    site.call(site.services.appointments.run)
    assert role("Bob") == "admin", "the settings take no role away"


def test_a_whole_site_has_everything(site: Site, composed: Settings) -> None:
    assert site.reads(lambda store: features_off(composed, store)) == []


def test_features_name_settings(settings: Settings, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr("nomarch.web.operations.push.is_available", lambda: False)
    monkeypatch.setattr("nomarch.web.site.features.find_docs", lambda folder: None)
    announce(settings)
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Off: ")]
    for setting in (
        "NOMARCH_SMTP", "NOMARCH_MAIL_FROM", "NOMARCH_PUBLIC_URL", "nomarch[push]",
        "NOMARCH_MODERATORS", "NOMARCH_DOCS", "NOMARCH_METRICS_TOKEN",
    ):  # fmt: skip
        assert any(setting in line for line in lines), setting


def test_a_start_without_database(settings: Settings, monkeypatch: Patch, capsys: Capture) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("nomarch.web.server.features_off", fail)
    announce(settings)
    assert "Press Ctrl-C" in capsys.readouterr().out


def test_roles_in_settings_name_a_mail_address() -> None:
    assert read_appointments("Ann <Ann@Example.org>, Zoë <zoe@example.org>", " ") == (
        Appointment("Ann", "ann@example.org", "admin"),
        Appointment("Zoë", "zoe@example.org", "admin"),
    )
    with pytest.raises(CannotServe, match="NOMARCH_MODERATORS"):
        read_appointments("", "Ann")
