"""The part of a store that lists are made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

import msgspec

from nomarch.decoding import decode
from nomarch.storage.admin_store import AdminStore
from nomarch.tables.model import Attention, TableSummary

MOST_LISTED = 100
"""The most tables a lobby shows."""


class ListingStore(AdminStore, Protocol):
    """Stores table summaries and what guests have seen."""

    def save_summaries(self, summaries: Mapping[str, TableSummary]) -> None:
        """Store summaries; one of a later position is not overwritten."""
        with self._transaction():
            for table, summary in sorted(summaries.items()):
                self.execute(
                    "INSERT INTO standing (game_table, seq, data, at) "
                    "SELECT id, ?, ?, ? FROM game_table WHERE id = ? "
                    "ON CONFLICT (game_table) DO UPDATE SET seq = excluded.seq, at = excluded.at, "
                    "data = excluded.data WHERE excluded.seq >= standing.seq",
                    (summary.seq, msgspec.json.encode(summary), summary.at, table),
                )

    def summaries(self, tables: Collection[str]) -> dict[str, TableSummary]:
        """Return the summaries that are up to date with their logs."""
        if not tables:
            return {}
        rows = self.rows(
            "SELECT game_table, data FROM standing WHERE game_table IN "
            f"({', '.join('?' * len(tables))}) AND seq = "
            "(SELECT coalesce(max(entry.seq), 0) FROM entry "
            "WHERE entry.game_table = standing.game_table)",
            tuple(tables),
        )
        return {id_: decode(bytes(data), TableSummary) for id_, data in rows}

    def mark_seen(self, guest: str, table: str, ply: int) -> None:
        """Store how many steps a guest has seen of a table."""
        self.execute(
            "UPDATE seat SET seen = ? WHERE guest = ? AND game_table = ?", (ply, guest, table)
        )

    def mark_read(self, guest: str, table: str) -> None:
        """Store that a guest has read the whole chat of a table."""
        self.execute(
            "UPDATE seat SET said = (SELECT count(*) FROM chat WHERE chat.game_table = ?) "
            "WHERE guest = ? AND game_table = ?",
            (table, guest, table),
        )

    def attention(self, guest: str, tables: Collection[str]) -> dict[str, Attention]:
        """Return what a guest has seen of their tables."""
        if not tables:
            return {}
        rows = self.rows(
            "SELECT game_table, seen, "
            "(SELECT count(*) FROM chat WHERE chat.game_table = seat.game_table) - said "
            f"FROM seat WHERE guest = ? AND game_table IN ({', '.join('?' * len(tables))})",
            (guest, *tables),
        )
        return {id_: Attention(seen, max(0, unread)) for id_, seen, unread in rows}
