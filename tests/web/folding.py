"""A table that goes on in place, for tests that play move by move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nomarch.tables.state.fold import fold, replay
from nomarch.tables.state.model import Entry, TableRecord


class FoldedTable:
    """Has all of a table; `now` is the table itself."""

    def __init__(self, record: TableRecord, log: Iterable[Entry] = ()) -> None:
        self.now = replay(record, log)

    def fold(self, entry: Entry) -> None:
        self.now = fold(self.now, entry)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.now, name)
