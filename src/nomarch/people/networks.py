"""Networks of people at rated tables, so that people on one network play unrated.

Most pairs on one network are families and friends at home, so their game is never refused. It just
doesn't count: one person with two accounts could otherwise win rating points from themselves.

A network is stored as a keyed hash, for everyone who waits for a rated game or sits at a rated
table. All networks that somebody uses there count, not only the latest. They are compared when a
seat is taken, when the game starts and when it ends, in the transaction that writes the record, so
that several processes agree. They are deleted when the wait or the game is over.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from nomarch.storage.writer import Writer
from nomarch.tables.model import Guest, TableRecord

if TYPE_CHECKING:
    from nomarch.storage.store import Store

WAITING = ""
"""Stands for the table of those who wait for one in quick pairing."""


def hash_network(secret: bytes, network: str) -> str:
    """Return a network as it is stored: without the server's secret it can't be guessed."""
    return hmac.digest(secret, b"network " + network.encode(), "sha256").hex()


def _secret(store: Store) -> bytes:
    """Return the server's secret, which it created when it started."""
    return bytes(store.rows("SELECT value FROM setting WHERE name = 'secret'")[0][0])


def note(store: Store, table: str, guest: str, network: str) -> None:
    """Store that a guest uses a network at a table; an empty network is not known."""
    if network:
        store.execute(
            "INSERT INTO seat_network (game_table, person, network) VALUES (?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (table, guest, hash_network(_secret(store), network)),
        )


async def note_player(writer: Writer, record: TableRecord, guest: Guest, network: str) -> None:
    """Store the network of a player at a rated table until its game is over."""
    if network and record.rated and not record.over:
        await writer.do(lambda store: note(store, record.id, guest.id, network))


def is_used(store: Store, table: str, network: str, guests: Collection[str]) -> bool:
    """Whether one of these guests uses a network at a table."""
    if not network or not guests:
        return False
    rows = store.rows(
        "SELECT 1 FROM seat_network WHERE game_table = ? AND network = ? "
        f"AND person IN ({', '.join('?' * len(guests))}) LIMIT 1",
        (table, hash_network(_secret(store), network), *guests),
    )
    return bool(rows)


def is_shared(store: Store, record: TableRecord) -> bool:
    """Whether two of a table's seats belong to one person or one network."""
    guests = [seat.guest or seat.left for seat in record.seats]
    people = [guest for guest in guests if guest]
    if len(people) < 2:
        return False
    if len(set(people)) < len(people):
        return True
    rows = store.rows(
        f"SELECT 1 FROM seat_network WHERE game_table = ? AND person IN "
        f"({', '.join('?' * len(people))}) GROUP BY network HAVING count(*) > 1 LIMIT 1",
        (record.id, *people),
    )
    return bool(rows)


def settle(store: Store, record: TableRecord) -> TableRecord:
    """Return a record as it is to be written: unrated if two of its people share a network."""
    if record.rated and is_shared(store, record):
        return msgspec.structs.replace(record, rated=False, shared_network=True)
    return record


def seat_waiting(store: Store, table: str, guests: Collection[str]) -> None:
    """Move what is known of people who waited to the table where they play."""
    for guest in guests:
        store.execute(
            "INSERT INTO seat_network (game_table, person, network) SELECT ?, person, network "
            "FROM seat_network WHERE game_table = ? AND person = ? ON CONFLICT DO NOTHING",
            (table, WAITING, guest),
        )
        forget(store, WAITING, guest)


def forget(store: Store, table: str, guest: str) -> None:
    """Delete the networks of a guest who leaves a table or waits no more."""
    store.execute("DELETE FROM seat_network WHERE game_table = ? AND person = ?", (table, guest))


def forget_table(store: Store, table: str) -> None:
    """Delete the networks of a table whose game is over or isn't rated."""
    store.execute("DELETE FROM seat_network WHERE game_table = ?", (table,))


def give(store: Store, old: str, into: str) -> None:
    """Move the networks of a merged guest to another."""
    store.execute(
        "INSERT INTO seat_network (game_table, person, network) SELECT game_table, ?, network "
        "FROM seat_network WHERE person = ? ON CONFLICT DO NOTHING",
        (into, old),
    )
    forget_guest(store, old)


def forget_guest(store: Store, guest: str) -> None:
    """Delete all networks of a guest."""
    store.execute("DELETE FROM seat_network WHERE person = ?", (guest,))
