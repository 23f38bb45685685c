"""Where tables are kept: one small interface; SQLite or PostgreSQL is behind it.

Several server processes may share a store: every log entry has its own key, and writing one that
exists already is refused; a table's record is changed only by one who knows what it was.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from nomarch.tables.errors import Unavailable
from nomarch.tables.guest_merging import MergingStore
from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord

log = logging.getLogger("nomarch.tables")

PAGE = 100
"""Tables in one page of a list."""
LEASE = 6.0
"""Seconds for which a job is left to the process that took it; it may say that it goes on."""


class DamagedData(Exception):
    """Something in the database cannot be read."""


class Conflict(Exception):
    """Somebody else was first: a log entry's place is taken, or a record is not what it was."""

    def __init__(self, taken: Collection[int] = ()) -> None:
        super().__init__("somebody else was first")
        self.taken = frozenset(taken)
        """Which of the entries were too late, by their place in the list."""


class Job(msgspec.Struct, frozen=True):
    """When a table is to be looked at: a clock runs out, an invitation ends, a bot must move."""

    at: float | None
    """When; None is never."""
    seq: int = 0
    """The position at which this was found; what is known of a later one is not overwritten."""
    bots: bool = False
    """Whether it takes bots."""
    keep: bool = False
    """Whether the process that notes it sees to it, as long as no other does already."""


Jobs = Mapping[str, Job]
"""Duties by table."""


class Head(msgspec.Struct, frozen=True):
    """How far a table has come, to be compared with what is known of it."""

    seq: int
    version: int
    chat: int
    """The number of the latest line."""


class Store(MergingStore, Protocol):
    """What the tables need of a database. Every call is atomic and durable when it returns."""

    failures: tuple[type[Exception], ...]
    """What calls raise when the database cannot be reached, read or written."""

    def secret(self) -> bytes:
        """The key that signs cookies; made once."""
        ...

    # --- Guests -----------------------------------------------------------------------------------

    def put_guest(self, guest: Guest) -> None:
        """Adds a guest or changes one."""
        ...

    def guest(self, id_: str) -> Guest | None:
        """A guest by id."""
        ...

    def end_merged(self, into: str) -> None:
        """Ends the sessions of guests that became a part of another."""
        ...

    def spend(self, token: str, until: float) -> bool:
        """Uses up what may be used once before a certain time; False if it was used already."""
        ...

    def is_spent(self, token: str) -> bool:
        """Whether that was used up."""
        ...

    def keep(self, guest: str, topic: str, note: bytes) -> None:
        """Keeps a note for a guest, in place of an earlier one on that topic."""
        ...

    def kept(self, guest: str, folder: str) -> dict[str, bytes]:
        """A guest's notes on all topics of a folder: those that begin with its name."""
        ...

    def give_notes(self, old: str, into: str) -> None:
        """Gives a guest's notes to another; what the other has noted already stays."""
        ...

    # --- Tables -----------------------------------------------------------------------------------

    def put_table(self, record: TableRecord) -> None:
        """Adds a table, or overwrites its record whatever it is."""
        ...

    def change_table(self, record: TableRecord, job: Job | None = None) -> TableRecord:
        """Changes a record, and notes a job; as it is from now on.

        `Conflict` if somebody else has changed it since this one was read.
        """
        ...

    def table(self, id_: str) -> TableRecord | None:
        """A table by id."""
        ...

    def tables_of(self, guest: str, page: int = 1) -> list[TableRecord]:
        """A page of the tables at which a guest sits: running ones first, then the newest."""
        ...

    def count_tables(self, guest: str) -> int:
        """At how many tables a guest sits."""
        ...

    def lobby(self, since: float) -> list[TableRecord]:
        """Tables that anyone may join and that were set since some time, the newest first."""
        ...

    def remove_table(self, id_: str) -> None:
        """Forgets a table and all that was played and said at it."""
        ...

    def heads(self, tables: Collection[str]) -> dict[str, Head]:
        """How far some tables have come; those that are gone are left out."""
        ...

    # --- What is played and said ------------------------------------------------------------------

    def append(
        self, entries: Iterable[Entry], jobs: Jobs | None = None, process: str = ""
    ) -> set[str]:
        """Adds log entries and notes jobs; the tables whose job is the process's.

        `Conflict` if places in a log are taken; all other entries are written.
        """
        ...

    def log(self, table: str, after: int = 0) -> list[Entry]:
        """A table's log behind a position, in order."""
        ...

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """What some tables' logs have behind a position of each."""
        ...

    def say(self, table: str, line: ChatLine) -> None:
        """Adds a line of chat."""
        ...

    def chat(self, table: str, most: int, after: int = 0) -> list[ChatLine]:
        """The latest lines of chat behind a number, oldest first."""
        ...

    # --- Jobs, and the processes that see to them -----------------------------------------------

    def due_tables(self, at: float, most: int) -> list[str]:
        """The tables that were to be looked at by that time, the longest overdue first."""
        ...

    def reschedule(self, table: str, at: float | None) -> None:
        """Looks at a table at another time, whatever was noted."""
        ...

    def take_jobs(self, process: str, at: float, most: int, *, bots: bool) -> list[str]:
        """The same, as far as no other process sees to them; from now on this one does."""
        ...

    def renew_jobs(self, process: str, tables: Collection[str]) -> set[str]:
        """Goes on seeing to some tables, or begins to; those that no other process sees to."""
        ...

    def release_jobs(self, process: str) -> None:
        """A process sees to nothing any more, and is gone."""
        ...

    def beat(self, process: str, *, only_bots: bool) -> bool:
        """Says that a process is there; whether there is one that does nothing but play bots."""
        ...

    # --- The database itself ----------------------------------------------------------------------

    def tell(self, news: Iterable[str]) -> None:
        """Tells the other processes; whoever does not hear it finds out later."""
        ...

    def touch(self) -> None:
        """Writes something: fails if nothing can be written."""
        ...

    def close(self) -> None:
        """Lets go of the database."""
        ...


T = TypeVar("T")
Stored = TypeVar("Stored", bound=msgspec.Struct)


def opened(open_store: Callable[[], Store]) -> Store:
    """A store, or a sentence for whoever waits for it."""
    try:
        return open_store()
    except Exception as error:
        raise _not_now(error) from error


def asked(store: Store, question: Callable[[Store], T]) -> T:
    """What a question to a store gives, or a sentence for whoever waits for it."""
    try:
        return question(store)
    except store.failures as error:
        raise _not_now(error) from error


def _not_now(error: Exception) -> Unavailable:
    log.error("the store fails: %s", error)
    return Unavailable("The games cannot be reached just now; try again in a moment.")


def decoded(data: str | bytes, kind: type[Stored]) -> Stored | None:
    """What was stored, or None if it is damaged: the rest must not suffer for it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        log.error("a damaged %s is left out: %s", kind.__name__, error)
        return None
