"""A fair queue for bots' thinking: few threads, shared among people and their tables.

Somebody who fills forty tables with bots waits for forty moves; everyone else waits for their own.
Unattended tables come last and never take the last free thread. The more moves wait, the less
effort each may spend.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

THREADS = 2

T = TypeVar("T")


@dataclass
class _Thought:
    person: str
    table: str
    function: Callable[[float], Any]
    done: asyncio.Future[Any]


class _RoundRobin:
    """Waiting thoughts: one person after the other, and for each one table after the other."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[_Thought]]] = OrderedDict()
        self.length = 0

    def put(self, thought: _Thought) -> None:
        tables = self._waiting.setdefault(thought.person, OrderedDict())
        tables.setdefault(thought.table, deque()).append(thought)
        self.length += 1

    def take(self) -> _Thought:
        """Remove the next thought; its person and table go to the end of the line."""
        person, tables = self._waiting.popitem(last=False)
        table, thoughts = tables.popitem(last=False)
        thought = thoughts.popleft()
        if thoughts:
            tables[table] = thoughts
        if tables:
            self._waiting[person] = tables
        self.length -= 1
        return thought

    def remove(self, table: str) -> list[_Thought]:
        """Remove all thoughts of a table."""
        gone: list[_Thought] = []
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
        self, person: str, table: str, function: Callable[[float], T], *, attended: bool
    ) -> T:
        """Call `function` in a thread with the fraction of its usual effort it may spend."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        line = self._attended if attended else self._unattended
        line.put(_Thought(person, table, function, done))
        self._start()
        return await done

    def attend(self, table: str) -> None:
        """Somebody came to a table: its thoughts no longer come last."""
        for thought in self._unattended.remove(table):
            self._attended.put(thought)
        self._start()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a thread."""
        return self._attended.length + self._unattended.length

    @property
    def share(self) -> float:
        """The fraction of its usual effort a thought may spend now."""
        return 1 / (1 + self.waiting)

    def _start(self) -> None:
        while self._free and (thought := self._next()) is not None:
            if thought.done.done():  # cancelled
                continue
            self._free -= 1
            loop, share = thought.done.get_loop(), self.share
            future = loop.run_in_executor(self._threads, thought.function, share)
            future.add_done_callback(lambda future, thought=thought: self._finish(future, thought))  # type: ignore[misc]

    def _next(self) -> _Thought | None:
        if self._attended.length:
            return self._attended.take()
        if self._unattended.length and self._free > 1:
            return self._unattended.take()
        return None

    def _finish(self, future: asyncio.Future[Any], thought: _Thought) -> None:
        self._free += 1
        if not thought.done.done() and not future.cancelled():
            error = future.exception()
            if error is None:
                thought.done.set_result(future.result())
            else:
                thought.done.set_exception(error)
        self._start()

    def close(self) -> None:
        """Stop without waiting for running thoughts."""
        self._threads.shutdown(wait=False, cancel_futures=True)
