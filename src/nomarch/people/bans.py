"""Bans of people, addresses and networks."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, select, update

from nomarch.storage.schema import BAN, SANCTION
from nomarch.storage.statements import Query, delete_rows, insert_new
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


_BANS = Query(
    lambda at: (
        select(BAN.c.subject, BAN.c.reason, BAN.c.until).where(BAN.c.until > at).order_by(BAN.c.at)
    )
)


def read_bans(store: Store, at: float | None = None) -> dict[str, Ban]:
    """Return the bans in force, of people, addresses and networks."""
    rows = store.rows(_BANS(now() if at is None else at))
    return {subject: Ban(reason, until) for subject, reason, until in rows}


_DELETE_SHORTER = Query(
    lambda subject, until: delete(BAN).where(BAN.c.subject == subject, BAN.c.until < until)
)


def put_ban(
    store: Store, subject: str, reason: str, at: float | None = None, until: float = FOREVER
) -> None:
    """Ban a person, an address or a network; of two bans the longer one counts."""
    at = now() if at is None else at
    with store.transaction():
        store.execute(_DELETE_SHORTER(subject, max(at, until)))
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


_END_SANCTIONS = Query(
    lambda subject, at: (
        update(SANCTION)
        .where(SANCTION.c.subject == subject, SANCTION.c.kind == "ban", SANCTION.c.until > at)
        .values(until=at)
    )
)


def end_ban(store: Store, subject: str) -> bool:
    """End a ban. Returns whether there was one."""
    with store.transaction():
        store.execute(_END_SANCTIONS(subject, now()))
        return delete_rows(store, BAN, subject=subject) == 1
