"""Stored logs: append entries and read them.

SQLite writes row by row in one transaction; PostgreSQL writes a batch of many tables in one
statement, which costs one round trip and needs no transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from nomarch.storage.store import Conflict, Row, Store
from nomarch.tables.archive.outcome_store import StoredChunk, put_outcomes
from nomarch.tables.hooks import hooks_of
from nomarch.tables.job_store import UPSERT_JOB, Jobs, job_row, put_job
from nomarch.tables.model import Entry


def append_entries(
    store: Store, entries: Iterable[Entry], jobs: Jobs | None = None, process: str = ""
) -> set[str]:
    """Add log entries and store jobs. Returns the tables whose jobs the process holds.

    Raises `Conflict` if places in a log are taken; all other entries are written.
    """
    batch = list(entries)
    with store.measure("append"):
        if store.has_arrays:
            return _append_batch(store, batch, jobs or {}, process)
        return _append_rows(store, batch, jobs or {}, process)


INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


def _append_rows(store: Store, entries: list[Entry], jobs: Jobs, process: str) -> set[str]:
    with store.transaction():
        if past := _past(entries):
            put_outcomes(store, past)
        is_written = [
            store.execute(INSERT, (e.table, e.seq, e.kind, e.seat, e.text, e.at)) for e in entries
        ]
        written = [e for e, done in zip(entries, is_written, strict=True) if done]
        hooks_of(store).after_append(store, written)
        held = {table for table, job in jobs.items() if put_job(store, table, job, process)}
    if len(written) < len(entries):
        raise Conflict([i for i, done in enumerate(is_written) if not done])
    return held


def _past(entries: list[Entry]) -> list[StoredChunk]:
    """Return the outcomes of earlier entries that come with some entries."""
    return [(e.table, *e.past) for e in entries if e.past]


def _append_batch(store: Store, entries: list[Entry], jobs: Jobs, process: str) -> set[str]:
    if past := _past(entries):  # it is about earlier entries, whatever becomes of these
        put_outcomes(store, past)
    hooks = hooks_of(store)
    values = _columns(entries, jobs, process) + hooks.append_values(entries)
    retries = store.retries
    answers = store.change(_append_statement(store.clock, hooks.append_sql), values)
    written = {(table, seq) for table, seq, _ in answers if seq is not None}
    taken = [i for i, e in enumerate(entries) if not _take(written, (e.table, e.seq))]
    if store.retries > retries:  # the entries may be there from the first time
        taken = [i for i in taken if not _is_stored(store, entries[i])]
    if taken:
        raise Conflict(taken)
    return {table for table, seq, keeper in answers if seq is None and keeper == process}


@lru_cache(maxsize=8)
def _append_statement(clock: str, more: str) -> str:
    """Write entries and jobs of many tables, and what hooks add; jobs as `put_job` does."""
    return f"""
        WITH written AS (
            INSERT INTO entry
            SELECT * FROM unnest(?::text[], ?::int[], ?::text[], ?::int[], ?::text[], ?::float8[])
            ON CONFLICT DO NOTHING RETURNING game_table, seq
        ), noted AS (
            INSERT INTO job
            SELECT game_table, at, bots, seq, owner, {clock} + lease
            FROM unnest(?::text[], ?::float8[], ?::int[], ?::int[], ?::text[], ?::float8[])
                AS new (game_table, at, bots, seq, owner, lease)
            {UPSERT_JOB.format(clock=clock)}
            RETURNING game_table, owner
        ), ended AS (
            DELETE FROM job USING unnest(?::text[], ?::int[]) AS old (game_table, seq)
            WHERE job.game_table = old.game_table AND job.seq <= old.seq
        ){f", added AS ({more})" if more else ""}
        SELECT game_table, seq, NULL FROM written
        UNION ALL SELECT game_table, NULL, owner FROM noted
    """


def _columns(entries: list[Entry], jobs: Jobs, process: str) -> list[Any]:
    """Return the values of the statement, sorted by table against deadlocks."""
    ordered = sorted(entries, key=lambda e: (e.table, e.seq))
    rows = [(e.table, e.seq, e.kind, e.seat, e.text, e.at) for e in ordered]
    kept = [
        job_row(table, job, process) for table, job in sorted(jobs.items()) if job.at is not None
    ]
    ended = [(table, job.seq) for table, job in sorted(jobs.items()) if job.at is None]
    return [*transpose(rows, 6), *transpose(kept, 6), process, process, *transpose(ended, 2)]


def transpose(rows: Sequence[Row], width: int) -> list[list[Any]]:
    """Transpose rows into columns."""
    return [[row[column] for row in rows] for column in range(width)]


def _take(places: set[tuple[str, int]], place: tuple[str, int]) -> bool:
    """Remove a place from a set. Returns whether it was there."""
    was_there = place in places
    places.discard(place)
    return was_there


def _is_stored(store: Store, entry: Entry) -> bool:
    """Whether an entry is stored exactly as given."""
    there = read_log(store, entry.table, entry.seq - 1)[:1]
    return [(e.seq, e.kind, e.seat, e.text, e.at) for e in there] == [
        (entry.seq, entry.kind, entry.seat, entry.text, entry.at)
    ]


def read_log(store: Store, table: str, after: int = 0) -> list[Entry]:
    """Return a table's entries after a position."""
    with store.measure("log"), store.reporting_damage():
        rows = store.rows(
            "SELECT game_table, seq, kind, seat, text, at FROM entry "
            "WHERE game_table = ? AND seq > ? ORDER BY seq",
            (table, after),
        )
    return [Entry(*row) for row in rows]


def read_logs(store: Store, after: Mapping[str, int]) -> dict[str, list[Entry]]:
    """Return the entries of several tables, each after a position."""
    one = "(game_table = ? AND seq > ?)"
    rows = store.rows(
        "SELECT game_table, seq, kind, seat, text, at FROM entry "
        f"WHERE {' OR '.join([one] * len(after))} ORDER BY game_table, seq",
        [value for place in after.items() for value in place],
    )
    found: dict[str, list[Entry]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(Entry(*row))
    return found
