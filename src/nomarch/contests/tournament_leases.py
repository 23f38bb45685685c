"""Leases of tournaments: a due time is also the end of a process's lease."""

from __future__ import annotations

from nomarch.storage.schema import TOURNAMENT
from nomarch.storage.statements import find_values, update_rows
from nomarch.storage.store import Store


def due_tournaments(store: Store, at: float) -> list[str]:
    """Return tournaments at which something may have to be done."""
    return find_values(store, TOURNAMENT.c.id, due__lte=at)


def take_tournament(store: Store, id_: str, at: float, until: float) -> bool:
    """Lease a tournament to this process. Returns False if another has it."""
    return bool(update_rows(store, TOURNAMENT, {"id": id_, "due__lte": at}, due=until))


def renew_tournament(store: Store, id_: str, held: float, until: float) -> bool:
    """Extend the lease that ends at `held`. Returns False if it is not ours any more."""
    return bool(update_rows(store, TOURNAMENT, {"id": id_, "due": held}, due=until))
