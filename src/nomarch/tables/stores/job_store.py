"""Stored jobs of tables, and the leases with which processes share them."""

import math
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import case, delete, select, update

from nomarch.storage.schema import JOB, PROCESS
from nomarch.storage.statements import (
    Insert,
    Query,
    clock,
    delete_rows,
    find_values,
    insert,
    update_rows,
    upserting,
)
from nomarch.storage.store import Row, Store

LEASE = 6.0
"""Seconds for which a process holds a job unless it renews it."""


class Job(msgspec.Struct, frozen=True):
    """When a table needs attention: a clock runs out, an invitation ends, a bot must move."""

    at: float | None
    """Due time; None deletes the job."""
    seq: int = 0
    """The position it was computed at; a job of a later position is not overwritten."""
    bots: bool = False
    """Whether a bot must move."""
    keep: bool = False
    """Whether the process that stores it takes the lease, unless another holds it."""


Jobs = Mapping[str, Job]
"""Jobs by table."""


def _is_free(process: Any) -> Any:
    return (JOB.c.until < clock()) | (JOB.c.owner == process)


def keep_later(new: Insert, process: Any) -> Insert:
    """Let a job of a later position replace an earlier one.

    Its holder keeps the lease until it ends or is released.
    """
    is_free = _is_free(process)
    changed: dict[str, Any] = {name: new.excluded[name] for name in ("at", "bots", "seq")}
    for name in ("owner", "until"):
        changed[name] = case((is_free, new.excluded[name]), else_=JOB.c[name])
    return new.on_conflict_do_update(
        index_elements=["game_table"], set_=changed, where=new.excluded.seq >= JOB.c.seq
    )


_PUT = Query(
    lambda process, table, at, bots, seq, owner, lease: keep_later(
        insert(JOB).values((table, at, bots, seq, owner, clock() + lease)), process
    ).returning(JOB.c.owner)
)


def put_job(store: Store, table: str, job: Job, process: str = "") -> bool:
    """Store a table's job. Returns whether the process holds it."""
    if job.at is None:
        delete_rows(store, JOB, game_table=table, seq__lte=job.seq)
        return False
    rows = store.change(_PUT(process, *job_row(table, job, process)))
    return job.keep and rows == [(process,)]


def job_row(table: str, job: Job, process: str) -> Row:
    """Return a job as a row, with its holder and the lease in seconds."""
    # An unowned job gets an expired lease: the database's clock may tick in milliseconds.
    owner, lease = (process, LEASE) if job.keep else ("", -1.0)
    return table, job.at, int(job.bots), job.seq, owner, lease


def find_due(store: Store, at: float, most: int) -> list[str]:
    """Return tables with a job due by a time, the longest overdue first."""
    return find_values(store, JOB.c.game_table, order_by=("at",), most=most, at__lte=at)


def reschedule(store: Store, table: str, at: float | None, taken: float | None = None) -> None:
    """Change the due time of a table's job; None deletes it.

    With `taken`, a job that was stored with a later due time meanwhile stays.
    """
    job = {"game_table": table, "at__lte": math.inf if taken is None else taken}
    if at is None:
        delete_rows(store, JOB, **job)
    else:
        update_rows(store, JOB, job, at=at)


_TAKE = Query(
    lambda process, lease, at, bots, most: (
        update(JOB)
        .where(
            JOB.c.game_table.in_(
                select(JOB.c.game_table)
                .where(JOB.c.at <= at, JOB.c.bots <= bots, _is_free(process))
                .order_by(JOB.c.at)
                .limit(most)
                .with_for_update(skip_locked=True)
            )
        )
        .values(owner=process, until=clock() + lease)
        .returning(JOB.c.at, JOB.c.game_table)
    )
)


def take_jobs(store: Store, process: str, at: float, most: int, *, bots: bool) -> list[str]:
    """Lease due jobs that no other process holds, and return their tables."""
    rows = store.rows(_TAKE(process, LEASE, at, int(bots), most))
    return [table for _, table in sorted(rows)]


_RENEW = Query(
    lambda process, lease, tables: (
        update(JOB)
        .where(JOB.c.game_table.in_(tables), _is_free(process))
        .values(owner=process, until=clock() + lease)
        .returning(JOB.c.game_table)
    )
)


def renew_jobs(store: Store, process: str, tables: Collection[str]) -> set[str]:
    """Renew or take leases; return the tables that no other process holds."""
    if not tables:
        return set()
    return {table for (table,) in store.rows(_RENEW(process, LEASE, sorted(tables)))}


_RELEASE = Query(
    lambda process: update(JOB).where(JOB.c.owner == process).values(owner="", until=0)
)
_REMOVE = Query(lambda process: delete(PROCESS).where(PROCESS.c.id == process))


def release_jobs(store: Store, process: str) -> None:
    """Release all leases of a process and remove it."""
    store.maintain(_RELEASE(process))
    store.maintain(_REMOVE(process))


_REMOVE_DEAD = Query(lambda: delete(PROCESS).where(PROCESS.c.until < clock()))
_REGISTER = Query(
    lambda process, only_bots, lease: upserting(
        PROCESS, {"id": process, "only_bots": only_bots, "until": clock() + lease}
    )
)
_PLAYS_BOTS = Query(lambda: select(PROCESS.c.id).where(PROCESS.c.only_bots == 1).limit(1))


def heartbeat(store: Store, process: str, *, only_bots: bool) -> bool:
    """Register a process. Returns whether a process that only plays bots is alive."""
    store.maintain(_REMOVE_DEAD())
    store.maintain(_REGISTER(process, int(only_bots), LEASE))
    return bool(store.rows(_PLAYS_BOTS()))
