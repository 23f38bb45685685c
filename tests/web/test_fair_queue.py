"""Threads are shared fairly; what nobody waits for, or takes too long, keeps nobody waiting."""

import asyncio
import threading
from asyncio import Future
from threading import Event, Semaphore

import pytest

from nomarch.checkpoints import checkpoint, current_work, urgent
from nomarch.errors import Unavailable
from nomarch.storage import fair_queue
from nomarch.storage.fair_queue import SLOW, FairQueue

from .actors import Patch

pytestmark = pytest.mark.anyio
GIVE_UP = 60


class Line:
    """Tasks that end when they are let, and remember in which order they began."""

    def __init__(self, *limits: int, **more: float) -> None:
        self.queue = FairQueue("test", limits, **more)
        self.began: list[str] = []
        self.gate = Event()
        self.asked: list[Future[str]] = []
        self._began = Semaphore(0)

    def ask(
        self, name: str, owner: str = "", topic: str = "", level: int = 0, gate: Event | None = None
    ) -> Future[str]:
        def work() -> str:
            self.began.append(name)
            self._began.release()
            assert (gate or self.gate).wait(GIVE_UP)
            return name

        self.asked.append(self.queue.put(work, level, (owner, topic)).done)
        return self.asked[-1]

    async def all_begin(self, count: int = 1) -> None:
        """Wait until so many more tasks have begun."""
        for _ in range(count):
            assert await asyncio.to_thread(self._began.acquire, timeout=GIVE_UP)

    async def all_end(self) -> list[str]:
        self.gate.set()
        answers = await asyncio.gather(*self.asked)
        self.queue.close(wait=True)
        return answers

    async def order(self) -> list[str]:
        await self.all_end()
        return self.began[1:]


async def busy(*limits: int, **more: float) -> Line:
    """A queue whose thread is at work, so that whatever is asked of it has to wait."""
    line = Line(*(limits or (1,)), **more)
    line.ask("first")
    await line.all_begin()
    return line


async def test_who_fills_forty_tables_waits_behind_whoever_has_one() -> None:
    line = await busy()
    for table in range(40):
        for bot in range(4):
            line.ask(f"crowd {table} {bot}", "crowd", f"t{table}")
    line.ask("ann", "ann", "quiet")
    began = await line.order()
    assert began.index("ann") == 1
    assert len(began) == 161


async def test_topics_of_one_owner_take_turns() -> None:
    line = await busy()
    for number in range(3):
        for topic in "ab":
            line.ask(f"{topic}{number}", "ann", topic)
    assert await line.order() == ["a0", "b0", "a1", "b1", "a2", "b2"]


async def test_levels_come_in_order() -> None:
    line = await busy(1, 1)
    for name in "abc":
        line.ask(f"late {name}", name, name, level=1)
    line.ask("early", "d", "d")
    assert await line.order() == ["early", "late a", "late b", "late c"]


async def test_later_levels_never_take_the_last_thread() -> None:
    line = Line(2, 1)
    for number in range(6):
        line.ask(f"empty {number}", f"p{number}", level=1)
    await line.all_begin()
    line.ask("ann", "ann")
    await line.all_begin()
    assert line.began == ["empty 0", "ann"]
    await line.all_end()


async def test_a_level_that_waits_for_long_is_not_starved() -> None:
    line = Line(2, 1, patience=0)
    line.ask("page")
    await line.all_begin()
    line.ask("drawing", level=1)
    await line.all_begin()
    await line.all_end()


async def test_a_level_that_waits_for_long_comes_first() -> None:
    line = await busy(1, 1, patience=GIVE_UP)
    line.ask("page")
    line.ask("drawing", level=1)
    line.queue._levels[1].since -= 2 * GIVE_UP
    assert await line.order() == ["drawing", "page"]


async def test_a_task_that_was_put_twice_runs_once() -> None:
    line = await busy(1, 1, 1)
    line.ask("hurried", level=2)
    line.ask("other", level=1)
    (topics,) = line.queue._levels[2]._waiting.values()
    line.queue.put_again(topics[""][0], 0)
    assert await line.order() == ["hurried", "other"]


async def test_what_was_cancelled_is_not_begun() -> None:
    line = await busy()
    line.ask("gone")
    line.ask("last")
    line.asked.pop(1).cancel()
    assert await line.all_end() == ["first", "last"]
    assert line.began == ["first", "last"]


@pytest.mark.parametrize("is_late", [False, True])
async def test_what_was_cancelled_or_takes_too_long_ends_at_a_checkpoint(is_late: bool) -> None:
    queue, reached = FairQueue("test", [1], budget=1), list[str]()
    began, goes_on, ended = Event(), Event(), Event()

    def work() -> None:
        try:
            for name in ("first", "second"):
                checkpoint()
                reached.append(name)
                began.set()
                assert goes_on.wait(GIVE_UP)
        finally:
            ended.set()

    done = queue.put(work).done
    assert await asyncio.to_thread(began.wait, GIVE_UP)
    age(queue, 2) if is_late else done.cancel()
    goes_on.set()
    with pytest.raises(Unavailable if is_late else asyncio.CancelledError):
        await done
    assert await asyncio.to_thread(ended.wait, GIVE_UP)
    assert reached == ["first"]
    assert await queue.run(lambda: "next") == "next"
    queue.close(wait=True)


