"""The export of a person's own data, without anything of others."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Table, select

from nomarch.errors import NomarchError
from nomarch.people.accounts import account_of
from nomarch.people.notices import read_settings
from nomarch.storage.schema import (
    AUDIT,
    BOARD_ENTRY,
    ENTRANT,
    MESSAGE,
    NOTICE,
    PERSON,
    PLAYER_NOTE,
    PUSH_SUBSCRIPTION,
    RATING_CHANGE,
    RELATION,
    REPORT,
    RESULT_SEAT,
)
from nomarch.storage.statements import Query
from nomarch.storage.store import Store
from nomarch.tables.live.load import load_table
from nomarch.tables.state.model import ASK, REWIND, ChatLine, Entry, Person, TableRecord
from nomarch.tables.stores import admin
from nomarch.tables.stores.chat_store import read_chat
from nomarch.tables.stores.log_store import read_log

FORMAT = 1
ALL_CHAT = 1_000_000


class OwnTable(msgspec.Struct):
    """A person's part of a table: seats, entries and chat lines."""

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
    """A person's account."""

    handle: str
    mail: str
    private: bool
    passkeys: list[dict[str, Any]]
    recovery_codes: int


class OwnData(msgspec.Struct):
    """Everything stored about a person."""

    nomarch: int
    person: str
    name: str
    tables: list[OwnTable]
    account: OwnAccount | None = None
    """The claimed name and how to sign in to it."""
    results: list[dict[str, Any]] = []
    """The person's places and points in finished games."""
    ratings: list[dict[str, Any]] = []
    """Every change of the person's ratings."""
    reports: list[dict[str, Any]] = []
    """Reports the person wrote."""
    activity: list[dict[str, Any]] = []
    """Changes of the account."""
    people: list[dict[str, Any]] = []
    """Friends, and whom the person mutes or blocks."""
    notices: list[dict[str, Any]] = []
    """Notices of the last days."""
    devices: list[dict[str, Any]] = []
    """Browsers that get notices."""
    boards: list[dict[str, Any]] = []
    """Shared boards the person played."""
    tournaments: list[dict[str, Any]] = []
    """Tournaments the person entered."""
    player_notes: list[dict[str, Any]] = []
    """The person's private notes about players."""
    messages: list[dict[str, Any]] = []
    """Private messages that the person wrote."""
    notice_settings: list[dict[str, Any]] = []
    """Notice settings; empty or one."""


def own_data(store: Store, person: Person) -> OwnData:
    """Return everything stored about a person."""
    tables = [_own_table(store, record, person.id) for record in admin.tables_of(store, person.id)]
    settings = read_settings(store, person.id)
    rows = [
        [dict(zip(names.split(), row, strict=True)) for row in store.rows(query(person.id))]
        for names, query in OWN_ROWS
    ]
    rows.append([msgspec.to_builtins(settings)] if settings else [])
    return OwnData(FORMAT, person.id, person.name, tables, _own_account(store, person), *rows)


Named = tuple[str, Query]
"""A query and the names of what it returns."""


def _own(columns: str, table: Table, by: str, order: str = "at") -> Named:
    """Return the rows of a table that name a person in a column, or in each of several."""
    found = select(*[table.c[name] for name in columns.split()]).order_by(table.c[order])
    return columns, Query(
        lambda person: found.where(*[table.c[name] == person for name in by.split()])
    )


def _own_or_merged(columns: str, table: Table) -> Named:
    """Return the rows of a person and of those who were merged into them."""
    each, found = PERSON.alias().c, select(*[table.c[name] for name in columns.split()])
    return columns, Query(
        lambda person: found.where(
            table.c.person.in_(select(each.id).where((each.id == person) | (each.merged == person)))
        ).order_by(table.c.at)
    )


def _with_name(name: str, columns: str, table: Table, other: str, by: str) -> Named:
    """Return the rows of a table that name a person, with the name of the other one in them."""
    found = select(PERSON.c[name], *[table.c[column] for column in columns.split()])
    found = found.join_from(table, PERSON, PERSON.c.id == table.c[other]).order_by(table.c.at)
    return f"{name} {columns}", Query(lambda person: found.where(table.c[by] == person))


OWN_ROWS = (
    _own("game_table game ended seat place score left_ply", RESULT_SEAT, "person", "ended"),
    _own("game_table game at mu0 sigma0 mu1 sigma1", RATING_CHANGE, "person"),
    _own("game_table at kind text state", REPORT, "reporter"),
    _own("at action detail", AUDIT, "subject actor"),
    _with_name("name", "kind at", RELATION, "other", "person"),
    _own("kind subject channel at state", NOTICE, "person"),
    _own("data at", PUSH_SUBSCRIPTION, "person"),
    _own_or_merged("board game_table at", BOARD_ENTRY),
    _own_or_merged("tournament at from_round withdrawn", ENTRANT),
    _with_name("handle", "text at", PLAYER_NOTE, "other", "person"),
    _with_name("handle", "text at", MESSAGE, "recipient", "sender"),
)


def _own_account(store: Store, person: Person) -> OwnAccount | None:
    account = account_of(store, person.id)
    if account is None or not account.person.is_member:
        return None
    passkeys = [
        {"label": key.label, "created": key.created, "used": key.used, "synced": key.is_synced}
        for key in account.passkeys
    ]
    return OwnAccount(
        account.person.handle, account.mail, account.is_private, passkeys, account.codes
    )


def _own_table(store: Store, record: TableRecord, person: str) -> OwnTable:
    mine = record.seats_of(person)
    own = [entry for entry in read_log(store, record.id) if entry.seat in mine]
    numbers = _shown_numbers(store, record, own, mine)
    return OwnTable(
        id=record.id,
        game=record.game,
        options=record.options,
        created=record.created,
        over=record.over,
        host=record.host == person,
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
        table = load_table(store, record.id).table
    except NomarchError:
        return {}
    return {entry.seq: table.joints.shown_seq(seats, entry.seq) for entry in entries}


def _own_entry(entry: Entry, number: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": entry.kind, "seat": entry.seat, "at": entry.at}
    if number is not None:
        shown["seq"] = number
    if entry.text and entry.kind not in (ASK, REWIND):  # those count steps, too
        shown["text"] = entry.text
    return shown
