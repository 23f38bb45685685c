"""Writes to the store in one thread, many tables' moves in one commit.

A move waits until it is on the disk. Moves that arrive while the disk is busy share the next
commit, so a thousand tables cost few more syncs than one. Other processes are notified afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from nomarch.storage.running_jobs import RunningJobs
from nomarch.storage.store import Conflict, Job, Store, open_store, query
from nomarch.tables.errors import Unavailable
from nomarch.tables.model import Entry

MOST_AT_ONCE = 512
ALONE = "alone"
"""The process name used with a database that is not shared."""

T = TypeVar("T")
_Done = asyncio.Future[Any]


@dataclass
class _JobUpdate:
    """A table's job; `done` gets whether this process holds it."""

    table: str
    job: Job
    done: _Done | None


@dataclass
class _Batch:
    """The entries and jobs of one commit."""

    entries: list[tuple[Entry, _Done]] = field(default_factory=list)
    notes: list[_JobUpdate] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.entries or self.notes)


@dataclass
class _Change:
    """Any other change."""

    function: Callable[[Store], Any]
    done: _Done
    notice: str


_Item = tuple[Entry, Job | None, _Done] | _JobUpdate | _Change | None


class Writer:
    """A thread that changes the store and reports when each change is durable."""

    def __init__(self, factory: Callable[[], Store], process: str = ALONE) -> None:
        self.process = process
        self.jobs = RunningJobs()
        self._factory = factory
        self._store: Store | None = None
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry, job: Job | None = None) -> bool:
        """Write an entry and the table's job. Returns whether this process holds the job.

        Raises `Conflict` if the entry's place in the log is taken.
        """
        done = _new_future()
        self._queue.put((entry, job, done))
        return bool(await done)

    async def do(self, change: Callable[[Store], T], notice: str = "") -> T:
        """Call `change` with the store, and return its result once it is on the disk."""
        done = _new_future()
        self._queue.put(_Change(change, done, notice))
        result: T = await done
        return result

    def do_later(self, change: Callable[[Store], Any], notice: str = "") -> None:
        """Make a change that nobody waits for; it may get lost."""
        done = _new_future()
        done.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._queue.put(_Change(change, done, notice))

    def update_job(self, table: str, job: Job) -> None:
        """Store a table's job with the next commit.

        If a crash loses it, an earlier due time stays behind.
        """
        self._queue.put(_JobUpdate(table, job, None))

    async def claim_job(self, table: str, job: Job) -> bool:
        """Store a table's job. Returns whether this process holds it."""
        done = _new_future()
        self._queue.put(_JobUpdate(table, job, done))
        return bool(await done)

    def close(self) -> None:
        """Write what is queued, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while True:
                batch, then = self._next_batch()
                if batch:
                    with self.jobs.job():
                        self._write(batch)
                if then is None:
                    return
                if isinstance(then, _Change):
                    with self.jobs.job():
                        self._do(then)
        finally:
            if self._store is not None:
                self._store.close()

    def _query(self, question: Callable[[Store], T]) -> T:
        """Call a function with the store, opening it first if that failed before."""
        if self._store is None:
            self._store = open_store(self._factory)
        return query(self._store, question)

    def _next_batch(self) -> tuple[_Batch, _Change | _Batch | None]:
        """Return what to write together and what follows: a change, None to stop, or the batch."""
        batch = _Batch()
        while (item := self._queue.get()) is not None:
            if isinstance(item, _Change):
                return batch, item
            if isinstance(item, _JobUpdate):
                batch.notes.append(item)
            else:
                entry, job, done = item
                batch.entries.append((entry, done))
                if job is not None:
                    batch.notes.append(_JobUpdate(entry.table, job, None))
            if len(batch.entries) == MOST_AT_ONCE or self._queue.empty():
                return batch, batch
        return batch, None

    def _write(self, batch: _Batch) -> None:
        entries = [entry for entry, _ in batch.entries]
        jobs = {note.table: note.job for note in batch.notes}
        waiting = [done for _, done in batch.entries]
        claims = [note.done for note in batch.notes if note.done is not None]
        taken: frozenset[int] = frozenset()
        kept: set[str] = set()
        try:
            kept = self._query(lambda store: store.append(entries, jobs, self.process))
        except Conflict as error:
            taken = error.taken
        except Exception as error:
            _settle([(done, error) for done in waiting + claims])
            return
        answers: list[tuple[_Done, Any]] = [
            (done, Conflict() if i in taken else entries[i].table in kept)
            for i, done in enumerate(waiting)
        ]
        claimed = [(n.done, n.table in kept) for n in batch.notes if n.done is not None]
        _settle(answers + claimed)
        notices = [f"entry {e.table} {e.seq}" for i, e in enumerate(entries) if i not in taken]
        self._notify(notices + self._wake_notice(jobs))

    @staticmethod
    def _wake_notice(jobs: dict[str, Job]) -> list[str]:
        return ["bots"] if any(job.bots and not job.keep for job in jobs.values()) else []

    def _do(self, change: _Change) -> None:
        try:
            result = self._query(change.function)
        except Exception as error:
            _settle([(change.done, error)])
        else:
            _settle([(change.done, result)])
            if change.notice:
                self._notify([change.notice])

    def _notify(self, notices: list[str]) -> None:
        """Notify other processes; lost notices do no harm."""
        if notices:
            with contextlib.suppress(Unavailable):
                self._query(
                    lambda store: store.notify(f"{self.process} {line}" for line in notices)
                )


def _new_future() -> _Done:
    return asyncio.get_running_loop().create_future()


def _settle(answers: list[tuple[_Done, Any]]) -> None:
    """Settle futures in one call to their event loop."""

    def settle_all() -> None:
        for done, answer in answers:
            if done.done():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)

    if answers:
        answers[0][0].get_loop().call_soon_threadsafe(settle_all)