@pytest.mark.parametrize("is_reading", [False, True])
@pytest.mark.parametrize(("level", "owner", "is_held_up"), [
    (0, "ann", False), (0, "bob", True), (1, "bob", True), (0, "cy", False)
])  # fmt: skip
async def test_commands_and_urgent_tasks_of_who_had_less_hold_up_others(
    level: int, owner: str, is_held_up: bool, is_reading: bool
) -> None:
    """Ann's page is rendered; Bob has had more than she, and Cy nothing."""
    pages, left = FairQueue("test", [3, 3], urgent_levels=1), list[float]()
    queue = FairQueue("reader", [3, 3], before=pages) if is_reading else pages
    began, goes_on = Event(), Event()

    def render() -> bool:
        began.set()
        return goes_on.wait(GIVE_UP)

    def work() -> None:
        before = current_work.patience
        checkpoint()
        left.append(before - current_work.patience)

    pages._used |= {"ann": 1.0, "bob": 2.0}
    await queue.run(work, level, (owner, ""))
    with urgent():
        await queue.run(work, level, (owner, ""))
    page = pages.put(render, 0, ("ann", ""))
    assert await asyncio.to_thread(began.wait, GIVE_UP)
    await queue.run(work, level, (owner, ""))
    goes_on.set()
    assert await page.done
    assert [seconds > 0 for seconds in left] == [False, True, is_held_up]
    assert pages._used[owner] > {"ann": 1.0, "bob": 2.0}.get(owner, 0.0)
    queue.close(wait=True)
    pages.close(wait=True)


async def test_no_owner_gets_the_last_thread() -> None:
    line = Line(2, spare=1)
    for name in ("crowd 1", "crowd 2"):
        line.ask(name, "crowd")
    line.ask("ann", "ann")
    await line.all_begin(2)
    assert sorted(line.began) == ["ann", "crowd 1"]
    await line.all_end()


def age(queue: FairQueue, seconds: float) -> None:
    """Check a queue as if its tasks had run for so long."""
    queue.check(max(task.began for task in queue._running | queue._slow) + seconds)


async def test_a_stuck_task_keeps_nobody_else_waiting_and_fails() -> None:
    line, ours = Line(1, budget=GIVE_UP), Event()
    line.ask("stuck", "crowd")
    await line.all_begin()
    line.ask("more", "crowd")
    line.ask("ann", "ann", gate=ours)
    age(line.queue, SLOW + 0.1)
    await line.all_begin()
    assert line.began == ["stuck", "ann"], "its owner waits"
    ours.set()
    assert await line.asked[2] == "ann"
    age(line.queue, GIVE_UP + 1)
    with pytest.raises(Unavailable):
        await line.asked[0]
    assert len(line.queue) == 1
    (replaced,) = (each for each in threading.enumerate() if each.name == "test_0")
    line.gate.set()
    assert await line.asked[1] == "more", "its owner goes on once it has ended"
    replaced.join(GIVE_UP)
    assert not replaced.is_alive()
    line.queue.close(wait=True)


async def test_a_queue_with_a_budget_checks_itself(monkeypatch: Patch) -> None:
    for name in ("CHECK_SECONDS", "SLOW"):
        monkeypatch.setattr(fair_queue, name, 0.0)
    line = Line(1, budget=0)
    with pytest.raises(Unavailable):
        await line.ask("stuck")
    line.gate.set()
    line.queue.close(wait=True)


@pytest.mark.parametrize(("slice_seconds", "together"), [(0.0, False), (GIVE_UP, True)])
async def test_results_within_a_time_slice_are_delivered_together(
    slice_seconds: float, together: bool
) -> None:
    line, order = await busy(slice_seconds=slice_seconds), list[str]()
    loop, heard = asyncio.get_running_loop(), Event()

    def work(number: int) -> None:
        if number and together:  # what was delivered would be heard by then
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(GIVE_UP)
        elif number:
            assert heard.wait(GIVE_UP)
        order.append(f"{number} is done")

    async def ask(number: int) -> None:
        await line.queue.run(lambda: work(number))
        order.append(f"{number} is heard")
        heard.set()

    asked = [asyncio.create_task(ask(number)) for number in range(2)]
    await asyncio.sleep(0)
    line.gate.set()
    await asyncio.gather(*asked)
    line.queue.close(wait=True)
    if together:
        assert order == ["0 is done", "1 is done", "0 is heard", "1 is heard"]
    else:
        assert order == ["0 is done", "0 is heard", "1 is done", "1 is heard"]
