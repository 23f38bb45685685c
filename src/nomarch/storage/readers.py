"""Threads that read the store, so that a slow disk blocks no event loop."""

from collections.abc import Callable
from threading import Lock, local
from typing import Concatenate, ParamSpec, TypeVar

from nomarch.storage.fair_queue import FairQueue
from nomarch.storage.store import Store, open_store, query

READERS = 4

P = ParamSpec("P")
T = TypeVar("T")


class Readers:
    """A pool of threads, each with its own store; urgent tasks of the queue `before` come first."""

    def __init__(self, factory: Callable[[], Store], before: FairQueue | None = None) -> None:
        self._queue = FairQueue("reader", [READERS], before=before)
        self.jobs = self._queue.jobs
        self._factory = factory
        self._own, self._opened, self._lock = local(), list[Store](), Lock()

    async def read(
        self, question: Callable[Concatenate[Store, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Call a function with a store in a thread; it may also work on what it reads."""
        return await self._queue.run(
            lambda: query(self._store(), lambda store: question(store, *args, **more))
        )

    def _store(self) -> Store:
        store: Store | None = getattr(self._own, "store", None)
        if store is None:
            store = self._own.store = open_store(self._factory)
            with self._lock:
                self._opened.append(store)
        return store

    def close(self) -> None:
        """Wait for running reads, then close the stores."""
        self._queue.close(wait=True)
        for store in self._opened:
            store.close()
