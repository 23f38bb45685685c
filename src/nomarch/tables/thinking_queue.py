"""Bots think in turn: few at a time, fairly among people and their tables.

Whoever fills forty tables with bots waits for forty thoughts; everyone else waits for their own.
Tables at which nobody is come last, and never take the last free thread. The more thoughts wait,
the shorter each may be.
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
    """Something to think about, for a person at a table."""

    person: str
    table: str
    job: Callable[[float], Any]
    done: asyncio.Future[Any]


class _Line:
    """Thoughts that wait: person by person in turn, and for each person table by table."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[_Thought]]] = OrderedDict()
        self.length = 0

    def put(self, thought: _Thought) -> None:
        tables = self._waiting.setdefault(thought.person, OrderedDict())
        tables.setdefault(thought.table, deque()).append(thought)
        self.length += 1

    def take(self) -> _Thought:
        """The next one; its person and table go to the end of the line."""
        person, tables = self._waiting.popitem(last=False)
        table, thoughts = tables.popitem(last=False)
        thought = thoughts.popleft()
        if thoughts:
            tables[table] = thoughts
        if tables:
            self._waiting[person] = tables
        self.length -= 1
        return thought

    def leave(self, table: str) -> list[_Thought]:
        """Takes all thoughts of a table out of the line."""
        gone: list[_Thought] = []
        for person, tables in list(self._waiting.items()):
            gone += tables.pop(table, ())
            if not tables:
                del self._waiting[person]
        self.length -= len(gone)
        return gone


class ThinkingQueue:
    """The threads in which bots think, and who is next."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._free = threads
        self._present, self._absent = _Line(), _Line()

    async def think(
        self, person: str, table: str, job: Callable[[float], T], *, attended: bool
    ) -> T:
        """What a job gives; it is told which part of its usual effort it may spend."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        line = self._present if attended else self._absent
        line.put(_Thought(person, table, job, done))
        self._start()
        return await done

    def attend(self, table: str) -> None:
        """Somebody came to a table: what is thought for it no longer comes last."""
        for thought in self._absent.leave(table):
            self._present.put(thought)
        self._start()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a thread."""
        return self._present.length + self._absent.length

    @property
    def share(self) -> float:
        """Which part of its usual effort a thought may spend now."""
        return 1 / (1 + self.waiting)

    def _start(self) -> None:
        while self._free and (thought := self._next()) is not None:
            if thought.done.done():  # whoever asked is gone
                continue
            self._free -= 1
            loop, share = thought.done.get_loop(), self.share
            future = loop.run_in_executor(self._threads, thought.job, share)
            future.add_done_callback(lambda future, thought=thought: self._finish(future, thought))  # type: ignore[misc]

    def _next(self) -> _Thought | None:
        if self._present.length:
            return self._present.take()
        if self._absent.length and self._free > 1:
            return self._absent.take()
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
        """Waits for nobody."""
        self._threads.shutdown(wait=False, cancel_futures=True)
