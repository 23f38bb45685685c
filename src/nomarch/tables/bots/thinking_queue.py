"""A fair queue for bots' thinking: few threads, shared among people and their tables.

Somebody who fills forty tables with bots waits for forty moves; everyone else waits for their own.
Unattended tables come last and never take the last free thread. A full queue makes people wait; it
never weakens a bot or a hint.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

THREADS = 2
NOTICE_AFTER = 2.0
"""Seconds in the queue after which `on_wait` is called."""

T = TypeVar("T")


@dataclass
class BotTask:
    """Something to compute for a table, and whose turn it takes."""

    person: str
    table: str
    function: Callable[[], Any]
    done: asyncio.Future[Any]
    on_wait: Callable[[int], object]
    is_started: bool = False
    is_told: bool = False


class _RoundRobin:
    """Waiting tasks: one person after the other, and for each one table after the other."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[BotTask]]] = OrderedDict()
        self.length = 0

    def put(self, task: BotTask) -> None:
        tables = self._waiting.setdefault(task.person, OrderedDict())
        tables.setdefault(task.table, deque()).append(task)
        self.length += 1

    def take(self) -> BotTask:
        """Remove the next task; its person and table go to the end of the line."""
        person, tables = self._waiting.popitem(last=False)
        table, tasks = tables.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            tables[table] = tasks
        if tables:
            self._waiting[person] = tables
        self.length -= 1
        return task

    def remove(self, table: str) -> list[BotTask]:
        gone: list[BotTask] = []
        for person, tables in list(self._waiting.items()):
            gone += tables.pop(table, ())
            if not tables:
                del self._waiting[person]
        self.length -= len(gone)
        return gone


class ThinkingQueue:
    """The threads in which bots think, and the order in which they do."""

    def __init__(self, threads: int = THREADS, executor: ThreadPoolExecutor | None = None) -> None:
        self._threads = executor or ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._free = threads
        self._attended, self._unattended = _RoundRobin(), _RoundRobin()

    async def run(
        self,
        person: str,
        table: str,
        function: Callable[[], T],
        *,
        attended: bool,
        on_wait: Callable[[int], object] = lambda waiting: None,
    ) -> T:
        """Call `function` in a thread once it is its turn.

        `on_wait` is called after a while, with the number of tasks in the queue, and with 0 when
        the task starts after all or is cancelled.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        task = BotTask(person, table, function, done, on_wait)
        (self._attended if attended else self._unattended).put(task)
        self._start()
        notice = None if task.is_started else loop.call_later(NOTICE_AFTER, self._tell, task)
        try:
            return await done
        finally:
            if notice:
                notice.cancel()
            if task.is_told and not task.is_started:
                on_wait(0)

    def _tell(self, task: BotTask) -> None:
        if not task.is_started:
            task.is_told = True
            task.on_wait(self.waiting)

    def attend(self, table: str) -> None:
        """Somebody came to a table: its tasks no longer come last."""
        for task in self._unattended.remove(table):
            self._attended.put(task)
        self._start()

    @property
    def waiting(self) -> int:
        """How many tasks wait for a thread."""
        return self._attended.length + self._unattended.length

    def _start(self) -> None:
        while self._free and (task := self._next()) is not None:
            if task.done.done():  # cancelled
                continue
            self._free -= 1
            task.is_started = True
            if task.is_told:
                task.on_wait(0)
            future = task.done.get_loop().run_in_executor(self._threads, task.function)
            future.add_done_callback(lambda future, task=task: self._finish(future, task))  # type: ignore[misc]

    def _next(self) -> BotTask | None:
        if self._attended.length:
            return self._attended.take()
        if self._unattended.length and self._free > 1:
            return self._unattended.take()
        return None

    def _finish(self, future: asyncio.Future[Any], task: BotTask) -> None:
        self._free += 1
        if not task.done.done() and not future.cancelled():
            error = future.exception()
            if error is None:
                task.done.set_result(future.result())
            else:
                task.done.set_exception(error)
        self._start()

    def close(self) -> None:
        """Stop without waiting for running tasks."""
        self._threads.shutdown(wait=False, cancel_futures=True)
