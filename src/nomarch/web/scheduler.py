"""The queue of the render thread: pages of tables first, other drawings when there is time.

Page updates run in the order in which they are due: the page of the player who has just moved
first, then those of players to act, then all others. Everything else (rules, replays, past boards,
lessons) waits until no page does, and clients take turns. So that pages cannot starve drawings, one
of these runs at least every `DRAWING_SECONDS`.
"""

from __future__ import annotations

import heapq
import time
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum
from itertools import count
from threading import Condition
from typing import Any

DEFER_SECONDS = 2.0
"""Seconds for which a page lets more urgent ones pass."""
LATE_SECONDS = 0.1
"""Waiting time after which a page gets its pending changes as one."""
DRAWING_SECONDS = 0.25
"""Seconds after which a waiting drawing goes before pages."""
MAX_DRAWINGS = 16
"""Drawings that one client may have waiting. A browser asks for six at a time."""


class Urgency(IntEnum):
    """How long a page update can wait, in units of `DEFER_SECONDS`."""

    MOVER = -1
    """The player has just acted and waits for the answer."""
    TO_ACT = 0
    WATCHING = 1


def is_late(since: float) -> bool:
    return time.monotonic() - since > LATE_SECONDS


class RenderTask:
    """Work for the render thread, and the future that gets its result."""

    def __init__(self, work: Callable[[], Any], done: Future[Any]) -> None:
        self.work, self.done = work, done
        self.is_taken = False


class RenderQueue:
    """Waiting tasks. Any thread may add one; the render thread takes them."""

    def __init__(self) -> None:
        self._pages: list[tuple[float, int, RenderTask]] = []
        self._drawings: OrderedDict[str, deque[RenderTask]] = OrderedDict()
        self._last_drawing = 0.0
        """When the last drawing was finished."""
        self._is_drawing = False
        self._numbers = count()
        self._is_closed = False
        self._changed = Condition()

    def put_page(self, task: RenderTask, urgency: Urgency = Urgency.TO_ACT) -> None:
        """Add a page update. The same task may be added again to make it more urgent."""
        due = time.monotonic() + DEFER_SECONDS * urgency
        with self._changed:
            heapq.heappush(self._pages, (due, next(self._numbers), task))
            self._changed.notify()

    def put_drawing(self, task: RenderTask, client: str) -> bool:
        """Add any other drawing; False if the client has too many waiting."""
        with self._changed:
            waiting = self._drawings.setdefault(client, deque())
            if len(waiting) >= MAX_DRAWINGS:
                return False
            waiting.append(task)
            self._changed.notify()
        return True

    def close(self) -> None:
        """Let `take` return None once nothing waits."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def take(self) -> RenderTask | None:
        """Wait for the next task; None when the queue is closed and empty."""
        with self._changed:
            if self._is_drawing:
                self._last_drawing, self._is_drawing = time.monotonic(), False
            while True:
                task = self._next()
                if task is not None:
                    task.is_taken = True
                    return task
                if self._is_closed:
                    return None
                self._changed.wait()

    @property
    def is_empty(self) -> bool:
        with self._changed:
            self._drop_taken()
            return not self._pages and not self._drawings

    def __len__(self) -> int:
        with self._changed:
            return len(self._pages) + sum(map(len, self._drawings.values()))

    def _next(self) -> RenderTask | None:
        self._drop_taken()
        is_drawings_turn = time.monotonic() - self._last_drawing > DRAWING_SECONDS
        if self._drawings and (is_drawings_turn or not self._pages):
            return self._next_drawing()
        return heapq.heappop(self._pages)[2] if self._pages else None

    def _next_drawing(self) -> RenderTask:
        client, waiting = self._drawings.popitem(last=False)
        task = waiting.popleft()
        if waiting:
            self._drawings[client] = waiting  # behind all other clients
        self._is_drawing = True
        return task

    def _drop_taken(self) -> None:
        """Drop tasks at the front that were added twice and have been done."""
        while self._pages and self._pages[0][2].is_taken:
            heapq.heappop(self._pages)
