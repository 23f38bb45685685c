"""The store: nothing half written, nothing written twice, nothing lost."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import select

from nomarch.errors import Unavailable
from nomarch.people import person_store
from nomarch.people.deletion import delete_person
from nomarch.people.person_merging import give_rows
from nomarch.storage import statements as sql
from nomarch.storage.database import Database
from nomarch.storage.instrumented_store import instrument
from nomarch.storage.notes import put_note, read_notes
from nomarch.storage.schema import NOTE, PERSON, SPENT
from nomarch.storage.site_settings import read_secret
from nomarch.storage.store import Conflict, Store
from nomarch.tables.archive.outcome_store import find_unarchived, put_outcomes, read_outcomes
from nomarch.tables.state.model import OPEN, PLAYER, ChatLine, Entry, Person, Seat, TableRecord
from nomarch.tables.stores import admin, deletions, job_store as jobs, table_store as tables
from nomarch.tables.stores.chat_store import add_chat, read_chat
from nomarch.tables.stores.job_store import Job
from nomarch.tables.stores.log_store import append_entries, read_log, read_logs

from .conftest import Patch
from .folding import new_record

NEVER = 1e12


@pytest.fixture(autouse=True)
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
        person_store.put_person(store, Person("g1", "Ann"))
        with pytest.raises(ZeroDivisionError):
            fail_after(lambda: person_store.put_person(store, Person("g2", "Bob")))
        tables.put_table(store, record())
        with pytest.raises(Conflict):
            append_entries(store, [entry(1), entry(2), entry(2)])
        assert [line.seq for line in read_log(store, "t1")] == [1, 2]
        assert person_store.read_person(other, "g1") is None
    assert person_store.read_person(other, "g1") is not None
    assert person_store.read_person(other, "g2") is None
    assert [line.seq for line in read_log(other, "t1")] == [1, 2]
    with pytest.raises(ZeroDivisionError):
        fail_after(
            lambda: tables.put_table(store, record("t2")),
            lambda: append_entries(store, [entry(1, "t2")], {"t2": Job(1.0)}),
        )
    assert tables.read_table(other, "t2") is None
    assert read_log(other, "t2") == jobs.find_due(other, NEVER, 9) == []


def test_a_taken_place_is_a_conflict_and_the_others_are_written(store: Store) -> None:
    append_entries(store, [entry(1)])
    with pytest.raises(Conflict) as error:
        append_entries(store, [entry(3), entry(2), entry(1), entry(1, "t2"), entry(1, "t2")])
    assert error.value.taken == {2, 4}
    assert read_log(store, "t1") == [entry(1), entry(2), entry(3)]
    assert read_log(store, "t1", after=2) == [entry(3)]
    assert read_log(store, "t2") == [entry(1, "t2")]


def test_logs_go_on_behind_a_position_of_each(store: Store) -> None:
    append_entries(store, [entry(seq, table) for table in ("t1", "t2", "t3") for seq in (1, 2, 3)])
    found = read_logs(store, {"t1": 1, "t2": 3, "none": 0})
    assert found == {"t1": [entry(2), entry(3)]}


def test_two_processes_have_one_secret(store: Store, other: Store) -> None:
    assert len(read_secret(store)) == 32
    assert read_secret(store) == read_secret(store) == read_secret(other)


def test_people_and_records_round_trip(store: Store) -> None:
    """A session that has ended stays so, whoever writes next."""
    for person in (Person("g1", "Ann", 3, "g2"), Person("g1", "Anna ☥", 2)):
        person_store.put_person(store, person)
    assert person_store.read_person(store, "g1") == Person("g1", "Anna ☥", 3, "g2")
    kept = record(clock=60, rematch="t9", over=True)
    tables.put_table(store, kept)
    assert tables.read_table(store, "t1") == kept


def test_a_record_can_change_and_its_people_find_it(store: Store) -> None:
    tables.put_table(store, record(created=1.0))
    tables.put_table(store, record("t2", created=2.0))
    seats = (Seat(PLAYER, "Ann", "g1"), Seat(PLAYER, "Cy", "g3"))
    changed = tables.change_table(store, record(created=1.0, seats=seats))
    assert tables.read_table(store, "t1") == changed == record(created=1.0, seats=seats, version=1)
    assert [r.id for r in tables.read_tables_of(store, "g1")] == ["t2", "t1"]
    assert [r.id for r in tables.read_tables_of(store, "g3")] == ["t1"]
    assert tables.read_tables_of(store, "") == tables.read_tables_of(store, "stranger") == []
    tables.put_table(store, record("t2", created=2.0, over=True))
    assert [r.id for r in tables.read_tables_of(store, "g1")] == ["t1", "t2"], "running first"


def test_only_one_of_two_changes_of_the_same_record_is_made(store: Store, other: Store) -> None:
    tables.put_table(store, record())
    seen = tables.read_table(other, "t1")
    assert seen is not None
    tables.change_table(store, seen)
    with pytest.raises(Conflict):
        tables.change_table(other, record(over=True, version=seen.version), Job(5.0))
    assert tables.read_table(other, "t1") == record(version=1)
    assert jobs.find_due(other, NEVER, 9) == []
    with pytest.raises(Conflict):
        tables.change_table(store, record("gone"))


def test_heads_tell_how_far_tables_are(store: Store) -> None:
    for id_ in ("t1", "t2"):
        tables.put_table(store, record(id_))
    append_entries(store, [entry(1), entry(2)])
    tables.change_table(store, record())
    add_chat(store, "t1", ChatLine(1.0, "Ann", 0, "hello"))
    heads = tables.read_heads(store, ["t1", "t2", "gone"])
    assert heads == {"t1": tables.Head(2, 1, heads["t1"].chat), "t2": tables.Head(0, 0, 0)}
    add_chat(store, "t1", ChatLine(2.0, "Ann", 0, "again"))
    assert [line.text for line in read_chat(store, "t1", 9, heads["t1"].chat)] == ["again"]
    assert tables.read_heads(store, []) == {}


def test_tables_are_due_in_order(store: Store) -> None:
    times = {"soon": 30.0, "late": 10.0, "later": 20.0, "no more": 5.0}
    append_entries(store, [], {table: Job(at) for table, at in times.items()})
    append_entries(store, [entry(1, "no more")], {"no more": Job(None, 1)})
    assert jobs.find_due(store, 25.0, 10) == ["late", "later"]
    assert jobs.find_due(store, 99.0, 2) == ["late", "later"]
    assert jobs.take_jobs(store, "one", 25.0, 10, bots=False) == ["late", "later"]
    jobs.reschedule(store, "late", 99.0)
    jobs.reschedule(store, "later", None)
    assert jobs.find_due(store, NEVER, 10) == ["soon", "late"]


def test_a_duty_is_one_process_s_until_it_lets_go(store: Store, other: Store) -> None:
    assert append_entries(store, [entry(1)], {"t1": Job(1.0, 1, keep=True)}, "one") == {"t1"}
    assert jobs.take_jobs(other, "two", NEVER, 9, bots=True) == []
    assert append_entries(other, [entry(2)], {"t1": Job(1.0, 2, keep=True)}, "two") == set()
    assert jobs.renew_jobs(other, "two", ["t1"]) == set()
    assert jobs.renew_jobs(store, "one", ["t1", "none"]) == {"t1"}
    assert jobs.take_jobs(store, "one", NEVER, 9, bots=True) == ["t1"], "its own it may take again"
    jobs.release_jobs(store, "one")
    assert jobs.take_jobs(other, "two", NEVER, 9, bots=True) == ["t1"]
    assert jobs.renew_jobs(store, "one", ["t1"]) == set()


def test_a_job_of_a_dead_process_is_taken(store: Store, other: Store, monkeypatch: Patch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.tables.stores.job_store.LEASE", -1.0)
        assert append_entries(store, [], {"t1": Job(1.0, keep=True)}, "dead") == {"t1"}
    assert jobs.take_jobs(other, "alive", NEVER, 9, bots=True) == ["t1"]
    assert jobs.renew_jobs(store, "dead", ["t1"]) == set()


def test_what_takes_bots_is_left_to_those_who_have_them(store: Store) -> None:
    append_entries(store, [], {"t1": Job(1.0, bots=True), "t2": Job(2.0)}, "one")
    assert jobs.take_jobs(store, "two", NEVER, 9, bots=False) == ["t2"]
    assert jobs.take_jobs(store, "three", NEVER, 9, bots=True) == ["t1"]


def test_what_is_known_of_a_later_position_stays(store: Store) -> None:
    append_entries(store, [], {"t1": Job(50.0, 7)}, "one")
    append_entries(store, [], {"t1": Job(None, 6)}, "two")
    append_entries(store, [], {"t1": Job(10.0, 6)}, "two")
    assert jobs.find_due(store, NEVER, 9) == ["t1"]
    assert jobs.find_due(store, 49.0, 9) == []
    append_entries(store, [], {"t1": Job(None, 7)}, "two")
    assert jobs.find_due(store, NEVER, 9) == []


def test_a_process_of_bots_is_known_to_live(store: Store, other: Store, monkeypatch: Patch) -> None:
    assert not jobs.heartbeat(store, "server", only_bots=False)
    assert jobs.heartbeat(other, "bots", only_bots=True)
    assert jobs.heartbeat(store, "server", only_bots=False)
    jobs.release_jobs(other, "bots")
    assert not jobs.heartbeat(store, "server", only_bots=False)
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.tables.stores.job_store.LEASE", -1.0)
        jobs.heartbeat(other, "bots", only_bots=True)
    assert not jobs.heartbeat(store, "server", only_bots=False)


def test_what_may_be_done_once_is_done_once(store: Store, other: Store) -> None:
    assert not person_store.is_spent(store, "x")
    assert person_store.spend_token(store, "x", NEVER)
    assert not person_store.spend_token(other, "x", NEVER)
    assert person_store.is_spent(other, "x")


def test_a_removed_table_leaves_nothing_behind(store: Store) -> None:
    for id_ in ("t1", "t2"):
        tables.put_table(store, record(id_))
        append_entries(store, [entry(1, id_)], {id_: Job(1.0)})
        add_chat(store, id_, ChatLine(1.0, "Ann", 0, "hello"))
    tables.remove_table(store, "t1")
    assert tables.read_table(store, "t1") is None
    assert read_log(store, "t1") == read_chat(store, "t1", 9) == []
    assert [table.id for table in tables.read_tables_of(store, "g1")] == ["t2"]
    assert jobs.find_due(store, 9.0, 9) == ["t2"]
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
    def note_call(self, call: str, seconds: float, error: bool) -> None:
        self.append(call)


def test_a_read_only_site_refuses_changes_but_not_upkeep(database: Database) -> None:
    def refuse() -> None:
        raise Unavailable("The site is read-only.")

    with closing(instrument(database.open, refuse, Calls())()) as store:
        for change in (
            lambda: person_store.put_person(store, Person("g1", "Ann")),
            lambda: tables.put_table(store, record()),
            lambda: append_entries(store, [entry(1)]),
        ):
            with pytest.raises(Unavailable):
                change()
        jobs.heartbeat(store, "me", only_bots=False)
        jobs.release_jobs(store, "me")
        assert person_store.read_person(store, "g1") is None


def test_a_call_is_measured_once_with_all_it_calls(database: Database) -> None:
    calls = Calls()
    with closing(instrument(database.open, lambda: None, calls)()) as store:
        append_entries(store, [entry(1)], {"t1": Job(5.0, 1)})
        read_log(store, "t1")
    assert calls == ["append", "log"]


OUTSIDE = sql.Query(lambda ids: select(SPENT.c.token).where(SPENT.c.token.not_in(ids)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_lists_may_have_any_length(store: Store, count: int) -> None:
    tokens = ["a", "b", "c"]
    for token in tokens:
        sql.insert_row(store, SPENT, token=token, until=1.0)
    chosen = tokens[:count]
    assert sorted(sql.find_rows(store, SPENT.c.token, token=chosen)) == [(t,) for t in chosen]
    assert sorted(store.rows(OUTSIDE(chosen))) == [(t,) for t in tokens[count:]]
    assert sql.delete_rows(store, SPENT, token=chosen) == count
    assert sql.count_rows(store, SPENT) == len(tokens) - count


def test_constants_stay_in_a_statement(store: Store) -> None:
    """A partial index is found only by a condition that says the same."""
    id_, role = PERSON.c.id, PERSON.c.role
    like = sql.Query(lambda name: select(id_).where(PERSON.c.name == name, role > "%?"))
    text, parameters = like("Ann").compile(store.dialect)
    assert list(parameters) == ["Ann"]
    assert "%?" in text
    assert store.rows(like("Ann")) == []


def test_a_row_is_inserted_once_and_changed_by_its_key(store: Store) -> None:
    row = {"owner": "ann", "topic": "one"}
    assert sql.insert_new(store, NOTE, **row, note=b"1")
    assert not sql.insert_new(store, NOTE, **row, note=b"2")
    assert bytes(sql.find_value(store, NOTE.c.note, **row)) == b"1"
    sql.upsert(store, NOTE, **row, note=b"3")
    assert sql.update_rows(store, NOTE, {"owner": "bob"}, note=b"4") == 0
    assert [bytes(note) for (note,) in sql.take_rows(store, NOTE.c.note, owner="ann")] == [b"3"]
    assert sql.find_value(store, NOTE.c.note, **row) is None


def test_outcomes_come_with_entries_and_what_tells_more_stays(store: Store) -> None:
    tables.put_table(store, record())
    assert find_unarchived(store, 9) == []
    append_entries(store, [entry(1)])
    assert find_unarchived(store, 9) == ["t1"]
    append_entries(store, [Entry("t1", 2, "move", 0, "draw", 1.5, (0, b"more"))])
    put_outcomes(store, [("t1", 0, b"les"), ("t1", 16, b"later")])
    assert read_outcomes(store, "t1") == [b"more", b"later"]
    assert find_unarchived(store, 9) == []
    with pytest.raises(Conflict):
        append_entries(store, [Entry("t1", 2, "move", 0, "draw", 1.5, (0, b"even more"))])
    tables.remove_table(store, "t1")
    assert read_outcomes(store, "t1") == []


def test_what_is_gone_is_remembered(store: Store) -> None:
    gone = [(deletions.TABLES, "t1"), (deletions.PEOPLE, "g1"), (deletions.CHANGED, "t2")]
    for kind, id_ in (*gone, gone[-1]):
        deletions.record_deletion(store, kind, id_)
    assert deletions.read_deletions(store) == gone
    assert set(deletions.read_changed(store)) == {"t1", "t2"}


def test_visits_tell_who_is_gone_for_long(store: Store) -> None:
    person_store.mark_visit(store, "nobody", 1.0)
    person_store.put_person(store, Person("g1", "Ann"))
    person_store.put_person(store, Person("g2", "Old Ann", merged="g1"))
    person_store.mark_visit(store, "g1", 5.0)
    person_store.mark_visit(store, "g2", 1.0)
    person_store.put_person(store, Person("g3", "Bob"))
    person_store.mark_visit(store, "g3", 1.0)
    assert person_store.find_abandoned(store, 9.0, 9) == [
        "g3",
        "g1",
    ]  # the other Ann stays as long as Ann
    assert person_store.find_abandoned(store, 3.0, 9) == ["g3"]
    person_store.mark_visit(store, "g3", 10.0)
    assert person_store.find_abandoned(store, 9.0, 9) == ["g1"]
    delete_person(store, "g3")
    put_note(store, "g1", "lesson", b"note")
    delete_person(store, "g1")
    assert person_store.read_person_ids(store) == person_store.find_abandoned(store, 99.0, 9) == []
    assert read_notes(store, "g1", "lesson") == {}


def test_all_are_listed_page_by_page(store: Store) -> None:
    for number in range(5):
        tables.put_table(store, record(f"t{number}"))
    assert tables.read_table_ids(store, "", 2) == ["t0", "t1"]
    assert tables.read_table_ids(store, "t1", 9) == ["t2", "t3", "t4"]
    assert [found.id for found in admin.every_table(store)] == [f"t{n}" for n in range(5)]


def test_tables_that_never_began_are_found(store: Store) -> None:
    waiting = (Seat(OPEN, "Friend 1"), Seat(OPEN, "Friend 2"))
    tables.put_table(store, record("young", created=9.0, seats=waiting))
    tables.put_table(store, record("old", created=1.0, seats=waiting))
    tables.put_table(store, record("full", created=1.0))
    assert tables.find_unstarted(store, 5.0, 9) == ["old"]
