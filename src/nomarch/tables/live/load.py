"""Reads a table from the store."""

import logging
from typing import NamedTuple

from nomarch.errors import NomarchError
from nomarch.storage.store import DamagedData, Store
from nomarch.tables.state.errors import DamagedTable, NotFound
from nomarch.tables.state.model import ChatLine, TableRecord
from nomarch.tables.state.table import Table
from nomarch.tables.stores.chat_store import read_chat
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.rules_upgrade import open_table
from nomarch.tables.stores.table_store import read_table

log = logging.getLogger("nomarch.tables")

CHAT_KEPT = 100


class LoadedTable(NamedTuple):
    """A table, its record as it is stored, and its latest chat lines."""

    table: Table
    stored: TableRecord
    chat: list[ChatLine]


def load_table(store: Store, id_: str) -> LoadedTable:
    """Replay a table's log; call it in a thread."""
    try:
        record = read_table(store, id_)
        if record is None:
            raise NotFound("This table doesn't exist.")
        return LoadedTable(_open(store, record), record, read_chat(store, id_, CHAT_KEPT))
    except DamagedData as error:
        log.error("table %s cannot be read: %s", id_, error)
        raise DamagedTable("This table is damaged and can't be opened.") from error


def _open(store: Store, record: TableRecord) -> Table:
    log = read_log(store, record.id)
    try:
        return open_table(store, record, log)
    except Exception as error:  # a log that no table ever wrote
        if isinstance(error, (NomarchError, *store.failures)):
            raise
        raise DamagedData(f"{type(error).__name__}: {error}") from error
