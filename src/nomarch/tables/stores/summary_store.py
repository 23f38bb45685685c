"""Stored summaries of tables, from which lists are made, and what people have seen."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import func, select

from nomarch.storage.schema import CHAT, ENTRY, GAME_TABLE, SEAT, STANDING
from nomarch.storage.statements import Insert, Query, insert, or_change, update_rows
from nomarch.storage.store import Store, decoded
from nomarch.tables.state.model import Attention, TableSummary


@Query
def _save(table: Any, seq: Any, data: Any, at: Any) -> Insert:
    row = select(GAME_TABLE.c.id, seq, data, at).where(GAME_TABLE.c.id == table)
    new = insert(STANDING).from_select(["game_table", "seq", "data", "at"], row)
    return or_change(new, "seq", "data", "at", where=new.excluded.seq >= STANDING.c.seq)


def save_summaries(store: Store, summaries: Mapping[str, TableSummary]) -> None:
    """Store summaries; one of a later position is not overwritten."""
    with store.transaction():
        for table, summary in sorted(summaries.items()):
            store.execute(_save(table, summary.seq, msgspec.json.encode(summary), summary.at))


_LATEST = (
    select(func.coalesce(func.max(ENTRY.c.seq), 0))
    .where(ENTRY.c.game_table == STANDING.c.game_table)
    .scalar_subquery()
)
_SUMMARIES = Query(
    lambda tables: select(STANDING.c.game_table, STANDING.c.data).where(
        STANDING.c.game_table.in_(tables), STANDING.c.seq == _LATEST
    )
)


def read_summaries(store: Store, tables: Collection[str]) -> dict[str, TableSummary]:
    """Return the summaries that are up to date with their logs, without damaged ones."""
    if not tables:
        return {}
    rows = store.rows(_SUMMARIES(list(tables)))
    found = {id_: decoded(bytes(data), TableSummary) for id_, data in rows}
    return {id_: summary for id_, summary in found.items() if summary is not None}


def mark_seen(store: Store, person: str, table: str, ply: int) -> None:
    """Store how many steps a person has seen of a table."""
    update_rows(store, SEAT, {"person": person, "game_table": table}, seen=ply)


_LINES = select(func.count()).where(CHAT.c.game_table == SEAT.c.game_table).scalar_subquery()
_ATTENTION = Query(
    lambda person, tables: select(SEAT.c.game_table, SEAT.c.seen, _LINES - SEAT.c.chat_read).where(
        SEAT.c.person == person, SEAT.c.game_table.in_(tables)
    )
)


def read_attention(store: Store, person: str, tables: Collection[str]) -> dict[str, Attention]:
    """Return what a person has seen of their tables."""
    if not tables:
        return {}
    rows = store.rows(_ATTENTION(person, list(tables)))
    return {id_: Attention(seen, max(0, unread)) for id_, seen, unread in rows}
