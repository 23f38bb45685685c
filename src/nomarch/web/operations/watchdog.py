"""The watchdog: notices when the event loop or a thread of the store makes no progress.

A stalled server fails its health check first. Later it exits, so that systemd, a container's
restart policy or the supervisor of several workers starts a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import socket
from collections.abc import Callable
from itertools import count
from threading import Event, Thread

from nomarch.kernel import platform
from nomarch.storage.running_jobs import RunningJob, RunningJobs

log = logging.getLogger("nomarch.web")

PERIOD = 1.0
"""Seconds between two checks."""
SLOW = 30
"""Checks after which a job that still runs makes the server unhealthy."""
STALLED = 60
"""Checks after which it is given up."""
EXIT_STATUS = 70
"""The status of a process that ends because it stalled (EX_SOFTWARE of sysexits.h)."""
EVENT_LOOP = "event loop"


class Watchdog:
    """Counts in how many checks in a row each job was still running.

    Checks are counted, not seconds: a machine that slept, or a process that was stopped for a
    while, is not stalled.
    """

    def __init__(
        self,
        *sources: RunningJobs,
        when_stalled: Callable[[list[str]], None] = lambda stalled: None,
    ) -> None:
        self.when_stalled = when_stalled
        """Called from the watchdog's thread with every check that finds a stalled job."""
        self._sources = sources
        self._checks: dict[RunningJob, int] = {}
        self._beat = RunningJob(EVENT_LOOP, 0)
        self._beating: asyncio.Task[None] | None = None
        self._stopped = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begins to check, in a thread of its own. Called in the event loop.

        Without threads there is nothing to watch.
        """
        if not platform.HAS_THREADS:
            return
        self._beating = asyncio.create_task(self._keep_beating())
        self._thread = Thread(target=self._run, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._beating is not None:
            self._beating.cancel()
        if self._thread is not None:
            self._thread.join()

    def find_stalled(self, checks: int) -> list[str]:
        """Threads whose job was still running in several checks, each with its duration."""
        return sorted(
            f"{job.thread} has made no progress for {round(seen * PERIOD)} s"
            for job, seen in self._checks.copy().items()
            if seen >= checks
        )

    def check(self) -> None:
        """One check; notifies systemd, or calls `when_stalled`."""
        running = [self._beat, *(job for source in self._sources for job in source.current())]
        self._checks = {job: self._checks.get(job, 0) + 1 for job in running}
        stalled = self.find_stalled(STALLED)
        if stalled:
            self.when_stalled(stalled)
        else:
            notify("WATCHDOG=1")

    def _run(self) -> None:
        while not self._stopped.wait(PERIOD):
            self.check()

    def beat(self, number: int) -> None:
        """Record progress of the event loop: every number is a new job."""
        self._beat = RunningJob(EVENT_LOOP, number)

    async def _keep_beating(self) -> None:
        for number in count():
            self.beat(number)
            await asyncio.sleep(PERIOD)


def end_process(stalled: list[str]) -> None:
    """Ends the process at once: a stalled thread cannot be waited for.

    What was acknowledged is on the disk. The stacks of all threads go to stderr.
    """
    log.critical("watchdog: exiting: %s", "; ".join(stalled))
    with contextlib.suppress(Exception):
        faulthandler.dump_traceback(all_threads=True)
    os._exit(EXIT_STATUS)


def notify(state: str) -> None:
    """Notify systemd, if it has started this process (see sd_notify(3))."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # an abstract socket
        address = f"\0{address[1:]}"
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.settimeout(PERIOD)  # a full queue must not stall the server
        link.sendto(state.encode(), address)
