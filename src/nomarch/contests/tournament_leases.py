"""Leases of tournaments: a due time is also the end of a process's lease."""

from __future__ import annotations

from sqlalchemy import select, update

from nomarch.storage.schema import TOURNAMENT
from nomarch.storage.statements import Query, update_rows
from nomarch.storage.store import Store

_DUE = Query(lambda at: select(TOURNAMENT.c.id).where(TOURNAMENT.c.due <= at))
_TAKE = Query(
    lambda id_, at, until: (
        update(TOURNAMENT).where(TOURNAMENT.c.id == id_, TOURNAMENT.c.due <= at).values(due=until)
    )
)


def due_tournaments(store: Store, at: float) -> list[str]:
    """Return tournaments at which something may have to be done."""
    return [id_ for (id_,) in store.rows(_DUE(at))]


def take_tournament(store: Store, id_: str, at: float, until: float) -> bool:
    """Lease a tournament to this process. Returns False if another has it."""
    return bool(store.execute(_TAKE(id_, at, until)))


def renew_tournament(store: Store, id_: str, held: float, until: float) -> bool:
    """Extend the lease that ends at `held`. Returns False if it is not ours any more."""
    return bool(update_rows(store, TOURNAMENT, {"id": id_, "due": held}, due=until))
