"""The export of a guest's own data, without anything of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nomarch.errors import NomarchError
from nomarch.people.accounts import account_of
from nomarch.people.notices import read_settings
from nomarch.storage.store import Store
from nomarch.tables import admin
from nomarch.tables.chat_store import read_chat
from nomarch.tables.load import load_table
from nomarch.tables.log_store import read_log
from nomarch.tables.model import ASK, REWIND, ChatLine, Entry, Guest, TableRecord

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


class OwnAccount(msgspec.Struct):
    """A guest's account."""

    handle: str
    mail: str
    private: bool
    passkeys: list[dict[str, Any]]
    recovery_codes: int


class OwnData(msgspec.Struct):
    """Everything stored about a guest."""

    nomarch: int
    guest: str
    name: str
    tables: list[OwnTable]
    account: OwnAccount | None = None
    """The claimed name and how to sign in to it."""
    results: list[dict[str, Any]] = []
    """The guest's places and points in finished games."""
    ratings: list[dict[str, Any]] = []
    """Every change of the guest's ratings."""
    reports: list[dict[str, Any]] = []
    """Reports the guest wrote."""
    activity: list[dict[str, Any]] = []
    """What was done to the account."""
    people: list[dict[str, Any]] = []
    """Friends, and whom the guest mutes or blocks."""
    notices: list[dict[str, Any]] = []
    """Notices of the last days."""
    devices: list[dict[str, Any]] = []
    """Browsers that get notices."""
    boards: list[dict[str, Any]] = []
    """Shared boards the guest played."""
    tournaments: list[dict[str, Any]] = []
    """Tournaments the guest entered."""
    player_notes: list[dict[str, Any]] = []
    """The guest's private notes about players."""
    messages: list[dict[str, Any]] = []
    """Private messages that the guest wrote."""
    notice_settings: list[dict[str, Any]] = []
    """What the guest wants to be told; empty or one."""


def own_data(store: Store, guest: Guest) -> OwnData:
    """Return everything stored about a guest."""
    tables = [_own_table(store, record, guest.id) for record in admin.tables_of(store, guest.id)]
    settings = read_settings(store, guest.id)
    rows = [_own_rows(store, sql, guest.id) for sql in OWN_ROWS]
    rows.append([msgspec.to_builtins(settings)] if settings else [])
    return OwnData(FORMAT, guest.id, guest.name, tables, _own_account(store, guest), *rows)


MERGED = (
    "SELECT each.id FROM person JOIN person AS each "
    "ON each.id = person.id OR each.merged = person.id WHERE person.id = ?"
)
"""A guest, and those who were merged into them."""
OWN_ROWS = (
    "SELECT game_table, game, ended, seat, place, score, left_ply FROM result_seat "
    "WHERE person = ? ORDER BY ended",
    "SELECT game_table, game, at, mu0, sigma0, mu1, sigma1 FROM rating_change "
    "WHERE person = ? ORDER BY at",
    "SELECT game_table, at, kind, text, state FROM report WHERE reporter = ? ORDER BY at",
    "SELECT at, action, detail FROM audit WHERE subject = ? AND actor = subject ORDER BY at",
    "SELECT name, kind, at FROM relation JOIN person ON person.id = relation.other "
    "WHERE relation.person = ? ORDER BY at",
    "SELECT kind, subject, channel, at, state FROM notice WHERE person = ? ORDER BY at",
    "SELECT data, at FROM push_subscription WHERE person = ? ORDER BY at",
    f"SELECT board, game_table, at FROM board_entry WHERE person IN ({MERGED}) ORDER BY at",
    f"SELECT tournament, at, from_round, withdrawn FROM entrant WHERE person IN ({MERGED}) "
    "ORDER BY at",
    "SELECT handle, text, at FROM player_note JOIN person ON person.id = player_note.other "
    "WHERE player_note.person = ? ORDER BY at",
    "SELECT handle, text, at FROM message JOIN person ON person.id = message.recipient "
    "WHERE message.sender = ? ORDER BY at",
)


def _own_rows(store: Store, sql: str, guest: str) -> list[dict[str, Any]]:
    columns = sql.split(" FROM ")[0].removeprefix("SELECT ").split(", ")
    return [dict(zip(columns, row, strict=True)) for row in store.rows(sql, (guest,))]


def _own_account(store: Store, guest: Guest) -> OwnAccount | None:
    account = account_of(store, guest.id)
    if account is None or not account.guest.handle:
        return None
    passkeys = [
        {"label": key.label, "created": key.created, "used": key.used, "synced": key.is_synced}
        for key in account.passkeys
    ]
    return OwnAccount(
        account.guest.handle, account.mail, account.is_private, passkeys, account.codes
    )


def _own_table(store: Store, record: TableRecord, guest: str) -> OwnTable:
    mine = record.seats_of(guest)
    own = [entry for entry in read_log(store, record.id) if entry.seat in mine]
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
        chat=[line for line in read_chat(store, record.id, ALL_CHAT) if line.seat in mine],
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
