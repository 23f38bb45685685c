"""A real server in its own process: nobody stalls the others."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from nomarch.contests.site_hooks import site_database
from nomarch.kernel.declare.game import rulebook
from nomarch.tables.state.model import INVITATION, OPEN, PLAYER, Seat, TableRecord
from nomarch.tables.stores.job_store import Job, find_due
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import put_table, read_table
from tests.systems import needs_proc

from .actors import GIVE_UP
from .test_kill import soak

pytestmark = needs_proc

LONG_AGO = 1.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Any]:
    server = soak.Server(tmp_path)
    yield server
    server.kill()


@asynccontextmanager
async def visit(server: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A person with a browser of their own."""
    async with httpx.AsyncClient(
        base_url=f"http://{server.address}", timeout=GIVE_UP, verify=False
    ) as client:
        token = (await client.post("/api/person", json={})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


async def set_table(client: httpx.AsyncClient, *kinds: str, game: str = "ra", **more: Any) -> str:
    seats = [{"kind": kind} for kind in kinds]
    made = await client.post("/api/tables", json={"game": game, "seats": seats, **more})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def live(server: Any, client: httpx.AsyncClient, id_: str, **more: Any) -> connect:
    headers = {"authorization": client.headers["authorization"]}
    url = f"ws://{server.address}/api/tables/{id_}/live"
    return connect(url, additional_headers=headers, max_size=None, open_timeout=GIVE_UP, **more)


async def heard(link: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of some kinds."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(link.recv(), GIVE_UP))
        if message["type"] in kinds:
            return message


def record(number: int, *kinds: str, **more: Any) -> TableRecord:
    seats = tuple(Seat(kind, kind, "g" * (kind == PLAYER)) for kind in kinds)
    return TableRecord(
        id=f"{number:012x}",
        game="ra",
        rules=rulebook("ra").game.rules_version,
        options={"duel": "off"},
        seats=seats,
        seed="00" * 32,
        invite="i",
        host="g",
        **{"created": time.time(), **more},
    )


async def until(question: Any) -> None:
    """Asks again until the answer is yes."""
    async with asyncio.timeout(GIVE_UP):
        while not await question():
            await asyncio.sleep(0.05)


# --- Clocks ----------------------------------------------------------------------------------


def test_tables_are_not_opened_before_they_are_due(tmp_path: Path) -> None:
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    waiting = [record(number, PLAYER, PLAYER, PLAYER, clock=86_400) for number in range(20)]
    late = record(20, PLAYER, PLAYER, PLAYER, clock=1, created=LONG_AGO)
    for table in (*waiting, late):
        put_table(store, table)
    jobs = {table.id: Job(time.time() + 86_400) for table in waiting}
    append_entries(store, [], {**jobs, late.id: Job(LONG_AGO)})
    store.close()
    server = soak.Server(tmp_path)

    async def scene() -> None:
        async with visit(server) as ann:

            async def has_run_out() -> bool:
                return bool((await ann.get(f"/api/tables/{late.id}")).json()["away"])

            await until(has_run_out)
            assert (await ann.get("/health")).json()["tables"] == 1

    try:
        asyncio.run(scene())
    finally:
        server.kill()


def test_an_unanswered_invitation_ends(tmp_path: Path) -> None:
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    old = record(1, PLAYER, OPEN, OPEN, clock=60, created=time.time() - INVITATION - 1)
    young = record(2, PLAYER, OPEN, OPEN, clock=60, created=time.time() - 60)
    for each in (old, young):
        put_table(store, each)
        append_entries(store, [], {each.id: Job(LONG_AGO)})
    server = soak.Server(tmp_path)

    async def scene() -> None:
        async with visit(server) as ann:

            async def is_gone() -> bool:
                gone = (await ann.get(f"/api/tables/{old.id}")).status_code == 404
                return gone and not find_due(store, LONG_AGO, 10)

            await until(is_gone)
            assert (await ann.get(f"/api/tables/{young.id}")).status_code == 200

    try:
        asyncio.run(scene())
        assert read_table(store, old.id) is None
    finally:
        server.kill()
        store.close()


# --- Pages --------------------------------------------------------------------------------------


def test_a_page_is_told_what_changed_and_chat_costs_no_board(server: Any) -> None:
    async def scene() -> None:
        async with visit(server) as ann:
            id_ = await set_table(ann, "me", "here", "here", game="ra")
            async with live(server, ann, id_) as one, live(server, ann, id_) as two:
                assert not one.protocol.extensions, "each socket compresses for itself"
                pages = []
                for link in (one, two):
                    await link.send(json.dumps({"type": "look"}))
                    pages.append(await heard(link, "page"))
                assert pages[0] == pages[1]
                page = pages[0]
                await one.send(json.dumps({"type": "chat", "text": "hello"}))
                for link in (one, two):
                    told = await asyncio.wait_for(link.recv(), GIVE_UP)
                    assert json.loads(told)["line"]["text"] == "hello"
                    assert len(told) < 200
                move = page["moves"][0]["move"]
                wish = {"type": "play", "seat": page["seat"], "move": move, "seq": page["seq"]}
                await two.send(json.dumps(wish))
                change = await heard(one, "change")
                assert change == await heard(two, "change")
                assert change["seq"] == page["seq"] + 1
                assert {"chat", "invite", "curtain", "mine"}.isdisjoint(change)
                assert change["log"][-1]["ply"] == page["ply"] + 1

    asyncio.run(scene())


def test_messages_sent_at_once_are_answered_in_order(server: Any) -> None:
    """A program's answers take a shorter way than a page's; neither loses or swaps any."""

    async def scene() -> None:
        async with visit(server) as ann:
            id_ = await set_table(ann, "me", "here", "here", game="ra")
            for is_page in (False, True):
                async with live(server, ann, id_) as link:
                    if is_page:
                        await link.send(json.dumps({"type": "look"}))
                        await heard(link, "page")
                    lines = [f"{is_page} {number}" for number in range(10)]
                    for line in lines:
                        await link.send(json.dumps({"type": "chat", "text": line}))
                    told = [(await heard(link, "chat"))["line"]["text"] for _ in lines]
                    assert told == lines

    asyncio.run(scene())


# --- The store ----------------------------------------------------------------------------------


PATIENT = f"""
from nomarch.cli import main
from nomarch.storage import sqlite
sqlite.PATIENCE = {2 * GIVE_UP}
raise SystemExit(main())
"""
"""A server that waits for a locked database longer than the test for anything."""


def test_a_locked_database_delays_only_what_it_must(tmp_path: Path) -> None:
    server = soak.Server(tmp_path, program=("-c", PATIENT))

    async def scene() -> None:
        async with visit(server) as ann, visit(server) as bob:
            id_ = await set_table(ann, "me", "here", "here")
            seen = (await ann.get(f"/api/tables/{id_}")).json()
            (seat,) = seen["view"]["to_act"]
            with closing(sqlite3.connect(tmp_path / "nomarch.sqlite3")) as db:
                db.execute("BEGIN IMMEDIATE")
                wish = {"seat": seat, "move": "draw", "seq": 0}
                move = asyncio.create_task(ann.post(f"/api/tables/{id_}/move", json=wish))
                for _ in range(20):
                    assert (await bob.get(f"/api/tables/{id_}")).json()["seq"] == 0
                assert (await bob.get("/tables")).status_code == 200

                async def is_ill() -> bool:
                    return (await bob.get("/health")).status_code == 503

                await until(is_ill)
                for path in ("/health", "/ready"):
                    assert (await bob.get(path)).json()["ok"] is False
                assert not move.done()
                db.execute("ROLLBACK")
            assert (await move).status_code == 200

            async def is_well() -> bool:
                return (await bob.get("/health")).status_code == 200

            await until(is_well)

    try:
        asyncio.run(scene())
    finally:
        server.kill()


def test_strangers_get_a_proper_page_when_the_store_fails(server: Any, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "nomarch.sqlite3")) as db:
        db.execute("ALTER TABLE game_table RENAME TO elsewhere")
    answer = httpx.get(f"http://{server.address}/t/any", timeout=GIVE_UP, verify=False)
    assert answer.status_code == 503
    assert "text/html" in answer.headers["content-type"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "Try again" in answer.text
