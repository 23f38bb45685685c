"""The watchdog: ends a server whose event loop or threads make no progress.

While all do, the event loop puts off the end of the process with every check. Otherwise a thread of
`faulthandler`, which needs no interpreter lock, writes all stacks to stderr and exits, so that
systemd, a container's restart policy or the supervisor of several workers starts a new server.
"""

import asyncio
import contextlib
import faulthandler
import logging
import os
import socket

from nomarch import platform
from nomarch.storage.running_jobs import RunningJob, RunningJobs

log = logging.getLogger("nomarch.web")

PERIOD = 1.0
"""Seconds between two checks."""
SLOW = 30
"""Checks after which a thread that is still at the same job makes the server unhealthy."""
EXIT_SECONDS = 45.0
"""Seconds from the last check that found all well to the end of the process."""


class Watchdog:
    """Counts in how many checks in a row each job was still running.

    Checks are counted, not seconds: a thread of a machine that slept is not stalled.
    """

    def __init__(self, *sources: RunningJobs, ends_process: bool = False) -> None:
        self.ends_process = ends_process
        self._sources = sources
        self._checks: dict[RunningJob, int] = {}
        self._checking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to check. Called in the event loop; without threads there is nothing to watch."""
        if platform.HAS_THREADS:
            self._checking = asyncio.create_task(self._keep_checking())

    def stop(self) -> None:
        if self._checking is not None:
            self._checking.cancel()
        if self.ends_process:
            faulthandler.cancel_dump_traceback_later()

    def find_stalled(self) -> list[str]:
        """Threads that were at the same job in many checks, each with its duration."""
        return sorted(
            f"{thread} has made no progress for {round(seen * PERIOD)} s"
            for (thread, _), seen in self._checks.items()
            if seen >= SLOW
        )

    def check(self) -> None:
        """Put off the end of the process and notify systemd, unless a thread has stalled."""
        running = [job for source in self._sources for job in source.current()]
        self._checks = {job: self._checks.get(job, 0) + 1 for job in running}
        if not (stalled := self.find_stalled()):
            notify("WATCHDOG=1")
            if self.ends_process:
                faulthandler.dump_traceback_later(EXIT_SECONDS, exit=True)
        elif SLOW in self._checks.values():
            log.critical("watchdog: %s", "; ".join(stalled))

    async def _keep_checking(self) -> None:
        while True:
            self.check()
            await asyncio.sleep(PERIOD)


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
