"""Records of what was deleted or changed by an admin, so that servers and backups learn of it."""

from __future__ import annotations

from nomarch.storage.store import Store
from nomarch.tables.model import now

LATELY = 600.0
"""Seconds for which servers are told of tables that an admin changed."""
TABLES, GUESTS, CHANGED = "table", "guest", "changed"
"""Kinds: a table or a guest was deleted, a table was changed by an admin."""


def record_deletion(store: Store, kind: str, id_: str) -> None:
    """Record a deletion, so that restoring an older backup repeats it."""
    store.execute(
        "INSERT INTO tombstone (kind, id, at) VALUES (?, ?, ?) "
        "ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at",
        (kind, id_, now()),
    )


def read_deletions(store: Store, since: float = 0.0) -> list[tuple[str, str]]:
    """Return the kind and id of deletions."""
    rows = store.rows("SELECT kind, id FROM tombstone WHERE at >= ? ORDER BY at", (since,))
    return [(kind, id_) for kind, id_ in rows]


def read_changed(store: Store) -> dict[str, float]:
    """Return tables that an admin changed or deleted lately, and when."""
    rows = store.rows(
        "SELECT id, at FROM tombstone WHERE at >= ? AND kind <> ?", (now() - LATELY, GUESTS)
    )
    return dict(rows)
