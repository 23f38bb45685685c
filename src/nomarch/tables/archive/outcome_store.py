"""Stored chunks of outcomes: the archive of a table."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import exists, func, select

from nomarch.storage.schema import ENTRY, GAME_TABLE, OUTCOME
from nomarch.storage.statements import Insert, Query, delete_rows, find_values, insert, or_change
from nomarch.storage.store import Store

StoredChunk = tuple[str, int, bytes]
"""Table, first entry, and the encoded outcomes."""


@Query
def _put(table: Any, seq: Any, data: Any) -> Insert:
    new = insert(OUTCOME).values(game_table=table, seq=seq, data=data)
    is_longer = func.length(new.excluded.data) >= func.length(OUTCOME.c.data)
    return or_change(new, "data", where=is_longer)


def put_outcomes(store: Store, outcomes: Iterable[StoredChunk]) -> None:
    """Store chunks of outcomes; a stored chunk is replaced only by one at least as long."""
    with store.transaction():
        for chunk in outcomes:
            store.execute(_put(*chunk))


def drop_outcomes(store: Store, table: str) -> None:
    delete_rows(store, OUTCOME, game_table=table)


def read_outcomes(store: Store, table: str) -> list[bytes]:
    """Return the chunks of a table in order."""
    return list(map(bytes, find_values(store, OUTCOME.c.data, order_by=("seq",), game_table=table)))


_UNARCHIVED = Query(
    lambda most: (
        select(GAME_TABLE.c.id)
        .where(
            exists().where(ENTRY.c.game_table == GAME_TABLE.c.id),
            ~exists().where(OUTCOME.c.game_table == GAME_TABLE.c.id, OUTCOME.c.seq == 0),
        )
        .limit(most)
    )
)


def find_unarchived(store: Store, most: int) -> list[str]:
    """Return tables with entries but without archived outcomes."""
    return [id_ for (id_,) in store.rows(_UNARCHIVED(most))]
