"""Threads that read the store, so that a slow disk blocks no event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock, local
from typing import TypeVar

from nomarch.storage.running_jobs import RunningJobs
from nomarch.storage.store import Store, open_store, query

READERS = 4

T = TypeVar("T")


class Readers:
    """A pool of threads, each with its own store."""

    def __init__(self, factory: Callable[[], Store]) -> None:
        self.jobs = RunningJobs()
        self._factory = factory
        self._own, self._opened, self._lock = local(), list[Store](), Lock()
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def read(self, question: Callable[[Store], T]) -> T:
        """Call a function with a store in a thread; it may also work on what it reads."""

        def run() -> T:
            with self.jobs.job():
                return query(self._store(), question)

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    def _store(self) -> Store:
        store: Store | None = getattr(self._own, "store", None)
        if store is None:
            store = self._own.store = open_store(self._factory)
            with self._lock:
                self._opened.append(store)
        return store

    def close(self) -> None:
        """Wait for running reads, then close the stores."""
        self._threads.shutdown(cancel_futures=True)
        for store in self._opened:
            store.close()
