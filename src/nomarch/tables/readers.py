"""The readers: the store read in threads, so that a slow disk delays only those who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock, local
from typing import TypeVar

from nomarch.tables.running_jobs import RunningJobs
from nomarch.tables.store import Store, asked, opened

READERS = 4

T = TypeVar("T")


class Readers:
    """A few threads, each with a store of its own."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self.jobs = RunningJobs()
        self._open_store = open_store
        self._own, self._opened, self._lock = local(), list[Store](), Lock()
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def read(self, question: Callable[[Store], T]) -> T:
        """What a question to the store gives; it may also work on what it finds."""

        def ask() -> T:
            with self.jobs.job():
                return asked(self._store(), question)

        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    def _store(self) -> Store:
        store: Store | None = getattr(self._own, "store", None)
        if store is None:
            store = self._own.store = opened(self._open_store)
            with self._lock:
                self._opened.append(store)
        return store

    def close(self) -> None:
        """Lets go of the stores when nobody reads any more."""
        self._threads.shutdown(cancel_futures=True)
        for store in self._opened:
            store.close()
