"""The queue of the two render threads: one for pages of tables, one for all other drawings.

Page updates run in the order in which they are due: the page of the player who has just moved
first, then those of players to act, then all others. Everything else (rules, replays, past boards,
lessons) can take long, so it has a thread of its own. It waits until no page is rendered, and
clients take turns. So that pages cannot starve drawings, one of these runs at least every
`DRAWING_SECONDS`.
"""

from __future__ import annotations

import heapq
import time
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum
from itertools import count
from threading import Condition, Lock
from typing import Any

DEFER_SECONDS = 2.0
"""Seconds for which a page lets more urgent ones pass."""
LATE_SECONDS = 0.1
"""Waiting time after which a page gets its pending changes as one."""
DRAWING_SECONDS = 0.25
"""Seconds after which a waiting drawing no longer waits for pages."""
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
    """Work for a render thread, and the future that gets its result."""

    def __init__(self, work: Callable[[], Any], done: Future[Any]) -> None:
        self.work, self.done = work, done
        self.is_taken = False


class RenderQueue:
    """Waiting tasks. Any thread may add one; the render threads take them."""

    def __init__(self) -> None:
        self._pages: list[tuple[float, int, RenderTask]] = []
        self._drawings: OrderedDict[str, deque[RenderTask]] = OrderedDict()
        self._last_drawing = 0.0
        """When the last drawing was finished."""
        self._is_rendering = False
        """Whether a page is being rendered."""
        self._numbers = count()
        self._is_closed = False
        self._lock = Lock()
        self._page_waits = Condition(self._lock)
        self._drawing_may_start = Condition(self._lock)

    def put_page(self, task: RenderTask, urgency: Urgency = Urgency.TO_ACT) -> None:
        """Add a page update. The same task may be added again to make it more urgent."""
        due = time.monotonic() + DEFER_SECONDS * urgency
        with self._lock:
            heapq.heappush(self._pages, (due, next(self._numbers), task))
            self._page_waits.notify()

    def put_drawing(self, task: RenderTask, client: str) -> bool:
        """Add any other drawing; False if the client has too many waiting."""
        with self._lock:
            waiting = self._drawings.setdefault(client, deque())
            if len(waiting) >= MAX_DRAWINGS:
                return False
            waiting.append(task)
            self._drawing_may_start.notify()
        return True

    def close(self) -> None:
        """Let `take_page` and `take_drawing` return None once nothing waits."""
        with self._lock:
            self._is_closed = True
            self._page_waits.notify()
            self._drawing_may_start.notify()

    def take_page(self) -> RenderTask | None:
        """Wait for the next page update; None when the queue is closed and has none."""
        with self._lock:
            self._is_rendering = False
            if self._drawings:
                self._drawing_may_start.notify()
            while not self._has_pages():
                if self._is_closed:
                    return None
                self._page_waits.wait()
            task = heapq.heappop(self._pages)[2]
            task.is_taken = self._is_rendering = True
            return task

    def take_drawing(self) -> RenderTask | None:
        """Wait for the next drawing; None when the queue is closed and has none."""
        with self._lock:
            while not self._drawings or (patience := self._patience()) > 0:
                if self._is_closed and not self._drawings:
                    return None
                self._drawing_may_start.wait(patience if self._drawings else None)
            return self._next_drawing()

    def take_next(self) -> RenderTask | None:
        """Return the next page update, or else the next drawing, without waiting."""
        with self._lock:
            if self._has_pages():
                task = heapq.heappop(self._pages)[2]
                task.is_taken = True
                return task
            return self._next_drawing() if self._drawings else None

    def finish_drawing(self) -> None:
        """A drawing is done: the next one waits for pages again."""
        with self._lock:
            self._last_drawing = time.monotonic()

    @property
    def is_empty(self) -> bool:
        """Whether no page waits."""
        with self._lock:
            return not self._has_pages()

    def __len__(self) -> int:
        with self._lock:
            return len(self._pages) + sum(map(len, self._drawings.values()))

    def _patience(self) -> float:
        """Seconds for which a drawing still waits for pages."""
        if not self._has_pages() and not self._is_rendering:
            return 0.0
        return self._last_drawing + DRAWING_SECONDS - time.monotonic()

    def _next_drawing(self) -> RenderTask:
        client, waiting = self._drawings.popitem(last=False)
        task = waiting.popleft()
        if waiting:
            self._drawings[client] = waiting  # behind all other clients
        return task

    def _has_pages(self) -> bool:
        self._drop_taken()
        return bool(self._pages)

    def _drop_taken(self) -> None:
        """Drop tasks at the front that were added twice and have been done."""
        while self._pages and self._pages[0][2].is_taken:
            heapq.heappop(self._pages)
