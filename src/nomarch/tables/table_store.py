"""Stored tables: their records and who sits at them."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from nomarch.storage.store import Conflict, DamagedData, Row, Store, decoded, marks
from nomarch.tables.hooks import hooks_of
from nomarch.tables.job_store import Job, put_job
from nomarch.tables.model import TableRecord
from nomarch.tables.results import GameResult, put_result, remove_result

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


def put_table(store: Store, record: TableRecord) -> None:
    """Add a table, or overwrite its record regardless of version."""
    with store.transaction():
        store.execute(
            "INSERT INTO game_table (id, created, record, finished, listed) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record, "
            "finished = excluded.finished, listed = excluded.listed, "
            "version = game_table.version + 1",
            (record.id, record.created, _encoded(record), *_marked(record)),
        )
        _seat_guests(store, record)


def add_table(store: Store, record: TableRecord, job: Job) -> None:
    """Add a table with its job."""
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
        done = store.execute(
            "UPDATE game_table SET record = ?, finished = ?, listed = ?, "
            "version = version + 1 WHERE id = ? AND version = ?",
            (_encoded(record), *_marked(record), record.id, record.version),
        )
        if not done:
            raise Conflict()
        _seat_guests(store, record)
        if job is not None:
            put_job(store, record.id, job)
        if result is not None:
            put_result(store, msgspec.structs.replace(result, rated=record.rated))
    return msgspec.structs.replace(record, version=record.version + 1)


def _seat_guests(store: Store, record: TableRecord) -> None:
    """Update the seats of a table; what remaining guests have seen stays."""
    guests = sorted({seat.guest for seat in record.seats if seat.guest})
    others = f"AND person NOT IN ({marks(guests)})" if guests else ""
    store.execute(f"DELETE FROM seat WHERE game_table = ? {others}", (record.id, *guests))
    for guest in guests:
        store.execute(
            "INSERT INTO seat (person, game_table) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (guest, record.id),
        )
    hooks_of(store).after_write(store, record)


def remove_table(store: Store, id_: str) -> None:
    """Delete a table with its log and chat."""
    with store.transaction():
        for table in ("seat", "entry", "outcome", "standing", "chat", "job"):
            store.execute(f"DELETE FROM {table} WHERE game_table = ?", (id_,))
        remove_result(store, id_)
        store.execute("DELETE FROM note WHERE owner = ?", (id_,))
        hooks_of(store).after_remove(store, id_)
        store.execute("DELETE FROM game_table WHERE id = ?", (id_,))


def _encoded(record: TableRecord) -> str:
    return msgspec.json.encode(record).decode()


def _marked(record: TableRecord) -> Row:
    """Return the columns that lists use: whether it is over, whether it is in the lobby."""
    return int(record.over), int(record.is_on_offer)


# --- Reading --------------------------------------------------------------------------------------


def read_table(store: Store, id_: str) -> TableRecord | None:
    """Return a table's record."""
    return _read_table(store, id_, "")


def lock_table(store: Store, id_: str) -> TableRecord | None:
    """Return a table's record; nobody else can change it in this transaction."""
    return _read_table(store, id_, store.locking)


def _read_table(store: Store, id_: str, locking: str) -> TableRecord | None:
    with store.measure("table"), store.reporting_damage():
        rows = store.rows(f"SELECT version, record FROM game_table WHERE id = ? {locking}", (id_,))
    if not rows:
        return None
    record = _decoded(rows[0])
    if record is None:
        raise DamagedData(f"the record of table {id_}")
    return record


def _decoded(row: Row) -> TableRecord | None:
    """Return a record with its version."""
    record = decoded(row[1], TableRecord)
    return record and msgspec.structs.replace(record, version=row[0])


def _records(rows: list[Row]) -> list[TableRecord]:
    found = (_decoded(row) for row in rows)
    return [record for record in found if record is not None]


def read_tables_of(store: Store, guest: str, page: int = 1) -> list[TableRecord]:
    """Return a page of a guest's tables: running ones first, then the newest."""
    return _records(
        store.rows(
            "SELECT version, record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            "WHERE seat.person = ? ORDER BY finished, created DESC, id LIMIT ? OFFSET ?",
            (guest, PAGE, (page - 1) * PAGE),
        )
    )


def lock_tables_of(store: Store, guest: str) -> list[TableRecord]:
    """Return all tables of a guest; nobody else can change them in this transaction."""
    locking = f"{store.locking} OF game_table" if store.locking else ""
    return _records(
        store.rows(
            "SELECT version, record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            f"WHERE seat.person = ? ORDER BY id {locking}",
            (guest,),
        )
    )


def count_tables(store: Store, guest: str) -> int:
    """Count a guest's tables."""
    return int(store.rows("SELECT count(*) FROM seat WHERE person = ?", (guest,))[0][0])


def read_lobby(store: Store, since: float) -> list[TableRecord]:
    """Return listed tables with a free seat created after a time, newest first."""
    rows = store.rows(
        "SELECT version, record FROM game_table WHERE listed = 1 AND created > ? "
        "ORDER BY created DESC, id LIMIT ?",
        (since, MOST_LISTED),
    )
    return [record for record in _records(rows) if record.is_on_offer]


def read_heads(store: Store, tables: Collection[str]) -> dict[str, Head]:
    """Return the heads of tables; deleted ones are left out."""
    if not tables:
        return {}
    rows = store.rows(
        "SELECT id, (SELECT coalesce(max(seq), 0) FROM entry WHERE game_table = id), version, "
        "(SELECT coalesce(max(chat.id), 0) FROM chat WHERE game_table = game_table.id) "
        f"FROM game_table WHERE id IN ({marks(tables)})",
        tuple(tables),
    )
    return {id_: Head(*rest) for id_, *rest in rows}


def read_table_ids(store: Store, after: str = "", most: int = 100) -> list[str]:
    """Return a page of table ids after one."""
    rows = store.rows("SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?", (after, most))
    return [row[0] for row in rows]


def find_unstarted(store: Store, before: float, most: int) -> list[str]:
    """Return tables created before a time that still have an open seat."""
    rows = store.rows(
        "SELECT id FROM game_table WHERE created < ? AND record LIKE ? ORDER BY created LIMIT ?",
        (before, '%"kind":"open"%', most),
    )
    return [row[0] for row in rows]
