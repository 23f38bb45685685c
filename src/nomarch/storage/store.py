"""A session with the database, for one thread. SQLite and PostgreSQL implement it.

Functions by topic take a store: `nomarch.tables.stores.table_store`, `nomarch.people.rating_store`
and so on. Several processes may share a database: every log entry has a unique key, and a table's
record can only be changed by a process that knows its latest version.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import msgspec
from sqlalchemy.engine import Dialect

from nomarch.decoding import decode
from nomarch.errors import Unavailable
from nomarch.storage.statements import Statement

log = logging.getLogger("nomarch.storage")

Row = tuple[Any, ...]


class DamagedData(Exception):
    """A row of the database cannot be read."""


class Conflict(Exception):
    """Another process was first: a log entry's place is taken, or a record has changed."""

    def __init__(self, taken: Collection[int] = ()) -> None:
        super().__init__("write conflict")
        self.taken = frozenset(taken)
        """Indices of the entries that were not written."""


class StoreHooks:
    """What packages above add to each other's transactions: `nomarch.tables.stores.hooks`."""


class Store(ABC):
    """One connection. What is written outside a transaction is durable when a call returns."""

    failures: tuple[type[Exception], ...]
    """Exceptions raised when the database cannot be reached, read or written."""
    dialect: Dialect
    """Compiles statements."""
    collation: str
    """The order of text by its bytes."""
    has_arrays: bool = False
    """Whether a statement can take arrays, so that one writes many rows."""
    retries: int = 0
    """Statements that were sent again, and may have been executed twice."""
    hooks: StoreHooks | None = None

    @abstractmethod
    def rows(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of a query; text is passed to the driver as it is."""

    @abstractmethod
    def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        """Execute a statement. Returns the number of rows changed."""

    def change(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        """Execute a statement that returns the rows it changed."""
        return self.rows(statement, values)

    def maintain(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        """Execute a statement that is allowed while the site is read-only."""
        return self.execute(statement, values)

    def value(self, statement: Statement) -> Any:
        """Return the first value of the first row of a query, or None."""
        rows = self.rows(statement)
        return rows[0][0] if rows else None

    @abstractmethod
    def stream(self, statement: Statement) -> Iterator[Row]:
        """Yield the rows of a query."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[object]:
        """Run the body in one transaction; joins the one that is open."""

    def snapshot(self) -> AbstractContextManager[object]:
        """Run the body on a consistent snapshot."""
        return self.transaction()

    @abstractmethod
    def lock(self, name: str) -> None:
        """Wait for other processes that locked the name, until this transaction ends."""

    @abstractmethod
    def notify(self, notices: Iterable[str]) -> None:
        """Send notices to the other processes."""

    @abstractmethod
    def disable_timeouts(self) -> None:
        """Turn off the timeouts of this connection."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    def reporting_damage(self) -> AbstractContextManager[object]:
        """Raise `DamagedData` in the body for rows that cannot be read."""
        return nullcontext()

    def measure(self, call: str) -> AbstractContextManager[object]:
        """Run the body as one call of the store; an instrumented store measures it."""
        return nullcontext()


T = TypeVar("T")
Stored = TypeVar("Stored", bound=msgspec.Struct)


def open_store(factory: Callable[[], Store], *, is_writing: bool = False) -> Store:
    """Open a store; raises `Unavailable` if that fails."""
    try:
        return factory()
    except Exception as error:
        raise _unavailable(error, is_writing=is_writing) from error


def query(store: Store, question: Callable[[Store], T], *, is_writing: bool = False) -> T:
    """Call a function with a store; raises `Unavailable` if the database fails."""
    try:
        return question(store)
    except store.failures as error:
        raise _unavailable(error, is_writing=is_writing) from error


def _unavailable(error: Exception, *, is_writing: bool) -> Unavailable:
    log.error("database error: %s", error)
    if is_writing:
        return Unavailable("This couldn't be saved. Try again in a moment.")
    return Unavailable("The games can't be reached right now. Try again in a moment.")


def decoded(data: str | bytes, kind: type[Stored]) -> Stored | None:
    """Decode a stored value; returns None and logs if it is damaged."""
    try:
        return decode(data, kind)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        log.error("a damaged %s is left out: %s", kind.__name__, error)
        return None
