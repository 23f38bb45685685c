"""Stored jobs of tables, and the leases with which processes share them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from nomarch.storage.store import Row, Store, marks

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


def put_job(store: Store, table: str, job: Job, process: str = "") -> bool:
    """Store a table's job. Returns whether the process holds it."""
    if job.at is None:
        store.execute("DELETE FROM job WHERE game_table = ? AND seq <= ?", (table, job.seq))
        return False
    rows = store.change(
        "INSERT INTO job (game_table, at, bots, seq, owner, until) "
        f"VALUES (?, ?, ?, ?, ?, {store.clock} + ?) {UPSERT_JOB.format(clock=store.clock)} "
        "RETURNING owner",
        (*job_row(table, job, process), process, process),
    )
    return job.keep and rows == [(process,)]


def job_row(table: str, job: Job, process: str) -> Row:
    """Return a job as a row, with its holder and the lease in seconds."""
    # Nobody's lease is over before it begins: the database's clock may tick in milliseconds.
    keeper, lease = (process, LEASE) if job.keep else ("", -1.0)
    return table, job.at, int(job.bots), job.seq, keeper, lease


UPSERT_JOB = """
    ON CONFLICT (game_table) DO UPDATE SET
        at = excluded.at, bots = excluded.bots, seq = excluded.seq,
        owner = CASE WHEN job.until < {clock} OR job.owner = ?
            THEN excluded.owner ELSE job.owner END,
        until = CASE WHEN job.until < {clock} OR job.owner = ?
            THEN excluded.until ELSE job.until END
    WHERE excluded.seq >= job.seq
"""
"""A job of a later position replaces an earlier one; its holder keeps the lease until it ends or is
released."""


def find_due(store: Store, at: float, most: int) -> list[str]:
    """Return tables with a job due by a time, the longest overdue first."""
    rows = store.rows("SELECT game_table FROM job WHERE at <= ? ORDER BY at LIMIT ?", (at, most))
    return [row[0] for row in rows]


def reschedule(store: Store, table: str, at: float | None, taken: float | None = None) -> None:
    """Change the due time of a table's job; None deletes it.

    With `taken`, a job that was stored with a later due time meanwhile stays.
    """
    limit, values = ("", ()) if taken is None else (" AND at <= ?", (taken,))
    where = f"WHERE game_table = ?{limit}"
    if at is None:
        store.execute(f"DELETE FROM job {where}", (table, *values))
    else:
        store.execute(f"UPDATE job SET at = ? {where}", (at, table, *values))


def take_jobs(store: Store, process: str, at: float, most: int, *, bots: bool) -> list[str]:
    """Lease due jobs that no other process holds, and return their tables."""
    rows = store.rows(
        f"UPDATE job SET owner = ?, until = {store.clock} + ? WHERE game_table IN ("
        "SELECT game_table FROM job WHERE at <= ? AND bots <= ? "
        f"AND (until < {store.clock} OR owner = ?) ORDER BY at LIMIT ? {store.skipping}) "
        "RETURNING at, game_table",
        (process, LEASE, at, int(bots), process, most),
    )
    return [table for _, table in sorted(rows)]


def renew_jobs(store: Store, process: str, tables: Collection[str]) -> set[str]:
    """Renew or take leases; return the tables that no other process holds."""
    if not tables:
        return set()
    rows = store.rows(
        f"UPDATE job SET owner = ?, until = {store.clock} + ? WHERE game_table IN "
        f"({marks(tables)}) AND (until < {store.clock} OR owner = ?) RETURNING game_table",
        (process, LEASE, *sorted(tables), process),
    )
    return {row[0] for row in rows}


def release_jobs(store: Store, process: str) -> None:
    """Release all leases of a process and remove it."""
    store.maintain("UPDATE job SET owner = '', until = 0 WHERE owner = ?", (process,))
    store.maintain("DELETE FROM process WHERE id = ?", (process,))


def heartbeat(store: Store, process: str, *, only_bots: bool) -> bool:
    """Register a process. Returns whether a process that only plays bots is alive."""
    store.maintain(f"DELETE FROM process WHERE until < {store.clock}")
    store.maintain(
        f"INSERT INTO process (id, only_bots, until) VALUES (?, ?, {store.clock} + ?) "
        "ON CONFLICT (id) DO UPDATE SET until = excluded.until",
        (process, int(only_bots), LEASE),
    )
    return bool(store.rows("SELECT 1 FROM process WHERE only_bots = 1 LIMIT 1"))
