"""Bans of guests, addresses and networks."""

from __future__ import annotations

from typing import NamedTuple

from nomarch.storage.store import Store
from nomarch.tables.model import now

FOREVER = 1e12
"""The end of what never ends."""


class Ban(NamedTuple):
    """Why somebody is kept out, and until when."""

    reason: str
    until: float = FOREVER


def read_bans(store: Store, at: float | None = None) -> dict[str, Ban]:
    """Return the bans in force, of guests, addresses and networks."""
    rows = store.rows(
        "SELECT subject, reason, until FROM ban WHERE until > ? ORDER BY at",
        (now() if at is None else at,),
    )
    return {subject: Ban(reason, until) for subject, reason, until in rows}


def put_ban(
    store: Store, subject: str, reason: str, at: float | None = None, until: float = FOREVER
) -> None:
    """Ban a guest, an address or a network; of two bans the longer one counts."""
    at = now() if at is None else at
    store.execute("DELETE FROM ban WHERE subject = ? AND until < ?", (subject, max(at, until)))
    store.execute(
        "INSERT INTO ban (subject, reason, at, until) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (subject, reason, at, until),
    )


def end_ban(store: Store, subject: str) -> bool:
    """End a ban. Returns whether there was one."""
    at = now()
    store.execute(
        "UPDATE sanction SET until = ? WHERE subject = ? AND kind = 'ban' AND until > ?",
        (at, subject, at),
    )
    return store.execute("DELETE FROM ban WHERE subject = ?", (subject,)) == 1
