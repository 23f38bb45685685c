"""The store: nothing half written, nothing written twice, nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import select

from nomarch.errors import Unavailable
from nomarch.people.person_merging import give_rows
from nomarch.people.person_store import is_spent, put_person, read_person, spend_token
from nomarch.storage.database import Database
from nomarch.storage.instrumented_store import instrument
from nomarch.storage.notes import put_note, read_notes
from nomarch.storage.schema import NOTE, PERSON, SPENT
from nomarch.storage.site_settings import read_secret
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    insert_new,
    insert_row,
    take_rows,
    update_rows,
    upsert,
)
from nomarch.storage.store import Conflict, Store
from nomarch.tables.state.model import PLAYER, ChatLine, Entry, Person, Seat, TableRecord
from nomarch.tables.stores.chat_store import add_chat, read_chat
from nomarch.tables.stores.job_store import (
    Job,
    find_due,
    heartbeat,
    release_jobs,
    renew_jobs,
    reschedule,
    take_jobs,
)
from nomarch.tables.stores.log_store import append_entries, read_log, read_logs
from nomarch.tables.stores.table_store import (
    Head,
    change_table,
    put_table,
    read_heads,
    read_table,
    read_tables_of,
    remove_table,
)

from .conftest import Patch
from .folding import new_record

NEVER = 1e12


@pytest.fixture
def _long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is promised for some seconds is kept for as long as a test takes."""
    monkeypatch.setattr("nomarch.tables.stores.job_store.LEASE", 3600.0)


def record(id_: str = "t1", seats: tuple[Seat, ...] = (), **more: Any) -> TableRecord:
    seats = seats or (Seat(PLAYER, "Ann", "g1"), Seat(PLAYER, "Bob", "g2"))
    values = {"id": id_, "rules": 1, "options": {"duel": "on"}, "host": "g1", **more}
    return new_record(*seats, **values)


def entry(seq: int, table: str = "t1") -> Entry:
    return Entry(table, seq, "move", 0, "draw", 1.5)


def test_transactions_nest(store: Store, other: Store) -> None:
    def fail_after(*writes: Callable[[], object]) -> None:
        with store.transaction():
            for write in writes:
                write()
            raise ZeroDivisionError

    with store.transaction():
        put_person(store, Person("g1", "Ann"))
        with pytest.raises(ZeroDivisionError):
            fail_after(lambda: put_person(store, Person("g2", "Bob")))
        put_table(store, record())
        with pytest.raises(Conflict):
            append_entries(store, [entry(1), entry(2), entry(2)])
        assert [line.seq for line in read_log(store, "t1")] == [1, 2]
        assert read_person(other, "g1") is None
    assert read_person(other, "g1") is not None
    assert read_person(other, "g2") is None
    assert [line.seq for line in read_log(other, "t1")] == [1, 2]
    with pytest.raises(ZeroDivisionError):
        fail_after(
            lambda: put_table(store, record("t2")),
            lambda: append_entries(store, [entry(1, "t2")], {"t2": Job(1.0)}),
        )
    assert read_table(other, "t2") is None
    assert read_log(other, "t2") == find_due(other, NEVER, 9) == []


def test_entries_come_back_in_order(store: Store) -> None:
    append_entries(store, [entry(2), entry(1)])
    append_entries(store, [entry(1, "t2")])
    assert read_log(store, "t1") == [entry(1), entry(2)]
    assert read_log(store, "t2") == [entry(1, "t2")]


def test_a_taken_place_is_a_conflict_and_the_others_are_written(store: Store) -> None:
    append_entries(store, [entry(1)])
    with pytest.raises(Conflict) as error:
        append_entries(store, [entry(2), entry(1), entry(1, "t2"), entry(1, "t2")])
    assert error.value.taken == {1, 3}
    assert read_log(store, "t1") == [entry(1), entry(2)]
    assert read_log(store, "t1", after=1) == [entry(2)]
    assert read_log(store, "t2") == [entry(1, "t2")]


