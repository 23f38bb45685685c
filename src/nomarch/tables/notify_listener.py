"""Ears: what the other processes at the same database do, heard as it happens.

A thread listens to the database's notices. What was missed while it could not listen is found by
looking at every open table now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from threading import Event, Thread

from nomarch.tables.clocks import JobRunner
from nomarch.tables.database import Database
from nomarch.tables.service import TableService

log = logging.getLogger("nomarch.tables")

PERIOD = 3.0
"""Seconds after which every open table is compared with the store, heard of or not."""
REPEATED = 5
"""So many rounds after the last it is said once more who is here."""
PAUSE = 1.0
"""Seconds before one listens again to a database that went away."""


class NotifyListener:
    """Listens to the other processes, and tells the service."""

    def __init__(self, database: Database, service: TableService, clocks: JobRunner) -> None:
        self.database = database
        self.service, self.clocks = service, clocks
        self.when_ended: list[Callable[[str], Awaitable[None]]] = []
        """Whom to tell when the sessions of a guest have ended elsewhere."""
        self._stopped = Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begins to listen, if there may be others."""
        if self.database.is_shared:
            self._loop = asyncio.get_running_loop()
            self._thread = Thread(target=self._listen, name="ears", daemon=True)
            self._thread.start()
            self._spawn(self._look_round())

    async def stop(self) -> None:
        """Listens no more."""
        self._stopped.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    async def announce_end(self, guest: str) -> None:
        """Tells the other processes that the sessions of a guest have ended."""
        await self.service.writer.do(lambda store: None, f"guest {guest}")

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_round(self) -> None:
        for rounds in count():
            await asyncio.sleep(PERIOD)
            self.service.follow_all()
            if rounds % REPEATED == 0:
                self.service.repeat_presence()

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                for line in self.database.notices(lambda: self._say(self.service.follow_all)):
                    if self._stopped.is_set():
                        return
                    if line is not None:
                        self._say(self._heard, line)
            except self.database.failures as error:
                log.warning("the notices of other processes cannot be heard: %s", error)
                self._stopped.wait(PAUSE)

    def _say(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _heard(self, line: str) -> None:
        """One line: who, what kind, and of what."""
        match line.split(" "):
            case [process, *_] if process == self.service.writer.process:
                return
            case [_, "entry", table, seq]:
                self.service.follow_entry(table, int(seq))
            case [_, "table", table]:
                self.service.follow((table,))
            case [process, "present", table, *guests]:
                self.service.hear_presence(process, table, guests)
            case [_, "bots"]:
                self.clocks.hurry.set()
            case [_, "guest", guest]:
                for listener in self.when_ended:
                    self._spawn(listener(guest))
