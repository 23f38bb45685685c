"""Live updates: everyone at a table sees the same, comes back, and is told why not."""

import asyncio
import json
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import anyio
import pytest
from starlette.websockets import WebSocketDisconnect

from nomarch.tables.live.live_table import LiveTable
from nomarch.web.http.client_messages import Look
from nomarch.web.http.connections import ABORT
from nomarch.web.table import sockets as module
from nomarch.web.table.sockets import Sockets

from .actors import GIVE_UP, Logs, Patch, Person, Site, Table
from .conftest import Start


@pytest.fixture
def table(ann: Person) -> Table:
    return ann.opens("me", "here", "here")


@pytest.fixture
def shared(ann: Person, bob: Person) -> Table:
    """A table of Ann, Bob and Ann's neighbour."""
    table = ann.opens("me", "friend", "here")
    bob.joins(table)
    return table


ACTS: dict[str, dict[str, Any]] = {
    "play": {"move": "draw", "seq": 0}, "undo": {}, "answer": {"agree": True}, "back": {},
}  # fmt: skip
"""What is done at a table, with everything that must be said besides the seat."""


def test_a_program_is_told_its_legal_moves_and_plays(ann: Person, table: Table) -> None:
    with ann.listens(table) as link:
        seat, legal = table.seat_to_act, ann.sees(table)["view"]["legal"]
        assert link.first == {
            "type": "table", "seq": 0, "to_act": [seat], "over": False,
            "legal": {str(seat): legal},
        }  # fmt: skip
        link.says("play", seat=seat, move=legal[0], seq=0)
        then = link.receive_json()
        assert (then["seq"], then["entry"]) == (1, {"kind": "move", "seat": seat})


def test_a_program_hears_when_the_last_one_comes(site: Site, ann: Person, stranger: Person) -> None:
    table = ann.opens("me", "friend", "friend")
    with stranger.listens(table) as link:
        for name, to_act in (("Bob", 0), ("Cy", 1)):
            site.person(name).joins(table)
            assert len(link.receive_json()["to_act"]) == to_act


def test_a_page_looks_and_plays(ann: Person, bob: Person, shared: Table) -> None:
    shared.rush(decisions=3)
    mover = bob if shared.seat_to_act == 1 else ann
    with mover.listens(shared) as link:
        page = link.looks(shape="tall", lang="en")
        assert page["turn"]
        assert page["board"].startswith("<svg")
        assert [offer["move"] for offer in page["moves"]] == mover.sees(shared)["view"]["legal"]
        assert (page["log_from"], page["log"][0]["ply"]) == (0, 0)
        link.plays()
        after = link.hears("page")
        assert after["seq"] == page["seq"] + 1
        # Only what is new in the log is sent.
        assert (after["log_from"], after["log"][0]["ply"]) == (page["ply"], page["ply"] + 1)


def test_two_pages_see_the_same(ann: Person, bob: Person, shared: Table) -> None:
    with ann.listens(shared) as one, bob.listens(shared) as two, ann.listens(shared) as tab:
        links = (one, two, tab)
        pages = [link.looks() for link in links]
        for _ in range(6):
            (seat,) = [i for i, line in enumerate(pages[0]["seats"]) if line["to_act"]]
            links[seat == 1].plays()
            anns, bobs, tabs = pages = [link.hears("page") for link in links]
            assert (anns["seq"], anns["ply"]) == (bobs["seq"], bobs["ply"])
            for part in ("seq", "ply", "log", "board"):
                assert anns[part] == tabs[part]
            # Each reader is addressed as "you"; all else is the same.
            plies = [
                [(line["ply"], line["seat"], line.get("touched")) for line in page["log"]]
                for page in (anns, bobs)
            ]
            assert plies[0] == plies[1]


def test_a_spectator_cannot_act(ann: Person, bob: Person, shared: Table, stranger: Person) -> None:
    seat = shared.seat_to_act
    mover, other = (bob, ann) if seat == 1 else (ann, bob)
    play = {"type": "play", **ACTS["play"]}
    with stranger.listens(shared) as watching, mover.listens(shared) as playing:
        page = watching.looks()
        assert (page["seat"], page["mine"], page["turn"]) == (-1, [], False)
        assert (page["moves"], page["undo"], page["invite"]) == ([], None, "")
        for act, more in ACTS.items():
            watching.refuses({"type": act, "seat": seat, **more}, 403)
        watching.refuses({"seat": -1, **play}, 403)
        watching.refuses({"type": "chat", "text": "hello"}, 401)
        with other.listens(shared) as link:  # nor somebody at another seat
            link.refuses({"seat": seat, **play}, 403)
            assert link.looks()["seq"] == 0
        playing.looks()
        playing.plays()
        assert watching.hears("page")["seq"] == 1


