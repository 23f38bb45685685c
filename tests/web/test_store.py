"""The store: nothing half written, nothing written twice, nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nomarch.storage.database import Database
from nomarch.storage.instrumented_store import CHANGES
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.store import Conflict, Head, Job, Store
from nomarch.tables.model import GUEST, ChatLine, Entry, Guest, Seat, TableRecord

NEVER = 1e12


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if request.param == "sqlite":
        return Database(str(tmp_path / "nomarch.sqlite3"))
    new: Callable[[], str] = request.getfixturevalue("new_postgres")
    return Database(new())


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
def _long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is promised for some seconds is kept for as long as a test takes."""
    monkeypatch.setattr("nomarch.storage.sql.LEASE", 3600.0)


def record(id_: str = "t1", created: float = 1.0, **more: object) -> TableRecord:
    seats = (Seat(GUEST, "Ann", "g1"), Seat(GUEST, "Bob", "g2"))
    values: dict[str, object] = {
        "id": id_, "game": "ra", "rules": 1, "options": {"duel": "on"}, "seats": seats,
        "seed": "00" * 32, "invite": "i", "host": "g1", "created": created, **more,
    }  # fmt: skip
    return TableRecord(**values)  # type: ignore[arg-type]


def entry(seq: int, table: str = "t1") -> Entry:
    return Entry(table, seq, "move", 0, "draw", 1.5)


def test_transactions_nest(store: Store, other: Store) -> None:
    def fail_after(*writes: Callable[[], object]) -> None:
        with store.transaction():
            for write in writes:
                write()
            raise ZeroDivisionError

    with store.transaction():
        store.put_guest(Guest("g1", "Ann"))
        with pytest.raises(ZeroDivisionError):
            fail_after(lambda: store.put_guest(Guest("g2", "Bob")))
        store.put_table(record())
        with pytest.raises(Conflict):
            store.append([entry(1), entry(2), entry(2)])
        assert [line.seq for line in store.log("t1")] == [1, 2]
        assert other.guest("g1") is None
    assert other.guest("g1") is not None
    assert other.guest("g2") is None
    assert [line.seq for line in other.log("t1")] == [1, 2]
    with pytest.raises(ZeroDivisionError):
        fail_after(
            lambda: store.put_table(record("t2")),
            lambda: store.append([entry(1, "t2")], {"t2": Job(1.0)}),
        )
    assert other.table("t2") is None
    assert other.log("t2") == other.due_tables(NEVER, 9) == []


def test_the_secret_is_made_once(store: Store) -> None:
    assert len(store.secret()) == 32
    assert store.secret() == store.secret()


def test_entries_come_back_in_order(store: Store) -> None:
    store.append([entry(2), entry(1)])
    store.append([entry(1, "t2")])
    assert store.log("t1") == [entry(1), entry(2)]
    assert store.log("t2") == [entry(1, "t2")]


def test_a_taken_place_is_a_conflict_and_the_others_are_written(store: Store) -> None:
    store.append([entry(1)])
    with pytest.raises(Conflict) as error:
        store.append([entry(2), entry(1), entry(1, "t2"), entry(1, "t2")])
    assert error.value.taken == {1, 3}
    assert store.log("t1") == [entry(1), entry(2)]
    assert store.log("t1", after=1) == [entry(2)]
    assert store.log("t2") == [entry(1, "t2")]


def test_logs_go_on_behind_a_position_of_each(store: Store) -> None:
    store.append([entry(seq, table) for table in ("t1", "t2", "t3") for seq in (1, 2, 3)])
    found = store.logs({"t1": 1, "t2": 3, "none": 0})
    assert found == {"t1": [entry(2), entry(3)]}


def test_two_processes_see_each_others_conflict(store: Store, other: Store) -> None:
    other.append([entry(1)])
    with pytest.raises(Conflict):
        store.append([entry(1)])
    assert store.log("t1") == other.log("t1") == [entry(1)]
    assert store.secret() == other.secret()


