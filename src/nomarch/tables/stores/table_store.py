"""Stored tables: their records and who sits at them."""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, ScalarSelect, delete, func, select, true

from nomarch.storage.schema import CHAT, ENTRY, GAME_TABLE, JOB, NOTE, OUTCOME, SEAT, STANDING
from nomarch.storage.statements import (
    Insert,
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_values,
    insert,
    insert_new,
    update_rows,
)
from nomarch.storage.store import Conflict, DamagedData, Row, Store, decoded
from nomarch.tables.state.model import TableRecord
from nomarch.tables.stores.hooks import hooks_of
from nomarch.tables.stores.job_store import Job, put_job
from nomarch.tables.stores.results import GameResult, put_result, remove_result

PAGE = 100
"""Tables in one page of a list."""
MOST_LISTED = 100
"""The most tables a lobby shows."""


class Head(msgspec.Struct, frozen=True):
    """A table's latest position, record version and chat line."""

    seq: int
    version: int
    chat: int
    """The number of the latest chat line."""


# --- Writing --------------------------------------------------------------------------------------


@Query
def _put(id_: Any, created: Any, record: Any, finished: Any, listed: Any) -> Insert:
    new = insert(GAME_TABLE).values(
        id=id_, created=created, record=record, finished=finished, listed=listed
    )
    changed = {name: new.excluded[name] for name in ("record", "finished", "listed")}
    return new.on_conflict_do_update(
        index_elements=["id"], set_={**changed, "version": GAME_TABLE.c.version + 1}
    )


def put_table(store: Store, record: TableRecord) -> None:
    """Add a table, or overwrite its record regardless of version."""
    with store.transaction():
        store.execute(_put(record.id, record.created, *_columns(record).values()))
        _seat_people(store, record)


def add_table(store: Store, record: TableRecord, job: Job) -> None:
    with store.transaction():
        put_table(store, record)
        put_job(store, record.id, job)


def change_table(
    store: Store, record: TableRecord, job: Job | None = None, result: GameResult | None = None
) -> TableRecord:
    """Change a record, store a job and the result of a game that has ended.

    Returns the record with its new version. Raises `Conflict` if it was changed since this version
    was read.
    """
    with store.measure("change_table"), store.transaction():
        record = hooks_of(store).before_write(store, record)
        known, version = {"id": record.id, "version": record.version}, record.version + 1
        if not update_rows(store, GAME_TABLE, known, version=version, **_columns(record)):
            raise Conflict()
        _seat_people(store, record)
        if job is not None:
            put_job(store, record.id, job)
        if result is not None:
            put_result(store, msgspec.structs.replace(result, rated=record.rated))
    return msgspec.structs.replace(record, version=version)


_UNSEAT = Query(
    lambda table, people: delete(SEAT).where(
        SEAT.c.game_table == table, SEAT.c.person.not_in(people) if people else true()
    )
)


def _seat_people(store: Store, record: TableRecord) -> None:
    """Update the seats of a table; what remaining people have seen stays."""
    people = sorted({seat.person for seat in record.seats if seat.person})
    store.execute(_UNSEAT(record.id, people))
    for person in people:
        insert_new(store, SEAT, person=person, game_table=record.id)
    hooks_of(store).after_write(store, record)


def remove_table(store: Store, id_: str) -> None:
    """Delete a table with its log and chat."""
    with store.transaction():
        for table in (SEAT, ENTRY, OUTCOME, STANDING, CHAT, JOB):
            delete_rows(store, table, game_table=id_)
        remove_result(store, id_)
        delete_rows(store, NOTE, owner=id_)
        hooks_of(store).after_remove(store, id_)
        delete_rows(store, GAME_TABLE, id=id_)


def _columns(record: TableRecord) -> dict[str, Any]:
    """Return a record as it is stored, with whether it is over, and in the lobby, for lists."""
    data = msgspec.json.encode(record).decode()
    return {"record": data, "finished": int(record.over), "listed": int(record.is_on_offer)}


# --- Reading --------------------------------------------------------------------------------------


_RECORDS = select(GAME_TABLE.c.version, GAME_TABLE.c.record)


def read_table(store: Store, id_: str, *, lock: bool = False) -> TableRecord | None:
    with store.measure("table"), store.reporting_damage():
        rows = find_rows(store, GAME_TABLE.c.version, GAME_TABLE.c.record, lock=lock, id=id_)
    if not rows:
        return None
    record = _decoded(rows[0])
    if record is None:
        raise DamagedData(f"the record of table {id_}")
    return record


