"""The store: nothing half written, nothing written twice, nothing lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from nomarch.tables.model import GUEST, OPEN, ChatLine, Entry, Guest, Seat, TableRecord
from nomarch.tables.store import MIGRATIONS, Conflict, SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "inside" / "nomarch.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    yield store
    store.close()


def record(id_: str = "t1", created: float = 1.0, **more: object) -> TableRecord:
    seats = (Seat(GUEST, "Ann", "g1"), Seat(GUEST, "Bob", "g2"))
    values: dict[str, object] = {
        "id": id_, "game": "ra", "rules": 1, "options": {"duel": "on"}, "seats": seats,
        "seed": "00" * 32, "invite": "i", "host": "g1", "created": created, **more,
    }  # fmt: skip
    return TableRecord(**values)  # type: ignore[arg-type]


def entry(seq: int, table: str = "t1") -> Entry:
    return Entry(table, seq, "move", 0, "draw", 1.5)


def test_an_empty_file_becomes_the_newest_version(store: SqliteStore) -> None:
    assert store._db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert store.guest("nobody") is None
    assert store.table("none") is None
    assert store.log("none") == []
    assert store.chat("none", 10) == []


def test_opening_again_changes_nothing(store: SqliteStore, path: Path) -> None:
    store.put_guest(Guest("g1", "Ann"))
    schema = store._db.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
    again = SqliteStore(path)
    assert again._db.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall() == schema
    assert again.guest("g1") == Guest("g1", "Ann")
    assert again.secret() == store.secret()
    again.close()


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
    monkeypatch.setattr("nomarch.tables.store.MIGRATIONS", broken)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        SqliteStore(path)
    monkeypatch.undo()
    store = SqliteStore(path)
    names = {row[0] for row in store._db.execute("SELECT name FROM sqlite_master")}
    assert "fine" not in names
    store.close()


def test_every_commit_is_synced(store: SqliteStore) -> None:
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    full = 2
    assert store._db.execute("PRAGMA synchronous").fetchone() == (full,)


def test_the_secret_is_made_once(store: SqliteStore) -> None:
    assert len(store.secret()) == 32
    assert store.secret() == store.secret()


def test_entries_come_back_in_order(store: SqliteStore) -> None:
    store.append([entry(2), entry(1)])
    store.append([entry(1, "t2")])
    assert store.log("t1") == [entry(1), entry(2)]
    assert store.log("t2") == [entry(1, "t2")]


def test_a_taken_place_is_a_conflict_and_nothing_of_the_batch_is_kept(store: SqliteStore) -> None:
    store.append([entry(1)])
    with pytest.raises(Conflict):
        store.append([entry(2), entry(1)])
    assert store.log("t1") == [entry(1)]
    store.append([entry(2)])
    assert store.log("t1") == [entry(1), entry(2)]


def test_a_failing_write_can_be_tried_again(store: SqliteStore) -> None:
    """Whatever goes wrong, no transaction stays open behind it."""
    store._db.execute("PRAGMA max_page_count = 1")
    many = [Entry("t1", seq, "move", 0, "x" * 500, 0.0) for seq in range(1, 500)]
    with pytest.raises(sqlite3.OperationalError, match="full"):
        store.append(many)
    assert not store._db.in_transaction
    assert store.log("t1") == []
    store._db.execute("PRAGMA max_page_count = 100000")
    store.append(many)
    assert store.log("t1") == many


def test_two_connections_see_each_others_conflict(store: SqliteStore, path: Path) -> None:
    other = SqliteStore(path)
    other.append([entry(1)])
    with pytest.raises(Conflict):
        store.append([entry(1)])
    assert store.log("t1") == other.log("t1") == [entry(1)]
    other.close()


def test_guests_and_records_round_trip(store: SqliteStore) -> None:
    store.put_guest(Guest("g1", "Ann"))
    store.put_guest(Guest("g1", "Anna ☥"))
    assert store.guest("g1") == Guest("g1", "Anna ☥")
    kept = record(clock=60, rematch="t9", over=True)
    store.put_table(kept)
    assert store.table("t1") == kept


def test_a_record_can_change_and_its_guests_find_it(store: SqliteStore) -> None:
    store.put_table(record(created=1.0))
    store.put_table(record("t2", created=2.0))
    changed = record(created=1.0, seats=(Seat(GUEST, "Ann", "g1"), Seat(GUEST, "Cy", "g3")))
    store.put_table(changed)
    assert store.table("t1") == changed
    assert [r.id for r in store.tables_of("g1")] == ["t2", "t1"]
    assert [r.id for r in store.tables_of("g3")] == ["t1"]
    assert store.tables_of("") == store.tables_of("stranger") == []


def test_tables_are_due_in_order_and_by_an_index(store: SqliteStore) -> None:
    for id_ in ("never", "late", "later", "soon", "no more"):
        store.put_table(record(id_))
    store.append([], {"soon": 30.0, "late": 10.0, "later": 20.0, "no more": 5.0})
    store.append([entry(1, "no more")], {"no more": None})
    assert store.due_tables(25.0, 10) == ["late", "later"]
    assert store.due_tables(99.0, 2) == ["late", "later"]
    store.put_table(record("late", over=True))
    assert store.due_tables(15.0, 10) == ["late"]
    plan = "EXPLAIN QUERY PLAN SELECT id FROM game_table WHERE due <= 1 ORDER BY due LIMIT 9"
    assert "table_by_due" in str(store._db.execute(plan).fetchall())


def test_a_removed_table_leaves_nothing_behind(store: SqliteStore) -> None:
    for id_ in ("t1", "t2"):
        store.put_table(record(id_))
        store.append([entry(1, id_)], {id_: 1.0})
        store.say(id_, ChatLine(1.0, "Ann", 0, "hello"))
    store.remove_table("t1")
    assert (store.table("t1"), store.log("t1"), store.chat("t1", 9)) == (None, [], [])
    assert [table.id for table in store.tables_of("g1")] == ["t2"]
    assert store.due_tables(9.0, 9) == ["t2"]
    assert store.log("t2") == [entry(1, "t2")]


def test_tables_of_the_first_version_become_due_at_once(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        waiting = (Seat(GUEST, "Ann", "g1"), Seat(OPEN, "Friend"))
        for each in (
            record("plain"), record("timed", clock=60), record("waiting", seats=waiting),
            record("ended", clock=60, over=True),
        ):  # fmt: skip
            row = (each.id, each.created, msgspec.json.encode(each).decode())
            db.execute("INSERT INTO game_table VALUES (?, ?, ?)", row)
        db.execute("PRAGMA user_version = 1")
    db.close()
    store = SqliteStore(path)
    assert sorted(store.due_tables(1.0, 10)) == ["timed", "waiting"]
    store.close()


def test_chat_gives_the_latest_lines_oldest_first(store: SqliteStore) -> None:
    lines = [ChatLine(float(i), "Ann", 0, f"<b>{i}</b> ☥") for i in range(5)]
    for line in lines:
        store.say("t1", line)
    store.say("t2", lines[0])
    assert store.chat("t1", 3) == lines[2:]
    assert store.chat("t1", 50) == lines
