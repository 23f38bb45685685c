"""A server of one's own for each test, and people who visit it."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from sqlalchemy.engine import Dialect
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession

from nomarch import platform
from nomarch.bots.ratings import ratings_of
from nomarch.contests.seating_worker import SeatingTask
from nomarch.contests.site_hooks import site_database
from nomarch.contests.tournament_runner import TournamentRunner
from nomarch.kernel.run.seeds import make_seed
from nomarch.people import rating_store
from nomarch.people.table_hooks import PeoplePolicy
from nomarch.storage.database import Database
from nomarch.storage.readers import Readers
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.statements import Query
from nomarch.storage.store import Store
from nomarch.tables.service import TableService
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.web.app import create_app
from nomarch.web.http import limits
from nomarch.web.operations.settings import Settings
from nomarch.web.table.sockets import Sockets
from tests.install_programs import find_postgres

from .actors import Capture as Capture, Clock, Logs as Logs, Patch as Patch, Person, Site, visits
from .cups import START

Arrives = Callable[..., Person]
Start = Callable[..., AbstractContextManager[Site]]
QUICK: Any = {"bot_pause": (0, 0), "requests_per_second": 1e6}
"""Settings of servers in tests."""
on_both = pytest.mark.parametrize("settings", ["sqlite", "postgres"], indirect=True)
at_postgres = pytest.mark.parametrize("settings", ["postgres"], indirect=True)
"""Several servers can share the database of such a test."""
GIVE_UP = 30
"""Seconds in which a message has to come, however slow the machine is."""


@pytest.fixture(scope="session", autouse=True)
def _statements_are_for_both_databases(request: pytest.FixtureRequest) -> Iterator[None]:
    """PostgreSQL plans every statement that a test of this process executed in SQLite.

    It is left out where PostgreSQL isn't needed for anything else.
    """
    items = request.session.items
    if find_postgres() is None or not any("postgres" in item.nodeid for item in items):
        yield
        return
    compile_, seen = Query.compile, dict[Query, Sequence[Any]]()

    def compile_and_keep(query: Query, dialect: Dialect, values: Sequence[Any]) -> Any:
        if dialect.name == "sqlite":
            seen.setdefault(query, values)
        return compile_(query, dialect, values)

    cluster = request.getfixturevalue("cluster")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Query, "compile", compile_and_keep)
        yield
    refused, store = list[str](), site_database(cluster.new_site()).open()
    for query, values in seen.items():
        sql, parameters = query.compile(store.dialect, values)
        if SqliteStore.collation in sql:  # `copy_database` names each database's own
            continue
        try:
            store.rows(f"EXPLAIN {sql}", parameters)
        except store.failures as error:
            refused.append(f"{error}\n{sql}")
    store.close()
    assert not refused, "PostgreSQL refuses\n" + "\n".join(refused)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _any_machine_will_do(monkeypatch: Patch) -> None:
    """However busy it is, servers are well and each page gets each change, by urgency."""
    monkeypatch.setattr("nomarch.web.operations.health.FRESH", 60.0)
    monkeypatch.setattr("nomarch.web.table.renderer.LATE_SECONDS", 3600.0)
    for name in ("PATIENCE", "BUDGET"):
        monkeypatch.setattr(f"nomarch.web.http.render_queue.{name}", inf)
    # Hints come from the bot that needs no compiling: here they only have to arrive.
    monkeypatch.setattr("nomarch.bots.search.SearchCompiler.warm_up", lambda *_, **more: None)


@pytest.fixture(autouse=True)
def _nobody_listens_for_ever(monkeypatch: Patch) -> None:
    """A message that never comes fails the test."""

    async def next_message(stream: Any) -> Any:
        with anyio.fail_after(GIVE_UP):
            return await stream.receive()

    def receive(socket: WebSocketTestSession) -> Any:
        return socket.portal.call(next_message, socket._send_rx)

    monkeypatch.setattr(WebSocketTestSession, "receive", receive)


@pytest.fixture(autouse=True)
def _same_chance_in_every_run(monkeypatch: Patch) -> None:
    numbers = count()
    for module in ("service", "live.live_tables"):
        monkeypatch.setattr(
            f"nomarch.tables.{module}.make_seed", lambda: make_seed(f"table {next(numbers)}")
        )


@pytest.fixture
def _bots_measured_everywhere(monkeypatch: Patch) -> None:
    """Bots have their rating of the usual player count with every other one."""
    monkeypatch.setattr(rating_store, "ratings_of", lambda book, players=None: ratings_of(book))


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A site without people, in a file or at PostgreSQL."""
    if request.param == "sqlite":
        return site_database(str(tmp_path / "nomarch.sqlite3"))
    return site_database(request.getfixturevalue("cluster").new_site())


