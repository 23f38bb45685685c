"""Checks that log entries leave behind: who at a table needs a notice?

A check is a row that a move stores in its own transaction; a process leases it once the table has
been quiet for a moment, and writes the notices.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Double, Exists, Integer, Text, exists, select, update

from nomarch.people.notices import IS_QUEUED, IS_SENDING, LEASE, TOPIC, Notice, notify
from nomarch.storage.schema import GAME_TABLE, NOTE, NOTICE, NOTICE_CHECK, SEAT
from nomarch.storage.statements import Insert, Query, delete_rows, insert, or_change, unnested
from nomarch.storage.store import Store
from nomarch.tables.state.model import Entry

CHECK_DELAY = 5.0
"""Seconds of quiet at a table before it is checked."""
_CHECK = NOTICE_CHECK.c


def _is_wanted(table: ColumnElement[str]) -> Exists:
    """Whether any player of a table wants notices."""
    settings = (NOTE.c.owner == SEAT.c.person) & (NOTE.c.topic == TOPIC)
    return exists().where(SEAT.c.game_table == table, settings)


def _keep_later(new: Insert) -> Insert:
    return or_change(new, "seq", "at", where=new.excluded.seq >= NOTICE_CHECK.c.seq)


CHECK = {"game_table": Text, "seq": Integer, "at": Double}


def append_checks(*arrays: Any) -> Insert:
    """Store the checks of many entries, in PostgreSQL."""
    new = unnested("new_check", CHECK, arrays)
    rows = select(new).where(_is_wanted(new.c.game_table))
    return _keep_later(insert(NOTICE_CHECK).from_select(list(CHECK), rows))


def latest_entries(entries: Iterable[Entry]) -> list[tuple[str, int, float]]:
    """Return the checks that entries leave: table, position, due time; one per table."""
    latest = {entry.table: entry for entry in sorted(entries, key=lambda entry: entry.seq)}
    return [(table, e.seq, e.at + CHECK_DELAY) for table, e in sorted(latest.items())]


def put_checks(store: Store, entries: Iterable[Entry]) -> None:
    """Store the checks of entries."""
    for table, seq, at in latest_entries(entries):
        put_check(store, table, seq, at)


@Query
def _put_check(table: Any, seq: Any, at: Any) -> Insert:
    row = select(GAME_TABLE.c.id, seq, at).where(
        GAME_TABLE.c.id == table, _is_wanted(GAME_TABLE.c.id)
    )
    return _keep_later(insert(NOTICE_CHECK).from_select(list(CHECK), row))


def put_check(store: Store, table: str, seq: int, at: float) -> None:
    """Schedule a check of a table if any of its players wants notices."""
    store.execute(_put_check(table, seq, at))


_DUE = (
    Query(lambda at: select(_CHECK.seq).where(_CHECK.at <= at).limit(1)),
    Query(lambda at: select(NOTICE.c.id).where(IS_QUEUED, NOTICE.c.not_before <= at).limit(1)),
    Query(lambda at: select(NOTICE.c.id).where(IS_SENDING, NOTICE.c.until < at).limit(1)),
)


def has_due(store: Store, at: float) -> bool:
    """Whether there is anything to check or to send."""
    return any(store.rows(query(at)) for query in _DUE)


_TAKE_CHECKS = Query(
    lambda process, at, until, most: (
        update(NOTICE_CHECK)
        .where(
            _CHECK.game_table.in_(
                select(_CHECK.game_table)
                .where(_CHECK.at <= at, (_CHECK.until < at) | (_CHECK.owner == process))
                .order_by(_CHECK.at)
                .limit(most)
                .with_for_update(skip_locked=True)
            )
        )
        .values(owner=process, until=until)
        .returning(_CHECK.game_table, _CHECK.seq)
    )
)


def take_checks(store: Store, process: str, at: float, most: int) -> list[tuple[str, int]]:
    """Lease due checks; returns tables and positions."""
    rows = store.rows(_TAKE_CHECKS(process, at, at + LEASE, most))
    return sorted((table, seq) for table, seq in rows)


def settle_check(store: Store, table: str, seq: int, notices: Iterable[Notice], at: float) -> None:
    """Write the notices that a check found, and delete it unless the game has gone on."""
    with store.transaction():
        for notice in notices:
            notify(store, notice, at)
        delete_rows(store, NOTICE_CHECK, game_table=table, seq__lte=seq)
