"""The writer: all changes of the store in one thread, many tables' moves in one commit.

A move waits until it is on the disk. Moves that arrive while the disk is busy share the next
commit, so that a thousand tables cost few more syncs than one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from nomarch.tables.model import Entry
from nomarch.tables.store import Conflict, Store, asked

MOST_AT_ONCE = 512

T = TypeVar("T")
_Done = asyncio.Future[Any]


@dataclass
class _Batch:
    """What goes into one commit: entries with those who wait for them, and new due times."""

    entries: list[tuple[Entry, _Done]] = field(default_factory=list)
    due: dict[str, float | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.entries or self.due)


@dataclass
class _Due:
    table: str
    at: float | None


_Job = tuple[Callable[[Store], Any], _Done]
_Item = tuple[Entry, _Done] | _Due | _Job | None


class Writer:
    """A thread that changes the store and tells when a change is durable."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open_store = open_store
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """Returns when the entry is on the disk; `Conflict` if its place was taken."""
        done = _new_future()
        self._queue.put((entry, done))
        await done

    async def do(self, change: Callable[[Store], T]) -> T:
        """Makes any other change; returns what it returns when it is on the disk."""
        done = _new_future()
        self._queue.put((change, done))
        result: T = await done
        return result

    def look_again(self, table: str, at: float | None) -> None:
        """Notes when a table is to be looked at next; goes with the next commit.

        Nobody waits for it: one that is lost with a crash leaves an earlier time behind.
        """
        self._queue.put(_Due(table, at))

    def close(self) -> None:
        """Writes what is waiting, then stops."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        store = self._open_store()
        try:
            while True:
                batch, then = self._next_batch()
                if batch:
                    self._write(store, batch)
                if then is None:
                    return
                if then is not batch:
                    self._do(store, *then)  # type: ignore[misc]
        finally:
            store.close()

    def _next_batch(self) -> tuple[_Batch, Any]:
        """What can be written together, and what follows: a job, nothing more, or the batch."""
        batch = _Batch()
        while (item := self._queue.get()) is not None:
            if isinstance(item, _Due):
                batch.due[item.table] = item.at
            elif isinstance(item[0], Entry):
                batch.entries.append(item)  # type: ignore[arg-type]
            else:
                return batch, item
            if len(batch.entries) == MOST_AT_ONCE or self._queue.empty():
                return batch, batch
        return batch, None

    def _write(self, store: Store, batch: _Batch) -> None:
        try:
            entries = [entry for entry, _ in batch.entries]
            asked(store, lambda store: store.append(entries, batch.due))
        except Conflict as error:
            if len(batch.entries) == 1:
                _tell(batch.entries, error)
                self._write(store, _Batch(due=batch.due))
            else:  # one of them is at fault: the others must not suffer for it
                for waiting in batch.entries:
                    self._write(store, _Batch([waiting], batch.due))
        except Exception as error:
            _tell(batch.entries, error)
        else:
            _tell(batch.entries, None)

    def _do(self, store: Store, change: Callable[[Store], Any], done: _Done) -> None:
        try:
            result = asked(store, change)
        except Exception as error:
            failure = error
            _settle(done, lambda: done.set_exception(failure))
        else:
            _settle(done, lambda: done.set_result(result))


def _new_future() -> _Done:
    return asyncio.get_running_loop().create_future()


def _settle(done: _Done, settle: Callable[[], None]) -> None:
    def unless_gone() -> None:
        if not done.done():
            settle()

    done.get_loop().call_soon_threadsafe(unless_gone)


def _tell(entries: list[tuple[Entry, _Done]], error: Exception | None) -> None:
    """One word to the event loop for all that waited."""

    def settle() -> None:
        for _, done in entries:
            if not done.done():
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

    if entries:
        entries[0][1].get_loop().call_soon_threadsafe(settle)