def test_wrong_messages_are_refused(ann: Person, table: Table) -> None:
    seat = table.seat_to_act
    with ann.listens(table) as link:
        before = link.looks()
        for message, status in (
            ("no json", 422),
            ({}, 422),
            ({"type": "dance"}, 422),
            ({"type": "look", "shape": "round"}, 422),
            ({"type": "play", "seat": seat, "move": "draw"}, 422),
            ({"type": "undo", "seat": seat, "move": "draw"}, 422),
            ({"type": "join", "token": "x"}, 422),
            ({"type": "play", "seat": seat, "move": "fly", "seq": 0}, 422),
            ({"type": "play", "seat": seat, "move": "draw", "seq": 77}, 409),
            ({"type": "undo", "seat": seat}, 409),
            ({"type": "answer", "seat": seat, "agree": True}, 409),
            ({"type": "back", "seat": seat}, 409),
            ({"type": "chat", "text": "   "}, 422),
            ({"type": "chat", "text": "x" * 401}, 422),
            ("x" * 5000, 413),
        ):
            link.refuses(message, status)
            assert link.looks() == before, message
        link.says("ping")
        assert link.receive_json() == {"type": "pong"}


def test_refusals_speak_the_pages_language(ann: Person, table: Table) -> None:
    undo = {"type": "undo", "seat": 0}
    with ann.listens(table, headers={"accept-language": "nl"}) as link:
        said = [link.refuses(undo, 409)]
        for language in ("fr", "en"):
            link.looks(lang=language)
            said.append(link.refuses(undo, 409))
    assert said[2] == "You have no move to undo."
    assert len(set(said)) == 3


def test_a_step_back_takes_lines_from_the_log(ann: Person, table: Table) -> None:
    table.rush(decisions=5)
    with ann.listens(table) as link:
        page = link.looks()
        link.says("undo", seat=[s.seat for s in table.state.match.steps if not s.auto][-1])
        after = link.hears("page")
        assert after["ply"] < page["ply"]
        assert after["log_from"] == after["ply"] - 1
        assert [entry["ply"] for entry in after["log"]] == [after["ply"]], "told as a turn's end"


def test_asking_for_a_step_back_over_sockets(ann: Person, bob: Person, shared: Table) -> None:
    while "draw" not in shared.state.match.legal(shared.seat_to_act):
        shared.rush(decisions=1)
    seat = shared.seat_to_act
    mover, other, answering = (bob, ann, [0, 2]) if seat == 1 else (ann, bob, [1])
    with mover.listens(shared) as mine, other.listens(shared) as theirs:
        page = mine.looks()
        theirs.looks()
        mine.says("play", seat=seat, move="draw", seq=page["seq"])
        for link in (mine, theirs):
            link.hears("page")
        mine.says("undo", seat=seat)
        asked = mine.hears("page")
        assert (asked["asking"], asked["may_answer"]) == (seat, [])
        assert theirs.hears("page")["may_answer"] == answering
        for each in answering:
            theirs.says("answer", seat=each, agree=True)
            after = theirs.hears("page")
        assert (after["asking"], after["ply"]) == (-1, page["ply"])


def test_chat_and_new_names_are_heard_by_all(bob: Person, shared: Table, stranger: Person) -> None:
    with bob.listens(shared) as link, stranger.listens(shared) as other:
        other.looks()
        link.looks()
        bob.posts("/api/person", name="Bobby")
        assert link.hears("page")["seats"][1]["name"] == "Bobby"
        link.says("chat", text="  it's   me 👩\u200d💻\u202e \n")
        for each in (link, other):
            line = each.hears("chat")["line"]
            assert (line["name"], line["seat"], line["text"]) == ("Bobby", 1, "it's me 👩\u200d💻")
        assert link.looks()["chat"][0]["name"] == "Bobby"


class Reader:
    """A client whose connection takes what it is sent only when it reads."""

    socket: module.Socket
    task: asyncio.Task[None]

    def __init__(self) -> None:
        self.reads, self.dropped = asyncio.Event(), asyncio.Event()
        self.scope = {"state": {ABORT: self.dropped.set}}
        self.got: list[dict[str, Any]] = []
        self.headers, self.cookies, self.query_params, self.client = {}, {}, {}, None

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.got.append(json.loads(text))

    async def receive(self) -> dict[str, Any]:
        await self.dropped.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def read_until(self, seq: int) -> None:
        """Reads until it has heard of a change, then goes."""
        self.reads.set()
        with anyio.fail_after(GIVE_UP):
            while not self.got or self.got[-1].get("seq") != seq:
                await asyncio.sleep(0)
        self.dropped.set()
        await self.is_gone()

    async def is_gone(self) -> None:
        await asyncio.wait_for(self.task, GIVE_UP)


Comes = Callable[..., Reader]


