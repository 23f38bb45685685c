"""What is SQLite's own: the file, its versions, its syncs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import msgspec
import pytest

from nomarch.people.guest_store import put_guest, read_guest
from nomarch.storage.site_settings import read_secret
from nomarch.storage.sqlite import MIGRATIONS, SqliteStore
from nomarch.tables.chat_store import read_chat
from nomarch.tables.job_store import find_due
from nomarch.tables.log_store import append_entries, read_log
from nomarch.tables.model import BOT, GUEST, OPEN, Entry, Guest, Seat
from nomarch.tables.table_store import read_table

from .test_store import record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "inside" / "nomarch.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    yield store
    store.close()


def test_an_empty_file_becomes_the_newest_version(store: SqliteStore) -> None:
    assert store.rows("PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert read_guest(store, "nobody") is None
    assert read_table(store, "none") is None
    assert read_log(store, "none") == []
    assert read_chat(store, "none", 10) == []


def test_opening_again_changes_nothing(store: SqliteStore, path: Path) -> None:
    put_guest(store, Guest("g1", "Ann"))
    schema = store.rows("SELECT sql FROM sqlite_master ORDER BY name")
    again = SqliteStore(path)
    assert again.rows("SELECT sql FROM sqlite_master ORDER BY name") == schema
    assert read_guest(again, "g1") == Guest("g1", "Ann")
    assert read_secret(again) == read_secret(store)
    again.close()


def test_a_new_file_can_be_opened_by_several_at_once(tmp_path: Path) -> None:
    """SQLite itself refuses one of them now and then: in forty rounds about five times."""

    def opens(path: Path, all_there: Barrier) -> str:
        all_there.wait()
        store = SqliteStore(path)
        store.close()
        return "opened"

    with ThreadPoolExecutor(4) as people:
        for number in range(40):
            path, all_there = tmp_path / str(number), Barrier(4)
            waiting = [people.submit(opens, path, all_there) for _ in range(4)]
            assert [one.result() for one in waiting] == ["opened"] * 4


def test_a_database_of_a_newer_program_is_refused(path: Path) -> None:
    SqliteStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(RuntimeError, match="newer than this program"):
        SqliteStore(path)


def test_a_broken_migration_leaves_the_old_version(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(path).close()
    broken = (*MIGRATIONS, "CREATE TABLE fine (x); CREATE TABLE guest (id)")
    monkeypatch.setattr("nomarch.storage.sqlite.MIGRATIONS", broken)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        SqliteStore(path)
    monkeypatch.undo()
    store = SqliteStore(path)
    names = {row[0] for row in store.rows("SELECT name FROM sqlite_master")}
    assert "fine" not in names
    store.close()


def test_every_commit_is_synced(store: SqliteStore) -> None:
    assert store.rows("PRAGMA journal_mode") == [("wal",)]
    full = 2
    assert store.rows("PRAGMA synchronous") == [(full,)]


def test_a_failing_write_can_be_tried_again(store: SqliteStore) -> None:
    """Whatever goes wrong, no transaction stays open behind it."""
    store.rows("PRAGMA max_page_count = 1")
    many = [Entry("t1", seq, "move", 0, "x" * 500, 0.0) for seq in range(1, 500)]
    with pytest.raises(sqlite3.OperationalError, match="full"):
        append_entries(store, many)
    assert not store._db.in_transaction
    assert read_log(store, "t1") == []
    store.rows("PRAGMA max_page_count = 100000")
    append_entries(store, many)
    assert read_log(store, "t1") == many


def test_tables_of_the_first_version_become_due_at_once(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        waiting = (Seat(GUEST, "Ann", "g1"), Seat(OPEN, "Friend"))
        for each in (
            record("plain"), record("timed", clock=60), record("waiting", seats=waiting),
            record("ended", clock=60, over=True),
            record("bots", seats=(Seat(GUEST, "Ann", "g1"), Seat(BOT, "Bot", level="greedy"))),
        ):  # fmt: skip
            row = (each.id, each.created, msgspec.json.encode(each).decode())
            db.execute("INSERT INTO game_table VALUES (?, ?, ?)", row)
        db.execute("PRAGMA user_version = 1")
    db.close()
    store = SqliteStore(path)
    assert sorted(find_due(store, 1.0, 10)) == ["bots", "timed", "waiting"]
    finished = store.rows("SELECT id FROM game_table WHERE finished = 1")
    assert finished == [("ended",)]
    store.close()


def test_a_duty_is_found_by_an_index(store: SqliteStore) -> None:
    plan = "EXPLAIN QUERY PLAN SELECT game_table FROM duty WHERE at <= 1 ORDER BY at LIMIT 9"
    assert "duty_by_time" in str(store.rows(plan))
