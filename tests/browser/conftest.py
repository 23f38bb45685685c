"""A server, a browser, and people who look at one with the other."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nomarch.browser.build import build
from nomarch.browser.downloads import CannotBuild
from nomarch.tables.state.model import Person as StoredPerson
from tests.browser import staging
from tests.browser.staging import DESKTOP, PHONE, Site
from tests.browser.static_host import ROOT, OpensTab, StaticHost, Tab, put_database

HURRY = """
if (location.protocol.startsWith("http")) {
  localStorage.setItem("pace", localStorage.getItem("pace") ?? "instant");
  localStorage.setItem("careful", localStorage.getItem("careful") ?? "off");
}
"""
"""What somebody in a hurry has set: bots move at once, and clicks count at once."""
SAME_EVERY_TIME = """
from itertools import count
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.cli import main
from nomarch.contests import daily
from nomarch.kernel.run.seeds import make_seed
from nomarch.tables import service
from nomarch.tables.live import live_tables
from nomarch.web.table import renderer

def guided_seed(book, setup, _, find=service.guided_seed):
    numbers = count()
    return find(book, setup, lambda: make_seed(f"guided {next(numbers)}"))

daily.make_seed = live_tables.make_seed = service.make_seed = lambda: make_seed("a table")
service.guided_seed = guided_seed
SearchCompiler.warm_up = lambda *_, **more: None
renderer.LATE_SECONDS = 3600.0
raise SystemExit(main())
"""
"""A server that deals the same game to every table, notifies pages of every change however slow the
machine is, and gives hints by the bot that needs no compiling: here they only have to arrive."""
PATIENCE = 90_000
"""Milliseconds that a page has for anything, on a machine that may be slow and busy."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server that most tests share."""
    running = Site(tmp_path_factory.mktemp("site"), program=("-c", SAME_EVERY_TIME))
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="package")
def chrome() -> Iterator[Any]:
    """The browser; without one the tests are left out, but never where everything must run.

    While it runs, Playwright has an event loop in this thread, and no other test can have one.
    """
    try:
        from playwright.sync_api import Error
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("Playwright is not installed")
    with ExitStack() as stack:
        try:
            running = stack.enter_context(staging.browser())
        except Error as error:
            if os.environ.get("CI"):
                raise
            reason = str(error).splitlines()[0]
            pytest.skip(f"no Chromium was found: set NOMARCH_CHROMIUM ({reason})")
        yield running


@dataclass
class Person:
    """Somebody with a browser of their own; whatever goes wrong in it is remembered."""

    context: Any
    url: str
    expected: list[str] = field(default_factory=list)
    """Patterns of errors that belong to the test."""
    errors: list[str] = field(default_factory=list)

    def page(self, path: str = "/", *, url: str | None = None) -> Any:
        """A new tab."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("console", self._heard)
        page.goto((url or self.url) + path)
        return page

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text}")

    def unexpected(self) -> list[str]:
        """What went wrong and should not have."""
        return [
            error for error in self.errors
            if not any(re.search(pattern, error) for pattern in self.expected)
        ]  # fmt: skip


@pytest.fixture
def person(chrome: Any, site: Site) -> Iterator[Callable[..., Person]]:
    """Makes people; when the test is over, none of their pages may have had an error."""
    people: list[Person] = []

    def make(
        person: StoredPerson | None = None,
        *,
        phone: bool = False,
        at: Site | None = None,
        hurried: bool = True,
        **more: Any,
    ) -> Person:
        place = at or site
        context = chrome.new_context(**{
            **(PHONE if phone else DESKTOP), "locale": "en-GB", "reduced_motion": "reduce",
            "service_workers": "block", **more,
        })  # fmt: skip
        if hurried:
            context.add_init_script(HURRY)
        if person is not None:
            context.add_cookies([place.cookie(person)])
        someone = Person(context, place.url)
        people.append(someone)
        return someone

    yield make
    for someone in people:
        someone.context.close()
    wrong = [error for someone in people for error in someone.unexpected()]
    assert not wrong, wrong


@pytest.fixture(params=[pytest.param("desktop", marks=pytest.mark.thorough), "phone"])
def phone(request: pytest.FixtureRequest) -> bool:
    """Runs a test on a phone, where there is less room than on a desk, and thoroughly on both."""
    return bool(request.param == "phone")


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server of one's own, to be stopped and started again."""
    running = Site(tmp_path)
    try:
        yield running
    finally:
        running.close()


# --- The browser edition --------------------------------------------------------------------------


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A folder with a site for `/play`: all games thoroughly, else one, which is built faster.

    `NOMARCH_SITE` names one that is built already.
    """
    if given := os.environ.get("NOMARCH_SITE"):
        return Path(given)
    folder = tmp_path_factory.mktemp("static")
    games = () if request.config.getoption("--thorough") else ("fertility",)
    try:
        build(folder / ROOT.strip("/"), ROOT, report=lambda line: None, games=games)
    except CannotBuild as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    return folder


@pytest.fixture
def opens(chrome: Any, built: Path) -> Iterator[OpensTab]:
    contexts: list[Any] = []
    hosts: dict[Path, StaticHost] = {}

    def open_tab(
        *, phone: bool = False, folder: Path | None = None, database: bytes = b"",
        script: str = "", starts: bool = True,
    ) -> Tab:  # fmt: skip
        context = chrome.new_context(**(PHONE if phone else DESKTOP))
        contexts.append(context)
        context.add_init_script(HURRY + script)
        if database:
            put_database(context, database)
        host = hosts.setdefault(folder or built, StaticHost(folder or built))
        host.open()
        tab = Tab(context.new_page(), host)
        if starts:
            tab.open()
            tab.wait_for_files()
            host.close()
        else:
            tab.page.goto(host.url)
        return tab

    yield open_tab
    for context in contexts:
        context.close()
    for host in hosts.values():
        host.close()
