"""Stored logs: append entries and read them.

SQLite writes row by row in one transaction; PostgreSQL writes a batch of many tables in one
statement, which costs one round trip and needs no transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Double, Executable, Integer, Text, delete, null, or_, select, union_all

from nomarch.storage.schema import ENTRY, JOB
from nomarch.storage.statements import Array, Query, clock, find_rows, insert, unnested
from nomarch.storage.store import Conflict, Row, Store
from nomarch.tables.archive.outcome_store import StoredChunk, put_outcomes
from nomarch.tables.state.model import Entry
from nomarch.tables.stores.hooks import AppendMore, hooks_of
from nomarch.tables.stores.job_store import Jobs, job_row, keep_later, put_job


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


_ADD = Query(lambda *entry: insert(ENTRY).values(entry).on_conflict_do_nothing())


def _append_rows(store: Store, entries: list[Entry], jobs: Jobs, process: str) -> set[str]:
    with store.transaction():
        if past := _past(entries):
            put_outcomes(store, past)
        is_written = [
            store.execute(_ADD(e.table, e.seq, e.kind, e.seat, e.text, e.at)) for e in entries
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
    arrays = map(Array, (*_columns(entries, jobs, process), *hooks.append_values(entries)))
    retries = store.retries
    answers = store.change(_appending(hooks.append_more)(process, *arrays))
    written = {(table, seq) for table, seq, _ in answers if seq is not None}
    taken = [i for i, e in enumerate(entries) if not _take(written, (e.table, e.seq))]
    if store.retries > retries:  # the entries may be there from the first time
        taken = [i for i in taken if not _is_stored(store, entries[i])]
    if taken:
        raise Conflict(taken)
    return {table for table, seq, owner in answers if seq is None and owner == process}


ENTRY_TYPES = {
    "game_table": Text, "seq": Integer, "kind": Text, "seat": Integer, "text": Text, "at": Double
}  # fmt: skip
JOB_TYPES = {
    "game_table": Text, "at": Double, "bots": Integer, "seq": Integer, "owner": Text,
    "lease": Double,
}  # fmt: skip


@cache
def _appending(add: AppendMore | None) -> Query:
    """Write entries and jobs of many tables, and what hooks add; jobs as `put_job` does."""

    def build(process: Any, *arrays: Any) -> Executable:
        entries = unnested("new_entry", ENTRY_TYPES, arrays[:6])
        jobs = unnested("new_job", JOB_TYPES, arrays[6:12])
        over = unnested("over", {"game_table": Text, "seq": Integer}, arrays[12:14])
        written = (
            insert(ENTRY)
            .from_select(list(ENTRY_TYPES), select(entries))
            .on_conflict_do_nothing()
            .returning(ENTRY.c.game_table, ENTRY.c.seq)
            .cte("written")
        )
        row = select(
            *[jobs.c[name] for name in JOB_TYPES if name != "lease"], clock() + jobs.c.lease
        )
        stored = insert(JOB).from_select(list(JOB.c.keys()), row)
        kept = keep_later(stored, process).returning(JOB.c.game_table, JOB.c.owner).cte("kept")
        ended = delete(JOB).where(JOB.c.game_table == over.c.game_table, JOB.c.seq <= over.c.seq)
        return union_all(
            select(written.c.game_table, written.c.seq, null()),
            select(kept.c.game_table, null(), kept.c.owner),
        ).add_cte(ended.cte("ended"), *([add(*arrays[14:]).cte("added")] if add else []))

    return Query(build)


def _columns(entries: list[Entry], jobs: Jobs, process: str) -> list[Any]:
    """Return the values of the statement, sorted by table against deadlocks."""
    ordered = sorted(entries, key=lambda e: (e.table, e.seq))
    rows = [(e.table, e.seq, e.kind, e.seat, e.text, e.at) for e in ordered]
    kept = [
        job_row(table, job, process) for table, job in sorted(jobs.items()) if job.at is not None
    ]
    ended = [(table, job.seq) for table, job in sorted(jobs.items()) if job.at is None]
    return [*transpose(rows, 6), *transpose(kept, 6), *transpose(ended, 2)]


def transpose(rows: Sequence[Row], width: int) -> list[list[Any]]:
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
        rows = find_rows(store, *ENTRY.c, order_by=("seq",), game_table=table, seq__gt=after)
    return [Entry(*row) for row in rows]


_READ_MANY = Query(
    lambda tables, after: (
        select(ENTRY)
        .where(
            or_(
                *[
                    (ENTRY.c.game_table == table) & (ENTRY.c.seq > seq)
                    for table, seq in zip(tables, after, strict=True)
                ]
            )
        )
        .order_by(ENTRY.c.game_table, ENTRY.c.seq)
    )
)


def read_logs(store: Store, after: Mapping[str, int]) -> dict[str, list[Entry]]:
    """Return the entries of several tables, each after a position."""
    found: dict[str, list[Entry]] = {}
    for row in store.rows(_READ_MANY(list(after), list(after.values()))):
        found.setdefault(row[0], []).append(Entry(*row))
    return found
