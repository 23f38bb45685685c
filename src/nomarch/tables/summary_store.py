"""Stored summaries of tables, from which lists are made, and what guests have seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from nomarch.decoding import decode
from nomarch.storage.store import Store, marks
from nomarch.tables.model import Attention, TableSummary


def save_summaries(store: Store, summaries: Mapping[str, TableSummary]) -> None:
    """Store summaries; one of a later position is not overwritten."""
    with store.transaction():
        for table, summary in sorted(summaries.items()):
            store.execute(
                "INSERT INTO standing (game_table, seq, data, at) "
                "SELECT id, ?, ?, ? FROM game_table WHERE id = ? "
                "ON CONFLICT (game_table) DO UPDATE SET seq = excluded.seq, at = excluded.at, "
                "data = excluded.data WHERE excluded.seq >= standing.seq",
                (summary.seq, msgspec.json.encode(summary), summary.at, table),
            )


def read_summaries(store: Store, tables: Collection[str]) -> dict[str, TableSummary]:
    """Return the summaries that are up to date with their logs."""
    if not tables:
        return {}
    rows = store.rows(
        f"SELECT game_table, data FROM standing WHERE game_table IN ({marks(tables)}) AND seq = "
        "(SELECT coalesce(max(entry.seq), 0) FROM entry "
        "WHERE entry.game_table = standing.game_table)",
        tuple(tables),
    )
    return {id_: decode(bytes(data), TableSummary) for id_, data in rows}


def mark_seen(store: Store, guest: str, table: str, ply: int) -> None:
    """Store how many steps a guest has seen of a table."""
    store.execute(
        "UPDATE seat SET seen = ? WHERE person = ? AND game_table = ?", (ply, guest, table)
    )


def read_attention(store: Store, guest: str, tables: Collection[str]) -> dict[str, Attention]:
    """Return what a guest has seen of their tables."""
    if not tables:
        return {}
    rows = store.rows(
        "SELECT game_table, seen, "
        "(SELECT count(*) FROM chat WHERE chat.game_table = seat.game_table) - chat_read "
        f"FROM seat WHERE person = ? AND game_table IN ({marks(tables)})",
        (guest, *tables),
    )
    return {id_: Attention(seen, max(0, unread)) for id_, seen, unread in rows}
