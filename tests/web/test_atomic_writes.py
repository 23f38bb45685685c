"""What belongs together is written together, and nobody overwrites another's change."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, cast

import msgspec
import pytest

from nomarch.contests.standings import Pairing, PairingSeat
from nomarch.contests.tournaments import forfeit_seats
from nomarch.kernel.run.seeds import make_seed
from nomarch.people import notices
from nomarch.people.deletion import forget_person
from nomarch.people.own_pauses import read_vacation, take_vacation
from nomarch.people.person_store import put_person, read_person
from nomarch.storage.database import Database
from nomarch.storage.notes import NoteStore
from nomarch.storage.schema import PAIRING
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.statements import Statement, insert_row
from nomarch.storage.store import Conflict, Store
from nomarch.tables.archive.outcome_store import StoredChunk, put_outcomes
from nomarch.tables.service import PlayedMoves, TableService
from nomarch.tables.state.model import (
    OPEN,
    PLAYER,
    ChatLine,
    Person as StoredPerson,
    Seat,
    TableRecord,
)
from nomarch.tables.state.table_options import TableOptions
from nomarch.tables.stores.chat_store import add_chat, read_chat
from nomarch.tables.stores.deletions import read_deletions
from nomarch.tables.stores.job_store import find_due
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.table_store import change_table, put_table, read_table, read_table_ids

from .actors import Patch, Person, Site
from .test_store import NEVER, record

pytestmark = pytest.mark.anyio


class Crash(Exception):
    pass


def crash(*_: object, **more: object) -> None:
    raise Crash


def _text_of(argument: Any) -> str:
    is_statement = isinstance(argument, Statement)
    return argument.compile(SqliteStore.dialect)[0] if is_statement else str(argument)


Meanwhile = Callable[[str, Callable[[], Any]], None]


@pytest.fixture
def meanwhile(store: Store, other: Store, monkeypatch: Patch) -> Iterator[Meanwhile]:
    """Lets another process try a change once the first has read such rows: it has to wait."""
    is_sqlite, original, tried = isinstance(other, SqliteStore), store.rows, list[str]()
    other.execute("PRAGMA busy_timeout = 0" if is_sqlite else "SET lock_timeout = '1ms'")

    def arrange(about: str, change: Callable[[], Any]) -> None:
        def rows(*given: Any, **named: Any) -> Any:
            result = original(*given, **named)
            if about in _text_of(given[0]) and not tried:
                tried.append(about)
                with pytest.raises(other.failures):
                    change()
            return result

        monkeypatch.setattr(store, "rows", rows)

    yield arrange
    assert tried, "nothing was read"


async def test_a_table_is_created_with_its_moves(
    service: TableService, store: Store, monkeypatch: Patch
) -> None:
    async def create() -> Any:
        seats = [Seat(PLAYER, name, "ann") for name in ("Ann", "Bob", "Cy")]
        past = PlayedMoves(make_seed("one"), ((0, "draw"),))
        ann, options = StoredPerson("ann", "Ann"), TableOptions(clock=60)
        return await service.create(ann, "ra", seats, {}, options, past=past)

    with monkeypatch.context() as patch:
        patch.setattr("nomarch.tables.service.append_entries", crash)
        with pytest.raises(Crash):
            await create()
    assert read_table_ids(store) == find_due(store, NEVER, 9) == []
    made = await create()
    assert [entry.text for entry in read_log(store, made.id)] == ["draw"]
    assert find_due(store, NEVER, 9) == [made.id]


def test_a_person_is_forgotten_at_once(store: Store, other: Store, monkeypatch: Patch) -> None:
    put_person(store, StoredPerson("g1", "Ann"))
    for id_ in ("t1", "t2"):
        put_table(store, record(id_))
        add_chat(store, id_, ChatLine(1.0, "Ann", 0, "hello"))
    with monkeypatch.context() as patch:
        patch.setattr("nomarch.people.deletion.delete_person", crash)
        with pytest.raises(Crash):
            forget_person(store, "g1")
    for id_ in ("t1", "t2"):
        assert read_table(other, id_).seats_of("g1") == (0,)  # type: ignore[union-attr]
        assert len(read_chat(other, id_, 9)) == 1
        assert read_log(other, id_) == read_deletions(other) == []
    assert forget_person(store, "g1") == 2
    assert read_person(other, "g1") is None
    assert [entry.kind for entry in read_log(other, "t2")] == ["leave"]


def test_forgetting_keeps_who_joins_meanwhile(
    store: Store, other: Store, meanwhile: Meanwhile
) -> None:
    seats = (Seat(PLAYER, "Ann", "g1"), Seat(PLAYER, "Bob", "g2"), Seat(OPEN, "Friend 3"))
    put_person(store, StoredPerson("g1", "Ann"))
    put_table(store, record(seats=seats))
    before = cast(TableRecord, read_table(other, "t1"))
    joined = msgspec.structs.replace(before, seats=(*seats[:2], Seat(PLAYER, "Cy", "g3")))
    meanwhile("FROM chat", lambda: change_table(other, joined))
    forget_person(store, "g1")
    with pytest.raises(Conflict):  # so that the process reads the table again and retries
        change_table(other, joined)
    left = cast(TableRecord, read_table(other, "t1"))
    assert [seat.person for seat in left.seats] == ["", "g2", ""]


def test_two_processes_that_forfeit_seats_keep_each_others_reasons(
    store: Store, other: Store, meanwhile: Meanwhile
) -> None:
    pairing = Pairing(1, 1, "t1", (PairingSeat("g1"), PairingSeat("g2")))
    data = msgspec.json.encode(pairing.seats).decode()
    insert_row(store, PAIRING, tournament="cup", round=1, no=1, game_table="t1", data=data)
    meanwhile("FROM pairing", lambda: forfeit_seats(other, "cup", pairing, [1], "late"))
    forfeit_seats(store, "cup", pairing, [0], "absent")
    forfeit_seats(other, "cup", pairing, [1], "late")
    ((data,),) = store.rows("SELECT data FROM pairing")
    reasons = [seat.forfeit for seat in msgspec.json.decode(data, type=list[PairingSeat])]
    assert reasons == ["absent", "late"]


def test_two_processes_that_change_notice_settings_keep_each_others_changes(
    store: Store, other: Store, meanwhile: Meanwhile
) -> None:
    notices.write_settings(store, "g1", notices.NoticeSettings(mail=("turn", "over")))
    meanwhile("FROM note", lambda: notices.stop_notices(other, "g1", "over"))
    notices.mute(store, "g1", "t1", True)
    notices.stop_notices(other, "g1", "over")
    settings = cast(notices.NoticeSettings, notices.read_settings(store, "g1"))
    assert (settings.mail, settings.muted) == (("turn",), ("t1",))


def test_a_vacation_day_is_spent_once(store: Store, other: Store, meanwhile: Meanwhile) -> None:
    meanwhile("FROM note", lambda: take_vacation(other, "g1", 3, 2.0))
    take_vacation(store, "g1", 5, 1.0)
    assert sum(read_vacation(store, "g1").used.values()) == 5


def test_archiving_is_tried_again(site: Site, ann: Person, monkeypatch: Patch) -> None:
    is_full, archived = True, list[str]()

    def put(store: Store, outcomes: list[StoredChunk]) -> None:
        if is_full:
            raise sqlite3.OperationalError("database or disk is full")
        put_outcomes(store, outcomes)
        archived.extend(table for table, _, _ in outcomes)

    monkeypatch.setattr("nomarch.tables.live.live_tables.put_outcomes", put)
    table = ann.opens("me", "here", "here")
    assert table.rush(seed=4).match.over
    live = site.live(table)
    assert not live.is_archived
    is_full = False
    site.call(site.tables.tables.archive_finished)
    assert set(archived) == {table}  # the server itself may have tried again, too
    assert live.is_archived


class Numbers(msgspec.Struct):
    found: list[int] = []


async def test_two_processes_change_a_note(
    database: Database, service: TableService, store: Store
) -> None:
    put_person(store, StoredPerson("g1", "Ann"))

    def add(number: int) -> Callable[[Numbers], Numbers]:
        return lambda before: Numbers([*before.found, number])

    writers = service.writer, (second := LogWriter(database.later))
    notes = [NoteStore(service.readers, writer, "numbers/", Numbers) for writer in writers]
    await asyncio.gather(*(notes[n % 2].change("g1", "one", add(n)) for n in range(8)))
    assert sorted((await notes[0].get("g1", "one")).found) == list(range(8))
    second.close()
