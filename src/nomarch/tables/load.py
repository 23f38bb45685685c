"""Reading a table back: its record and its log become a table again, or a sentence says why not."""

from __future__ import annotations

import logging

from nomarch.errors import NomarchError
from nomarch.tables.archive.upgrade import opened
from nomarch.tables.errors import DamagedTable, NotFound
from nomarch.tables.model import ChatLine, TableRecord
from nomarch.tables.store import DamagedData, Store
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

CHAT_KEPT = 100


def replayed(store: Store, id_: str) -> tuple[Table, list[ChatLine]]:
    """A table as its log leaves it, and what was said at it lately; for threads."""
    try:
        record = store.table(id_)
        if record is None:
            raise NotFound("There is no such table.")
        return _opened(store, record), store.chat(id_, CHAT_KEPT)
    except DamagedData as error:
        log.error("table %s cannot be read: %s", id_, error)
        raise DamagedTable("This table is damaged and cannot be opened.") from error


def _opened(store: Store, record: TableRecord) -> Table:
    log = store.log(record.id)
    try:
        return opened(store, record, log)
    except Exception as error:  # whatever a log says that no table ever wrote
        if isinstance(error, (NomarchError, *store.failures)):
            raise
        raise DamagedData(f"{type(error).__name__}: {error}") from error
