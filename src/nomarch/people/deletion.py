"""Deletes people with everything that is theirs alone. Their games stay, under a neutral name."""

import msgspec

from nomarch.people.private_messages import BLOCKED
from nomarch.people.rating_store import new_pseudonym
from nomarch.storage import schema
from nomarch.storage.statements import delete_rows, find_values, update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import BOT, LEAVE, OPEN, PLAYER, Seat, TableRecord
from nomarch.tables.stores import admin
from nomarch.tables.stores.chat_store import delete_chat
from nomarch.tables.stores.deletions import CHANGED, PEOPLE, record_deletion
from nomarch.tables.stores.table_store import lock_table, put_table

NOBODY = "Guest"
"""The name of a seat whose owner was deleted."""
OWN_ROWS = {
    "person": (
        schema.CHALLENGE, schema.LAST_SEEN, schema.MAIL_TOKEN, schema.NOTICE, schema.PAIR_REQUEST,
        schema.PASSKEY, schema.PLAYER_NOTE, schema.PUSH_SUBSCRIPTION, schema.RECOVERY_CODE,
        schema.RELATION, schema.SEAT_NETWORK, schema.TABLE_INVITATION,
    ),
    "asker": (schema.MAIL_TOKEN,),
    "other": (schema.PLAYER_NOTE, schema.RELATION),
    "sender": (schema.MESSAGE, schema.TABLE_INVITATION),
}  # fmt: skip
"""By column that names a person: the tables whose rows are deleted with them."""


def forget_person(store: Store, person: str) -> int:
    """Delete a person with their name and chat. Returns the number of their tables.

    Games stay under a neutral name; in running ones a bot takes the seat.
    """
    with store.transaction():
        # In one order, so that two processes never wait for each other.
        tables = sorted(record.id for record in admin.tables_of(store, person))
        pseudonym = new_pseudonym()
        for id_ in tables:
            _leave(store, id_, person, pseudonym)
        delete_person(store, person, pseudonym)
        record_deletion(store, PEOPLE, person)
    return len(tables)


def _leave(store: Store, id_: str, person: str, pseudonym: str) -> None:
    record = lock_table(store, id_)
    if record is None:
        return
    mine = record.seats_of(person)
    delete_chat(store, record.id, mine)
    record_deletion(store, CHANGED, record.id)  # invalidates open pages
    seats = [
        _emptied(record, index, pseudonym) if index in mine else seat
        for index, seat in enumerate(record.seats)
    ]
    if not record.is_full and not any(seat.person for seat in seats):
        admin.delete(store, record.id)
        return
    if record.is_full and not record.over:
        for seat in mine:
            admin.append_now(store, record.id, LEAVE, seat)
        # Its networks count until the game is over.
        owner = {"game_table": record.id, "person": person}
        update_rows(store, schema.SEAT_NETWORK, owner, person=pseudonym)
    people = [seat.person for seat in seats if seat.person]
    host = record.host if record.host != person else (people or [""])[0]
    put_table(store, msgspec.structs.replace(record, seats=tuple(seats), host=host))


def _emptied(record: TableRecord, index: int, pseudonym: str) -> Seat:
    """Return a seat without its owner; in a running game they have left it under a pseudonym."""
    if not record.is_full:
        return Seat(OPEN, f"Friend {index + 1}")
    if record.over:
        return Seat(PLAYER, f"{NOBODY} {index + 1}")
    return Seat(BOT, f"{NOBODY} {index + 1}", level=record.stand_in, left=pseudonym)


def delete_person(store: Store, id_: str, pseudonym: str = "") -> None:
    """Delete a person and those merged into them; their seats stay.

    Their name stays blocked, and their results count for others under a pseudonym.
    """
    pseudonym = pseudonym or new_pseudonym()
    with store.transaction():
        for column, tables in OWN_ROWS.items():
            for table in tables:
                delete_rows(store, table, **{column: id_})
        delete_rows(store, schema.MESSAGE, recipient=[id_, BLOCKED + id_])
        update_rows(store, schema.HANDLE, {"person": id_}, person="")
        update_rows(store, schema.REPORT, {"reporter": id_, "state__ne": "open"}, reporter="")
        update_rows(store, schema.AUDIT, {"subject": id_}, detail="")
        for table in (schema.RESULT_SEAT, schema.RATING_CHANGE, schema.RATING):
            update_rows(store, table, {"person": id_}, person=pseudonym)
        ids = [id_, *find_values(store, schema.PERSON.c.id, merged=id_)]
        delete_rows(store, schema.VISIT, person=ids)
        delete_rows(store, schema.NOTE, owner=ids)
        delete_rows(store, schema.PERSON, id=ids)