@pytest.fixture
def store(database: Database) -> Iterator[Store]:
    store = database.open()
    yield store
    store.close()


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    """The store of a site without people, in a file only."""
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    yield store
    store.close()


@pytest.fixture
def other(database: Database) -> Iterator[Store]:
    """Another process at the same database."""
    store = database.open()
    yield store
    store.close()


@pytest.fixture
async def service(database: Database) -> AsyncIterator[TableService]:
    """A process without a server, for tests marked `anyio`."""
    writer = LogWriter(database.later, database.new_process())
    service = TableService(Readers(database.later), writer, PeoplePolicy(), (0, 0))
    yield service
    await service.stop()
    writer.close()
    service.readers.close()


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A server with a file; also one at PostgreSQL where a test is marked `on_both`."""
    is_shared = getattr(request, "param", "sqlite") == "postgres"
    address = request.getfixturevalue("cluster").new_site() if is_shared else ""
    return Settings(data=tmp_path / "data", address=address, **QUICK)


@pytest.fixture
def app(settings: Settings) -> Starlette:
    return create_app(settings)


@pytest.fixture
def server(app: Starlette) -> Iterator[TestClient]:
    """The running server, and a stranger who looks at it."""
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(autouse=True)
def clock(monkeypatch: Patch) -> Clock:
    """The time that every server of this process reads."""
    clock = Clock()
    monkeypatch.setattr("nomarch.tables.state.model.time", clock)
    return clock


@pytest.fixture
def limits_at(monkeypatch: Patch) -> list[float]:
    """The time that limits of requests read, however fast people ask."""
    at = [100.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: at[0]))
    return at


@pytest.fixture
def site(server: TestClient, clock: Clock) -> Site:
    return Site(server, clock)


@pytest.fixture
def start(settings: Settings, clock: Clock) -> Start:
    """Starts servers at the same database, if no other one is among the changed settings."""

    @contextmanager
    def start(**changes: Any) -> Iterator[Site]:
        app = create_app(replace(settings, **changes))
        with TestClient(app, raise_server_exceptions=False) as server:
            yield Site(server, clock)

    return start


@pytest.fixture
def arrives(site: Site) -> Arrives:
    """Makes a person, each with a browser of their own: `arrives("Nefer")`."""
    return site.person


@pytest.fixture
def ann(site: Site) -> Person:
    return site.person("Ann")


@pytest.fixture
def bob(site: Site) -> Person:
    return site.person("Bob")


@pytest.fixture
def nefer(site: Site) -> Person:
    return site.member("Nefer")


@pytest.fixture
def horus(site: Site) -> Person:
    return site.member("Horus")


@pytest.fixture
def stranger(site: Site) -> Person:
    return site.stranger()


@pytest.fixture
def visit() -> Iterator[Callable[..., Person]]:
    """Makes people at real servers."""
    with visits() as visit:
        yield visit


@pytest.fixture
def _tournaments_wait(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """It is an hour before `cups.START`, and tournaments move on when a test says so."""
    monkeypatch.setattr(TournamentRunner, "start", lambda self: None)
    clock.at = START - 3600


@pytest.fixture
def _seated_here(monkeypatch: Patch) -> None:
    """Rounds are seated in this process; `test_tournament_safety.py` starts the others."""
    monkeypatch.setattr(SeatingTask, "is_small", True)


@pytest.fixture
def sockets(app: Starlette) -> Sockets:
    (route,) = [route for route in app.routes if getattr(route, "name", "") == "serve"]
    sockets: Sockets = route.endpoint.__self__  # type: ignore[attr-defined]
    return sockets


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process runs in a page."""
    for name in ("HAS_THREADS", "HAS_COMPILER"):
        monkeypatch.setattr(platform, name, False)
    monkeypatch.setattr(platform, "IS_BROWSER", True)
