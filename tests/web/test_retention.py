"""What a site keeps and lets go of, in both stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from nomarch.errors import CannotServe
from nomarch.storage import backup
from nomarch.storage.admin_store import CHANGED, GUESTS, TABLES, Ban
from nomarch.storage.copy_database import move
from nomarch.storage.database import Database
from nomarch.storage.store import Conflict, Store
from nomarch.tables import admin
from nomarch.tables.model import LEAVE, OPEN, ChatLine, Entry, Guest, Seat

from .test_store import database, entry, other, record, store

__all__ = ["database", "other", "store"]  # fixtures


def test_outcomes_come_with_entries_and_what_tells_more_stays(store: Store) -> None:
    store.put_table(record())
    assert store.unarchived(9) == []
    store.append([entry(1)])
    assert store.unarchived(9) == ["t1"]
    store.append([Entry("t1", 2, "move", 0, "draw", 1.5, (0, b"more"))])
    store.put_outcomes([("t1", 0, b"les"), ("t1", 16, b"later")])
    assert store.outcomes("t1") == [b"more", b"later"]
    assert store.unarchived(9) == []
    with pytest.raises(Conflict):
        store.append([Entry("t1", 2, "move", 0, "draw", 1.5, (0, b"even more"))])
    store.remove_table("t1")
    assert store.outcomes("t1") == []


def test_settings_are_set_and_taken_back(store: Store, other: Store) -> None:
    assert store.setting("announcement") == ""
    store.set_setting("announcement", "at noon ☥")
    store.set_setting("announcement", "at one ☥")
    assert other.setting("announcement") == "at one ☥"
    store.set_setting("announcement", "")
    assert other.setting("announcement") == ""


def test_bans_are_kept_with_their_reason(store: Store) -> None:
    store.ban("g1", "spam")
    store.ban("g1", "again")
    store.ban("192.0.2.0/24", "")
    assert store.bans() == {"g1": Ban("spam"), "192.0.2.0/24": Ban("")}
    assert store.unban("g1")
    assert not store.unban("g1")


def test_what_is_gone_is_remembered(store: Store) -> None:
    store.record_deletion(TABLES, "t1")
    store.record_deletion(GUESTS, "g1")
    store.record_deletion(CHANGED, "t2")
    store.record_deletion(CHANGED, "t2")
    assert store.deletions() == [(TABLES, "t1"), (GUESTS, "g1"), (CHANGED, "t2")]
    assert set(store.changed()) == {"t1", "t2"}


def test_visits_tell_who_is_gone_for_long(store: Store) -> None:
    store.see("nobody", 1.0)
    store.put_guest(Guest("g1", "Ann"))
    store.put_guest(Guest("g2", "Old Ann", merged="g1"))
    store.see("g1", 5.0)
    store.see("g2", 1.0)
    store.put_guest(Guest("g3", "Bob"))
    store.see("g3", 1.0)
    assert store.abandoned(9.0, 9) == ["g3", "g1"]  # the other Ann stays as long as Ann
    assert store.abandoned(3.0, 9) == ["g3"]
    store.see("g3", 10.0)
    assert store.abandoned(9.0, 9) == ["g1"]
    store.forget_guest("g3")
    store.put_note("g1", "lesson", b"note")
    store.forget_guest("g1")
    assert store.all_guests() == store.abandoned(99.0, 9) == []
    assert store.notes("g1", "lesson") == {}


def test_all_are_listed_page_by_page(store: Store) -> None:
    for number in range(5):
        store.put_table(record(f"t{number}"))
    assert store.all_tables("", 2) == ["t0", "t1"]
    assert store.all_tables("t1", 9) == ["t2", "t3", "t4"]
    assert [found.id for found in admin.every_table(store)] == [f"t{n}" for n in range(5)]


def test_tables_that_never_began_are_found(store: Store) -> None:
    waiting = (Seat(OPEN, "Friend 1"), Seat(OPEN, "Friend 2"))
    store.put_table(record("young", created=9.0, seats=waiting))
    store.put_table(record("old", created=1.0, seats=waiting))
    store.put_table(record("full", created=1.0))
    assert store.unstarted(5.0, 9) == ["old"]


def test_a_guest_is_forgotten_everywhere(store: Store) -> None:
    store.put_guest(Guest("g1", "Ann"))
    for id_, over in (("t1", False), ("t2", True)):
        store.put_table(record(id_, over=over))
        store.append([entry(1, id_)])
        store.add_chat(id_, ChatLine(1.0, "Ann", 0, "mine"))
        store.add_chat(id_, ChatLine(1.0, "Bob", 1, "not mine"))
    assert admin.forget(store, "g1") == 2
    assert store.guest("g1") is None
    assert store.count_tables("g1") == 0
    for id_, kind in (("t1", "bot"), ("t2", "guest")):
        found = store.table(id_)
        assert found is not None
        assert (found.seats[0].kind, found.seats[0].name, found.seats[0].guest) == (
            kind, "Guest 1", "",
        )  # fmt: skip
        assert found.host == "g2"
        assert [line.text for line in store.chat(id_, 9)] == ["not mine"]
    assert [line.kind for line in store.log("t1")] == ["move", LEAVE]


def test_a_copy_is_made_while_others_write(
    database: Database, store: Store, tmp_path: Path
) -> None:
    store.secret()
    store.put_guest(Guest("g1", "Ann"))
    store.put_table(record())
    store.append([entry(1), entry(2)])
    store.put_outcomes([("t1", 0, b"outcome")])
    copy = tmp_path / "copy.sqlite3"
    if database.is_shared:
        counted = backup.back_up_shared(database, copy)
    else:
        counted = backup.back_up(Path(database.address), copy)
    assert (counted.tables, counted.entries, counted.guests) == (1, 2, 1)
    store.append([entry(3)])
    there = Database(str(copy)).open()
    assert there.log("t1") == [entry(1), entry(2)]
    assert there.outcomes("t1") == [b"outcome"]
    assert there.secret() == store.secret()
    there.close()
    with pytest.raises(CannotServe, match="not empty"):
        move(Database(str(copy)), database)
