"""What people may do at tables; without a site's policy, everything."""

from collections.abc import Mapping, Sequence

from nomarch.storage.store import Store
from nomarch.tables.state.model import Person, Seat, TableRecord


class TablePolicy:
    """Allows everything: a subclass overrides what it needs. Checks raise `NomarchError`s."""

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
