"""Settings of a site by name, and the key that signs its cookies."""

from __future__ import annotations

import secrets

from nomarch.storage.store import Store


def read_setting(store: Store, name: str) -> str:
    """Return a setting, or an empty string."""
    rows = store.rows("SELECT value FROM setting WHERE name = ?", (name,))
    return bytes(rows[0][0]).decode() if rows else ""


def write_setting(store: Store, name: str, value: str) -> None:
    """Change a setting, also while the site is read-only; an empty value deletes it."""
    if value:
        store.maintain(PUT, (name, value.encode()))
    else:
        store.maintain("DELETE FROM setting WHERE name = ?", (name,))


def read_secret(store: Store) -> bytes:
    """Return the key that signs cookies, created on first use."""
    store.maintain(
        "INSERT INTO setting (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING",
        (secrets.token_bytes(32),),
    )
    return bytes(store.rows("SELECT value FROM setting WHERE name = 'secret'")[0][0])


def touch(store: Store) -> None:
    """Write something; raises if the database is not writable."""
    store.maintain(PUT, ("touched", secrets.token_bytes(8)))


PUT = (
    "INSERT INTO setting (name, value) VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
