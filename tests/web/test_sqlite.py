"""What is SQLite's own: the file, its versions, its syncs."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from nomarch.contests.tournaments import due_tournaments
from nomarch.people.accounts import person_named
from nomarch.people.moderation import rated_pause
from nomarch.people.notice_checks import has_due
from nomarch.people.person_store import put_person, read_person
from nomarch.people.profiles import opponents_of, stats_of
from nomarch.people.rating_store import rating_changes
from nomarch.storage.site_settings import read_secret
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.statements import Statement
from nomarch.storage.store import Row
from nomarch.storage.version import VERSION
from nomarch.tables.state.model import Entry, Person
from nomarch.tables.stores.chat_store import read_chat
from nomarch.tables.stores.job_store import find_due
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.results import count_results, results_of
from nomarch.tables.stores.table_store import read_lobby, read_table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "inside" / "nomarch.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    yield store
    store.close()


def test_an_empty_file_becomes_the_newest_version(store: SqliteStore) -> None:
    assert store.rows("PRAGMA user_version") == [(VERSION,)]
    assert read_person(store, "nobody") is None
    assert read_table(store, "none") is None
    assert read_log(store, "none") == []
    assert read_chat(store, "none", 10) == []


def test_opening_again_changes_nothing(store: SqliteStore, path: Path) -> None:
    put_person(store, Person("g1", "Ann"))
    schema = store.rows("SELECT sql FROM sqlite_master ORDER BY name")
    again = SqliteStore(path)
    assert again.rows("SELECT sql FROM sqlite_master ORDER BY name") == schema
    assert read_person(again, "g1") == Person("g1", "Ann")
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
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(RuntimeError, match="newer than this release supports"):
        SqliteStore(path)


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


class PlanningStore(SqliteStore):
    def __init__(self, path: Path) -> None:
        self.plans: list[str] = []
        super().__init__(path)

    def rows(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        if isinstance(statement, Statement):
            sql, parameters = statement.compile(self.dialect)
            self.plans.append(str(super().rows(f"EXPLAIN QUERY PLAN {sql}", parameters)))
        return super().rows(statement, values)


@pytest.mark.parametrize(
    "read",
    [
        lambda store: results_of(store, "ann", game="ra", rated=True),
        lambda store: count_results(store, "ann"),
        lambda store: stats_of(store, "ann"),
        lambda store: opponents_of(store, "ann"),
        lambda store: rating_changes(store, "ann", "ra"),
        lambda store: rated_pause(store, "ann", 1.0),
        lambda store: person_named(store, "ann"),
        lambda store: due_tournaments(store, 1.0),
        lambda store: read_lobby(store, 1.0),
        lambda store: has_due(store, 1.0),
        lambda store: find_due(store, 1.0, 9),
    ],
)
def test_what_pages_need_has_an_index(path: Path, read: Callable[[SqliteStore], object]) -> None:
    store = PlanningStore(path)
    read(store)
    assert store.plans
    assert not any("SCAN" in plan for plan in store.plans), store.plans
    store.close()
