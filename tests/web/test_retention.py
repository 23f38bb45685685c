"""What a site keeps and lets go of, in both stores."""

from __future__ import annotations

import pytest

from nomarch.people.bans import Ban, end_ban, put_ban, read_bans
from nomarch.people.deletion import delete_person
from nomarch.people.person_store import find_abandoned, mark_visit, put_person, read_person_ids
from nomarch.storage.notes import put_note, read_notes
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.storage.store import Conflict, Store
from nomarch.tables.archive.outcome_store import find_unarchived, put_outcomes, read_outcomes
from nomarch.tables.state.model import OPEN, Entry, Person, Seat
from nomarch.tables.stores import admin
from nomarch.tables.stores.deletions import (
    CHANGED,
    PEOPLE,
    TABLES,
    read_changed,
    read_deletions,
    record_deletion,
)
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import (
    find_unstarted,
    put_table,
    read_table_ids,
    remove_table,
)

from .test_store import entry, record


def test_outcomes_come_with_entries_and_what_tells_more_stays(store: Store) -> None:
    put_table(store, record())
    assert find_unarchived(store, 9) == []
    append_entries(store, [entry(1)])
    assert find_unarchived(store, 9) == ["t1"]
    append_entries(store, [Entry("t1", 2, "move", 0, "draw", 1.5, (0, b"more"))])
    put_outcomes(store, [("t1", 0, b"les"), ("t1", 16, b"later")])
    assert read_outcomes(store, "t1") == [b"more", b"later"]
    assert find_unarchived(store, 9) == []
    with pytest.raises(Conflict):
        append_entries(store, [Entry("t1", 2, "move", 0, "draw", 1.5, (0, b"even more"))])
    remove_table(store, "t1")
    assert read_outcomes(store, "t1") == []


def test_settings_are_set_and_taken_back(store: Store, other: Store) -> None:
    assert read_setting(store, "announcement") == ""
    write_setting(store, "announcement", "at noon ☥")
    write_setting(store, "announcement", "at one ☥")
    assert read_setting(other, "announcement") == "at one ☥"
    write_setting(store, "announcement", "")
    assert read_setting(other, "announcement") == ""


def test_bans_are_kept_with_their_reason(store: Store) -> None:
    put_ban(store, "g1", "spam")
    put_ban(store, "g1", "again")
    put_ban(store, "192.0.2.0/24", "")
    assert read_bans(store) == {"g1": Ban("spam"), "192.0.2.0/24": Ban("")}
    assert end_ban(store, "g1")
    assert not end_ban(store, "g1")


def test_what_is_gone_is_remembered(store: Store) -> None:
    record_deletion(store, TABLES, "t1")
    record_deletion(store, PEOPLE, "g1")
    record_deletion(store, CHANGED, "t2")
    record_deletion(store, CHANGED, "t2")
    assert read_deletions(store) == [(TABLES, "t1"), (PEOPLE, "g1"), (CHANGED, "t2")]
    assert set(read_changed(store)) == {"t1", "t2"}


def test_visits_tell_who_is_gone_for_long(store: Store) -> None:
    mark_visit(store, "nobody", 1.0)
    put_person(store, Person("g1", "Ann"))
    put_person(store, Person("g2", "Old Ann", merged="g1"))
    mark_visit(store, "g1", 5.0)
    mark_visit(store, "g2", 1.0)
    put_person(store, Person("g3", "Bob"))
    mark_visit(store, "g3", 1.0)
    assert find_abandoned(store, 9.0, 9) == ["g3", "g1"]  # the other Ann stays as long as Ann
    assert find_abandoned(store, 3.0, 9) == ["g3"]
    mark_visit(store, "g3", 10.0)
    assert find_abandoned(store, 9.0, 9) == ["g1"]
    delete_person(store, "g3")
    put_note(store, "g1", "lesson", b"note")
    delete_person(store, "g1")
    assert read_person_ids(store) == find_abandoned(store, 99.0, 9) == []
    assert read_notes(store, "g1", "lesson") == {}


def test_all_are_listed_page_by_page(store: Store) -> None:
    for number in range(5):
        put_table(store, record(f"t{number}"))
    assert read_table_ids(store, "", 2) == ["t0", "t1"]
    assert read_table_ids(store, "t1", 9) == ["t2", "t3", "t4"]
    assert [found.id for found in admin.every_table(store)] == [f"t{n}" for n in range(5)]


def test_tables_that_never_began_are_found(store: Store) -> None:
    waiting = (Seat(OPEN, "Friend 1"), Seat(OPEN, "Friend 2"))
    put_table(store, record("young", created=9.0, seats=waiting))
    put_table(store, record("old", created=1.0, seats=waiting))
    put_table(store, record("full", created=1.0))
    assert find_unstarted(store, 5.0, 9) == ["old"]
