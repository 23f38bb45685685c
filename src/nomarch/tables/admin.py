"""Admin operations: close and delete tables, delete guests, count.

They use the store alone, so they work with or without running servers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from nomarch.storage.admin_store import CHANGED, GUESTS, TABLES
from nomarch.storage.store import PAGE, Conflict, DamagedData, Store
from nomarch.tables.errors import NotFound, Refused
from nomarch.tables.model import BOT, CLOSE, GUEST, LEAVE, OPEN, Entry, Seat, TableRecord, now

NOBODY = "Guest"
"""The name of a seat whose owner was deleted."""
TRIES = 20


def every_table(store: Store) -> Iterator[TableRecord]:
    """Yield all tables whose records can be read."""
    after = ""
    while ids := store.all_tables(after):
        for id_ in ids:
            try:
                record = store.table(id_)
            except DamagedData:
                continue
            if record is not None:
                yield record
        after = ids[-1]


def tables_of(store: Store, guest: str) -> list[TableRecord]:
    """Return all tables of a guest."""
    pages = range(1, store.count_tables(guest) // PAGE + 2)
    return [record for page in pages for record in store.tables_of(guest, page)]


def close(store: Store, id_: str) -> None:
    """End a game as it stands; it can still be watched."""
    with store.transaction():
        record = _lock(store, id_)
        if record.over:
            raise Refused("The game is over.")
        _append(store, id_, CLOSE, -1)
        store.put_table(msgspec.structs.replace(record, over=True))
        store.record_deletion(CHANGED, id_)


def delete(store: Store, id_: str) -> None:
    """Delete a table with its log and chat."""
    with store.transaction():
        _lock(store, id_)
        store.remove_table(id_)
        store.record_deletion(TABLES, id_)


def _lock(store: Store, id_: str) -> TableRecord:
    """Return a table's record, locked until the transaction ends, or raise `NotFound`."""
    record = store.lock_table(id_)
    if record is None:
        raise NotFound("This table doesn't exist.")
    return record


def forget(store: Store, guest: str) -> int:
    """Delete a guest with their name and chat. Returns the number of their tables.

    Games stay under a neutral name; in running ones a bot takes the seat.
    """
    with store.transaction():
        # In one order, so that two processes never wait for each other.
        tables = sorted(record.id for record in tables_of(store, guest))
        for id_ in tables:
            _leave(store, id_, guest)
        store.forget_guest(guest)
        store.record_deletion(GUESTS, guest)
    return len(tables)


def _leave(store: Store, id_: str, guest: str) -> None:
    record = store.lock_table(id_)
    if record is None:
        return
    mine = record.seats_of(guest)
    store.delete_chat(record.id, mine)
    store.record_deletion(CHANGED, record.id)  # whoever has it open looks again
    seats = [_emptied(record, seat, seat in mine) for seat in range(len(record.seats))]
    if not record.is_full and not any(seat.guest for seat in seats):
        delete(store, record.id)
        return
    if record.is_full and not record.over:
        for seat in mine:
            _append(store, record.id, LEAVE, seat)
    people = [seat.guest for seat in seats if seat.guest]
    host = record.host if record.host != guest else (people or [""])[0]
    store.put_table(msgspec.structs.replace(record, seats=tuple(seats), host=host))


def _emptied(record: TableRecord, index: int, is_mine: bool) -> Seat:
    """Return a seat without its owner."""
    seat = record.seats[index]
    if not is_mine:
        return seat
    if not record.is_full:
        return Seat(OPEN, f"Friend {index + 1}")
    if record.over:
        return Seat(GUEST, f"{NOBODY} {index + 1}")
    return Seat(BOT, f"{NOBODY} {index + 1}", level=record.stand_in)


def _append(store: Store, table: str, kind: str, seat: int) -> None:
    """Append an entry, retrying while others write first."""
    for _ in range(TRIES):
        log = store.log(table)
        try:
            store.append([Entry(table, len(log) + 1, kind, seat, "", now())])
        except Conflict:
            continue
        return
    raise Refused("The game has moved on. Check the board and choose again.")


@dataclass(frozen=True)
class Report:
    """Counts of a site."""

    tables: int
    running: int
    guests: int
    entries: int


def report(store: Store) -> Report:
    """Count everything."""
    tables = running = entries = 0
    for record in every_table(store):
        tables += 1
        running += not record.over
        entries += len(store.log(record.id))
    guests, after = 0, ""
    while ids := store.all_guests(after):
        guests, after = guests + len(ids), ids[-1]
    return Report(tables, running, guests, entries)
