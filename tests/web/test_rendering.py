"""Which pages are rendered first, and what a render that hangs or that nobody waits for does."""

import asyncio
import contextlib
import json
import zlib
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Event
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

import nomarch
from nomarch.bots.play import play_on
from nomarch.checkpoints import Abandoned, current_work
from nomarch.storage.fair_queue import FairTask
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.table import Table as State
from nomarch.web.http import render_queue
from nomarch.web.http.render_queue import MAX_WAITING, Urgency
from nomarch.web.table import pages, renderer
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.renderer import RenderedPage, Viewpoint
from nomarch.web.table.sockets import Sockets
from nomarch.web.table.staging import MAX_STAGED, new_stages

from .actors import Link, Person, Site, Table
from .conftest import Patch

GIVE_UP = 60


@pytest.fixture
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the order in which pages are rendered is certain."""
    monkeypatch.setattr(render_queue, "THREADS", (1, 1, 1, 1))


@contextlib.contextmanager
def rendering_busy(site: Site, urgency: Urgency = Urgency.MOVER) -> Iterator[FairTask]:
    began, goes_on = Event(), Event()

    def work() -> None:
        began.set()
        assert goes_on.wait(GIVE_UP)

    task: FairTask = site.call(site.services.render_queue.put, work, urgency)
    assert began.wait(GIVE_UP)
    try:
        yield task
        assert not task.done.done(), "it ended before the test did"
    finally:
        goes_on.set()


@pytest.fixture
def table(ann: Person) -> Table:
    return ann.opens("me", "here", "here")


@pytest.mark.usefixtures("_one_thread")
@pytest.mark.parametrize(("late", "steps"), [(-1.0, [3]), (60.0, [1, 2, 3])])
def test_a_late_page_is_told_of_several_changes_as_one(
    table: Table, stranger: Person, monkeypatch: Patch, late: float, steps: list[int]
) -> None:
    monkeypatch.setattr(renderer, "LATE_SECONDS", late)
    with stranger.listens(table) as link:
        link.looks()
        with rendering_busy(stranger.site):
            table.rush(decisions=3)
        seen = []
        while 3 not in seen:
            page = link.hears("page")
            seen.append(page["seq"])
            assert page["log"][-1]["ply"] == page["ply"]
        assert seen == steps


def test_a_page_far_behind_is_shown_the_end_at_once() -> None:
    match = nomarch.new("ra", 3, seed="far behind")
    play_on(match, "random", 20)
    last = len(match.steps)
    assert new_stages(match, match.steps, last - MAX_STAGED)
    assert new_stages(match, match.steps, last - MAX_STAGED - 1) == []


@pytest.mark.usefixtures("_one_thread")
def test_a_page_may_ask_for_everything_again(sockets: Sockets, ann: Person, table: Table) -> None:
    async def heard() -> None:
        (page,) = sockets.open
        while page.looks < 2:
            await asyncio.sleep(0)

    with ann.listens(table) as link:
        link.looks()
        with rendering_busy(ann.site):
            table.rush(decisions=1)
            link.says("look", shape="tall")
            ann.site.call(heard)
        while (message := link.receive_json())["type"] != "page":
            assert message["type"] != "change"
        assert message["seq"] == 1
        assert 'viewBox="0 0 420 ' in message["board"][0]


async def all_wait(sockets: Sockets) -> set[FairTask | None]:
    while not all(socket.pending.task for socket in sockets.open):
        await asyncio.sleep(0)
    return {socket.pending.task for socket in sockets.open}


@pytest.mark.usefixtures("_one_thread")
def test_clients_with_one_page_share_a_task(sockets: Sockets, ann: Person, table: Table) -> None:
    with contextlib.ExitStack() as stack:
        links = [stack.enter_context(ann.listens(table)) for _ in range(3)]
        for link, is_packed in zip(links, (True, True, False), strict=True):
            link.says("look", packed=is_packed)
            assert receive(link)[1]["type"] == "page"
        with rendering_busy(ann.site):
            table.rush(decisions=1)
            assert len(ann.site.call(all_wait, sockets)) == 1
        updates = [receive(link) for link in links]
    assert updates[0] == updates[1] == (True, updates[2][1])
    assert updates[2][0] is False
    assert updates[2][1]["type"] == "change"


def receive(link: Link) -> tuple[bool, dict[str, Any]]:
    while True:
        message = link.socket.receive()
        packed = message.get("bytes")
        text = message["text"] if packed is None else zlib.decompress(packed, -zlib.MAX_WBITS)
        if (news := json.loads(text))["type"] in ("page", "change"):
            return packed is not None, news


def rendering_order(
    sockets: Sockets, table: Table, one: Person, other: Person, *, hurried: str = ""
) -> list[Viewpoint]:
    """The viewpoints of two pages in the order in which they are rendered after a move.

    Meanwhile the one in the language `hurried` is waited for.
    """
    render, order, site = sockets.renderer.render, list[Viewpoint](), one.site

    def noted(live: LiveTable, table: State, viewpoint: Viewpoint) -> RenderedPage:
        order.append(viewpoint)
        return render(live, table, viewpoint)

    async def both_wait() -> None:
        await all_wait(sockets)
        for socket in sockets.open:
            if socket.language == hurried:
                sockets.renderer.hurry(socket.pending, Urgency.MOVER)

    patches = pytest.MonkeyPatch.context()
    with one.listens(table) as first, other.listens(table) as second, patches as patch:
        first.looks(), second.looks()
        patch.setattr(sockets.renderer, "render", noted)
        with rendering_busy(site):
            site.rush(table, seed=2, decisions=1)
            site.call(both_wait)
        first.hears("page"), second.hears("page")
    return order


@pytest.mark.usefixtures("_one_thread")
def test_players_go_first(sockets: Sockets, ann: Person, table: Table, stranger: Person) -> None:
    order = rendering_order(sockets, table, stranger, ann)
    assert [viewpoint.seats for viewpoint in order] == [(0, 1, 2), ()]


@pytest.mark.usefixtures("_one_thread")
def test_the_mover_is_shown_the_board_first(sockets: Sockets, ann: Person, bob: Person) -> None:
    for _ in range(4):  # which page hears of a move first is chance
        table = ann.meets(bob, options={"duel": "on"})
        (moves,) = table.state.to_act
        order = rendering_order(sockets, table, ann, bob)
        assert [viewpoint.seats for viewpoint in order] == [(moves,), (1 - moves,)]


@pytest.mark.usefixtures("_one_thread")
def test_awaited_pages_go_first(sockets: Sockets, ann: Person, stranger: Person) -> None:
    bob = ann.site.person("Bob")
    bob.client.headers["accept-language"] = "de"
    for language in ("de", "en"):
        table = ann.opens("me", "here", "here")
        order = rendering_order(sockets, table, stranger, bob, hurried=language)
        assert order[0].language == language


def test_a_long_drawing_keeps_no_page_waiting(site: Site, ann: Person, table: Table) -> None:
    with ann.listens(table) as link, rendering_busy(site, Urgency.DRAWING):
        link.looks()
        assert "<svg" in ann.reads(table.page)
        site.rush(table, decisions=1)
        assert link.hears("page")["seq"] == 1


async def ask(app: Starlette, path: str, address: str, gone: asyncio.Event | None = None) -> Any:
    """Ask for a page from an address, until the client has gone; the status and the body."""
    incoming, sent = [{"type": "http.request", "body": b"", "more_body": False}], list[Any]()

    async def receive() -> Any:
        if incoming:
            return incoming.pop()
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "query_string": b"", "root_path": "", "headers": [], "client": (address, 1),
        "server": ("testserver", 80),
    }  # fmt: skip
    await app(scope, receive, send)
    return sent[0]["status"], b"".join(each.get("body", b"") for each in sent).decode()


async def until_waiting(queue: render_queue.RenderQueue, count: int) -> None:
    while len(queue) < count:
        await asyncio.sleep(0)


def test_a_page_that_hangs_delays_nobody(app: Starlette, ann: Person, monkeypatch: Patch) -> None:
    bad, good = (ann.opens("me", "here", "here") for _ in range(2))
    queue, build = ann.site.services.render_queue, renderer.build_page
    began, ends = Event(), Event()

    def hang(table: State, *given: Any, **more: Any) -> Any:
        if table.record.id == bad:
            began.set()
            assert ends.wait(GIVE_UP)
        return build(table, *given, **more)

    monkeypatch.setattr(renderer, "build_page", hang)

    async def scene() -> None:
        hanging = asyncio.create_task(ask(app, f"/t/{bad}", "10.0.0.1"))
        assert await asyncio.to_thread(began.wait, GIVE_UP)
        queue.budget = 60.0
        (task,) = queue._running
        queue.check(task.began + 1)
        again = asyncio.create_task(ask(app, f"/t/{bad}", "10.0.0.1"))
        await until_waiting(queue, 1)
        for path in (f"/t/{good}", "/rules/ra", "/tables"):
            status, page = await ask(app, path, "10.0.0.2")
            assert (status, "<main" in page) == (200, True), path
        queue.check(task.began + 61)
        status, page = await hanging
        assert status == 503
        assert "This took too long" in page
        assert not again.done()
        ends.set()
        assert (await again)[0] == 200

    ann.site.call(scene)


def test_nothing_is_drawn_for_who_has_gone(site: Site, app: Starlette, monkeypatch: Patch) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(pages, "illustrate_chapter", lambda *given: drawn.append(given))

    async def scene() -> None:
        gone = asyncio.Event()
        asked = asyncio.create_task(ask(app, "/rules/ra", "10.0.0.1", gone))
        await until_waiting(site.services.render_queue, 1)
        gone.set()
        assert (await asked)[0] == 499

    with rendering_busy(site, Urgency.DRAWING):
        site.call(scene)
    site.call(site.services.render_queue.run, lambda: None, Urgency.DRAWING)
    assert drawn == []


def test_what_renders_has_checkpoints(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    match, html = nomarch.new("ra", 3, seed="checkpoints"), site.services.pages._html
    request = Request({"type": "http", "path": "/", "headers": [], "query_string": b""})
    settled: Future[None] = Future()
    settled.cancel()
    for work in (
        lambda: match.play(match.to_act[0], "draw"),
        match.svg,
        lambda: log_lines(match, 0, "en", 0),
        lambda: html(request, None, "refused.html", sentence="", code=503),
    ):
        for done in (Future(), settled):
            monkeypatch.setattr(current_work, "done", done)
            with pytest.raises(Abandoned) if done is settled else contextlib.nullcontext():
                work()


def test_a_client_can_have_few_drawings_waiting(site: Site, app: Starlette) -> None:
    async def scene() -> None:
        queue = site.services.render_queue
        asked = [asyncio.create_task(ask(app, "/rules/ra", "10.0.0.1")) for _ in range(MAX_WAITING)]
        await until_waiting(queue, MAX_WAITING)
        assert (await ask(app, "/rules/ra", "10.0.0.1"))[0] == 429
        other = asyncio.create_task(ask(app, "/rules/ra", "10.0.0.2"))
        await until_waiting(queue, MAX_WAITING + 1)
        for each in (*asked, other):
            each.cancel()

    with rendering_busy(site, Urgency.DRAWING):
        site.call(scene)
