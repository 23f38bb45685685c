"""What is PostgreSQL's own: its versions, lost connections, and news of other processes."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from nomarch.people.person_store import is_spent, put_person, read_person, spend_token
from nomarch.storage.copy_database import add_rows, each_row
from nomarch.storage.notes import put_note
from nomarch.storage.site_settings import read_secret, touch
from nomarch.storage.store import Store
from nomarch.tables.stores.chat_store import add_chat, read_chat
from nomarch.tables.stores.job_store import find_due
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.table_store import put_table, read_table

pytest.importorskip("psycopg", reason="NO DRIVER for PostgreSQL: several servers go untested")

import psycopg
from sqlalchemy import Table

from nomarch.cli import main
from nomarch.contests.site_hooks import site_database
from nomarch.errors import CannotServe
from nomarch.storage.copy_database import move
from nomarch.storage.database import Database
from nomarch.storage.postgres import LONGEST_NOTICE, TIMEOUTS, PostgresStore
from nomarch.storage.schema import ENTRY
from nomarch.storage.store import Conflict, Row
from nomarch.storage.version import OLDEST, VERSION
from nomarch.tables.state.model import ChatLine, Entry, Person
from nomarch.tables.stores.job_store import Job
from tests.postgres import Cluster

from .actors import together
from .conftest import Capture, Patch
from .test_store import entry, record


@pytest.fixture
def address(new_postgres: Callable[[], str]) -> str:
    return new_postgres()


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(address)) as store:
        yield store


@pytest.fixture
def here(tmp_path: Path) -> Database:
    return furnished(str(tmp_path / "one.sqlite3"))


@pytest.fixture
def own() -> Iterator[Cluster]:
    """A PostgreSQL that may be stopped."""
    cluster = Cluster(durable=False)
    yield cluster
    cluster.close()


def test_processes_that_start_at_once_make_one_schema(address: str) -> None:
    gate = threading.Barrier(6)

    def start() -> bytes:
        gate.wait(30)
        with closing(PostgresStore(address)) as store:
            return read_secret(store)

    assert len(set(together(*[start] * 6))) == 1
    with psycopg.connect(address) as db:
        found = db.execute("SELECT number, oldest FROM version").fetchall()
    assert found == [(VERSION, OLDEST)]


def test_a_database_of_a_newer_program_is_refused(store: PostgresStore, address: str) -> None:
    store.execute("UPDATE version SET number = 999")
    PostgresStore(address).close()  # it has only got more
    store.execute("UPDATE version SET oldest = 999")
    with pytest.raises(RuntimeError, match="newer than this release supports"):
        PostgresStore(address)


def test_every_commit_is_synced(store: PostgresStore) -> None:
    assert store.rows("SHOW synchronous_commit") == [("on",)]


def test_a_database_that_restarts_is_waited_for(own: Cluster) -> None:
    with closing(PostgresStore(own.new_database())) as store:
        append_entries(store, [entry(1)])
        for mode in ("fast", "immediate"):
            own.restart(mode)
            touch(store)
            assert read_log(store, "t1") == [entry(1)]
            own.restart(mode)
            add_chat(store, "t1", ChatLine(1.0, "Ann", 0, mode))
        own.restart()
        append_entries(store, [entry(2)])
        assert read_log(store, "t1") == [entry(1), entry(2)]
        assert [line.text for line in read_chat(store, "t1", 9)] == ["fast", "immediate"]


def test_a_database_that_is_away_is_no_reason_to_give_up(own: Cluster, monkeypatch: Patch) -> None:
    """Threads that open a store of their own while it restarts have one when it is back."""
    database = site_database(own.new_database())
    database.open().close()
    own.stop()
    monkeypatch.setattr("nomarch.storage.postgres.PATIENCE", 0.0)
    with closing(database.later()) as store:
        for write in (touch, lambda store: append_entries(store, [entry(1)])):
            with pytest.raises(store.failures):
                write(store)
        own.start()
        append_entries(store, [entry(1)])
        assert read_log(store, "t1") == [entry(1)]


def test_an_entry_without_an_answer(store: Any, address: str, monkeypatch: Patch) -> None:
    """It isn't taken for another's: the connection is lost after the commit."""
    with closing(PostgresStore(address)) as other:
        append_entries(other, [entry(1, "t2")])
    execute = store._execute

    def lose(sql: str, values: object) -> object:
        monkeypatch.setattr(store, "_execute", execute)
        execute(sql, values)
        store._db.close()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(store, "_execute", lose)
    late = Entry("t2", 1, "move", 1, "pass", 9.0)
    with pytest.raises(Conflict) as error:
        append_entries(store, [entry(1), late])
    assert error.value.taken == {1}, "its own entry is there, the other is somebody else's"
    assert read_log(store, "t1") == [entry(1)]
    assert read_log(store, "t2") == [entry(1, "t2")]


def test_news_are_heard_by_others_in_parcels(store: PostgresStore, address: str) -> None:
    lines = [f"me entry table{number} 1" for number in range(LONGEST_NOTICE // 10)]
    notices = site_database(address).notices(lambda: store.notify(lines))
    assert list(islice(filter(None, notices), len(lines))) == lines


def test_a_password_is_shown_to_nobody() -> None:
    database = site_database("postgresql://me:secret@db.example/site?password=also")
    assert str(database) == "postgresql://me@db.example/site"


def test_a_snapshot_is_one_also_over_a_new_connection(store: PostgresStore) -> None:
    store.disable_timeouts()
    with psycopg.connect(store._address, autocommit=True) as other:
        ((pid,),) = store.rows("SELECT pg_backend_pid()")
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
    with store.snapshot():
        assert store.rows("SHOW transaction_isolation") == [("repeatable read",)]
        assert store.rows("SHOW statement_timeout") == [("0",)]
    assert store.rows("SHOW transaction_isolation") == [("read committed",)]


def test_a_copy_takes_as_long_as_it_takes(address: str, tmp_path: Path, monkeypatch: Patch) -> None:
    """No timeout ends it, and rows are fetched in batches by a cursor of the server."""
    furnished(address)
    seen = []

    def fetching(store: Store, table: Table) -> Iterator[Row]:
        for number, row in enumerate(each_row(store, table)):
            if isinstance(store, PostgresStore) and number % 1000 == 0:
                cursors = store.rows("SELECT name FROM pg_cursors WHERE name <> ''")
                limits = {store.rows(f"SHOW {name}_timeout")[0][0] for name in TIMEOUTS}
                seen.append((cursors, limits))
            yield row

    monkeypatch.setattr("nomarch.storage.copy_database.each_row", fetching)
    assert main(["backup", "--database", address, str(tmp_path / "copy.sqlite3")]) == 0
    assert len(seen) > 8
    assert all(each == ([("stream",)], {"0"}) for each in seen)


def test_a_copy_that_fails_says_why_and_deletes_nothing(
    address: str, tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    furnished(address)
    old, new, other = (tmp_path / name for name in ("old.sqlite3", "new.sqlite3", "notes.txt"))
    command = ["backup", "--database", address, "--delete-older-than", "30"]
    for path in (old, other):
        path.touch()
        os.utime(path, (1.0, 1.0))

    def failing(store: Store, table: Table, rows: list[Row]) -> None:
        raise psycopg.errors.QueryCanceled("canceling statement due to statement timeout")

    with monkeypatch.context() as broken:
        broken.setattr("nomarch.storage.copy_database.add_rows", failing)
        assert main([*command, str(new)]) == 2
    assert "cannot be copied: canceling statement" in capsys.readouterr().err
    assert old.exists()
    assert main([*command, str(new)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.sqlite3", "notes.txt"]
    os.utime(new, (1.0, 1.0))
    new.rename(tmp_path / "nomarch.sqlite3")
    assert main([*command, str(tmp_path / "newer.sqlite3")]) == 2, "that may be a site's database"
    assert (tmp_path / "nomarch.sqlite3").exists()


def furnished(address: str) -> Database:
    database = site_database(address)
    with closing(database.open()) as store:
        read_secret(store)
        put_person(store, Person("g1", "Anna ☥", 2, "g2"))
        spend_token(store, "token", 1e12)
        for lesson in ("first", "second"):
            put_note(store, "g1", f"lesson/{lesson}", b"{}")
        for number in range(3):
            id_ = f"t{number}"
            put_table(store, record(id_, over=number == 1))
            entries = [entry(seq, id_) for seq in range(1, 1200)]
            append_entries(store, entries, {id_: Job(5.0, 1199)}, "me")
            add_chat(store, id_, ChatLine(1.0, "Ann", 0, "hello ☥"))
            add_chat(store, id_, ChatLine(0.5, "Bob", 1, "“hi”"))
    return database


def known(store: Store) -> list[Any]:
    tables = [
        (read_table(store, id_), read_log(store, id_), read_chat(store, id_, 9))
        for id_ in ("t0", "t1", "t2")
    ]
    spent, jobs = is_spent(store, "token"), find_due(store, 9.0, 9)
    return [*tables, read_person(store, "g1"), read_secret(store), spent, jobs]


def test_a_site_moves_there_and_back(address: str, here: Database, tmp_path: Path) -> None:
    there, back = site_database(address), site_database(str(tmp_path / "two.sqlite3"))
    seen: list[int] = []
    moved = move(here, there, seen.append)
    assert moved["entry"] == 3597
    assert sum(seen) == sum(moved.values())
    assert move(there, back) == moved
    with closing(here.open()) as old, closing(back.open()) as new:
        assert known(new) == known(old)
        assert is_spent(new, "token")


def test_no_site_moves_over_another(address: str, here: Database, capsys: Capture) -> None:
    with closing(furnished(address).open()) as store:
        secret = read_secret(store)
        assert main(["move-data", here.address, address]) == 2
        assert "is not empty (chat, entry, game_table, job, note, person, spent, seat)" in (
            capsys.readouterr().err
        )
        assert read_secret(store) == secret


def test_a_different_copy_is_undone(address: str, here: Database, monkeypatch: Patch) -> None:
    def forgetful(store: Store, table: Table, rows: list[Row]) -> None:
        add_rows(store, table, rows[:-1] if table is ENTRY else rows)

    there = site_database(address)
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.storage.copy_database.add_rows", forgetful)
        with pytest.raises(CannotServe, match="entry is not the same"):
            move(here, there)
    with closing(there.open()) as store:
        assert read_table(store, "t0") is None
    assert move(here, there)["entry"] == 3597
