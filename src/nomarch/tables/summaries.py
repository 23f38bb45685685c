"""Lists of tables without opening any: where each stands, what is new at it, which are on offer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

import msgspec

from nomarch.tables.archive.retention import KeepingStore
from nomarch.tables.model import Attention, TableSummary

MOST_LISTED = 100
"""Tables that a lobby shows."""


class ListingStore(KeepingStore, Protocol):
    """The part of a store that lists are made of."""

    # --- Where tables stand -----------------------------------------------------------------------

    def note_standings(self, standings: Mapping[str, TableSummary]) -> None:
        """Notes where tables stand; what is known of a later position is not overwritten."""
        with self._transaction():
            for table, standing in sorted(standings.items()):
                self._do(
                    "INSERT INTO standing (game_table, seq, data) "
                    "SELECT id, ?, ? FROM game_table WHERE id = ? "
                    "ON CONFLICT (game_table) DO UPDATE SET seq = excluded.seq, "
                    "data = excluded.data WHERE excluded.seq >= standing.seq",
                    (standing.seq, msgspec.json.encode(standing), table),
                )

    def standings(self, tables: Collection[str]) -> dict[str, TableSummary]:
        """Where tables stand; those of which that is not known, or not any more, are left out."""
        if not tables:
            return {}
        rows = self._rows(
            "SELECT game_table, data FROM standing WHERE game_table IN "
            f"({', '.join('?' * len(tables))}) AND seq = "
            "(SELECT coalesce(max(entry.seq), 0) FROM entry "
            "WHERE entry.game_table = standing.game_table)",
            tuple(tables),
        )
        return {id_: msgspec.json.decode(bytes(data), type=TableSummary) for id_, data in rows}

    # --- What is new to a guest -------------------------------------------------------------------

    def mark_seen(self, guest: str, table: str, ply: int) -> None:
        """A guest has been at a table when so many steps had been made."""
        self._do("UPDATE seat SET seen = ? WHERE guest = ? AND game_table = ?", (ply, guest, table))

    def mark_read(self, guest: str, table: str) -> None:
        """A guest has read all that was said at a table."""
        self._do(
            "UPDATE seat SET said = (SELECT count(*) FROM chat WHERE chat.game_table = ?) "
            "WHERE guest = ? AND game_table = ?",
            (table, guest, table),
        )

    def attention(self, guest: str, tables: Collection[str]) -> dict[str, Attention]:
        """What a guest has seen of the tables at which they sit."""
        if not tables:
            return {}
        rows = self._rows(
            "SELECT game_table, seen, "
            "(SELECT count(*) FROM chat WHERE chat.game_table = seat.game_table) - said "
            f"FROM seat WHERE guest = ? AND game_table IN ({', '.join('?' * len(tables))})",
            (guest, *tables),
        )
        return {id_: Attention(seen, max(0, unread)) for id_, seen, unread in rows}