def test_logs_go_on_behind_a_position_of_each(store: Store) -> None:
    append_entries(store, [entry(seq, table) for table in ("t1", "t2", "t3") for seq in (1, 2, 3)])
    found = read_logs(store, {"t1": 1, "t2": 3, "none": 0})
    assert found == {"t1": [entry(2), entry(3)]}


def test_two_processes_see_each_others_conflict_and_secret(store: Store, other: Store) -> None:
    append_entries(other, [entry(1)])
    with pytest.raises(Conflict):
        append_entries(store, [entry(1)])
    assert read_log(store, "t1") == read_log(other, "t1") == [entry(1)]
    assert len(read_secret(store)) == 32
    assert read_secret(store) == read_secret(store) == read_secret(other)


def test_people_and_records_round_trip(store: Store) -> None:
    put_person(store, Person("g1", "Ann"))
    put_person(store, Person("g1", "Anna ☥"))
    assert read_person(store, "g1") == Person("g1", "Anna ☥")
    kept = record(clock=60, rematch="t9", over=True)
    put_table(store, kept)
    assert read_table(store, "t1") == kept


def test_a_session_that_has_ended_stays_so_whoever_writes_next(store: Store) -> None:
    put_person(store, Person("g1", "Ann", 3, "g2"))
    put_person(store, Person("g1", "Anna", 2))
    assert read_person(store, "g1") == Person("g1", "Anna", 3, "g2")


def test_a_record_can_change_and_its_people_find_it(store: Store) -> None:
    put_table(store, record(created=1.0))
    put_table(store, record("t2", created=2.0))
    seats = (Seat(PLAYER, "Ann", "g1"), Seat(PLAYER, "Cy", "g3"))
    changed = change_table(store, record(created=1.0, seats=seats))
    assert read_table(store, "t1") == changed == record(created=1.0, seats=seats, version=1)
    assert [r.id for r in read_tables_of(store, "g1")] == ["t2", "t1"]
    assert [r.id for r in read_tables_of(store, "g3")] == ["t1"]
    assert read_tables_of(store, "") == read_tables_of(store, "stranger") == []
    put_table(store, record("t2", created=2.0, over=True))
    assert [r.id for r in read_tables_of(store, "g1")] == ["t1", "t2"], "running ones come first"


def test_only_one_of_two_changes_of_the_same_record_is_made(store: Store, other: Store) -> None:
    put_table(store, record())
    seen = read_table(other, "t1")
    assert seen is not None
    change_table(store, seen)
    with pytest.raises(Conflict):
        change_table(other, record(over=True, version=seen.version), Job(5.0))
    assert read_table(other, "t1") == record(version=1)
    assert find_due(other, NEVER, 9) == []
    with pytest.raises(Conflict):
        change_table(store, record("gone"))


def test_heads_tell_how_far_tables_are(store: Store) -> None:
    for id_ in ("t1", "t2"):
        put_table(store, record(id_))
    append_entries(store, [entry(1), entry(2)])
    change_table(store, record())
    add_chat(store, "t1", ChatLine(1.0, "Ann", 0, "hello"))
    heads = read_heads(store, ["t1", "t2", "gone"])
    assert heads == {"t1": Head(2, 1, heads["t1"].chat), "t2": Head(0, 0, 0)}
    add_chat(store, "t1", ChatLine(2.0, "Ann", 0, "again"))
    assert [line.text for line in read_chat(store, "t1", 9, heads["t1"].chat)] == ["again"]
    assert read_heads(store, []) == {}


# --- Jobs -------------------------------------------------------------------------------------


def test_tables_are_due_in_order(store: Store) -> None:
    times = {"soon": 30.0, "late": 10.0, "later": 20.0, "no more": 5.0}
    append_entries(store, [], {table: Job(at) for table, at in times.items()})
    append_entries(store, [entry(1, "no more")], {"no more": Job(None, 1)})
    assert find_due(store, 25.0, 10) == ["late", "later"]
    assert find_due(store, 99.0, 2) == ["late", "later"]
    assert take_jobs(store, "one", 25.0, 10, bots=False) == ["late", "later"]
    reschedule(store, "late", 99.0)
    reschedule(store, "later", None)
    assert find_due(store, NEVER, 10) == ["soon", "late"]


