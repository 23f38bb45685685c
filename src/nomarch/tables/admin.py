"""What those who run a site do to it: close and delete tables, forget guests, look around.

All of it goes through the store alone, so it works beside running servers, and without any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from nomarch.tables.admin_store import CHANGED, GUESTS, TABLES
from nomarch.tables.errors import NotFound, Refused
from nomarch.tables.model import (
    BOT,
    CLOSE,
    GUEST,
    LEAVE,
    OPEN,
    STAND_IN,
    Entry,
    Seat,
    TableRecord,
    now,
)
from nomarch.tables.store import PAGE, Conflict, DamagedData, Store

NOBODY = "Guest"
"""What a seat is called whose owner wants to be forgotten."""
TRIES = 20


def found(store: Store, id_: str) -> TableRecord:
    """A table's record, or a sentence."""
    record = store.table(id_)
    if record is None:
        raise NotFound("There is no such table.")
    return record


def every_table(store: Store) -> Iterator[TableRecord]:
    """All tables whose records can be read."""
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
    """All tables at which a guest sits."""
    pages = range(1, store.count_tables(guest) // PAGE + 2)
    return [record for page in pages for record in store.tables_of(guest, page)]


def close(store: Store, id_: str) -> None:
    """Ends a table as it stands: nobody plays at it any more, everybody may look."""
    record = found(store, id_)
    if record.over:
        raise Refused("The game is over.")
    _append(store, id_, CLOSE, -1)
    store.put_table(msgspec.structs.replace(record, over=True))
    store.bury(CHANGED, id_)


def delete(store: Store, id_: str) -> None:
    """Takes a table away with all that was played and said at it."""
    found(store, id_)
    store.remove_table(id_)
    store.bury(TABLES, id_)


def forget(store: Store, guest: str) -> int:
    """Forgets a guest: their name, what they said, and that they were at so many tables.

    What was played stays, as somebody's; where a game is running, a bot goes on in the seat.
    """
    records = tables_of(store, guest)
    for record in records:
        _leave(store, record, guest)
    store.forget_guest(guest)
    store.bury(GUESTS, guest)
    return len(records)


def _leave(store: Store, record: TableRecord, guest: str) -> None:
    mine = record.seats_of(guest)
    store.unsay(record.id, mine)
    store.bury(CHANGED, record.id)  # whoever has it open looks again
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
    """A seat as it is when its owner is forgotten."""
    seat = record.seats[index]
    if not is_mine:
        return seat
    if not record.is_full:
        return Seat(OPEN, f"Friend {index + 1}")
    if record.over:
        return Seat(GUEST, f"{NOBODY} {index + 1}")
    return Seat(BOT, f"{NOBODY} {index + 1}", level=STAND_IN)


def _append(store: Store, table: str, kind: str, seat: int) -> None:
    """Adds an entry, however fast the others at the table are."""
    for _ in range(TRIES):
        log = store.log(table)
        try:
            store.append([Entry(table, len(log) + 1, kind, seat, "", now())])
        except Conflict:
            continue
        return
    raise Refused("The table has moved on since; look again, then choose.")


@dataclass(frozen=True)
class Report:
    """How much there is on a site."""

    tables: int
    running: int
    guests: int
    entries: int


def report(store: Store) -> Report:
    """Counts everything."""
    tables = running = entries = 0
    for record in every_table(store):
        tables += 1
        running += not record.over
        entries += len(store.log(record.id))
    guests, after = 0, ""
    while ids := store.all_guests(after):
        guests, after = guests + len(ids), ids[-1]
    return Report(tables, running, guests, entries)
