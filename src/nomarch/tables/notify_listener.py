"""Follows what other processes at the same database do.

A thread receives PostgreSQL's notices. Notices lost with a connection are made up for by comparing
every open table with the store now and then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from threading import Event, Thread

from nomarch.storage.database import Database
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.service import TableService

log = logging.getLogger("nomarch.tables")

PERIOD = 3.0
"""Seconds between two comparisons of all open tables with the store."""
REPEATED = 5
"""Comparisons between two announcements of presence."""
PAUSE = 1.0
"""Seconds before reconnecting to a database that went away."""


class NotifyListener:
    """Receives notices and passes them to the service."""

    def __init__(
        self,
        database: Database,
        service: TableService,
        jobs: JobRunner,
        on_session_end: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self.database = database
        self.service, self.jobs = service, jobs
        self.on_session_end = on_session_end
        """Called when another process ends a person's sessions."""
        self._stopped = Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start listening, if the database is shared."""
        if self.database.is_shared:
            self._loop = asyncio.get_running_loop()
            self._thread = Thread(target=self._listen, name="notify-listener", daemon=True)
            self._thread.start()
            self._spawn(self._compare())

    async def stop(self) -> None:
        self._stopped.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    async def announce_session_end(self, person: str) -> None:
        """Notify other processes that a person's sessions have ended."""
        await self.service.writer.announce(f"person {person}")

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _compare(self) -> None:
        for rounds in count():
            await asyncio.sleep(PERIOD)
            self.service.tables.follow_all()
            if rounds % REPEATED == 0:
                self.service.presence.repeat()

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                for line in self.database.notices(
                    lambda: self._call(self.service.tables.follow_all)
                ):
                    if self._stopped.is_set():
                        return
                    if line is not None:
                        self._call(self._handle, line)
            except self.database.failures as error:
                log.warning("cannot listen to notifications of other processes: %s", error)
                self._stopped.wait(PAUSE)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _handle(self, line: str) -> None:
        """Handle one line: process, kind, arguments."""
        match line.split(" "):
            case [process, *_] if process == self.service.writer.process:
                return
            case [_, "entry", table, seq]:
                self.service.tables.follow_entry(table, int(seq))
            case [_, "table", table]:
                self.service.tables.follow((table,))
            case [process, "present", table, *people]:
                self.service.presence.update_remote(process, table, people)
            case [_, "bots"]:
                self.jobs.wake.set()
            case [_, "person", person] if self.on_session_end is not None:
                self._spawn(self.on_session_end(person))
