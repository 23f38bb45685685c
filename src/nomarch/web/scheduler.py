"""Whose job is done next, where one thread does all: the one that is due first.

While the thread keeps up, every job is done at once. When it falls behind, those for whom somebody
waits go before those that can wait a moment; and nothing waits for ever, for its moment passes.
"""

from __future__ import annotations

import time
from asyncio import Future
from collections.abc import Callable
from itertools import count
from queue import PriorityQueue
from typing import Any

DEFER_SECONDS = 2.0
"""Seconds that a job can wait for others that cannot."""
LATE_SECONDS = 0.1
"""Seconds of waiting after which it is plain that more is asked for than can be done."""


def is_late(since: float) -> bool:
    """Whether something has waited for long."""
    return time.monotonic() - since > LATE_SECONDS


class Job:
    """Something to do, and who is told what came of it."""

    def __init__(self, work: Callable[[], Any], done: Future[Any]) -> None:
        self.work, self.done = work, done
        self.is_taken = False


class RenderQueue:
    """The jobs that wait; one thread takes them, any may put them."""

    def __init__(self) -> None:
        self._waiting: PriorityQueue[tuple[float, int, Job | None]] = PriorityQueue()
        self._numbers = count()

    def put(self, job: Job | None, *, can_wait: bool = False) -> None:
        """Another job; or the same once more, which cannot wait any longer. None is the last."""
        due = time.monotonic() + DEFER_SECONDS * can_wait
        self._waiting.put((due, next(self._numbers), job))

    def take(self) -> Job | None:
        """The next job, as soon as there is one."""
        while True:
            job = self._waiting.get()[2]
            if job is None:
                return None
            if not job.is_taken:  # else it was put twice, and has been done
                job.is_taken = True
                return job

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits but what was put twice and has been done."""
        with self._waiting.mutex:
            return all(job is not None and job.is_taken for _, _, job in self._waiting.queue)