def test_guests_and_records_round_trip(store: Store) -> None:
    store.put_guest(Guest("g1", "Ann"))
    store.put_guest(Guest("g1", "Anna ☥"))
    assert store.guest("g1") == Guest("g1", "Anna ☥")
    kept = record(clock=60, rematch="t9", over=True)
    store.put_table(kept)
    assert store.table("t1") == kept


def test_a_session_that_has_ended_stays_so_whoever_writes_next(store: Store) -> None:
    store.put_guest(Guest("g1", "Ann", 3, "g2"))
    store.put_guest(Guest("g1", "Anna", 2))
    assert store.guest("g1") == Guest("g1", "Anna", 3, "g2")


def test_a_record_can_change_and_its_guests_find_it(store: Store) -> None:
    store.put_table(record(created=1.0))
    store.put_table(record("t2", created=2.0))
    seats = (Seat(GUEST, "Ann", "g1"), Seat(GUEST, "Cy", "g3"))
    changed = store.change_table(record(created=1.0, seats=seats))
    assert store.table("t1") == changed == record(created=1.0, seats=seats, version=1)
    assert [r.id for r in store.tables_of("g1")] == ["t2", "t1"]
    assert [r.id for r in store.tables_of("g3")] == ["t1"]
    assert store.tables_of("") == store.tables_of("stranger") == []
    store.put_table(record("t2", created=2.0, over=True))
    assert [r.id for r in store.tables_of("g1")] == ["t1", "t2"], "running ones come first"


def test_only_one_of_two_changes_of_the_same_record_is_made(store: Store, other: Store) -> None:
    store.put_table(record())
    seen = other.table("t1")
    assert seen is not None
    store.change_table(seen)
    duty = Job(5.0)
    with pytest.raises(Conflict):
        other.change_table(record(over=True, version=seen.version), duty)
    assert other.table("t1") == record(version=1)
    assert other.due_tables(NEVER, 9) == []
    with pytest.raises(Conflict):
        store.change_table(record("gone"))


def test_heads_tell_how_far_tables_are(store: Store) -> None:
    for id_ in ("t1", "t2"):
        store.put_table(record(id_))
    store.append([entry(1), entry(2)])
    store.change_table(record())
    store.add_chat("t1", ChatLine(1.0, "Ann", 0, "hello"))
    heads = store.heads(["t1", "t2", "gone"])
    assert heads == {"t1": Head(2, 1, heads["t1"].chat), "t2": Head(0, 0, 0)}
    store.add_chat("t1", ChatLine(2.0, "Ann", 0, "again"))
    assert [line.text for line in store.chat("t1", 9, heads["t1"].chat)] == ["again"]
    assert store.heads([]) == {}


# --- Jobs -------------------------------------------------------------------------------------


def test_tables_are_due_in_order(store: Store) -> None:
    times = {"soon": 30.0, "late": 10.0, "later": 20.0, "no more": 5.0}
    store.append([], {table: Job(at) for table, at in times.items()})
    store.append([entry(1, "no more")], {"no more": Job(None, 1)})
    assert store.due_tables(25.0, 10) == ["late", "later"]
    assert store.due_tables(99.0, 2) == ["late", "later"]
    assert store.take_jobs("one", 25.0, 10, bots=False) == ["late", "later"]
    store.reschedule("late", 99.0)
    store.reschedule("later", None)
    assert store.due_tables(NEVER, 10) == ["soon", "late"]


@pytest.mark.usefixtures("_long_leases")
def test_a_duty_is_one_process_s_until_it_lets_go(store: Store, other: Store) -> None:
    assert store.append([entry(1)], {"t1": Job(1.0, 1, keep=True)}, "one") == {"t1"}
    assert other.take_jobs("two", NEVER, 9, bots=True) == []
    assert other.append([entry(2)], {"t1": Job(1.0, 2, keep=True)}, "two") == set()
    assert other.renew_jobs("two", ["t1"]) == set()
    assert store.renew_jobs("one", ["t1", "none"]) == {"t1"}
    assert store.take_jobs("one", NEVER, 9, bots=True) == ["t1"], "its own it may take again"
    store.release_jobs("one")
    assert other.take_jobs("two", NEVER, 9, bots=True) == ["t1"]
    assert store.renew_jobs("one", ["t1"]) == set()


