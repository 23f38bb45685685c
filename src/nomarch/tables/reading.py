"""Reading a table back: its record and its log become a table again, or a sentence says why not."""

from __future__ import annotations

import logging

from nomarch.kernel.game import rulebook
from nomarch.tables.model import ChatLine, Entry, TableRecord
from nomarch.tables.refusals import NotThere, TooOld, Unreadable
from nomarch.tables.store import Damaged, Store
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

CHAT_KEPT = 100


def replayed(store: Store, id_: str) -> tuple[Table, list[ChatLine]]:
    """A table as its log leaves it, and what was said at it lately; for threads."""
    try:
        record = store.table(id_)
        if record is None:
            raise NotThere("There is no such table.")
        if record.rules != rulebook(record.game).game.rules_version:
            raise TooOld("This game began under other rules and cannot be opened any more.")
        return _folded(record, store.log(id_)), store.chat(id_, CHAT_KEPT)
    except Damaged as error:
        log.error("table %s cannot be read: %s", id_, error)
        raise Unreadable("This table is damaged and cannot be opened.") from error


def _folded(record: TableRecord, entries: list[Entry]) -> Table:
    try:
        return Table(record, entries)
    except Exception as error:  # whatever a log says that no table ever wrote
        raise Damaged(f"{type(error).__name__}: {error}") from error
