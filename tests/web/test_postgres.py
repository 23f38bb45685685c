"""What is PostgreSQL's own: its versions, lost connections, and news of other processes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("psycopg", reason="NO DRIVER for PostgreSQL: several servers go untested")

import psycopg

from nomarch.tables.database import Database
from nomarch.tables.model import ChatLine, Entry
from nomarch.tables.postgres import LONGEST_NOTICE, MIGRATIONS, PostgresStore
from nomarch.tables.store import Conflict
from tests.postgres import Cluster

from .test_store import entry

NewPostgres = Callable[[], str]


@pytest.fixture
def own() -> object:
    """A PostgreSQL that may be stopped."""
    cluster = Cluster(durable=False)
    yield cluster
    cluster.close()


def test_processes_that_start_at_once_make_one_schema(new_postgres: NewPostgres) -> None:
    address = new_postgres()
    gate = threading.Barrier(6)

    def start(_: int) -> bytes:
        gate.wait(30)
        store = PostgresStore(address)
        try:
            return store.secret()
        finally:
            store.close()

    with ThreadPoolExecutor(6) as threads:
        assert len(set(threads.map(start, range(6)))) == 1
    with psycopg.connect(address) as db:
        assert db.execute("SELECT * FROM version").fetchall() == [(len(MIGRATIONS),)]


def test_a_database_of_a_newer_program_is_refused(new_postgres: NewPostgres) -> None:
    address = new_postgres()
    PostgresStore(address).close()
    with psycopg.connect(address) as db:
        db.execute("UPDATE version SET number = 999")
    with pytest.raises(RuntimeError, match="newer than this program"):
        PostgresStore(address)


def test_a_broken_migration_leaves_the_old_version(
    new_postgres: NewPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = new_postgres()
    PostgresStore(address).close()
    broken = (*MIGRATIONS, "CREATE TABLE fine (x INTEGER); CREATE TABLE guest (id TEXT)")
    monkeypatch.setattr("nomarch.tables.postgres.MIGRATIONS", broken)
    with pytest.raises(psycopg.errors.DuplicateTable):
        PostgresStore(address)
    monkeypatch.undo()
    store = PostgresStore(address)
    assert store._rows("SELECT to_regclass('fine')") == [(None,)]
    store.close()


def test_every_commit_is_synced(new_postgres: NewPostgres) -> None:
    store = PostgresStore(new_postgres())
    assert store._rows("SHOW synchronous_commit") == [("on",)]
    store.close()


def test_a_database_that_restarts_is_waited_for(own: Cluster) -> None:
    store = PostgresStore(own.new_database())
    store.append([entry(1)])
    for mode in ("fast", "immediate"):
        own.restart(mode)
        store.touch()
        assert store.log("t1") == [entry(1)]
        own.restart(mode)
        store.say("t1", ChatLine(1.0, "Ann", 0, mode))
    own.restart()
    store.append([entry(2)])
    assert store.log("t1") == [entry(1), entry(2)]
    assert [line.text for line in store.chat("t1", 9)] == ["fast", "immediate"]
    store.close()


def test_an_entry_whose_answer_was_lost_is_not_taken_for_anothers(
    new_postgres: NewPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost after the commit and before its answer."""
    store = PostgresStore(new_postgres())
    other = PostgresStore(store._address)
    other.append([entry(1, "t2")])
    execute = store._execute

    def lose(sql: str, values: object) -> object:
        monkeypatch.setattr(store, "_execute", execute)
        execute(sql, values)
        store._db.close()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(store, "_execute", lose)
    late = Entry("t2", 1, "move", 1, "pass", 9.0)
    with pytest.raises(Conflict) as error:
        store.append([entry(1), late])
    assert error.value.taken == {1}, "its own entry is there, the other is somebody else's"
    assert store.log("t1") == [entry(1)]
    assert store.log("t2") == [entry(1, "t2")]
    for each in (store, other):
        each.close()


def test_news_are_heard_by_others_in_parcels(new_postgres: NewPostgres) -> None:
    address = new_postgres()
    store = PostgresStore(address)
    lines = [f"me entry table{number} 1" for number in range(LONGEST_NOTICE // 10)]

    def speak() -> None:
        store.tell(lines)

    heard = []
    for line in Database(address).notices(speak):
        heard += [line] if line else []
        if len(heard) == len(lines):
            break
    assert heard == lines
    store.close()


def test_a_password_is_shown_to_nobody() -> None:
    database = Database("postgresql://me:secret@db.example/site?password=also")
    assert str(database) == "postgresql://me@db.example/site"
