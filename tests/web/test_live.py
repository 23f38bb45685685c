"""Live updates: everyone at a table sees the same, comes back, and is told why not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from nomarch.tables.live.live_table import LiveTable
from nomarch.web.app import create_app
from nomarch.web.http import limits
from nomarch.web.http.client_messages import Look
from nomarch.web.http.connections import ABORT
from nomarch.web.operations.settings import Settings
from nomarch.web.table import sockets as module

from .conftest import Arrives
from .people import Person, call, opened, rush, settle, told, visitor


def look(socket: WebSocketTestSession, **more: Any) -> dict[str, Any]:
    socket.send_json({"type": "look", **more})
    return told(socket, "page")


def refusal(socket: WebSocketTestSession, message: Any) -> tuple[int, str]:
    if isinstance(message, str):
        socket.socket.send_text(message)
    else:
        socket.send_json(message)
    answer = told(socket, "refused")
    return answer["status"], answer["error"]


@pytest.fixture
def shared(ann: Person, bob: Person) -> tuple[str, list[Person]]:
    """A table of Ann, Bob and Ann's neighbour; the persons by seat."""
    made = ann.sets("me", "friend", "here")
    bob.joins(made)
    return made["id"], [ann, bob, ann]


WISHES: dict[str, dict[str, Any]] = {
    "play": {"move": "draw", "seq": 0},
    "undo": {},
    "answer": {"agree": True},
    "back": {},
}
"""What can be wanted of a table, with everything that must be said besides the seat."""


def play_message(state: dict[str, Any]) -> dict[str, Any]:
    return {"type": "play", "seat": state["seat"], "move": state["moves"][0]["move"],
            "seq": state["seq"]}  # fmt: skip


