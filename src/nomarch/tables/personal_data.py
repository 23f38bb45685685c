"""The export of a guest's own data, without anything of others."""

from __future__ import annotations

from typing import Any

import msgspec

from nomarch.tables import admin
from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord
from nomarch.tables.store import Store

FORMAT = 1
ALL_CHAT = 1_000_000


class OwnTable(msgspec.Struct):
    """A guest's part of a table: seats, entries and chat lines."""

    id: str
    game: str
    options: dict[str, str]
    created: float
    over: bool
    host: bool
    seats: list[int]
    names: list[str]
    """The names in those seats."""
    entries: list[dict[str, Any]]
    chat: list[ChatLine]


class OwnData(msgspec.Struct):
    """Everything stored about a guest."""

    nomarch: int
    guest: str
    name: str
    tables: list[OwnTable]


def own_data(store: Store, guest: Guest) -> OwnData:
    """Return everything stored about a guest."""
    tables = [_own_table(store, record, guest.id) for record in admin.tables_of(store, guest.id)]
    return OwnData(FORMAT, guest.id, guest.name, tables)


def _own_table(store: Store, record: TableRecord, guest: str) -> OwnTable:
    mine = record.seats_of(guest)
    return OwnTable(
        id=record.id,
        game=record.game,
        options=record.options,
        created=record.created,
        over=record.over,
        host=record.host == guest,
        seats=list(mine),
        names=[record.seats[seat].name for seat in mine],
        entries=[_own_entry(entry) for entry in store.log(record.id) if entry.seat in mine],
        chat=[line for line in store.chat(record.id, ALL_CHAT) if line.seat in mine],
    )


def _own_entry(entry: Entry) -> dict[str, Any]:
    return {"seq": entry.seq, "kind": entry.kind, "seat": entry.seat, "at": entry.at} | (
        {"text": entry.text} if entry.text else {}
    )
