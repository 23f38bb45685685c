"""The order of the render queue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from queue import Queue
from threading import Event, Thread

import pytest
from starlette.testclient import TestClient

from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.table import Table
from nomarch.web.table import renderer, scheduler
from nomarch.web.table.renderer import RenderedPage, Renderer, Viewpoint
from nomarch.web.table.scheduler import RenderQueue, RenderTask, Urgency
from nomarch.web.table.sockets import Sockets

from .people import Person, call, opened, rush, told
from .test_live import look


def task() -> RenderTask:
    return RenderTask(lambda: None, Future())  # type: ignore[arg-type]


def test_urgent_pages_pass_deferred_ones() -> None:
    waiting, patient, urgent = RenderQueue(), task(), task()
    mover = task()
    waiting.put_page(patient, Urgency.WATCHING)
    waiting.put_page(urgent)
    waiting.put_page(mover, Urgency.MOVER)
    assert [waiting.take_page(), waiting.take_page(), waiting.take_page()] == [
        mover,
        urgent,
        patient,
    ]
    assert waiting.is_empty


def test_a_deferred_page_is_due_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, patient, urgent = RenderQueue(), task(), task()
    monkeypatch.setattr(scheduler, "DEFER_SECONDS", 0)
    waiting.put_page(patient, Urgency.WATCHING)
    waiting.put_page(urgent)
    assert [waiting.take_page(), waiting.take_page()] == [patient, urgent]


def test_a_page_added_twice_is_not_waiting_once_it_is_done() -> None:
    """Else its result would wait for the next task."""
    waiting, only = RenderQueue(), task()
    waiting.put_page(only, Urgency.WATCHING)
    waiting.put_page(only)
    assert not waiting.is_empty
    assert waiting.take_page() is only
    assert waiting.is_empty


def test_a_page_added_twice_is_rendered_once() -> None:
    waiting, patient, last = RenderQueue(), task(), task()
    waiting.put_page(patient, Urgency.WATCHING)
    waiting.put_page(last, Urgency.WATCHING)
    waiting.put_page(patient)
    assert [waiting.take_page(), waiting.take_page()] == [patient, last]
    waiting.close()
    assert waiting.take_page() is None


def test_drawings_wait_for_pages_and_clients_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "DRAWING_SECONDS", 3600)
    queue, page, taken = RenderQueue(), task(), Queue[RenderTask]()
    drawings = {client: [task() for _ in range(3)] for client in ("one", "two")}
    queue.put_page(page)
    queue.finish_drawing()
    for client in ("one", "two"):
        for each in drawings[client]:
            assert queue.put_drawing(each, client)

    def draw() -> None:
        while (drawing := queue.take_drawing()) is not None:
            taken.put(drawing)

    thread = Thread(target=draw)
    thread.start()
    assert queue.take_page() is page
    assert taken.empty()  # also while the page is rendered
    queue.close()
    assert queue.take_page() is None
    thread.join()
    assert [taken.get() for _ in range(6)] == [
        drawings["one"][0],
        drawings["two"][0],
        drawings["one"][1],
        drawings["two"][1],
        drawings["one"][2],
        drawings["two"][2],
    ]
    assert queue.is_empty


def test_pages_do_not_starve_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "DRAWING_SECONDS", 0)
    queue, page, drawing = RenderQueue(), task(), task()
    queue.put_page(page)
    queue.put_drawing(drawing, "one")
    assert [queue.take_drawing(), queue.take_page()] == [drawing, page]


def test_a_long_drawing_keeps_no_page_waiting(
    server: TestClient, sockets: Sockets, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    with ann.listens(id_) as socket:
        look(socket)
        with drawing_busy(server, sockets):
            rush(server, id_, seed=1, decisions=1)
            assert told(socket, "page")["seq"] == 1


def test_a_client_can_have_few_drawings_waiting() -> None:
    queue = RenderQueue()
    answers = [queue.put_drawing(task(), "one") for _ in range(scheduler.MAX_DRAWINGS + 2)]
    assert answers == [True] * scheduler.MAX_DRAWINGS + [False, False]
    assert queue.put_drawing(task(), "two")


def test_the_renderer_yields_after_its_time_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of one task is delivered before the next one starts."""
    monkeypatch.setattr(renderer, "SLICE_SECONDS", 0)
    monkeypatch.setattr(renderer, "YIELD_SECONDS", 60)
    order: list[str] = []

    async def scene() -> None:
        renderer, all_asked = Renderer(), Event()

        async def asks(number: int) -> None:
            def work() -> None:
                assert all_asked.wait(60)
                order.append(f"{number} is done")

            await render(renderer, work)
            order.append(f"{number} is heard")

        async with asyncio.TaskGroup() as tasks:
            for number in range(3):
                tasks.create_task(asks(number))
            await asyncio.sleep(0)
            all_asked.set()
        renderer.close()

    asyncio.run(scene())
    assert order == [f"{number} is {what}" for number in range(3) for what in ("done", "heard")]