def test_a_program_is_told_its_legal_moves_and_plays(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    with ann.client.websocket_connect(f"/api/tables/{id_}/live") as socket:
        first = socket.receive_json()
        (seat,) = first["to_act"]
        assert first == {
            "type": "table", "seq": 0, "to_act": [seat], "over": False,
            "legal": {str(seat): ann.sees(id_)["view"]["legal"]},
        }  # fmt: skip
        move = first["legal"][str(seat)][0]
        socket.send_json({"type": "play", "seat": seat, "move": move, "seq": 0})
        then = socket.receive_json()
        assert then["seq"] == 1
        assert then["entry"] == {"kind": "move", "seat": seat}


def test_a_program_hears_when_the_last_one_comes(
    ann: Person, arrives: Arrives, stranger: Person
) -> None:
    made = ann.sets("me", "friend", "friend")
    with stranger.listens(made["id"]) as socket:
        arrives("Bob").joins(made)
        assert socket.receive_json()["to_act"] == []
        arrives("Cy").joins(made)
        assert len(socket.receive_json()["to_act"]) == 1


def test_a_page_looks_and_plays(server: TestClient, shared: tuple[str, list[Person]]) -> None:
    id_, people = shared
    rush(server, id_, seed=1, decisions=3)
    (seat,) = people[0].sees(id_)["view"]["to_act"]
    with people[seat].listens(id_) as socket:
        state = look(socket, shape="tall", lang="en")
        assert state["turn"]
        assert state["board"].startswith("<svg")
        assert [offer["move"] for offer in state["moves"]] == people[seat].sees(id_)["view"][
            "legal"
        ]
        assert state["log_from"] == 0
        assert state["log"][0]["ply"] == 0
        socket.send_json(play_message(state))
        after = told(socket, "page")
        assert after["seq"] == state["seq"] + 1
        # Only what is new in the log is sent.
        assert after["log_from"] == state["ply"]
        assert after["log"][0]["ply"] == state["ply"] + 1


def test_two_pages_see_the_same(shared: tuple[str, list[Person]]) -> None:
    id_, people = shared
    ann, bob = people[0], people[1]
    with ann.listens(id_) as one, bob.listens(id_) as two, ann.listens(id_) as second_tab:
        sockets = (one, two, second_tab)
        states = [look(socket) for socket in sockets]
        for _ in range(6):
            (seat,) = [i for i, line in enumerate(states[0]["seats"]) if line["to_act"]]
            mover = 1 if seat == 1 else 0
            sockets[mover].send_json(play_message(states[mover]))
            states = [told(socket, "page") for socket in sockets]
            assert len({state["seq"] for state in states}) == 1
            assert len({state["ply"] for state in states}) == 1
            logs = [state["log"] for state in states]
            assert logs[0] == logs[2]
            # Each reader is addressed as "you"; all else is the same.
            plies = [
                [(line["ply"], line["seat"], line.get("touched")) for line in log] for log in logs
            ]
            assert plies[0] == plies[1]
            assert states[0]["board"] == states[2]["board"]


def test_a_second_tab_cannot_move_again(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    with ann.listens(id_) as one, ann.listens(id_) as two:
        state = look(one)
        same = look(two)
        one.send_json(play_message(state))
        after = told(one, "page")
        told(two, "page")
        status, words = refusal(two, play_message(same))
        assert status == 409
        assert words.endswith(".")
        assert look(two)["seq"] == after["seq"]


def test_coming_back_catches_up(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    rush(server, id_, seed=1, decisions=3)
    with ann.listens(id_) as socket:
        had = look(socket)
    rush(server, id_, seed=1, decisions=12)
    with ann.listens(id_) as socket:
        state = look(socket)
        assert state["seq"] == 15
        assert [line["ply"] for line in state["log"]] == list(range(state["ply"] + 1))
        assert state["log"][: had["ply"] + 1] == had["log"]


def test_a_spectator_sees_but_cannot_act(
    shared: tuple[str, list[Person]], stranger: Person
) -> None:
    id_, people = shared
    (seat,) = people[0].sees(id_)["view"]["to_act"]
    with stranger.listens(id_) as watching, people[seat].listens(id_) as playing:
        state = look(watching)
        assert (state["seat"], state["mine"], state["turn"]) == (-1, [], False)
        assert (state["moves"], state["undo"], state["invite"]) == ([], None, "")
        for kind, more in WISHES.items():
            assert refusal(watching, {"type": kind, "seat": seat, **more})[0] == 403
        assert refusal(watching, {"type": "play", "seat": -1, **WISHES["play"]})[0] == 403
        assert refusal(watching, {"type": "chat", "text": "hello"})[0] == 401
        playing.send_json(play_message(look(playing)))
        assert told(watching, "page")["seq"] == 1


def test_a_person_of_another_seat_cannot_act_for_it(shared: tuple[str, list[Person]]) -> None:
    id_, people = shared
    (seat,) = people[0].sees(id_)["view"]["to_act"]
    other = people[0] if seat == 1 else people[1]
    with other.listens(id_) as socket:
        message = {"type": "play", "seat": seat, "move": "draw", "seq": 0}
        assert refusal(socket, message)[0] == 403
        assert look(socket)["seq"] == 0


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("no json", 422),
        ("[]", 422),
        ({}, 422),
        ({"type": 5}, 422),
        ({"type": "dance"}, 422),
        ({"type": "look", "shape": "round"}, 422),
        ({"type": "look", "more": 1}, 422),
        ({"type": "play", "seat": 0, "move": "draw"}, 422),
        ({"type": "undo", "seat": 0, "move": "draw"}, 422),
        ({"type": "join", "token": "x"}, 422),
        ({"type": "play", "seat": "0", "move": "draw", "seq": 0}, 422),
        ({"type": "play", "seat": 0, "move": "fly", "seq": 0}, 422),
        ({"type": "play", "seat": 0, "move": "draw", "seq": 77}, 409),
        ({"type": "undo", "seat": 0}, 409),
        ({"type": "answer", "seat": 0, "agree": True}, 409),
        ({"type": "back", "seat": 0}, 409),
        ({"type": "chat", "text": "   "}, 422),
        ({"type": "chat", "text": "x" * 401}, 422),
        ("x" * 5000, 413),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(
    ann: Person, message: Any, status: int
) -> None:
    id_ = ann.opens("me", "here", "here")
    seat = str(ann.sees(id_)["view"]["to_act"][0])
    if isinstance(message, dict) and message.get("seat") == 0:
        message = {**message, "seat": int(seat)}
    with ann.listens(id_) as socket:
        before = look(socket)
        got, words = refusal(socket, message)
        assert got == status
        assert words.strip().endswith(".")
        assert look(socket) == before
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


def test_refusals_speak_the_pages_language(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    with ann.listens(id_, headers={"accept-language": "nl"}) as socket:
        dutch = refusal(socket, {"type": "undo", "seat": 0})[1]
        look(socket, lang="fr")
        french = refusal(socket, {"type": "undo", "seat": 0})[1]
        look(socket, lang="en")
        english = refusal(socket, {"type": "undo", "seat": 0})[1]
    assert english == "You have no move to undo."
    assert len({dutch, french, english}) == 3


def test_a_step_back_takes_lines_from_the_log(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    rush(server, id_, seed=1, decisions=5)
    with ann.listens(id_) as socket:
        state = look(socket)
        last = [s.seat for s in opened(server, id_).table.match.steps if not s.auto][-1]
        socket.send_json({"type": "undo", "seat": last})
        after = told(socket, "page")
        assert after["ply"] < state["ply"]
        assert after["log_from"] == after["ply"] - 1
        assert [entry["ply"] for entry in after["log"]] == [after["ply"]], "told as a turn's end"


def test_asking_for_a_step_back_over_sockets(
    server: TestClient, shared: tuple[str, list[Person]]
) -> None:
    id_, people = shared
    table = opened(server, id_).table
    while "draw" not in table.match.legal(table.match.to_act[0]):
        table = rush(server, id_, seed=1, decisions=1)
    (seat,) = table.match.to_act
    other = people[0] if seat == 1 else people[1]
    with people[seat].listens(id_) as mine, other.listens(id_) as theirs:
        state = look(mine)
        look(theirs)
        mine.send_json({"type": "play", "seat": seat, "move": "draw", "seq": state["seq"]})
        told(mine, "page")
        told(theirs, "page")
        mine.send_json({"type": "undo", "seat": seat})
        asked = told(mine, "page")
        assert (asked["asking"], asked["may_answer"]) == (seat, [])
        asked = told(theirs, "page")
        answering = asked["may_answer"]
        assert answering == sorted({0, 1, 2} - {s for s in range(3) if people[s] is people[seat]})
        for s in answering:
            theirs.send_json({"type": "answer", "seat": s, "agree": True})
            after = told(theirs, "page")
        assert after["asking"] == -1
        assert after["ply"] == state["ply"]


def test_chat_is_heard_by_all(shared: tuple[str, list[Person]], stranger: Person) -> None:
    id_, people = shared
    with people[1].listens(id_) as speaking, stranger.listens(id_) as hearing:
        look(speaking)
        look(hearing)
        speaking.send_json({"type": "chat", "text": "  well   played \n"})
        for socket in (speaking, hearing):
            line = told(socket, "chat")["line"]
            assert (line["name"], line["seat"], line["text"]) == ("Bob", 1, "well played")


def test_a_new_name_counts_for_sockets_that_are_open(shared: tuple[str, list[Person]]) -> None:
    id_, people = shared
    with people[1].listens(id_) as socket:
        look(socket)
        people[1].post("/api/person", {"name": "Bobby"})
        assert told(socket, "page")["seats"][1]["name"] == "Bobby"
        socket.send_json({"type": "chat", "text": "it's me"})
        assert told(socket, "chat")["line"]["name"] == "Bobby"
        assert look(socket)["chat"][0]["name"] == "Bobby"


# --- Who does not read, and who comes from elsewhere --------------------------------------------


class Reader:
    """A client whose connection takes what it is sent only when it reads."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.dropped = asyncio.Event()
        self.scope = {"state": {ABORT: self.dropped.set}}
        self.got: list[dict[str, Any]] = []
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.query_params: dict[str, str] = {}
        self.client = None

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.got.append(json.loads(text))

    async def receive(self) -> dict[str, Any]:
        await self.dropped.wait()
        return {"type": "websocket.disconnect", "code": 1006}


def test_one_who_does_not_read_is_dropped_and_nothing_is_kept_for_them(
    server: TestClient, sockets: module.Sockets, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READ_TIMEOUT", 0.05)
    id_ = ann.opens("me", "here", "here")
    live = opened(server, id_)

    async def scene() -> None:
        reader = Reader()
        socket = module.Socket(sockets, reader, live)  # type: ignore[arg-type]
        sockets.open.add(socket)
        watch = asyncio.create_task(sockets.watch())
        await asyncio.wait_for(socket.run(), 60)
        sockets.open.discard(socket)
        watch.cancel()
        assert reader.dropped.is_set()
        assert not socket.outbox

    call(server, scene)
    assert live.listeners == set()


def test_a_slow_page_is_told_once_what_happened_meanwhile(
    server: TestClient, sockets: module.Sockets, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    live = opened(server, id_)

    async def arrive() -> tuple[Reader, module.Socket, asyncio.Task[None]]:
        reader = Reader()
        socket = module.Socket(sockets, reader, live)  # type: ignore[arg-type]
        socket.look(Look())
        return reader, socket, asyncio.create_task(socket.run())

    reader, socket, task = call(server, arrive)
    for _ in range(30):
        ann.plays(id_, ann.sees(id_)["view"]["to_act"][0])
    assert len(socket.outbox) <= 1

    async def read() -> None:
        reader.reads.set()
        while not reader.got or reader.got[-1].get("seq") != 30:
            await asyncio.sleep(0)
        reader.dropped.set()
        await task

    call(server, read)
    assert [message["type"] for message in reader.got] in (["table", "page"], ["page", "table"])


def test_what_happens_while_a_page_is_painted_is_told_too(
    server: TestClient, sockets: module.Sockets, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = ann.opens("me", "here", "here")
    live = opened(server, id_)
    full_page = sockets.renderer.full_page

    async def meanwhile(*asked: Any, **more: Any) -> Any:
        painted = await full_page(*asked, **more)
        (seat,) = live.table.match.to_act
        await sockets.service.submit(live, lambda table: table.request_move(seat, "draw", 0))
        return painted

    monkeypatch.setattr(sockets.renderer, "full_page", meanwhile)
    with ann.listens(id_) as socket:
        assert look(socket)["seq"] == 0
        assert told(socket, "page")["seq"] == 1


async def arrive(reader: Reader, sockets: module.Sockets, live: LiveTable) -> asyncio.Task[None]:
    """A client comes to a table; what is given back ends when it leaves."""
    socket = module.Socket(sockets, reader, live)  # type: ignore[arg-type]
    return asyncio.create_task(socket.run())


def test_a_program_that_lets_too_much_lie_is_dropped(
    server: TestClient, sockets: module.Sockets, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_QUEUE", 8)
    id_ = ann.opens("me", "here", "here")
    live = opened(server, id_)
    reader = Reader()
    task = call(server, arrive, reader, sockets, live)
    for _ in range(12):
        ann.plays(id_, ann.sees(id_)["view"]["to_act"][0])
    call(server, asyncio.wait_for, task, 60)
    assert reader.dropped.is_set()


def test_a_program_hears_everything_in_order(
    server: TestClient, sockets: module.Sockets, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    live = opened(server, id_)
    reader = Reader()
    reader.reads.set()
    task = call(server, arrive, reader, sockets, live)
    for _ in range(12):
        ann.plays(id_, ann.sees(id_)["view"]["to_act"][0])

    async def leave() -> None:
        while reader.got[-1]["seq"] != 12:
            await asyncio.sleep(0)
        reader.dropped.set()
        await task

    call(server, leave)
    assert [message["seq"] for message in reader.got] == list(range(13))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_sockets_of_other_sites_are_refused(ann: Person, headers: dict[str, str]) -> None:
    id_ = ann.opens("me", "here", "here")
    with pytest.raises(WebSocketDisconnect) as refused:  # noqa: SIM117
        with ann.client.websocket_connect(f"/api/tables/{id_}/live", headers=headers):
            pass
    assert refused.value.code == module.POLICY_VIOLATION
    with ann.listens(id_, headers={"origin": "http://testserver"}) as socket:
        assert look(socket)["seq"] == 0


def test_there_is_no_socket_without_a_table(ann: Person) -> None:
    with pytest.raises(WebSocketDisconnect), ann.client.websocket_connect("/api/tables/no/live"):
        pass


def test_bytes_end_the_conversation_and_leave_nothing_behind(
    server: TestClient, ann: Person
) -> None:
    id_ = ann.opens("me", "here", "here")
    with ann.listens(id_) as socket:
        socket.socket.send_bytes(b"\x00")
    assert opened(server, id_).listeners == set()
    assert server.get("/health").json()["sockets"] == 0


@pytest.mark.parametrize("failure", [KeyError, RuntimeError])
def test_errors_of_our_own_are_logged_and_not_taken_for_a_disconnect(
    server: TestClient,
    sockets: module.Sockets,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: type[Exception],
) -> None:
    id_ = ann.opens("me", "here", "here")

    def fail(*_: object) -> None:
        raise failure("a mistake")

    with ann.listens(id_) as socket:
        monkeypatch.setattr(sockets.limits.requests, "allows", fail)
        socket.send_json({"type": "ping"})
    assert opened(server, id_).listeners == set()
    assert f"the socket of table {id_} failed" in caplog.text


def test_a_page_that_cannot_be_rendered_is_logged_and_dropped(
    sockets: module.Sockets,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    id_ = ann.opens("me", "here", "here")

    def fail(*_: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(sockets.renderer, "render", fail)
    with ann.listens(id_) as socket:
        socket.send_json({"type": "look"})
        with pytest.raises(WebSocketDisconnect):
            list(iter(socket.receive_json, None))
    assert f"a page of table {id_} cannot be shown" in caplog.text


@pytest.fixture
def strict(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    app: Starlette = create_app(Settings(data=settings.data, requests_per_second=1.0))
    with TestClient(app) as client:
        yield client


def test_messages_and_sockets_count_against_the_limit(strict: TestClient) -> None:
    ann = visitor(strict)
    ann.post("/api/person", {"name": "Ann"})
    id_ = ann.opens("me", "here", "here")
    with ann.listens(id_) as socket:
        for _ in range(12):
            socket.send_json({"type": "ping"})
        assert told(socket, "refused")["status"] == 429
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            ann.client.websocket_connect(f"/api/tables/{id_}/live"),
        ):
            pass
        assert refused.value.code == module.TRY_AGAIN_LATER


def test_bots_are_seen_moving(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "random", "random")
    settle(server, id_)
    with ann.listens(id_) as socket:
        state = look(socket)
        socket.send_json(play_message(state))
        while not (now := told(socket, "page"))["turn"]:
            assert now["seq"] > state["seq"]
            state = now
        assert now["seq"] > state["seq"]
