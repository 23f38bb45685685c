"""What a site keeps and lets go of, in the SQL that every database here understands."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

Row = tuple[Any, ...]
Kept = tuple[str, int, bytes]
"""What came of an entry: its table, its place in the log, and the outcome, packed."""


class KeepingStore(abc.ABC):
    """The part of a store that is about care, not about play."""

    @abc.abstractmethod
    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """What a question gives."""

    @abc.abstractmethod
    def _do(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Changes something; how many rows."""

    @abc.abstractmethod
    def _transaction(self) -> AbstractContextManager[object]:
        """All or nothing."""

    # --- Outcomes ---------------------------------------------------------------------------------

    def keep(self, outcomes: Iterable[Kept]) -> None:
        """Keeps what came of entries: what is kept already stays as it is."""
        with self._transaction():
            self._keep(outcomes)

    def _keep(self, outcomes: Iterable[Kept]) -> None:
        """The same inside of a transaction."""
        for kept in outcomes:
            self._do(
                "INSERT INTO outcome (game_table, seq, data) VALUES (?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                kept,
            )

    def outcomes(self, table: str) -> dict[int, bytes]:
        """What was kept of a table, by entry; 0 is how it began."""
        rows = self._rows("SELECT seq, data FROM outcome WHERE game_table = ?", (table,))
        return {seq: bytes(data) for seq, data in rows}

    def unkept(self, most: int) -> list[str]:
        """Tables that were played at, and of whose beginning nothing is kept."""
        rows = self._rows(
            "SELECT id FROM game_table WHERE EXISTS "
            "(SELECT 1 FROM entry WHERE entry.game_table = game_table.id) AND NOT EXISTS "
            "(SELECT 1 FROM outcome WHERE outcome.game_table = game_table.id AND seq = 0) LIMIT ?",
            (most,),
        )
        return [row[0] for row in rows]
