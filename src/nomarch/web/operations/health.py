"""Health: whether the store can be read and written, and whether all threads make progress."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from nomarch.errors import Unavailable
from nomarch.people.person_store import read_person
from nomarch.storage.readers import Readers
from nomarch.storage.site_settings import touch
from nomarch.storage.writer import Writer
from nomarch.web.operations.watchdog import Watchdog

FRESH = 1.0
"""Seconds for which an answer of the store counts, and which the store may take to answer."""
READ_SECONDS = 5.0
"""Seconds that a read may wait for a free thread: a burst of requests is no illness."""


class Probe:
    """Tries something of the store; however often it is asked, one try is under way."""

    def __init__(self, attempt: Callable[[], Awaitable[object]], longest: float = 0.0) -> None:
        self._attempt, self._longest = attempt, longest
        self._task: asyncio.Future[object] | None = None
        self._since = -FRESH

    async def is_well(self) -> bool:
        """Whether it has just worked. One that takes time counts as well for `longest` seconds."""
        task = self._task
        if task is None or (task.done() and time.monotonic() - self._since > FRESH):
            task = self._task = asyncio.ensure_future(self._attempt())
            self._since = time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(task), FRESH)
        except TimeoutError:
            return time.monotonic() - self._since < self._longest
        except Unavailable:
            return False
        return True


class Health:
    """The answers of `/health` and `/ready`."""

    def __init__(self, writer: Writer, readers: Readers, threads: Watchdog) -> None:
        self._write = Probe(lambda: writer.do(touch))
        self._read = Probe(lambda: readers.read(read_person, ""), READ_SECONDS)
        self._threads = threads
        self.is_leaving = False

    def leave(self) -> None:
        """From now on the server is not ready for anyone new."""
        self.is_leaving = True

    async def report(self) -> dict[str, Any]:
        """Whether the server is well; if not, which part is not."""
        can_write, can_read = await asyncio.gather(self._write.is_well(), self._read.is_well())
        stalled = self._threads.find_stalled()
        return {
            "ok": can_write and can_read and not stalled,
            "writable": can_write,
            "readable": can_read,
            "stalled": stalled,
        }

    async def report_ready(self) -> dict[str, Any]:
        """The same; also whether new requests should come here."""
        report = await self.report()
        return {**report, "ok": report["ok"] and not self.is_leaving, "leaving": self.is_leaving}