async def render(renderer: Renderer, work: Callable[[], None]) -> None:
    """Run work in the thread of pages."""
    task = RenderTask(work, asyncio.get_running_loop().create_future())
    renderer.queue.put_page(task)
    await task.done


@contextmanager
def busy(server: TestClient, run: Callable[..., Awaitable[None]], *given: object) -> Iterator[None]:
    """Keep a render thread busy: `run(*given, work)` runs work in it."""
    began, goes_on = Event(), Event()

    def work() -> None:
        began.set()
        goes_on.wait(300)

    assert server.portal is not None
    working = server.portal.start_task_soon(run, *given, work)
    assert began.wait(300)
    try:
        yield
    finally:
        goes_on.set()
        working.result(30)


def renderer_busy(server: TestClient, sockets: Sockets) -> AbstractContextManager[None]:
    return busy(server, render, sockets.renderer)


def drawing_busy(server: TestClient, sockets: Sockets) -> AbstractContextManager[None]:
    async def draw(work: Callable[[], None]) -> None:
        await sockets.renderer.draw(work, "busy")

    return busy(server, draw)


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
        with renderer_busy(server, sockets):
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
        with renderer_busy(server, sockets):
            rush(server, id_, seed=1, decisions=1)
            socket.send_json({"type": "look", "shape": "tall"})
            call(server, heard)
        while (message := socket.receive_json())["type"] != "page":
            assert message["type"] != "change"
        assert message["seq"] == 1
        assert 'viewBox="0 0 420 ' in message["board"][0]


def rendering_order(
    server: TestClient, sockets: Sockets, id_: str, one: Person, other: Person
) -> list[tuple[int, ...]]:
    """The seats of two pages in the order in which they are rendered after a move."""
    render, order = sockets.renderer.render, []

    def noted(live: LiveTable, table: Table, viewpoint: Viewpoint) -> RenderedPage:
        order.append(viewpoint.seats)
        return render(live, table, viewpoint)

    async def both_wait() -> None:
        while len(sockets.renderer.queue) < 2:
            await asyncio.sleep(0)

    with one.listens(id_) as first, other.listens(id_) as second, pytest.MonkeyPatch.context() as m:
        look(first), look(second)
        m.setattr(sockets.renderer, "render", noted)
        with renderer_busy(server, sockets):
            rush(server, id_, seed=2, decisions=1)
            call(server, both_wait)
        told(first, "page"), told(second, "page")
    return order


def test_whoever_plays_is_shown_the_board_before_those_who_look_on(
    server: TestClient, sockets: Sockets, ann: Person, stranger: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    assert rendering_order(server, sockets, id_, stranger, ann) == [(0, 1, 2), ()]


def test_the_mover_is_shown_the_board_first(
    server: TestClient, sockets: Sockets, ann: Person, bob: Person
) -> None:
    made = ann.sets("me", "friend", options={"duel": "on"})
    bob.joins(made)
    table = opened(server, made["id"]).table
    (moves,) = table.to_act
    people = [bob, ann] if moves == 0 else [ann, bob]
    order = rendering_order(server, sockets, made["id"], *people)
    assert order == [(moves,), (1 - moves,)]
