"""A real server in its own process: nobody stalls the others."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from nomarch.storage.store import Store
from nomarch.tables.state.model import INVITATION, OPEN, PLAYER, Seat, TableRecord
from nomarch.tables.stores.job_store import Job, find_due
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import put_table, read_table
from tests.systems import needs_proc

from .actors import GIVE_UP, Link, Person, until
from .folding import new_record
from .test_kill import soak

pytestmark = needs_proc

LONG_AGO = 1.0


@pytest.fixture
def starts(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    servers = []

    def start(**more: Any) -> Any:
        servers.append(soak.Server(tmp_path, **more))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def server(starts: Any) -> Any:
    return starts()


@pytest.fixture
def ann(server: Any, visit: Any) -> Person:
    return visit(server)


def record(number: int, *kinds: str, **more: Any) -> TableRecord:
    seats = (Seat(kind, kind, "g" * (kind == PLAYER)) for kind in kinds)
    return new_record(*seats, id=f"{number:012x}", **{"created": time.time(), **more})


def test_tables_are_opened_when_due(file_store: Store, starts: Any, visit: Any) -> None:
    waiting = [record(number, PLAYER, PLAYER, PLAYER, clock=86_400) for number in range(20)]
    late = record(20, PLAYER, PLAYER, PLAYER, clock=1, created=LONG_AGO)
    for table in (*waiting, late):
        put_table(file_store, table)
    jobs = {table.id: Job(time.time() + 86_400) for table in waiting}
    append_entries(file_store, [], {**jobs, late.id: Job(LONG_AGO)})
    ann = visit(starts())
    until(lambda: ann.sees(late.id)["away"])
    assert ann.gets("/health")["tables"] == 1


def test_an_unanswered_invitation_ends(file_store: Store, starts: Any, visit: Any) -> None:
    old = record(1, PLAYER, OPEN, OPEN, clock=60, created=time.time() - INVITATION - 1)
    young = record(2, PLAYER, OPEN, OPEN, clock=60, created=time.time() - 60)
    for each in (old, young):
        put_table(file_store, each)
        append_entries(file_store, [], {each.id: Job(LONG_AGO)})
    ann = visit(starts())
    until(lambda: ann.get(f"/api/tables/{old.id}").status_code == 404
          and not find_due(file_store, LONG_AGO, 10))  # fmt: skip
    ann.sees(young.id)
    assert read_table(file_store, old.id) is None


def heard(link: Link, kind: str) -> dict[str, Any]:
    deadline = time.monotonic() + GIVE_UP
    while True:
        message: dict[str, Any] = link.receive_json()
        if message["type"] == kind:
            return message
        assert time.monotonic() < deadline


def test_a_page_is_told_what_changed_and_chat_costs_no_board(ann: Person) -> None:
    table = ann.opens("me", "here", "here")
    with ann.listens(table) as one, ann.listens(table) as two:
        assert not one.socket.protocol.extensions, "each socket compresses for itself"
        pages = []
        for link in (one, two):
            link.says("look")
            pages.append(heard(link, "page"))
        page = pages[0]
        assert page == pages[1]
        one.says("chat", text="hello")
        for link in (one, two):
            told = link.receive_json()
            assert told["line"]["text"] == "hello"
            assert len(str(told)) < 200
        move = page["moves"][0]["move"]
        two.says("play", seat=page["seat"], move=move, seq=page["seq"])
        change = heard(one, "change")
        assert change == heard(two, "change")
        assert change["seq"] == page["seq"] + 1
        assert {"chat", "invite", "curtain", "mine"}.isdisjoint(change)
        assert change["log"][-1]["ply"] == page["ply"] + 1


@pytest.mark.parametrize("is_page", [False, True])
def test_messages_sent_at_once_are_answered_in_order(ann: Person, is_page: bool) -> None:
    """A program's answers take a shorter way than a page's; neither loses or swaps any."""
    with ann.listens(ann.opens("me", "here", "here")) as link:
        if is_page:
            link.looks()
        lines = [str(number) for number in range(10)]
        for line in lines:
            link.says("chat", text=line)
        assert [heard(link, "chat")["line"]["text"] for _ in lines] == lines


PATIENT = f"""
from nomarch.cli import main
from nomarch.storage import sqlite
sqlite.PATIENCE = {2 * GIVE_UP}
raise SystemExit(main())
"""
"""A server that waits for a locked database longer than the test for anything."""


def test_a_locked_database_delays_writes_only(starts: Any, visit: Any, tmp_path: Path) -> None:
    server = starts(program=("-c", PATIENT))
    ann, bob = visit(server), visit(server)
    table = ann.opens("me", "here", "here")
    with closing(sqlite3.connect(tmp_path / "nomarch.sqlite3")) as db, ThreadPoolExecutor() as pool:
        db.execute("BEGIN IMMEDIATE")
        move = pool.submit(ann.plays, table, ann.sees(table)["view"]["to_act"][0], "draw")
        for _ in range(20):
            assert bob.sees(table)["seq"] == 0
        bob.reads("/tables")
        until(lambda: bob.get("/health").status_code == 503)
        for path in ("/health", "/ready"):
            assert bob.get(path).json()["ok"] is False
        assert not move.done()
        db.execute("ROLLBACK")
        assert move.result() == 1
    until(lambda: bob.get("/health").status_code == 200)


def test_strangers_get_a_proper_page_when_the_store_fails(server: Any, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "nomarch.sqlite3")) as db:
        db.execute("ALTER TABLE game_table RENAME TO elsewhere")
    answer = httpx.get(f"http://{server.address}/t/any", timeout=GIVE_UP, verify=False)
    assert answer.status_code == 503
    assert "text/html" in answer.headers["content-type"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "Try again" in answer.text
