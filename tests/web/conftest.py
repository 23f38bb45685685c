"""A server of one's own for each test, and people who visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession

from nomarch.bots.ratings import ratings_of
from nomarch.contests.site_hooks import site_database
from nomarch.kernel.run.seeds import make_seed
from nomarch.people import rating_store
from nomarch.storage.database import Database
from nomarch.storage.store import Store
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings
from nomarch.web.table.sockets import Sockets

from .people import Person, visitor

Arrives = Callable[..., Person]
QUICK: Any = {"bot_pause": (0, 0), "requests_per_second": 1e6}
"""Settings of servers in tests."""
GIVE_UP = 30
"""Seconds in which a message has to come, however slow the machine is."""


@pytest.fixture(autouse=True)
def _no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints come from the bot that needs no compiling: here they only have to arrive."""
    monkeypatch.setattr("nomarch.bots.search.SearchCompiler.warm_up", lambda *_, **more: None)


@pytest.fixture(autouse=True)
def _slow_disks_are_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is busy with other tests makes no server ill."""
    monkeypatch.setattr("nomarch.web.operations.health.FRESH", 60.0)


@pytest.fixture(autouse=True)
def _pages_are_never_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page is told of every change, in order of urgency, however slow the machine is."""
    monkeypatch.setattr("nomarch.web.table.renderer.LATE_SECONDS", 3600.0)
    for name in ("PATIENCE", "BUDGET"):
        monkeypatch.setattr(f"nomarch.web.http.render_queue.{name}", inf)


@pytest.fixture(autouse=True)
def _nobody_listens_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that never comes fails the test."""

    async def next_message(stream: Any) -> Any:
        with anyio.fail_after(GIVE_UP):
            return await stream.receive()

    def receive(socket: WebSocketTestSession) -> Any:
        return socket.portal.call(next_message, socket._send_rx)

    monkeypatch.setattr(WebSocketTestSession, "receive", receive)


@pytest.fixture(autouse=True)
def _same_chance_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    for module in ("service", "live.live_tables"):
        monkeypatch.setattr(
            f"nomarch.tables.{module}.make_seed", lambda: make_seed(f"table {next(numbers)}")
        )


@pytest.fixture
def _bots_measured_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
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
def other(database: Database) -> Iterator[Store]:
    """Another process at the same database."""
    store = database.open()
    yield store
    store.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data", **QUICK)


@pytest.fixture
def app(settings: Settings) -> Starlette:
    return create_app(settings)


@pytest.fixture
def server(app: Starlette) -> Iterator[TestClient]:
    """The running server, and a stranger who looks at it."""
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def arrives(server: TestClient) -> Arrives:
    """Makes a person, each with a browser of their own: `arrives("Nefer")`."""

    def arrive(name: str = "") -> Person:
        person = visitor(server)
        answer = person.post("/api/person", {"name": name})
        assert answer.status_code == 200
        return person

    return arrive


@pytest.fixture
def ann(arrives: Arrives) -> Person:
    return arrives("Ann")


@pytest.fixture
def bob(arrives: Arrives) -> Person:
    return arrives("Bob")


@pytest.fixture
def stranger(server: TestClient) -> Person:
    return visitor(server)


@pytest.fixture
def sockets(app: Starlette) -> Sockets:
    (route,) = [route for route in app.routes if getattr(route, "name", "") == "serve"]
    sockets: Sockets = route.endpoint.__self__  # type: ignore[attr-defined]
    return sockets
