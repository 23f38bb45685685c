"""Threads that are shared fairly: a flood of tasks delays only those who sent it.

Owners take turns, and the topics of each owner do. Levels come in order; a level also limits how
many tasks run when one of its own starts, so that later levels never take the last free thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from threading import Condition, Thread
from typing import Any, TypeVar

from nomarch import platform
from nomarch.checkpoints import Abandoned, current_work
from nomarch.errors import Unavailable
from nomarch.storage.running_jobs import RunningJobs
from nomarch.storage.writer import settle

log = logging.getLogger("nomarch.storage")

CHECK_SECONDS = 0.25
"""Seconds between two checks of a queue with a budget."""
HOLD_UP = 0.2
"""Seconds for which urgent work may hold up a task in all."""
SLOW = 0.5
"""Seconds after which a task no longer counts: its thread is replaced, and its owner waits."""

USE_SECONDS = 2.0
"""Seconds after which it is forgotten who has used the threads how much."""

T = TypeVar("T")

caller: ContextVar[tuple[str, str]] = ContextVar("caller", default=("", ""))
"""Owner and topic of tasks by default: the address and the person of a request."""


@dataclass(eq=False)
class FairTask:
    """Something to compute in a thread, and whose turn it takes."""

    function: Callable[[], Any]
    done: asyncio.Future[Any]
    owner: str
    topic: str
    level: float = inf
    """The earliest level at which it waits."""
    began: float = inf

    @property
    def is_started(self) -> bool:
        return self.began < inf


class _Level:
    """Waiting tasks: one owner after the other, and for each one topic after the other."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        """How many tasks may run together with the one that starts, itself included."""
        self.since = inf
        """When the first task came, or the last one was taken, if one waits."""
        self._waiting: OrderedDict[str, OrderedDict[str, deque[FairTask]]] = OrderedDict()

    def count(self, owner: str) -> int:
        return sum(map(len, self._waiting.get(owner, {}).values()))

    def __len__(self) -> int:
        return sum(map(self.count, self._waiting))

    def put(self, task: FairTask) -> None:
        if not self._waiting:
            self.since = time.monotonic()
        topics = self._waiting.setdefault(task.owner, OrderedDict())
        topics.setdefault(task.topic, deque()).append(task)

    def take(self, blocked: Collection[str]) -> FairTask | None:
        """Remove the next task; its owner and topic go to the end of the line."""
        owner = next((each for each in self._waiting if each not in blocked), None)
        if owner is None:
            return None
        topics = self._waiting.pop(owner)
        topic, tasks = topics.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            topics[topic] = tasks
        if topics:
            self._waiting[owner] = topics
        self.since = time.monotonic() if self._waiting else inf
        return task


class FairQueue:
    """Threads, and the order in which tasks get them; without threads, the event loop works.

    `limits` has one number for each level. With a `budget`, tasks that take longer fail. A level
    that has waited for `patience` seconds comes before all others, whatever its limit. Results
    that are there within `slice_seconds` are delivered together. Tasks of the first
    `urgent_levels` hold up the others, and those whose owner has had more; people's commands
    hold up all. No owner gets the last
    `spare` threads.
    """

    def __init__(
        self,
        name: str,
        limits: Sequence[int],
        *,
        budget: float = inf,
        patience: float = inf,
        slice_seconds: float = 0.0,
        urgent_levels: int = 0,
        spare: int = 0,
        before: FairQueue | None = None,
    ) -> None:
        self.name, self.budget, self.patience, self.spare = name, budget, patience, spare
        self.slice_seconds, self.urgent_levels = slice_seconds, urgent_levels
        self.jobs = RunningJobs()
        self._levels = [_Level(limit) for limit in limits]
        self._most = max(limits)
        self._running, self._slow = set[FairTask](), set[FairTask]()
        self._first = self if before is None else before
        self._used, self._forgot = defaultdict[str, float](float), time.monotonic()
        """Seconds of threads that owners have had lately."""
        self._changed = Condition()
        self._checking: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._numbers = count()
        self._threads: list[Thread] = []
        if platform.HAS_THREADS:
            for _ in range(self._most):
                self._add_thread()

    async def run(
        self, function: Callable[[], T], level: int = 0, owner: tuple[str, str] | None = None
    ) -> T:
        """Call a function in a thread once it is its turn."""
        result: T = await self.put(function, level, owner).done
        return result

    def put(
        self, function: Callable[[], Any], level: int = 0, owner: tuple[str, str] | None = None
    ) -> FairTask:
        """Queue a function; the task's `done` gets its result. Cancel that to abandon the task."""
        loop = asyncio.get_running_loop()
        task = FairTask(function, loop.create_future(), *(owner or caller.get()))
        self.put_again(task, level)
        if self.budget < inf and self._checking is None:
            self._checking = loop.call_later(CHECK_SECONDS, self._check_regularly)
        return task

    def put_again(self, task: FairTask, level: int) -> None:
        """Add a waiting task to a level, too, if that is earlier."""
        if level >= task.level:
            return
        task.level = level
        with self._changed:
            self._levels[level].put(task)
            self._changed.notify()
        if not self._threads:
            task.done.get_loop().call_soon(self._work_off)

    def count(self, owner: str, level: int) -> int:
        """How many tasks of an owner wait at a level."""
        with self._changed:
            return self._levels[level].count(owner)

    def __len__(self) -> int:
        """How many tasks wait for a thread."""
        with self._changed:
            return sum(map(len, self._levels))

    def close(self, *, wait: bool = False) -> None:
        """End the threads; no waiting task starts. May wait for running ones."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._checking is not None:
            self._checking.cancel()
        for thread in self._threads if wait else ():
            thread.join()

    # --- In the threads -------------------------------------------------------------------------

    def _add_thread(self) -> None:
        name = f"{self.name}_{next(self._numbers)}"
        thread = Thread(target=self._work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        """Results are delivered together, when nothing may start or the time slice is over."""
        while (task := self._wait()) is not None:
            ends, results = task.began + self.slice_seconds, list[tuple[asyncio.Future[Any], Any]]()
            is_replaced = False
            while task is not None:
                results.append((task.done, self._run(task)))
                is_replaced = self._end(task)
                task = None if is_replaced or time.monotonic() > ends else self._take()
            with contextlib.suppress(RuntimeError):  # the event loop has ended
                settle(results)
            if is_replaced:
                return

    def _work_off(self) -> None:
        """Without threads: run the next task in the event loop."""
        if (task := self._take()) is not None:
            result = self._run(task)
            self._end(task)
            settle([(task.done, result)])

    def _run(self, task: FairTask) -> Any:
        """Return what a task's function returns or raises."""
        current_work.done = task.done
        current_work.patience = HOLD_UP if self._threads else 0.0
        current_work.must_wait = partial(self._must_wait, task)
        try:
            with self.jobs.job():
                return task.function()
        except (Exception, Abandoned) as error:
            return error
        finally:
            current_work.done = None

    def _must_wait(self, task: FairTask) -> bool:
        """Whether a more urgent task runs, or an equally urgent one of somebody who had less."""
        first = self._first
        is_less = self is first and task.level >= self.urgent_levels
        used = first._used[task.owner]
        return any(
            other.level < first.urgent_levels
            and other.owner != task.owner
            and (is_less or first._used[other.owner] < used)
            for other in tuple(first._running)
        )

    def _wait(self) -> FairTask | None:
        """Wait for the next task; None when the queue is closed."""
        with self._changed:
            while not self._is_closed and (task := self._take()) is None:
                self._changed.wait()
            return None if self._is_closed else task

    def _take(self) -> FairTask | None:
        """Remove the task that comes next, if it may start now."""
        with self._changed:
            running = Counter(task.owner for task in self._running)
            most = self._most - self.spare
            blocked = {task.owner for task in self._slow}
            blocked |= {owner for owner, tasks in running.items() if tasks >= most}
            late = time.monotonic() - self.patience
            impatient = [level for level in self._levels if level.since < late]
            for level in (*impatient, *self._levels):
                limit = self._most if level in impatient else level.limit
                while len(self._running) < limit and (task := level.take(blocked)):
                    if not task.is_started and not task.done.done():
                        task.began = time.monotonic()
                        self._running.add(task)
                        return task
        return None

    def _end(self, task: FairTask) -> bool:
        """Whether the calling thread was replaced during the task."""
        with self._changed:
            is_replaced = task in self._slow
            self._first._note_use(task)
            self._running.discard(task)
            self._slow.discard(task)
            if is_replaced:
                self._changed.notify_all()  # its owner waits no longer
        return is_replaced

    def _note_use(self, task: FairTask) -> None:
        now = time.monotonic()
        if now - self._forgot > USE_SECONDS:
            self._used.clear()
            self._forgot = now
        self._used[task.owner] += now - task.began

    # --- The budget -----------------------------------------------------------------------------

    def _check_regularly(self) -> None:
        self.check(time.monotonic())
        self._checking = None
        if self._running or self._slow or len(self):
            loop = asyncio.get_running_loop()
            self._checking = loop.call_later(CHECK_SECONDS, self._check_regularly)

    def check(self, now: float) -> None:
        """Replace the threads of slow tasks, and let those over the budget fail."""
        with self._changed:
            slow = {task for task in self._running if now - task.began > SLOW}
            self._running -= slow
            self._slow |= slow
            overdue = [task for task in self._slow if now - task.began > self.budget]
        for _ in slow:
            self._add_thread()
        for task in overdue:
            if not task.done.done():
                work = getattr(task.function, "__qualname__", "a task")
                log.error("%s: %s takes over %g s", self.name, work, self.budget)
                task.done.set_exception(Unavailable("This took too long. Try again."))
