"""The export of a guest's own data, without anything of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nomarch.errors import NomarchError
from nomarch.tables import admin
from nomarch.tables.load import load_table
from nomarch.tables.model import ASK, REWIND, ChatLine, Entry, Guest, TableRecord
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
    own = [entry for entry in store.log(record.id) if entry.seat in mine]
    numbers = _shown_numbers(store, record, own, mine)
    return OwnTable(
        id=record.id,
        game=record.game,
        options=record.options,
        created=record.created,
        over=record.over,
        host=record.host == guest,
        seats=list(mine),
        names=[record.seats[seat].name for seat in mine],
        entries=[_own_entry(entry, numbers.get(entry.seq)) for entry in own],
        chat=[line for line in store.chat(record.id, ALL_CHAT) if line.seat in mine],
    )


def _shown_numbers(
    store: Store, record: TableRecord, entries: Sequence[Entry], seats: Sequence[int]
) -> dict[int, int]:
    """Return the entries' positions as the table showed them to the owner of the seats.

    The log's own numbers would count the secret steps of others. A running table that cannot be
    opened has no numbers.
    """
    if record.over:
        return {entry.seq: entry.seq for entry in entries}
    try:
        table, _ = load_table(store, record.id)
    except NomarchError:
        return {}
    return {entry.seq: table.shown_seq_at(entry.seq, seats) for entry in entries}


def _own_entry(entry: Entry, number: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": entry.kind, "seat": entry.seat, "at": entry.at}
    if number is not None:
        shown["seq"] = number
    if entry.text and entry.kind not in (ASK, REWIND):  # those count steps, too
        shown["text"] = entry.text
    return shown
