"""Appends to the logs of tables, many tables' moves in one commit."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from nomarch.storage.store import Conflict, Store
from nomarch.storage.writer import ALONE, BatchItem, Done, Writer, new_future, settle
from nomarch.tables.state.model import Entry
from nomarch.tables.stores.job_store import Job
from nomarch.tables.stores.log_store import append_entries


class _Write(NamedTuple):
    """An entry of a table's log, the table's job, or both."""

    table: str
    entry: Entry | None
    job: Job | None


class LogWriter(Writer):
    """A writer that also appends log entries and stores jobs of tables."""

    def __init__(self, factory: Callable[[], Store], process: str = ALONE) -> None:
        self.on_entries: Callable[[str, int], None] = lambda kind, count: None
        """Called in the writer's thread with a kind of entries and how many were written."""
        super().__init__(factory, process)

    async def append(self, entry: Entry, job: Job | None = None) -> bool:
        """Write an entry and the table's job. Returns whether this process holds the job.

        Raises `Conflict` if the entry's place in the log is taken.
        """
        done = new_future()
        self.put(BatchItem(_Write(entry.table, entry, job), done))
        return bool(await done)

    def update_job(self, table: str, job: Job) -> None:
        """Store a table's job. A clock waits shortly for another commit.

        If a crash loses it, an earlier due time stays behind.
        """
        is_clock = job.at is not None and not job.bots
        self.put(BatchItem(_Write(table, None, job), may_wait=is_clock))

    async def claim_job(self, table: str, job: Job) -> bool:
        """Store a table's job. Returns whether this process holds it."""
        done = new_future()
        self.put(BatchItem(_Write(table, None, job), done))
        return bool(await done)

    def write_batch(self, batch: Sequence[BatchItem]) -> None:
        entries = [each.item.entry for each in batch if each.item.entry is not None]
        jobs = {each.item.table: each.item.job for each in batch if each.item.job is not None}
        taken: frozenset[int] = frozenset()
        held: set[str] = set()
        try:
            held = self.query(lambda store: append_entries(store, entries, jobs, self.process))
        except Conflict as error:
            taken = error.taken
        except Exception as error:
            settle([(each.done, error) for each in batch if each.done is not None])
            return
        settle(_answers(batch, taken, held))
        written = [entry for i, entry in enumerate(entries) if i not in taken]
        for kind, count in Counter(entry.kind for entry in written).items():
            self.on_entries(kind, count)
        notices = [f"entry {entry.table} {entry.seq}" for entry in written]
        if any(job.bots and not job.keep for job in jobs.values()):
            notices.append("bots")
        self.notify(notices)


def _answers(
    batch: Sequence[BatchItem], taken: frozenset[int], held: set[str]
) -> list[tuple[Done, Any]]:
    """Return what each item's future gets: whether the job is held, or `Conflict`."""
    answers: list[tuple[Done, Any]] = []
    number = 0
    for each in batch:
        is_taken = False
        if each.item.entry is not None:
            is_taken, number = number in taken, number + 1
        if each.done is not None:
            answers.append((each.done, Conflict() if is_taken else each.item.table in held))
    return answers
