"""What a site adds to its tables, in the transactions that write them.

Tables know nothing of ratings, networks or notices. A site opens its stores with hooks
(`nomarch.people.table_hooks`); without them, a table is only a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nomarch.storage.statements import Insert
from nomarch.storage.store import Store
from nomarch.tables.state.model import Entry, Person, Seat, TableRecord

if TYPE_CHECKING:
    from nomarch.tables.stores.results import GameResult

AppendMore = Callable[..., Insert]
"""Makes a statement of arrays that are its parameters."""


class TableHooks:
    """Does nothing: a subclass overrides what it needs."""

    # --- In the transaction of a change ---------------------------------------------------------

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

    # --- What people may do ---------------------------------------------------------------------

    def prepare_seats(self, store: Store, seats: Sequence[Seat], clock: int) -> tuple[Seat, ...]:
        """Return seats with the names, night hours and vacations of their people."""
        return tuple(seats)

    def check_rated(self, game: str, seats: Sequence[Seat], *, coached: bool, hints: bool) -> None:
        """Raise an error if a table with these seats can't be rated."""

    def check_rated_bot(self, game: str, level: str, players: int) -> None:
        """Raise an error if a bot can't play a rated game."""

    def open_rated(
        self, store: Store, record: TableRecord, known: Mapping[str, str]
    ) -> TableRecord:
        """Check the people of a new rated table; `known` are networks by person.

        Returns the record as it is to be written.
        """
        return record

    def join_rated(self, store: Store, record: TableRecord, person: Person, network: str) -> None:
        """Check that a person may sit down at a rated table."""

    def note_network(self, store: Store, table: str, person: str, network: str) -> None:
        """A player uses a network at a rated table."""

    def leave(self, store: Store, table: str, person: str) -> None:
        """A person left a table before its game began."""

    def check_may_chat(self, store: Store, person: str, at: float) -> None:
        """Raise an error if a person may not chat."""


NO_HOOKS = TableHooks()


def hooks_of(store: Store) -> TableHooks:
    """Return the hooks that a store was opened with."""
    return store.hooks if isinstance(store.hooks, TableHooks) else NO_HOOKS
