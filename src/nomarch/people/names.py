"""Names of people at tables: free ones, and changes of them."""

import msgspec

from nomarch.errors import Refused
from nomarch.people.accounts import person_named
from nomarch.people.handles import is_reserved
from nomarch.people.person_store import put_person
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import Person, Seat, TableRecord


async def rename_person(service: TableService, old: Person, name: str) -> Person:
    """Rename a person, also at running tables. A claimed name is changed elsewhere."""
    person = msgspec.structs.replace(old, name=name)

    def renamed(record: TableRecord, seat: Seat) -> Seat:
        # Others at the same screen keep their names.
        return msgspec.structs.replace(seat, name=name) if seat.name == old.name else seat

    await service.change_seats(person, lambda store: put_person(store, person), renamed)
    return person


async def check_free_name(service: TableService, name: str, person: Person | None) -> None:
    """Raise an error if a name is reserved, or reads like one another player has claimed."""
    if person is not None and name == person.handle:
        return
    if is_reserved(name):
        raise BadRequest("This name is reserved. Choose another.")
    owner = await service.readers.read(person_named, name)
    if owner and (person is None or owner != person.id):
        raise Refused("Another player has claimed this name. Choose another.")