@pytest.mark.usefixtures("_long_leases")
def test_a_duty_that_is_not_renewed_can_be_taken_over(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.storage.sql.LEASE", -1.0)
        assert store.append([], {"t1": Job(1.0, keep=True)}, "dead") == {"t1"}
    assert other.take_jobs("alive", NEVER, 9, bots=True) == ["t1"]
    assert store.renew_jobs("dead", ["t1"]) == set()


@pytest.mark.usefixtures("_long_leases")
def test_what_takes_bots_is_left_to_those_who_have_them(store: Store) -> None:
    store.append([], {"t1": Job(1.0, bots=True), "t2": Job(2.0)}, "one")
    assert store.take_jobs("two", NEVER, 9, bots=False) == ["t2"]
    assert store.take_jobs("three", NEVER, 9, bots=True) == ["t1"]


def test_what_is_known_of_a_later_position_stays(store: Store) -> None:
    store.append([], {"t1": Job(50.0, 7)}, "one")
    store.append([], {"t1": Job(None, 6)}, "two")
    store.append([], {"t1": Job(10.0, 6)}, "two")
    assert store.due_tables(NEVER, 9) == ["t1"]
    assert store.due_tables(49.0, 9) == []
    store.append([], {"t1": Job(None, 7)}, "two")
    assert store.due_tables(NEVER, 9) == []


@pytest.mark.usefixtures("_long_leases")
def test_processes_that_only_play_bots_are_noticed_while_they_live(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not store.heartbeat("server", only_bots=False)
    assert other.heartbeat("bots", only_bots=True)
    assert store.heartbeat("server", only_bots=False)
    other.release_jobs("bots")
    assert not store.heartbeat("server", only_bots=False)
    monkeypatch.setattr("nomarch.storage.sql.LEASE", -1.0)
    other.heartbeat("bots", only_bots=True)
    monkeypatch.setattr("nomarch.storage.sql.LEASE", 3600.0)
    assert not store.heartbeat("server", only_bots=False)


def test_what_may_be_done_once_is_done_once(store: Store, other: Store) -> None:
    assert not store.is_spent("x")
    assert store.spend("x", NEVER)
    assert not other.spend("x", NEVER)
    assert other.is_spent("x")


def test_a_removed_table_leaves_nothing_behind(store: Store) -> None:
    for id_ in ("t1", "t2"):
        store.put_table(record(id_))
        store.append([entry(1, id_)], {id_: Job(1.0)})
        store.add_chat(id_, ChatLine(1.0, "Ann", 0, "hello"))
    store.remove_table("t1")
    assert (store.table("t1"), store.log("t1"), store.chat("t1", 9)) == (None, [], [])
    assert [table.id for table in store.tables_of("g1")] == ["t2"]
    assert store.due_tables(9.0, 9) == ["t2"]
    assert store.log("t2") == [entry(1, "t2")]


def test_chat_gives_the_latest_lines_oldest_first(store: Store) -> None:
    lines = [ChatLine(float(i), "Ann", 0, f"<b>{i}</b> ☥") for i in range(5)]
    for line in lines:
        store.add_chat("t1", line)
    store.add_chat("t2", lines[0])
    assert store.chat("t1", 3) == lines[2:]
    assert store.chat("t1", 50) == lines


def test_notes_are_kept_by_folder_and_given_on(store: Store) -> None:
    store.put_note("g1", "lesson/one", b"old")
    store.put_note("g1", "lesson/one", b"new")
    store.put_note("g1", "puzzle/one", b"p")
    store.put_note("g2", "lesson/one", b"mine")
    assert store.notes("g1", "lesson/") == {"lesson/one": b"new"}
    store.give_notes("g1", "g2")
    assert store.notes("g1", "") == {}
    assert store.notes("g2", "") == {"lesson/one": b"mine", "puzzle/one": b"p"}


def test_every_method_that_is_refused_when_read_only_exists() -> None:
    assert {name for name in CHANGES if not hasattr(SqliteStore, name)} == set()
