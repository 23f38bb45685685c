"""What tests that know no `Site` yet do with a server: see `actors.py`."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import msgspec
from starlette.testclient import TestClient, WebSocketTestSession

from nomarch.learning.mistakes import MistakeCard
from nomarch.people.person_store import read_person
from nomarch.storage.notes import put_note
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.model import now
from nomarch.tables.state.table import Table
from nomarch.web.http.identity import Session
from nomarch.web.services import Services

from .actors import PATIENCE, Person, misspelt as misspelt


def told(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind; others are passed over. A page is whole, as its script has it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] in ("page", "change"):
            message = _page(socket, message)
        if message["type"] == kind:
            return message
        assert time.monotonic() < deadline, f"no {kind}, but {message}"


def _page(socket: WebSocketTestSession, news: dict[str, Any]) -> dict[str, Any]:
    """A page with its news: what is not told has not changed."""
    before, pieces = getattr(socket, "shown", ({}, []))
    page = {**before, "log": [], "log_from": before.get("ply"), **news, "type": "page"}
    if "board" in news:
        pieces = [
            piece
            for told in news["board"]
            for piece in ([told] if isinstance(told, str) else pieces[told[0] : sum(told)])
        ]
    page["board"] = "".join(pieces)
    socket.shown = page, pieces  # type: ignore[attr-defined]
    return page


def visitor(server: TestClient) -> Person:
    """A browser without cookies, at the same running server."""
    client = TestClient(server.app, raise_server_exceptions=False)
    client.portal = server.portal
    return Person(client)


def sign_in_as(server: TestClient, person: Person, id_: str) -> None:
    """Gives a browser a new session of a stored person."""
    known = stored(server, lambda store: read_person(store, id_))
    identity = services_of(server).identity
    person.client.cookies.set("nomarch", identity.token(known, Session.new(now())))


def services_of(server: TestClient) -> Services:
    """All parts of a running server."""
    services: Services = server.app.state.services  # type: ignore[attr-defined]
    return services


def service_of(server: TestClient) -> TableService:
    return services_of(server).table_service


def call(server: TestClient, function: Any, *arguments: Any) -> Any:
    """Calls a function in the server's event loop, where its objects belong."""
    assert server.portal is not None
    return server.portal.call(function, *arguments)


def stored(server: TestClient, question: Any) -> Any:
    """What a question to the server's store gives."""
    return call(server, service_of(server).readers.read, question)


def change(server: TestClient, wish: Any) -> Any:
    """Changes the server's store behind its back."""
    return call(server, service_of(server).writer.do, wish)


def last_mistake(table: Table) -> MistakeCard:
    """The last decision of a game between moves, as a mistake."""
    record, match = table.record, table.match
    for ply in reversed(range(match.ply)):
        seat = match.steps[ply].seat
        moves = match.at(ply).legal(seat)
        if len(moves) > 1:
            return MistakeCard(record.game, record.id, ply, seat, *moves[:2])
    raise AssertionError("nobody ever had a choice")


def store_mistake(server: TestClient, owner: str, card: MistakeCard) -> None:
    topic, note = f"mistake/{card.table}/{card.ply}", msgspec.json.encode(card)
    change(server, lambda store: put_note(store, owner, topic, note))


def opened(server: TestClient, id_: str) -> LiveTable:
    async def open_() -> LiveTable:
        return await service_of(server).open(id_)

    live: LiveTable = call(server, open_)
    return live


def settle(server: TestClient, id_: str) -> None:
    """Waits until no bot is thinking at the table."""

    async def wait() -> None:
        live = await service_of(server).open(id_)
        while live.bot_task is not None:
            await asyncio.wait({live.bot_task}, timeout=10)

    call(server, wait)


def rush(server: TestClient, id_: str, seed: int, decisions: int = 9999) -> Table:
    """Plays at random for all people of a table, without the way over HTTP."""
    rng = Random(seed)

    async def play() -> Table:
        service = service_of(server)
        live = await service.open(id_)
        for _ in range(decisions):
            while live.bot_task is not None:
                await asyncio.wait({live.bot_task}, timeout=10)
            if live.table.match.over:
                break
            seat = rng.choice(list(live.table.to_act))
            move = rng.choice(live.table.match.legal(seat))
            seen = live.table.shown_seq_for(seat)
            await service.submit(live, lambda t, s=seat, m=move, n=seen: t.request_move(s, m, n))
        while live.bot_task is not None:
            await asyncio.wait({live.bot_task}, timeout=10)
        return live.table

    table: Table = call(server, play)
    return table
