"""Stored chunks of outcomes: the archive of a table."""

from __future__ import annotations

from collections.abc import Iterable

from nomarch.storage.store import Store

StoredChunk = tuple[str, int, bytes]
"""Table, first entry, and the encoded outcomes."""


def put_outcomes(store: Store, outcomes: Iterable[StoredChunk]) -> None:
    """Store chunks of outcomes; a stored chunk is replaced only by one at least as long."""
    with store.transaction():
        for chunk in outcomes:
            store.execute(
                "INSERT INTO outcome (game_table, seq, data) VALUES (?, ?, ?) "
                "ON CONFLICT (game_table, seq) DO UPDATE SET data = excluded.data "
                "WHERE length(excluded.data) >= length(outcome.data)",
                chunk,
            )


def drop_outcomes(store: Store, table: str) -> None:
    """Delete what is archived of a table."""
    store.execute("DELETE FROM outcome WHERE game_table = ?", (table,))


def read_outcomes(store: Store, table: str) -> list[bytes]:
    """Return the chunks of a table in order."""
    rows = store.rows("SELECT data FROM outcome WHERE game_table = ? ORDER BY seq", (table,))
    return [bytes(row[0]) for row in rows]


def find_unarchived(store: Store, most: int) -> list[str]:
    """Return tables with entries but without archived outcomes."""
    rows = store.rows(
        "SELECT id FROM game_table WHERE EXISTS "
        "(SELECT 1 FROM entry WHERE entry.game_table = game_table.id) AND NOT EXISTS "
        "(SELECT 1 FROM outcome WHERE outcome.game_table = game_table.id AND seq = 0) LIMIT ?",
        (most,),
    )
    return [row[0] for row in rows]
