"""The writer: all changes of the store in one thread, many tables' moves in one commit.

A move waits until it is on the disk. Moves that arrive while the disk is busy share the next
commit, so that a thousand tables cost few more syncs than one. Other processes are told afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from nomarch.tables.errors import Unavailable
from nomarch.tables.model import Entry
from nomarch.tables.running_jobs import RunningJobs
from nomarch.tables.store import Conflict, Job, Store, asked, opened

MOST_AT_ONCE = 512
ALONE = "alone"
"""The name of a process that shares its database with no other."""

T = TypeVar("T")
_Done = asyncio.Future[Any]


@dataclass
class _Note:
    """A job of a table, and who waits to hear whether it is theirs."""

    table: str
    job: Job
    done: _Done | None


@dataclass
class _Batch:
    """What goes into one commit: entries with those who wait for them, and jobs."""

    entries: list[tuple[Entry, _Done]] = field(default_factory=list)
    notes: list[_Note] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.entries or self.notes)


@dataclass
class _Job:
    """Any other change."""

    change: Callable[[Store], Any]
    done: _Done
    news: str


_Item = tuple[Entry, Job | None, _Done] | _Note | _Job | None


class Writer:
    """A thread that changes the store and tells when a change is durable."""

    def __init__(self, open_store: Callable[[], Store], process: str = ALONE) -> None:
        self.process = process
        self.jobs = RunningJobs()
        self._open_store = open_store
        self._store: Store | None = None
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry, job: Job | None = None) -> bool:
        """Returns when the entry is on the disk; `Conflict` if its place was taken.

        A job at the table goes with it; whether it is for this process to see to.
        """
        done = _new_future()
        self._queue.put((entry, job, done))
        return bool(await done)

    async def do(self, change: Callable[[Store], T], news: str = "") -> T:
        """Makes any other change; returns what it returns when it is on the disk."""
        done = _new_future()
        self._queue.put(_Job(change, done, news))
        result: T = await done
        return result

    def do_later(self, change: Callable[[Store], Any], news: str = "") -> None:
        """Makes a change for which nobody waits, and which may get lost."""
        done = _new_future()
        done.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._queue.put(_Job(change, done, news))

    def look_again(self, table: str, job: Job) -> None:
        """Notes when a table is to be looked at next; goes with the next commit.

        Nobody waits for it: one that is lost with a crash leaves an earlier time behind.
        """
        self._queue.put(_Note(table, job, None))

    async def claim(self, table: str, job: Job) -> bool:
        """Notes a job; whether it is for this process to see to."""
        done = _new_future()
        self._queue.put(_Note(table, job, done))
        return bool(await done)

    def close(self) -> None:
        """Writes what is waiting, then stops."""
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
                if isinstance(then, _Job):
                    with self.jobs.job():
                        self._do(then)
        finally:
            if self._store is not None:
                self._store.close()

    def _ask(self, question: Callable[[Store], T]) -> T:
        """Asks the store; one that could not be opened is tried again with the next question."""
        if self._store is None:
            self._store = opened(self._open_store)
        return asked(self._store, question)

    def _next_batch(self) -> tuple[_Batch, _Job | _Batch | None]:
        """What can be written together, and what follows: a job, nothing more, or the batch."""
        batch = _Batch()
        while (item := self._queue.get()) is not None:
            if isinstance(item, _Job):
                return batch, item
            if isinstance(item, _Note):
                batch.notes.append(item)
            else:
                entry, job, done = item
                batch.entries.append((entry, done))
                if job is not None:
                    batch.notes.append(_Note(entry.table, job, None))
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
            kept = self._ask(lambda store: store.append(entries, jobs, self.process))
        except Conflict as error:
            taken = error.taken
        except Exception as error:
            _tell([(done, error) for done in waiting + claims])
            return
        answers: list[tuple[_Done, Any]] = [
            (done, Conflict() if i in taken else entries[i].table in kept)
            for i, done in enumerate(waiting)
        ]
        claimed = [(n.done, n.table in kept) for n in batch.notes if n.done is not None]
        _tell(answers + claimed)
        news = [f"entry {e.table} {e.seq}" for i, e in enumerate(entries) if i not in taken]
        self._announce(news + self._wanted(jobs))

    @staticmethod
    def _wanted(jobs: dict[str, Job]) -> list[str]:
        """Bots of other processes are wanted."""
        return ["bots"] if any(job.bots and not job.keep for job in jobs.values()) else []

    def _do(self, job: _Job) -> None:
        try:
            result = self._ask(job.change)
        except Exception as error:
            _tell([(job.done, error)])
        else:
            _tell([(job.done, result)])
            if job.news:
                self._announce([job.news])

    def _announce(self, news: list[str]) -> None:
        """Tells the other processes; those who do not hear it find out by themselves."""
        if news:
            with contextlib.suppress(Unavailable):
                self._ask(lambda store: store.tell(f"{self.process} {line}" for line in news))


def _new_future() -> _Done:
    return asyncio.get_running_loop().create_future()


def _tell(answers: list[tuple[_Done, Any]]) -> None:
    """One word to the event loop for all that waited."""

    def settle() -> None:
        for done, answer in answers:
            if done.done():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)

    if answers:
        answers[0][0].get_loop().call_soon_threadsafe(settle)
