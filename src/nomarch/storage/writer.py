"""Writes to the store in one thread, many small writes in one commit.

A write waits until it is on the disk. Those that arrive while the disk is busy share the next
commit, so a thousand tables cost few more syncs than one. Other processes are notified afterwards.
Without threads, the event loop writes what is queued.
"""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Concatenate, ParamSpec, TypeVar

from nomarch import platform
from nomarch.errors import Unavailable
from nomarch.storage.running_jobs import RunningJobs
from nomarch.storage.store import Store, open_store, query

MOST_AT_ONCE = 512
PATIENCE = 0.05
"""Seconds for which writes that may wait do so, for others to share a commit with."""
ALONE = "alone"
"""The process name used with a database that is not shared."""

P = ParamSpec("P")
T = TypeVar("T")
Done = asyncio.Future[Any]


@dataclass
class _Change:
    """A change with a transaction of its own."""

    function: Callable[[Store], Any]
    done: Done
    notice: str


@dataclass
class BatchItem:
    """A write that shares a commit with others; `done` gets its result."""

    item: Any
    done: Done | None = None
    may_wait: bool = False


class Writer(ABC):
    """A thread that changes the store and reports when each change is durable."""

    def __init__(self, factory: Callable[[], Store], process: str = ALONE) -> None:
        self.process = process
        self.jobs = RunningJobs()
        self._factory = factory
        self._store: Store | None = None
        self._queue: SimpleQueue[BatchItem | _Change | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_drain_due = False
        if platform.HAS_THREADS:
            self._thread = Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()

    async def do(
        self, change: Callable[Concatenate[Store, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Call `change` with the store, and return its result once it is on the disk."""
        return await self.do_and_notify("", change, *args, **more)

    async def do_and_notify(
        self,
        notice: str,
        change: Callable[Concatenate[Store, P], T],
        *args: P.args,
        **more: P.kwargs,
    ) -> T:
        """Do a change, then send other processes a notice."""
        done = new_future()
        self.put(_Change(lambda store: change(store, *args, **more), done, notice))
        result: T = await done
        return result

    async def announce(self, notice: str) -> None:
        """Send other processes a notice, once all earlier changes are on the disk."""
        await self.do_and_notify(notice, lambda store: None)

    def do_later(self, change: Callable[[Store], Any], notice: str = "") -> None:
        """Queue a change without waiting for it; it may get lost, and so may the notice."""
        done = new_future()
        done.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.put(_Change(change, done, notice))

    def close(self) -> None:
        """Write what is queued, then stop."""
        self._queue.put(None)
        if self._thread is None:
            self._run()
        else:
            self._thread.join()

    def put(self, item: BatchItem | _Change) -> None:
        """Queue a change, or an item that `write_batch` writes together with others."""
        self._queue.put(item)
        if self._thread is None and not self._is_drain_due:
            self._is_drain_due = True
            asyncio.get_running_loop().call_soon(self._drain)

    def _drain(self) -> None:
        """Write everything that is queued, in the event loop."""
        self._is_drain_due = False
        while not self._queue.empty():
            self._write_next()

    @abstractmethod
    def write_batch(self, batch: Sequence[BatchItem]) -> None:
        """Write items in one commit and settle them. Runs in the thread."""

    def _run(self) -> None:
        try:
            while self._write_next():
                pass
        finally:
            if self._store is not None:
                self._store.close()

    def _write_next(self) -> bool:
        """Write the next batch or change; return False at the end of the queue."""
        batch, then = self._next_batch()
        if batch:
            with self.jobs.job():
                self.write_batch(batch)
        if isinstance(then, _Change):
            with self.jobs.job():
                self._do(then)
        return then is not None

    def query(self, question: Callable[[Store], T]) -> T:
        """Call a function with the store, opening it first if that failed before."""
        if self._store is None:
            self._store = open_store(self._factory, is_writing=True)
        return query(self._store, question, is_writing=True)

    def _next_batch(self) -> tuple[list[BatchItem], _Change | list[BatchItem] | None]:
        """Return what to write together and what follows: a change, None to stop, or the batch."""
        batch: list[BatchItem] = []
        is_urgent, patience = False, None
        with contextlib.suppress(Empty):
            while (item := self._queue.get(timeout=patience)) is not None:
                if isinstance(item, _Change):
                    return batch, item
                batch.append(item)
                is_urgent = is_urgent or not item.may_wait
                patience = PATIENCE if self._thread else 0.0
                if len(batch) >= MOST_AT_ONCE or (is_urgent and self._queue.empty()):
                    return batch, batch
            return batch, None
        return batch, batch

    def _do(self, change: _Change) -> None:
        try:
            result = self.query(change.function)
        except Exception as error:
            settle([(change.done, error)])
        else:
            settle([(change.done, result)])
            if change.notice:
                self.notify([change.notice])

    def notify(self, notices: list[str]) -> None:
        """Notify other processes; lost notices do no harm."""
        if notices:
            with contextlib.suppress(Unavailable):
                self.query(lambda store: store.notify(f"{self.process} {line}" for line in notices))


def new_future() -> Done:
    return asyncio.get_running_loop().create_future()


def settle(answers: list[tuple[Done, Any]]) -> None:
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
