"""Admin operations: close and delete tables.

They use the store alone, so they work with or without running servers.
"""

from collections.abc import Iterator

import msgspec

from nomarch.errors import Refused
from nomarch.storage.store import Conflict, DamagedData, Store
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import CLOSE, Entry, TableRecord, now
from nomarch.tables.stores.deletions import CHANGED, TABLES, record_deletion
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.table_store import (
    PAGE,
    count_tables,
    lock_table,
    put_table,
    read_table,
    read_table_ids,
    read_tables_of,
    remove_table,
)

TRIES = 20


def every_table(store: Store) -> Iterator[TableRecord]:
    """Yield all tables whose records can be read."""
    after = ""
    while ids := read_table_ids(store, after):
        for id_ in ids:
            try:
                record = read_table(store, id_)
            except DamagedData:
                continue
            if record is not None:
                yield record
        after = ids[-1]


def tables_of(store: Store, person: str) -> list[TableRecord]:
    pages = range(1, count_tables(store, person) // PAGE + 2)
    return [record for page in pages for record in read_tables_of(store, person, page)]


def close(store: Store, id_: str) -> None:
    """End a game as it stands; it can still be watched."""
    with store.transaction():
        record = _lock(store, id_)
        if record.over:
            raise Refused("The game is over.")
        append_now(store, id_, CLOSE, -1)
        put_table(store, msgspec.structs.replace(record, over=True))
        record_deletion(store, CHANGED, id_)


def delete(store: Store, id_: str) -> None:
    """Delete a table with its log and chat."""
    with store.transaction():
        _lock(store, id_)
        remove_table(store, id_)
        record_deletion(store, TABLES, id_)


def _lock(store: Store, id_: str) -> TableRecord:
    """Return a table's record, locked until the transaction ends, or raise `NotFound`."""
    record = lock_table(store, id_)
    if record is None:
        raise NotFound("This table doesn't exist.")
    return record


def append_now(store: Store, table: str, kind: str, seat: int, text: str = "") -> None:
    """Append an entry at the end of a log, retrying while others write first."""
    for _ in range(TRIES):
        log = read_log(store, table)
        try:
            append_entries(store, [Entry(table, len(log) + 1, kind, seat, text, now())])
        except Conflict:
            continue
        return
    raise Refused("The game has moved on. Check the board and choose again.")
