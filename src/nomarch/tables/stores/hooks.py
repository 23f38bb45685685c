"""What a site adds to the transactions that write its tables.

Tables know nothing of ratings, networks or notices. A site opens its stores with hooks
(`nomarch.people.table_hooks`); without them, a table is only a table. What people may do at tables
is not in here: `TableService` is given a `TablePolicy`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nomarch.storage.statements import Insert
from nomarch.storage.store import Store, StoreHooks
from nomarch.tables.state.model import Entry, TableRecord

if TYPE_CHECKING:
    from nomarch.tables.stores.results import GameResult

AppendMore = Callable[..., Insert]
"""Makes a statement of arrays that are its parameters."""


class TableHooks(StoreHooks):
    """Does nothing: a subclass overrides what it needs."""

    append_more: AppendMore | None = None
    """A statement that PostgreSQL runs together with the one that appends entries."""

    def append_values(self, entries: Sequence[Entry]) -> list[Any]:
        """Return the arrays that `append_more` takes."""
        return []

    def after_append(self, store: Store, entries: Sequence[Entry]) -> None:
        """Entries were written; with PostgreSQL, `append_more` is used instead."""

    def before_write(self, store: Store, record: TableRecord) -> TableRecord:
        """Return a changed record as it is to be written."""
        return record

    def after_write(self, store: Store, record: TableRecord) -> None:
        """A record was written with its seats."""

    def after_result(self, store: Store, result: GameResult) -> None:
        """The result of a game was stored, with its people as they are now."""

    def after_remove(self, store: Store, table: str) -> None:
        """A table was deleted."""


NO_HOOKS = TableHooks()


def hooks_of(store: Store) -> TableHooks:
    return store.hooks if isinstance(store.hooks, TableHooks) else NO_HOOKS
