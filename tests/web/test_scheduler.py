"""Whose page is painted first when there is more to paint than time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event

import pytest
from starlette.testclient import TestClient

from nomarch.tables.live_table import LiveTable
from nomarch.tables.table import Table
from nomarch.web import renderer, scheduler
from nomarch.web.renderer import RenderedPage, Renderer, Viewpoint
from nomarch.web.scheduler import Job, RenderQueue
from nomarch.web.sockets import Sockets

from .people import Person, call, opened, rush, told
from .test_live import look


def job() -> Job:
    return Job(lambda: None, Future())  # type: ignore[arg-type]


def test_what_can_wait_lets_others_pass() -> None:
    waiting, patient, urgent = RenderQueue(), job(), job()
    waiting.put(patient, can_wait=True)
    waiting.put(urgent)
    assert [waiting.take(), waiting.take()] == [urgent, patient]
    assert waiting.is_empty


def test_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, patient, urgent = RenderQueue(), job(), job()
    monkeypatch.setattr(scheduler, "DEFER_SECONDS", 0)
    waiting.put(patient, can_wait=True)
    waiting.put(urgent)
    assert [waiting.take(), waiting.take()] == [patient, urgent]


def test_what_was_hurried_and_is_done_does_not_wait_any_more() -> None:
    """Else whoever asked for it would not be told before something else is asked for."""
    waiting, only = RenderQueue(), job()
    waiting.put(only, can_wait=True)
    waiting.put(only)
    assert not waiting.is_empty
    assert waiting.take() is only
    assert waiting.is_empty


def test_what_is_hurried_is_done_once() -> None:
    waiting, patient, last = RenderQueue(), job(), job()
    waiting.put(patient, can_wait=True)
    waiting.put(last, can_wait=True)
    waiting.put(patient)
    assert [waiting.take(), waiting.take()] == [patient, last]
    waiting.put(None)
    assert waiting.take() is None


def test_the_painter_gives_way_when_its_turn_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came of one job is heard, and more may be said, before the next is begun."""
    monkeypatch.setattr(renderer, "SLICE_SECONDS", 0)
    monkeypatch.setattr(renderer, "YIELD_SECONDS", 60)
    order: list[str] = []

    async def scene() -> None:
        renderer, all_asked = Renderer(), Event()

        async def asks(number: int) -> None:
            def work() -> None:
                assert all_asked.wait(60)
                order.append(f"{number} is done")

            await renderer.do(work)
            order.append(f"{number} is heard")

        async with asyncio.TaskGroup() as tasks:
            for number in range(3):
                tasks.create_task(asks(number))
            await asyncio.sleep(0)
            all_asked.set()
        renderer.close()

    asyncio.run(scene())
    assert order == [f"{number} is {what}" for number in range(3) for what in ("done", "heard")]


@contextmanager
def painter_at_work(server: TestClient, sockets: Sockets) -> Iterator[None]:
    """Meanwhile nothing else is painted."""
    began, goes_on = Event(), Event()

    def work() -> None:
        began.set()
        goes_on.wait(30)

    assert server.portal is not None
    working = server.portal.start_task_soon(sockets.renderer.do, work)
    began.wait(30)
    try:
        yield
    finally:
        goes_on.set()
        working.result(30)


@pytest.mark.parametrize(("late", "steps"), [(-1.0, [3]), (60.0, [1, 2, 3])])
def test_a_page_is_told_of_several_changes_as_one_if_there_is_no_time(
    server: TestClient,
    sockets: Sockets,
    ann: Person,
    stranger: Person,
    monkeypatch: pytest.MonkeyPatch,
    late: float,
    steps: list[int],
) -> None:
    monkeypatch.setattr(scheduler, "LATE_SECONDS", late)
    id_ = ann.opens("me", "here", "here")
    with stranger.listens(id_) as socket:
        look(socket)
        with painter_at_work(server, sockets):
            rush(server, id_, seed=1, decisions=3)
        seen = []
        while 3 not in seen:
            page = told(socket, "page")
            seen.append(page["seq"])
            assert page["log"][-1]["ply"] == page["ply"]
        assert seen == steps


def test_a_page_that_asks_for_everything_again_gets_it(
    server: TestClient, sockets: Sockets, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")

    async def heard() -> None:
        (page,) = sockets.open
        while page.looks < 2:
            await asyncio.sleep(0)

    with ann.listens(id_) as socket:
        look(socket)
        with painter_at_work(server, sockets):
            rush(server, id_, seed=1, decisions=1)
            socket.send_json({"type": "look", "shape": "tall"})
            call(server, heard)
        while (message := socket.receive_json())["type"] != "page":
            assert message["type"] != "change"
        assert message["seq"] == 1
        assert 'viewBox="0 0 420 ' in message["board"][0]


def painted_first(
    server: TestClient, sockets: Sockets, id_: str, one: Person, other: Person
) -> list[tuple[int, ...]]:
    """The seats of two people's pages in the order in which they are painted after a move."""
    painted, order = sockets.renderer._painted, []

    def noted(live: LiveTable, table: Table, eyes: Viewpoint) -> RenderedPage:
        order.append(eyes.seats)
        return painted(live, table, eyes)

    async def both_wait() -> None:
        while sockets.renderer._turns._waiting.qsize() < 2:
            await asyncio.sleep(0)

    with one.listens(id_) as first, other.listens(id_) as second, pytest.MonkeyPatch.context() as m:
        look(first), look(second)
        m.setattr(sockets.renderer, "_painted", noted)
        with painter_at_work(server, sockets):
            rush(server, id_, seed=2, decisions=1)
            call(server, both_wait)
        told(first, "page"), told(second, "page")
    return order


def test_whoever_plays_is_shown_the_board_before_those_who_look_on(
    server: TestClient, sockets: Sockets, ann: Person, stranger: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    assert painted_first(server, sockets, id_, stranger, ann) == [(0, 1, 2), ()]


def test_whoever_is_asked_is_shown_the_board_before_whoever_has_moved(
    server: TestClient, sockets: Sockets, ann: Person, bob: Person
) -> None:
    made = ann.sets("me", "friend", options={"duel": "on"})
    bob.joins(made)
    table = opened(server, made["id"]).table
    (moves,) = table.to_act
    people = [ann, bob] if moves == 0 else [bob, ann]
    order = painted_first(server, sockets, made["id"], *people)
    assert order == [(1 - moves,), (moves,)]
