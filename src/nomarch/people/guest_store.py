"""Stored guests: names, sessions, visits and one-time tokens."""

from __future__ import annotations

from nomarch.storage.store import Store
from nomarch.tables.model import Guest, now


def put_guest(store: Store, guest: Guest) -> None:
    """Add or change a guest."""
    store.execute(
        "INSERT INTO person (id, name, epoch, merged) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
        "epoch = CASE WHEN excluded.epoch > person.epoch THEN excluded.epoch ELSE person.epoch END",
        (guest.id, guest.name, guest.epoch, guest.merged),
    )


def read_guest(store: Store, id_: str) -> Guest | None:
    """Return a guest."""
    rows = store.rows(
        "SELECT id, name, epoch, merged, handle, role FROM person WHERE id = ?", (id_,)
    )
    return Guest(*rows[0]) if rows else None


def read_guest_ids(store: Store, after: str = "", most: int = 100) -> list[str]:
    """Return a page of guest ids after one."""
    rows = store.rows("SELECT id FROM person WHERE id > ? ORDER BY id LIMIT ?", (after, most))
    return [row[0] for row in rows]


def end_merged(store: Store, into: str) -> None:
    """End the sessions of guests that were merged into another."""
    store.execute("UPDATE person SET epoch = epoch + 1 WHERE merged = ?", (into,))


def spend_token(store: Store, token: str, until: float) -> bool:
    """Use up a one-time token that is valid until a time. Returns False if it was used."""
    with store.transaction():
        store.execute("DELETE FROM spent WHERE until < ?", (now(),))
        done = store.execute(
            "INSERT INTO spent (token, until) VALUES (?, ?) ON CONFLICT DO NOTHING", (token, until)
        )
    return done == 1


def is_spent(store: Store, token: str) -> bool:
    """Whether a one-time token was used."""
    return bool(store.rows("SELECT 1 FROM spent WHERE token = ?", (token,)))


def mark_visit(store: Store, guest: str, at: float) -> None:
    """Store the time of a guest's visit, if the guest exists; also while the site is read-only."""
    store.maintain(
        "INSERT INTO visit (person, at) SELECT id, ? FROM person WHERE id = ? "
        "ON CONFLICT (person) DO UPDATE SET at = excluded.at",
        (at, guest),
    )


def find_abandoned(store: Store, before: float, most: int) -> list[str]:
    """Return guests without a claimed name whose last visit was before a time.

    Guests who were merged into another stay as long as that one.
    """
    rows = store.rows(
        "SELECT person FROM visit WHERE at < ? AND NOT EXISTS (SELECT 1 FROM person "
        "WHERE person.id = visit.person AND (handle > '' OR merged > '')) ORDER BY at LIMIT ?",
        (before, most),
    )
    return [row[0] for row in rows]
