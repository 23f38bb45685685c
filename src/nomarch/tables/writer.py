"""The writer: many tables' moves in one commit, off the event loop.

A move waits until it is on the disk. Moves that arrive while the disk is busy share the next
commit, so that a thousand tables cost few more syncs than one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from nomarch.tables.model import Entry
from nomarch.tables.store import Conflict, Store

MOST_AT_ONCE = 512

_Waiting = tuple[Entry, "asyncio.Future[None]"]


class Writer:
    """A thread that appends log entries and tells when they are durable."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open_store = open_store
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """Returns when the entry is on the disk; `Conflict` if its place was taken."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((entry, done))
        await done

    def close(self) -> None:
        """Writes what is waiting, then stops."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        store = self._open_store()
        try:
            while True:
                batch, last = self._next_batch()
                if batch:
                    self._write(store, batch)
                if last:
                    return
        finally:
            store.close()

    def _next_batch(self) -> tuple[list[_Waiting], bool]:
        batch: list[_Waiting] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST_AT_ONCE or self._queue.empty():
                return batch, False
            item = self._queue.get()
        return batch, True

    def _write(self, store: Store, batch: list[_Waiting]) -> None:
        try:
            store.append([entry for entry, _ in batch])
        except Conflict as error:
            if len(batch) == 1:
                _tell(batch, error)
            else:  # one of them is at fault: the others must not suffer for it
                for waiting in batch:
                    self._write(store, [waiting])
        except Exception as error:
            _tell(batch, error)
        else:
            _tell(batch, None)


def _tell(batch: list[_Waiting], error: Exception | None) -> None:
    def settle() -> None:
        for _, done in batch:
            if not done.done():
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

    batch[0][1].get_loop().call_soon_threadsafe(settle)