def lock_table(store: Store, id_: str) -> TableRecord | None:
    """Return a table's record; nobody else can change it in this transaction."""
    return read_table(store, id_, lock=True)


def _decoded(row: Row) -> TableRecord | None:
    record = decoded(row[1], TableRecord)
    return record and msgspec.structs.replace(record, version=row[0])


def _records(rows: list[Row]) -> list[TableRecord]:
    found = (_decoded(row) for row in rows)
    return [record for record in found if record is not None]


_PAGE = Query(
    lambda person, offset: (
        _RECORDS.join(SEAT)
        .where(SEAT.c.person == person)
        .order_by(GAME_TABLE.c.finished, GAME_TABLE.c.created.desc(), GAME_TABLE.c.id)
        .limit(PAGE)
        .offset(offset)
    )
)


def read_tables_of(store: Store, person: str, page: int = 1) -> list[TableRecord]:
    """Return a page of a person's tables: running ones first, then the newest."""
    return _records(store.rows(_PAGE(person, (page - 1) * PAGE)))


_LOCK_ALL = Query(
    lambda person: (
        _RECORDS.join(SEAT)
        .where(SEAT.c.person == person)
        .order_by(GAME_TABLE.c.id)
        .with_for_update(of=GAME_TABLE)
    )
)


def lock_tables_of(store: Store, person: str) -> list[TableRecord]:
    """Return all tables of a person; nobody else can change them in this transaction."""
    return _records(store.rows(_LOCK_ALL(person)))


_RUNNING = Query(
    lambda person: (
        select(SEAT.c.game_table)
        .join(GAME_TABLE)
        .where(SEAT.c.person == person, GAME_TABLE.c.finished == 0)
        .order_by(SEAT.c.game_table)
    )
)


def find_running(store: Store, person: str) -> list[str]:
    return [table for (table,) in store.rows(_RUNNING(person))]


def find_same_game(store: Store, person: str, seed: str) -> str | None:
    """Return a person's running table with that seed."""
    for table in find_running(store, person):
        record = read_table(store, table)
        if record is not None and record.seed == seed:
            return table
    return None


def count_tables(store: Store, person: str) -> int:
    return count_rows(store, SEAT, person=person)


_LOBBY = Query(
    lambda since: (
        _RECORDS.where(GAME_TABLE.c.listed == 1, GAME_TABLE.c.created > since)
        .order_by(GAME_TABLE.c.created.desc(), GAME_TABLE.c.id)
        .limit(MOST_LISTED)
    )
)


def read_lobby(store: Store, since: float) -> list[TableRecord]:
    """Return listed tables with a free seat created after a time, newest first."""
    return [record for record in _records(store.rows(_LOBBY(since))) if record.is_on_offer]


def _latest(column: ColumnElement[Any], table: ColumnElement[Any]) -> ScalarSelect[Any]:
    return (
        select(func.coalesce(func.max(column), 0)).where(table == GAME_TABLE.c.id).scalar_subquery()
    )


_HEADS = Query(
    lambda tables: select(
        GAME_TABLE.c.id,
        _latest(ENTRY.c.seq, ENTRY.c.game_table),
        GAME_TABLE.c.version,
        _latest(CHAT.c.id, CHAT.c.game_table),
    ).where(GAME_TABLE.c.id.in_(tables))
)


def read_heads(store: Store, tables: Collection[str]) -> dict[str, Head]:
    """Return the heads of tables; deleted ones are left out."""
    if not tables:
        return {}
    return {id_: Head(*rest) for id_, *rest in store.rows(_HEADS(list(tables)))}


def read_table_ids(store: Store, after: str = "", most: int = 100) -> list[str]:
    return find_values(store, GAME_TABLE.c.id, order_by=("id",), most=most, id__gt=after)


_UNSTARTED = Query(
    lambda before, most: (
        select(GAME_TABLE.c.id)
        .where(GAME_TABLE.c.created < before, GAME_TABLE.c.record.like('%"kind":"open"%'))
        .order_by(GAME_TABLE.c.created)
        .limit(most)
    )
)


def find_unstarted(store: Store, before: float, most: int) -> list[str]:
    """Return tables created before a time that still have an open seat."""
    return [id_ for (id_,) in store.rows(_UNSTARTED(before, most))]
