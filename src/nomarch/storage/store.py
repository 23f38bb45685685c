"""The interface of the database, implemented for SQLite and PostgreSQL.

Several processes may share a store: every log entry has a unique key, and a record can only be
changed by a process that knows its latest version.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from nomarch.decoding import decode
from nomarch.people.guest_merging import MergingStore
from nomarch.tables.errors import Unavailable
from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord
from nomarch.tables.results import GameResult

log = logging.getLogger("nomarch.tables")

PAGE = 100
"""Tables in one page of a list."""
LEASE = 6.0
"""Seconds for which a process holds a job unless it renews it."""


class DamagedData(Exception):
    """A row of the database cannot be read."""


class Conflict(Exception):
    """Another process was first: a log entry's place is taken, or a record has changed."""

    def __init__(self, taken: Collection[int] = ()) -> None:
        super().__init__("somebody else was first")
        self.taken = frozenset(taken)
        """Indices of the entries that were not written."""


class Job(msgspec.Struct, frozen=True):
    """When a table needs attention: a clock runs out, an invitation ends, a bot must move."""

    at: float | None
    """Due time; None deletes the job."""
    seq: int = 0
    """The position it was computed at; a job of a later position is not overwritten."""
    bots: bool = False
    """Whether a bot must move."""
    keep: bool = False
    """Whether the process that stores it takes the lease, unless another holds it."""


Jobs = Mapping[str, Job]
"""Duties by table."""


class Head(msgspec.Struct, frozen=True):
    """A table's latest position, record version and chat line."""

    seq: int
    version: int
    chat: int
    """The number of the latest chat line."""


class Store(MergingStore, Protocol):
    """The database as tables see it. Every call is atomic and durable when it returns."""

    failures: tuple[type[Exception], ...]
    """Exceptions raised when the database cannot be reached, read or written."""

    def secret(self) -> bytes:
        """Return the key that signs cookies, created on first use."""
        ...

    # --- Guests -----------------------------------------------------------------------------------

    def put_guest(self, guest: Guest) -> None:
        """Add or change a guest."""
        ...

    def guest(self, id_: str) -> Guest | None:
        """Return a guest."""
        ...

    def lock_guest(self, id_: str) -> None:
        """Let no other process that does the same go on until this transaction ends."""
        ...

    def end_merged(self, into: str) -> None:
        """End the sessions of guests that were merged into another."""
        ...

    def spend(self, token: str, until: float) -> bool:
        """Use up a one-time token that is valid until a time. Returns False if it was used."""
        ...

    def is_spent(self, token: str) -> bool:
        """Whether a one-time token was used."""
        ...

    def put_note(self, guest: str, topic: str, note: bytes) -> None:
        """Store a guest's note, replacing an earlier one on the topic."""
        ...

    def notes(self, guest: str, folder: str) -> dict[str, bytes]:
        """Return a guest's notes whose topics begin with `folder`."""
        ...

    def give_notes(self, old: str, into: str) -> None:
        """Move a guest's notes to another guest, whose own notes stay."""
        ...

    # --- Tables -----------------------------------------------------------------------------------

    def put_table(self, record: TableRecord) -> None:
        """Add a table, or overwrite its record regardless of version."""
        ...

    def add_table(self, record: TableRecord, job: Job) -> None:
        """Add a table with its job, inside a transaction."""
        ...

    def change_table(
        self, record: TableRecord, job: Job | None = None, result: GameResult | None = None
    ) -> TableRecord:
        """Change a record, store a job and the result of a game that has ended.

        Returns the record with its new version.

        Raises `Conflict` if it was changed since this version was read.
        """
        ...

    def table(self, id_: str) -> TableRecord | None:
        """Return a table's record."""
        ...

    def lock_table(self, id_: str) -> TableRecord | None:
        """Return a table's record; nobody else can change it in this transaction."""
        ...

    def tables_of(self, guest: str, page: int = 1) -> list[TableRecord]:
        """Return a page of a guest's tables: running ones first, then the newest."""
        ...

    def count_tables(self, guest: str) -> int:
        """Count a guest's tables."""
        ...

    def lobby(self, since: float) -> list[TableRecord]:
        """Return listed tables with a free seat created after a time, newest first."""
        ...

    def remove_table(self, id_: str) -> None:
        """Delete a table with its log and chat."""
        ...

    def heads(self, tables: Collection[str]) -> dict[str, Head]:
        """Return the heads of tables; deleted ones are left out."""
        ...

    # --- Logs and chat ---------------------------------------------------------------------------

    def append(
        self, entries: Iterable[Entry], jobs: Jobs | None = None, process: str = ""
    ) -> set[str]:
        """Add log entries and store jobs. Returns the tables whose jobs the process holds.

        Raises `Conflict` if places in a log are taken; all other entries are written.
        """
        ...

    def log(self, table: str, after: int = 0) -> list[Entry]:
        """Return a table's entries after a position."""
        ...

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables, each after a position."""
        ...

    def add_chat(self, table: str, line: ChatLine) -> None:
        """Add a chat line."""
        ...

    def chat(self, table: str, most: int, after: int = 0) -> list[ChatLine]:
        """Return the latest chat lines after a line number, oldest first."""
        ...

    # --- Jobs and processes ---------------------------------------------------------------------

    def due_tables(self, at: float, most: int) -> list[str]:
        """Return tables with a job due by a time, the longest overdue first."""
        ...

    def reschedule(self, table: str, at: float | None, taken: float | None = None) -> None:
        """Change the due time of a table's job; None deletes it.

        With `taken`, a job that was stored with a later due time meanwhile stays.
        """
        ...

    def take_jobs(self, process: str, at: float, most: int, *, bots: bool) -> list[str]:
        """Lease due jobs that no other process holds, and return their tables."""
        ...

    def renew_jobs(self, process: str, tables: Collection[str]) -> set[str]:
        """Renew or take leases; return the tables that no other process holds."""
        ...

    def release_jobs(self, process: str) -> None:
        """Release all leases of a process and remove it."""
        ...

    def heartbeat(self, process: str, *, only_bots: bool) -> bool:
        """Register a process. Returns whether a process that only plays bots is alive."""
        ...

    # --- The database itself ----------------------------------------------------------------------

    def notify(self, notices: Iterable[str]) -> None:
        """Send notices to the other processes."""
        ...

    def touch(self) -> None:
        """Write something; raises if the database is not writable."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


T = TypeVar("T")
Stored = TypeVar("Stored", bound=msgspec.Struct)


def open_store(factory: Callable[[], Store]) -> Store:
    """Open a store; raises `Unavailable` if that fails."""
    try:
        return factory()
    except Exception as error:
        raise _unavailable(error) from error


def query(store: Store, question: Callable[[Store], T]) -> T:
    """Call a function with a store; raises `Unavailable` if the database fails."""
    try:
        return question(store)
    except store.failures as error:
        raise _unavailable(error) from error


def _unavailable(error: Exception) -> Unavailable:
    log.error("the store fails: %s", error)
    return Unavailable("The games can't be reached right now. Try again in a moment.")


def decoded(data: str | bytes, kind: type[Stored]) -> Stored | None:
    """Decode a stored value; returns None and logs if it is damaged."""
    try:
        return decode(data, kind)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        log.error("a damaged %s is left out: %s", kind.__name__, error)
        return None
