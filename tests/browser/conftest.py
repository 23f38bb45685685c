"""A server, a browser, and people who look at one with the other."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nomarch.browser.build import Signal, build
from nomarch.browser.downloads import CannotBuild
from nomarch.engine.match import Match
from nomarch.tables.state.model import Person as StoredPerson
from nomarch.tables.stores.table_store import put_table, read_table
from tests.browser import staging
from tests.browser.playing import wait_for_turn, wait_until_live
from tests.browser.staging import DESKTOP, PHONE, SEED, Site, Stop
from tests.browser.static_host import ROOT, OpensTab, StaticHost, Tab, put_database
from tests.ports import free_port

HURRY = """
if (location.protocol.startsWith("http")) {
  localStorage.setItem("pace", localStorage.getItem("pace") ?? "instant");
  localStorage.setItem("careful", localStorage.getItem("careful") ?? "off");
}
"""
"""What somebody in a hurry has set: bots move at once, and clicks count at once."""
TABLES = count()
SAME_EVERY_TIME = """
import dataclasses
import os
from itertools import count
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.cli import main
from nomarch.contests import daily
from nomarch.kernel.run.seeds import make_seed
from nomarch.tables import service
from nomarch.tables.live import live_tables
from nomarch.people import notice_checks
from nomarch.web import services
from nomarch.web.account import notice_sender
from nomarch.web.table import renderer

def guided_seed(book, setup, _, find=service.guided_seed):
    numbers = count()
    return find(book, setup, lambda: make_seed(f"guided {next(numbers)}"))

daily.make_seed = live_tables.make_seed = service.make_seed = lambda: make_seed("a table")
service.guided_seed = guided_seed
SearchCompiler.warm_up = lambda *_, **more: None
renderer.LATE_SECONDS = 3600.0
os.environ.update(NOMARCH_SMTP="smtp+plain://127.0.0.1:9", NOMARCH_MAIL_FROM="games@example.org")
notice_checks.CHECK_DELAY = notice_sender.TICK = 0.5
create = services.create_pusher
services.create_pusher = lambda store, settings: create(
    store, dataclasses.replace(settings, local_push=True))
raise SystemExit(main())
"""
"""A server that deals the same game to every table, and notifies pages of every change however slow
the machine is, and devices at once, through a push service on this machine. Hints come from the bot
that needs no compiling, and mail goes nowhere: here they only have to arrive or be asked for."""
PATIENCE = 90_000
"""Milliseconds that a page has for anything, on a machine that may be slow and busy."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server that most tests share."""
    with closing(Site(tmp_path_factory.mktemp("site"), program=("-c", SAME_EVERY_TIME))) as running:
        running.start()
        yield running


@pytest.fixture(scope="package")
def chrome() -> Iterator[Any]:
    """The browser; without one the tests are left out, but never where everything must run.

    While it runs, Playwright has an event loop in this thread, and no other test can have one.
    """
    with ExitStack() as stack:
        try:
            running = stack.enter_context(staging.browser())
        except Exception as error:  # Playwright or Chromium is not installed
            if os.environ.get("CI"):
                raise
            reason = str(error).splitlines()[0]
            pytest.skip(f"no browser was found: set NOMARCH_CHROMIUM ({reason})")
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
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("console", self._heard)
        page.goto((url or self.url) + path)
        return page

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text}")


@pytest.fixture
def person(chrome: Any, site: Site) -> Iterator[Callable[..., Person]]:
    """Makes people; when the test is over, none of their pages may have had an error."""
    people: list[Person] = []

    def make(
        person: StoredPerson | None = None,
        *,
        phone: bool = False,
        hurried: bool = True,
        **more: Any,
    ) -> Person:
        context = chrome.new_context(**{
            **(PHONE if phone else DESKTOP), "locale": "en-GB", "reduced_motion": "reduce",
            "service_workers": "block", **more,
        })  # fmt: skip
        if hurried:
            context.add_init_script(HURRY)
        if person is not None:
            context.add_cookies([site.cookie(person)])
        someone = Person(context, site.url)
        people.append(someone)
        return someone

    yield make
    for someone in people:
        someone.context.close()
    wrong = [
        error for someone in people for error in someone.errors
        if not any(re.search(pattern, error) for pattern in someone.expected)
    ]  # fmt: skip
    assert not wrong, wrong


@dataclass
class Seated:
    """A staged table, and the people at it with their pages."""

    id: str
    match: Match
    people: list[Person]
    pages: list[Any]

    @property
    def page(self) -> Any:
        return self.pages[0]

    @property
    def person(self) -> Person:
        return self.people[0]


@pytest.fixture
def at_table(person: Callable[..., Person], site: Site) -> Callable[..., Seated]:
    """Seats people at a table that bots have played up to a moment, and opens its page for each.

    `seats` are names of people, `bot`, and `away` for people without a page; who is named twice
    shares a screen. `scripts` run before those of the pages, `table` changes the stored table,
    `played` is a game to continue.
    """

    def sit(
        stop: Stop | None = None, game: str = "ra", seats: Sequence[str] = ("Neith", "bot", "bot"),
        *, seed: str = SEED, played: Match | None = None, options: Any = None,
        scripts: Sequence[str] = (), table: Mapping[str, Any] | None = None, path: str = "",
        **more: Any,
    ) -> Seated:  # fmt: skip
        id_ = f"table-{next(TABLES)}"
        known = {name: site.person(name) for name in seats if name not in ("bot", "away")}
        places = [{**known, "away": site.person("Away")}.get(name, name) for name in seats]
        if played is None:
            match = site.stage(id_, places, seed, stop, game, options=options)
        else:
            site.put_played(id_, places, match := played)
        if table:
            record = read_table(site.store, id_)
            assert record is not None
            put_table(site.store, replace(record, **table))
        people = [person(one, **more) for one in known.values()]
        for someone in people:
            for script in scripts:
                someone.context.add_init_script(
                    f"if (location.protocol !== 'about:') {{ {script} }}"
                )
        pages = [someone.page(f"/t/{id_}{path}") for someone in people]
        for name, page in zip(known, pages, strict=True) if not path else ():
            is_asked = any(seats[seat] == name for seat in match.to_act)
            (wait_for_turn if is_asked else wait_until_live)(page)
        return Seated(id_, match, people, pages)

    return sit


@pytest.fixture(params=[pytest.param("desktop", marks=pytest.mark.thorough), "phone"])
def phone(request: pytest.FixtureRequest) -> bool:
    """Runs a test on a phone, where there is less room than on a desk, and thoroughly on both."""
    return bool(request.param == "phone")


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
        signal = Signal(f"ws://127.0.0.1:{free_port()}/signal")
        out = folder / ROOT.strip("/")
        build(out, ROOT, report=lambda line: None, games=games, signal=signal)
    except CannotBuild as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    return folder


@pytest.fixture
def opens(chrome: Any, built: Path) -> Iterator[OpensTab]:
    with opening(chrome, built) as opens:
        yield opens


@contextmanager
def opening(chrome: Any, built: Path) -> Iterator[OpensTab]:
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
