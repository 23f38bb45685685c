"""Bans of people, addresses and networks."""

from typing import NamedTuple

from nomarch.storage.schema import BAN, SANCTION
from nomarch.storage.statements import delete_rows, find_rows, insert_new, update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.absences import BANNED
from nomarch.tables.state.model import LEAVE, now
from nomarch.tables.stores import admin
from nomarch.tables.stores.deletions import CHANGED, record_deletion
from nomarch.tables.stores.table_store import find_running, lock_table

FOREVER = 1e12
"""The end of what never ends."""


class Ban(NamedTuple):
    """Why somebody is kept out, and until when."""

    reason: str
    until: float = FOREVER


def read_bans(store: Store, at: float | None = None) -> dict[str, Ban]:
    """Return the bans in force, of people, addresses and networks."""
    columns = BAN.c.subject, BAN.c.reason, BAN.c.until
    since = now() if at is None else at
    rows = find_rows(store, *columns, order_by=("at",), until__gt=since)
    return {subject: Ban(reason, until) for subject, reason, until in rows}


def put_ban(
    store: Store, subject: str, reason: str, at: float | None = None, until: float = FOREVER
) -> None:
    """Ban a person, an address or a network; of two bans the longer one counts."""
    at = now() if at is None else at
    with store.transaction():
        delete_rows(store, BAN, subject=subject, until__lt=max(at, until))
        insert_new(store, BAN, subject=subject, reason=reason, at=at, until=until)


def ban_person(store: Store, person: str, reason: str, at: float, until: float) -> None:
    """Ban a person, who leaves all running games: nobody has to wait for them."""
    with store.transaction():
        put_ban(store, person, reason, at, until)
        for id_ in find_running(store, person):
            record = lock_table(store, id_)
            if record is not None and record.is_full and not record.over:
                for seat in record.seats_of(person):
                    admin.append_now(store, id_, LEAVE, seat, BANNED)
                record_deletion(store, CHANGED, id_)


def end_ban(store: Store, subject: str) -> bool:
    """End a ban. Returns whether there was one."""
    at = now()
    in_force = {"subject": subject, "kind": "ban", "until__gt": at}
    with store.transaction():
        update_rows(store, SANCTION, in_force, until=at)
        return delete_rows(store, BAN, subject=subject) == 1