@pytest.mark.usefixtures("_long_leases")
def test_a_duty_is_one_process_s_until_it_lets_go(store: Store, other: Store) -> None:
    assert append_entries(store, [entry(1)], {"t1": Job(1.0, 1, keep=True)}, "one") == {"t1"}
    assert take_jobs(other, "two", NEVER, 9, bots=True) == []
    assert append_entries(other, [entry(2)], {"t1": Job(1.0, 2, keep=True)}, "two") == set()
    assert renew_jobs(other, "two", ["t1"]) == set()
    assert renew_jobs(store, "one", ["t1", "none"]) == {"t1"}
    assert take_jobs(store, "one", NEVER, 9, bots=True) == ["t1"], "its own it may take again"
    release_jobs(store, "one")
    assert take_jobs(other, "two", NEVER, 9, bots=True) == ["t1"]
    assert renew_jobs(store, "one", ["t1"]) == set()


@pytest.mark.usefixtures("_long_leases")
def test_a_job_of_a_dead_process_is_taken(store: Store, other: Store, monkeypatch: Patch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.tables.stores.job_store.LEASE", -1.0)
        assert append_entries(store, [], {"t1": Job(1.0, keep=True)}, "dead") == {"t1"}
    assert take_jobs(other, "alive", NEVER, 9, bots=True) == ["t1"]
    assert renew_jobs(store, "dead", ["t1"]) == set()


@pytest.mark.usefixtures("_long_leases")
def test_what_takes_bots_is_left_to_those_who_have_them(store: Store) -> None:
    append_entries(store, [], {"t1": Job(1.0, bots=True), "t2": Job(2.0)}, "one")
    assert take_jobs(store, "two", NEVER, 9, bots=False) == ["t2"]
    assert take_jobs(store, "three", NEVER, 9, bots=True) == ["t1"]


def test_what_is_known_of_a_later_position_stays(store: Store) -> None:
    append_entries(store, [], {"t1": Job(50.0, 7)}, "one")
    append_entries(store, [], {"t1": Job(None, 6)}, "two")
    append_entries(store, [], {"t1": Job(10.0, 6)}, "two")
    assert find_due(store, NEVER, 9) == ["t1"]
    assert find_due(store, 49.0, 9) == []
    append_entries(store, [], {"t1": Job(None, 7)}, "two")
    assert find_due(store, NEVER, 9) == []


@pytest.mark.usefixtures("_long_leases")
def test_a_process_of_bots_is_known_to_live(store: Store, other: Store, monkeypatch: Patch) -> None:
    assert not heartbeat(store, "server", only_bots=False)
    assert heartbeat(other, "bots", only_bots=True)
    assert heartbeat(store, "server", only_bots=False)
    release_jobs(other, "bots")
    assert not heartbeat(store, "server", only_bots=False)
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.tables.stores.job_store.LEASE", -1.0)
        heartbeat(other, "bots", only_bots=True)
    assert not heartbeat(store, "server", only_bots=False)


def test_what_may_be_done_once_is_done_once(store: Store, other: Store) -> None:
    assert not is_spent(store, "x")
    assert spend_token(store, "x", NEVER)
    assert not spend_token(other, "x", NEVER)
    assert is_spent(other, "x")


def test_a_removed_table_leaves_nothing_behind(store: Store) -> None:
    for id_ in ("t1", "t2"):
        put_table(store, record(id_))
        append_entries(store, [entry(1, id_)], {id_: Job(1.0)})
        add_chat(store, id_, ChatLine(1.0, "Ann", 0, "hello"))
    remove_table(store, "t1")
    assert read_table(store, "t1") is None
    assert read_log(store, "t1") == read_chat(store, "t1", 9) == []
    assert [table.id for table in read_tables_of(store, "g1")] == ["t2"]
    assert find_due(store, 9.0, 9) == ["t2"]
    assert read_log(store, "t2") == [entry(1, "t2")]


def test_chat_gives_the_latest_lines_oldest_first(store: Store) -> None:
    lines = [ChatLine(float(i), "Ann", 0, f"<b>{i}</b> ☥") for i in range(5)]
    for line in lines:
        add_chat(store, "t1", line)
    add_chat(store, "t2", lines[0])
    assert read_chat(store, "t1", 3) == lines[2:]
    assert read_chat(store, "t1", 50) == lines


def test_notes_are_kept_by_folder_and_given_on(store: Store) -> None:
    put_note(store, "g1", "lesson/one", b"old")
    put_note(store, "g1", "lesson/one", b"new")
    put_note(store, "g1", "puzzle/one", b"p")
    put_note(store, "g2", "lesson/one", b"mine")
    assert read_notes(store, "g1", "lesson/") == {"lesson/one": b"new"}
    give_rows(store, "g1", "g2")
    assert read_notes(store, "g1", "") == {}
    assert read_notes(store, "g2", "") == {"lesson/one": b"mine", "puzzle/one": b"p"}


class Calls(list[str]):
    """The calls that an instrumented store measured."""

    def note_call(self, call: str, seconds: float, error: bool) -> None:
        self.append(call)


def test_a_read_only_site_refuses_changes_but_not_upkeep(database: Database) -> None:
    def refuse() -> None:
        raise Unavailable("The site is read-only.")

    with closing(instrument(database.open, refuse, Calls())()) as store:
        for change in (
            lambda: put_person(store, Person("g1", "Ann")),
            lambda: put_table(store, record()),
            lambda: append_entries(store, [entry(1)]),
        ):
            with pytest.raises(Unavailable):
                change()
        heartbeat(store, "me", only_bots=False)
        release_jobs(store, "me")
        assert read_person(store, "g1") is None


def test_a_call_is_measured_once_with_all_it_calls(database: Database) -> None:
    calls = Calls()
    with closing(instrument(database.open, lambda: None, calls)()) as store:
        append_entries(store, [entry(1)], {"t1": Job(5.0, 1)})
        read_log(store, "t1")
    assert calls == ["append", "log"]


# --- Statements -----------------------------------------------------------------------------------

OUTSIDE = Query(lambda ids: select(SPENT.c.token).where(SPENT.c.token.not_in(ids)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_lists_may_have_any_length(store: Store, count: int) -> None:
    tokens = ["a", "b", "c"]
    for token in tokens:
        insert_row(store, SPENT, token=token, until=1.0)
    chosen = tokens[:count]
    assert sorted(find_rows(store, SPENT.c.token, token=chosen)) == [(t,) for t in chosen]
    assert sorted(store.rows(OUTSIDE(chosen))) == [(t,) for t in tokens[count:]]
    assert delete_rows(store, SPENT, token=chosen) == count
    assert count_rows(store, SPENT) == len(tokens) - count


def test_constants_stay_in_a_statement(store: Store) -> None:
    """A partial index is found only by a condition that says the same."""
    like = Query(
        lambda name: select(PERSON.c.id).where(PERSON.c.name == name, PERSON.c.role > "%?")
    )
    sql, parameters = like("Ann").compile(store.dialect)
    assert list(parameters) == ["Ann"]
    assert "%?" in sql
    assert store.rows(like("Ann")) == []


def test_a_row_is_inserted_once_and_changed_by_its_key(store: Store) -> None:
    row = {"owner": "ann", "topic": "one"}
    assert insert_new(store, NOTE, **row, note=b"1")
    assert not insert_new(store, NOTE, **row, note=b"2")
    assert bytes(find_value(store, NOTE.c.note, **row)) == b"1"
    upsert(store, NOTE, **row, note=b"3")
    assert update_rows(store, NOTE, {"owner": "bob"}, note=b"4") == 0
    assert [bytes(note) for (note,) in take_rows(store, NOTE.c.note, owner="ann")] == [b"3"]
    assert find_value(store, NOTE.c.note, **row) is None