@pytest.fixture
def comes(site: Site, sockets: Sockets) -> Comes:
    async def come(live: LiveTable, *looks: Look) -> Any:
        reader = Reader()
        reader.socket = module.Socket(sockets, reader, live)  # type: ignore[arg-type]
        for look in looks:
            reader.socket.look(look)
        sockets.open.add(reader.socket)
        reader.task = asyncio.create_task(reader.socket.run())
        return reader

    return lambda table, *looks: site.call(come, site.live(table), *looks)


def test_who_does_not_read_is_dropped(
    site: Site, sockets: Sockets, comes: Comes, table: Table, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(module, "READ_TIMEOUT", 0.05)
    reader = comes(table)
    assert site.server.portal is not None
    watch = site.server.portal.start_task_soon(sockets.watch)  # the server's own looks later
    site.call(reader.is_gone)
    watch.cancel()
    assert reader.dropped.is_set()
    assert not reader.socket.outbox
    assert site.live(table).listeners == set()


def test_a_slow_page_is_told_once_what_happened(site: Site, comes: Comes, table: Table) -> None:
    reader = comes(table, Look())
    table.rush(decisions=30)
    assert len(reader.socket.outbox) <= 1
    site.call(reader.read_until, 30)
    assert [message["type"] for message in reader.got] in (["table", "page"], ["page", "table"])


def test_what_happens_while_a_page_is_rendered_is_told_too(
    sockets: Sockets, ann: Person, table: Table, monkeypatch: Patch
) -> None:
    seat, full_page = table.seat_to_act, sockets.renderer.full_page

    async def meanwhile(*asked: Any, **more: Any) -> Any:
        rendered, live = await full_page(*asked, **more), await sockets.service.open(table)
        await sockets.service.submit(live, lambda table: table.request_move(seat, "draw", 0))
        return rendered

    monkeypatch.setattr(sockets.renderer, "full_page", meanwhile)
    with ann.listens(table) as link:
        assert link.looks()["seq"] == 0
        assert link.hears("page")["seq"] == 1


def test_a_program_that_lets_too_much_lie_is_dropped(
    site: Site, comes: Comes, table: Table, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(module, "MAX_QUEUE", 8)
    reader = comes(table)
    table.rush(decisions=12)
    site.call(reader.is_gone)
    assert reader.dropped.is_set()


def test_a_program_hears_everything_in_order(site: Site, comes: Comes, table: Table) -> None:
    reader = comes(table)
    reader.reads.set()
    table.rush(decisions=12)
    site.call(reader.read_until, 12)
    assert [message["seq"] for message in reader.got] == list(range(13))


def cannot_listen(person: Person, table: str, **more: Any) -> int:
    """A connection is refused; its close code."""
    with pytest.raises(WebSocketDisconnect) as refused, person.listens(table, **more):
        pass
    return refused.value.code


def test_sockets_of_other_sites_are_refused(ann: Person, table: Table) -> None:
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"},
                    {"sec-fetch-site": "same-site"}):  # fmt: skip
        assert cannot_listen(ann, table, headers=headers) == module.POLICY_VIOLATION
    with ann.listens(table, headers={"origin": "http://testserver"}) as link:
        assert link.looks()["seq"] == 0


def test_bytes_end_a_socket(site: Site, ann: Person, table: Table) -> None:
    with ann.listens(table) as link:
        link.socket.send_bytes(b"\x00")
    assert site.live(table).listeners == set()
    assert ann.gets("/health")["sockets"] == 0


@pytest.mark.parametrize("failure", [KeyError, RuntimeError])
def test_errors_of_our_own_are_not_taken_for_a_disconnect(
    sockets: Sockets, ann: Person, table: Table, failure: Any, monkeypatch: Patch, caplog: Logs
) -> None:
    with ann.listens(table) as link:
        monkeypatch.setattr(sockets.limits.requests, "allows", Mock(side_effect=failure))
        link.says("ping")
    assert table.site.live(table).listeners == set()
    assert f"the socket of table {table} failed" in caplog.text


def test_a_page_that_cannot_be_rendered_is_logged_and_dropped(
    sockets: Sockets, ann: Person, table: Table, monkeypatch: Patch, caplog: Logs
) -> None:
    monkeypatch.setattr(sockets.renderer, "render", Mock(side_effect=RuntimeError))
    with ann.listens(table) as link, pytest.raises(WebSocketDisconnect):
        link.looks()
    assert f"a page of table {table} cannot be shown" in caplog.text


@pytest.mark.usefixtures("limits_at")
def test_messages_and_sockets_count_against_the_limit(start: Start) -> None:
    with start(requests_per_second=1.0) as site:
        ann = site.person("Ann")
        table = ann.opens("me", "here", "here")
        with ann.listens(table) as link:
            for _ in range(12):
                link.says("ping")
            assert link.hears("refused")["status"] == 429
            assert cannot_listen(ann, table) == module.TRY_AGAIN_LATER
