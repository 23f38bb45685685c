"""Networks of people at rated tables, so that people on one network play unrated.

Most pairs on one network are families and friends at home, so their game is never refused. It just
doesn't count: one person with two accounts could otherwise win rating points from themselves.

A network is stored as a keyed hash, for everyone who waits for a rated game or sits at a rated
table: on every request and socket that names the table, by a page or a program. All networks that
somebody uses there count, not only the latest. They are compared when a
seat is taken, when the game starts and when it ends, in the transaction that writes the record, so
that several processes agree. They are deleted when the wait or the game is over.
"""

import hmac
from collections.abc import Collection

import msgspec
from sqlalchemy import func, select

from nomarch.storage.schema import SEAT_NETWORK, SETTING
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_value,
    insert_new,
    take_rows,
)
from nomarch.storage.store import Store
from nomarch.tables.state.model import TableRecord

WAITING = ""
"""Stands for the table of those who wait for a quick game."""


def hash_network(secret: bytes, network: str) -> str:
    """Return a network as it is stored: without the server's secret it can't be guessed."""
    return hmac.digest(secret, b"network " + network.encode(), "sha256").hex()


def _secret(store: Store) -> bytes:
    """Return the server's secret, which it created when it started."""
    return bytes(find_value(store, SETTING.c.value, name="secret"))


def store_network(store: Store, table: str, person: str, network: str) -> None:
    """Store that a person uses a network at a table; an empty network is not known."""
    if network:
        hashed = hash_network(_secret(store), network)
        insert_new(store, SEAT_NETWORK, game_table=table, person=person, network=hashed)


def is_used(store: Store, table: str, network: str, people: Collection[str]) -> bool:
    """Whether one of these people uses a network at a table."""
    if not network or not people:
        return False
    hashed = hash_network(_secret(store), network)
    users = count_rows(store, SEAT_NETWORK, game_table=table, network=hashed, person=list(people))
    return users > 0


_SHARED = Query(
    lambda table, people: (
        select(SEAT_NETWORK.c.network)
        .where(SEAT_NETWORK.c.game_table == table, SEAT_NETWORK.c.person.in_(people))
        .group_by(SEAT_NETWORK.c.network)
        .having(func.count() > 1)
        .limit(1)
    )
)


def is_shared(store: Store, record: TableRecord) -> bool:
    """Whether two of a table's seats belong to one person or one network."""
    people = [person for seat in record.seats if (person := seat.person or seat.left)]
    if len(people) < 2:
        return False
    if len(set(people)) < len(people):
        return True
    return bool(store.rows(_SHARED(record.id, people)))


def settle(store: Store, record: TableRecord) -> TableRecord:
    """Return a record as it is to be written: unrated if two of its people share a network."""
    if record.rated and is_shared(store, record):
        return msgspec.structs.replace(record, rated=False, shared_network=True)
    return record


def seat_waiting(store: Store, table: str, people: Collection[str]) -> None:
    """Move what is known of people who waited to the table where they play."""
    with store.transaction():
        for person in people:
            used = take_rows(store, SEAT_NETWORK.c.network, game_table=WAITING, person=person)
            for (network,) in used:
                insert_new(store, SEAT_NETWORK, game_table=table, person=person, network=network)


def forget(store: Store, table: str, person: str) -> None:
    """Delete the networks of a person who leaves a table or waits no more."""
    delete_rows(store, SEAT_NETWORK, game_table=table, person=person)
