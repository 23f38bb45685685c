"""Bots think in turn, fairly among people and their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from nomarch.tables.bots import thinking_queue
from nomarch.tables.bots.thinking_queue import ThinkingQueue


class Threads(ThreadPoolExecutor):
    """Threads that remember in which order they were given something to do."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.given: list[str] = []

    def submit(self, job: Any, /) -> Future[Any]:  # type: ignore[override]
        self.given.append(job.__name__)
        return super().submit(job)


class Thoughts:
    """Thoughts that end when they are let, and remember in which order they began."""

    def __init__(self, threads: int = 2) -> None:
        given_to = Threads(threads)
        self.thinking = ThinkingQueue(threads, given_to)
        self.began = given_to.given
        self.gate = Event()
        self.tasks: list[asyncio.Task[str]] = []

    def ask(self, name: str, person: str, table: str, *, attended: bool = True) -> None:
        def job() -> str:
            assert self.gate.wait(60)
            return name

        job.__name__ = name
        asked = self.thinking.run(person, table, job, attended=attended)
        self.tasks.append(asyncio.create_task(asked))

    async def all(self) -> list[str]:
        await asyncio.sleep(0)
        self.gate.set()
        answers = await asyncio.gather(*self.tasks)
        self.thinking.close()
        return answers


def order(scene: Callable[[Thoughts], None], threads: int = 2) -> Thoughts:
    thoughts = Thoughts(threads)

    async def play() -> None:
        scene(thoughts)
        asked = len(thoughts.tasks)
        assert len(await thoughts.all()) == asked

    asyncio.run(play())
    return thoughts


def test_who_fills_forty_tables_waits_behind_whoever_has_one() -> None:
    def scene(thoughts: Thoughts) -> None:
        for table in range(40):
            for bot in range(4):
                thoughts.ask(f"crowd {table} {bot}", "crowd", f"t{table}")
        thoughts.ask("ann", "ann", "quiet")

    began = order(scene).began
    assert began.index("ann") < 5
    assert len(began) == 161


def test_tables_of_one_person_take_turns() -> None:
    def scene(thoughts: Thoughts) -> None:
        for bot in range(3):
            for table in "ab":
                thoughts.ask(f"{table}{bot}", "ann", table)

    assert order(scene, threads=1).began == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_tables_without_anyone_wait_and_never_take_the_last_thread() -> None:
    def scene(thoughts: Thoughts) -> None:
        for table in range(6):
            thoughts.ask(f"empty {table}", f"p{table}", f"t{table}", attended=False)
        thoughts.ask("ann", "ann", "hers")
        thoughts.ask("bob", "bob", "his")

    began = order(scene).began
    assert began[:3] == ["empty 0", "ann", "bob"]


def test_a_table_that_somebody_comes_back_to_moves_up() -> None:
    def scene(thoughts: Thoughts) -> None:
        for table in range(6):
            thoughts.ask(f"empty {table}", f"p{table}", f"t{table}", attended=False)
        asyncio.get_running_loop().call_soon(thoughts.thinking.attend, "t5")

    assert order(scene).began[1] == "empty 5"


def test_who_waits_long_is_told_and_nobody_thinks_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_queue, "NOTICE_AFTER", 0.0)
    told: list[int] = []

    async def scene() -> None:
        gate, queue = Event(), ThinkingQueue(threads=1)
        first = asyncio.create_task(queue.run("ann", "a", gate.wait, attended=True))
        await asyncio.sleep(0)

        def on_wait(waiting: int) -> None:
            told.append(waiting)
            if waiting:
                gate.set()

        second = queue.run("bob", "b", lambda: "a whole thought", attended=True, on_wait=on_wait)
        assert await second == "a whole thought"
        assert await first
        queue.close()

    asyncio.run(scene())
    assert told == [1, 0]


def test_what_nobody_waits_for_is_not_thought() -> None:
    thoughts = Thoughts(threads=1)

    async def scene() -> None:
        for name in ("first", "gone", "last"):
            thoughts.ask(name, name, name)
        await asyncio.sleep(0)
        thoughts.tasks.pop(1).cancel()
        assert await thoughts.all() == ["first", "last"]

    asyncio.run(scene())
    assert thoughts.began == ["first", "last"]


def test_who_no_longer_waits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_queue, "NOTICE_AFTER", 0.0)
    told: list[int] = []

    async def scene() -> None:
        gate, is_told, queue = Event(), asyncio.Event(), ThinkingQueue(threads=1)

        def on_wait(waiting: int) -> None:
            told.append(waiting)
            is_told.set()

        first = asyncio.create_task(queue.run("ann", "a", gate.wait, attended=True))
        second = asyncio.create_task(
            queue.run("bob", "b", lambda: "too late", attended=True, on_wait=on_wait)
        )
        await is_told.wait()
        second.cancel()
        await asyncio.wait([second])
        gate.set()
        await first
        queue.close()

    asyncio.run(scene())
    assert told == [1, 0]
