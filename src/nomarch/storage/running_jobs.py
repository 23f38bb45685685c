"""The jobs that threads of the store are working on, for the watchdog."""

import contextlib
from collections.abc import Iterator
from itertools import count
from threading import current_thread

RunningJob = tuple[str, int]
"""A job's thread, and a number that no other job has."""


class RunningJobs:
    """Which job each thread is at. Threads add and remove their own; any thread may read."""

    def __init__(self) -> None:
        self._numbers = count()
        self._jobs: dict[str, RunningJob] = {}

    @contextlib.contextmanager
    def job(self) -> Iterator[None]:
        """A job of the calling thread, from its begin to its end."""
        thread = current_thread().name
        self._jobs[thread] = thread, next(self._numbers)
        try:
            yield
        finally:
            del self._jobs[thread]

    def current(self) -> list[RunningJob]:
        return list(self._jobs.copy().values())
