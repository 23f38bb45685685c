"""What a shared board forbids: while others still play it, and to keep its games comparable."""

from nomarch.errors import Refused
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Person, TableRecord


def check_visible(record: TableRecord, person: Person | None) -> None:
    """Raise `Forbidden` for strangers at a table whose board others still play."""
    if record.is_sealed and not (person and record.seats_of(person.id)):
        raise Forbidden("Others are still playing this board: you can look at it afterwards.")


def check_unsealed(record: TableRecord) -> None:
    """Raise `Forbidden` while a table's board is sealed."""
    if record.is_sealed:
        raise Forbidden("Others are still playing this board: its seed and hands stay secret.")


def check_solo_help(record: TableRecord) -> None:
    """Raise `Refused` at a shared board for what would make games incomparable."""
    if record.board:
        raise Refused("Everyone plays this board under the same conditions: that isn't allowed.")
