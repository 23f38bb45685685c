"""Records of what was deleted or changed by an admin, so that servers and backups learn of it."""

from nomarch.storage.schema import TOMBSTONE
from nomarch.storage.statements import find_rows, upsert
from nomarch.storage.store import Store
from nomarch.tables.state.model import now

LATELY = 600.0
"""Seconds for which servers are notified of tables that an admin changed."""
TABLES, PEOPLE, CHANGED = "table", "person", "changed"
"""Kinds: a table or a person was deleted, a table was changed by an admin."""


def record_deletion(store: Store, kind: str, id_: str) -> None:
    """Record a deletion, so that restoring an older backup repeats it."""
    upsert(store, TOMBSTONE, kind=kind, id=id_, at=now())


def read_deletions(store: Store, since: float = 0.0) -> list[tuple[str, str]]:
    """Return the kind and id of deletions."""
    columns = TOMBSTONE.c.kind, TOMBSTONE.c.id
    rows = find_rows(store, *columns, order_by=("at",), at__gte=since)
    return [(kind, id_) for kind, id_ in rows]


def read_changed(store: Store) -> dict[str, float]:
    """Return tables that an admin changed or deleted lately, and when."""
    columns = TOMBSTONE.c.id, TOMBSTONE.c.at
    return dict(find_rows(store, *columns, at__gte=now() - LATELY, kind__ne=PEOPLE))
