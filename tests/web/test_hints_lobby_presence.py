"""Hints where they are allowed, the lobby, who is present, and what is unread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.storage.store import Store
from nomarch.tables.bots import bot_player
from nomarch.tables.bots.bot_player import ATTENDED
from nomarch.tables.live import presence
from nomarch.tables.stores.summary_store import read_summaries
from nomarch.tables.stores.table_store import put_table, read_table

from .conftest import Arrives, Start
from .people import Person, call, change, opened, rush, service_of, settle, stored, told


def hint(person: Person, id_: str, seat: int) -> Any:
    return person.post(f"/api/tables/{id_}/hint", {"seat": seat})


def visit(server: TestClient, person: Person, id_: str) -> None:
    """Comes to a table and goes again, and waits until that is written down."""
    with person.listens(id_):
        pass
    live, writer = opened(server, id_), service_of(server).writer

    async def wait() -> None:
        while live.present:
            await asyncio.sleep(0)
        await writer.do(lambda store: None)

    call(server, wait)


def lines_of(person: Person) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in person.get("/api/tables").json()}


# --- Hints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "wish", "allowed"),
    [
        (("me", "random", "random"), {}, True),
        (("me", "random", "random"), {"hints": False}, False),
        (("me", "here", "random"), {}, False),
        (("me", "friend", "random"), {}, False),
        (("me", "here", "here"), {"hints": True}, True),
        (("me", "here", "here"), {"coached": True}, True),
    ],
)
def test_hints_are_for_those_who_play_alone_unless_it_is_said_otherwise(
    ann: Person, kinds: tuple[str, ...], wish: dict[str, Any], allowed: bool
) -> None:
    assert ann.sees(ann.opens(*kinds, **wish))["hints"] is allowed


def test_a_coach_without_hints_is_refused(ann: Person) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    wish = {"game": "ra", "seats": seats, "coached": True, "hints": False}
    assert ann.post("/api/tables", wish).status_code == 422


def test_where_none_is_allowed_a_hint_is_refused_and_leaves_no_trace(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    before = ann.sees(id_)
    answer = hint(ann, id_, before["view"]["to_act"][0])
    assert answer.status_code == 409
    assert answer.json()["error"] == "Hints are off at this table."
    assert ann.sees(id_) == before


def test_a_hint_is_told_to_everyone_and_stands_in_the_log(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here", hints=True)
    (seat,) = ann.sees(id_)["view"]["to_act"]
    assert hint(ann, id_, seat).status_code == 200
    assert hint(ann, id_, seat).status_code == 200
    assert opened(server, id_).table.seq == 1, "asked twice about one decision, told once"
    assert ann.sees(id_)["hinted"][seat] == 1
    ann.plays(id_, seat, "draw")
    log = ann.get(f"/api/tables/{id_}/log").json()
    assert [line.get("hinted", False) for line in log[:2]] == [False, True]
    again = ann.sees(id_)["view"]["to_act"][0]
    ann.plays(id_, again, "draw")
    assert "hinted" not in ann.get(f"/api/tables/{id_}/log").json()[-1]


def test_who_takes_back_a_move_still_knows_the_hint(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here", hints=True)
    (seat,) = ann.sees(id_)["view"]["to_act"]
    hint(ann, id_, seat)
    ann.plays(id_, seat, "invoke")
    assert ann.post(f"/api/tables/{id_}/undo", {"seat": seat}).status_code == 200
    ann.plays(id_, seat, "invoke")
    lines = ann.get(f"/api/tables/{id_}/log").json()
    assert [line["ply"] for line in lines if line.get("hinted")] == [1]
    assert ann.sees(id_)["hinted"][seat] == 1


def test_any_legal_move_can_be_asked_about(server: TestClient, ann: Person) -> None:
    """“What if I …?” says what a move does and how it compares; nothing is played."""
    id_ = ann.opens("me", "here", "here", hints=True)
    before = ann.sees(id_)
    (seat,) = before["view"]["to_act"]
    path = f"/api/tables/{id_}/hint"
    for move in ("draw", "invoke"):
        found = ann.post(path, {"seat": seat, "quick": True, "move": move}).json()
        assert found["asked"]["move"] == move
        is_advice = move == found["move"]
        words = "That's what I'd do, too." if is_advice else f"Better: {found['words']}."
        assert words in found["asked"]["reason"]
    assert ann.sees(id_)["view"] == before["view"]
    assert hint(ann, id_, seat).json()["asked"] is None


def test_only_legal_moves_can_be_asked_about(ann: Person) -> None:
    id_ = ann.opens("me", "here", "here", hints=True)
    (seat,) = ann.sees(id_)["view"]["to_act"]
    for move in ("pass", "nonsense"):
        asked = {"seat": seat, "quick": True, "move": move}
        assert ann.post(f"/api/tables/{id_}/hint", asked).status_code == 409


def test_a_hint_survives_a_restart(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here", hints=True)
    (seat,) = ann.sees(id_)["view"]["to_act"]
    hint(ann, id_, seat)
    ann.plays(id_, seat, "draw")
    seen, log = ann.sees(id_), ann.get(f"/api/tables/{id_}/log").json()
    service_of(server).tables.clear()
    assert ann.sees(id_) == seen
    assert ann.get(f"/api/tables/{id_}/log").json() == log


# --- The lobby ------------------------------------------------------------------------------------


def test_a_listed_table_is_found_and_joined_without_a_link(
    ann: Person, bob: Person, arrives: Arrives
) -> None:
    ann.sets("me", "friend", "random")
    made = ann.sets("me", "friend", "friend", listed=True)
    (line,) = bob.get("/api/lobby").json()
    assert (line["id"], line["free"], line["names"]) == (made["id"], 2, ["Ann"])
    assert not {"invite", "seed"} & set(line)
    join = f"/api/tables/{made['id']}/join"
    assert bob.post(join).json() == {"seat": 1}
    assert ann.get("/api/lobby").json()[0]["free"] == 1
    assert arrives("Cleo").post(join).json() == {"seat": 2}
    assert ann.get("/api/lobby").json() == []
    assert arrives("Late").post(join).status_code in (403, 409)


def test_a_table_that_is_not_listed_needs_its_token(ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    path = f"/api/tables/{made['id']}"
    assert bob.post(f"{path}/join").status_code == 403
    assert bob.post(f"{path}/list", {"listed": True}).status_code == 403
    assert ann.post(f"{path}/list", {"listed": True}).status_code == 200
    assert ann.sees(made["id"])["listed"] is True
    assert "Ann" in bob.get("/lobby").text
    assert made["id"] in bob.get("/").text
    assert ann.post(f"{path}/list", {"listed": False}).status_code == 200
    assert bob.get("/api/lobby").json() == []
    assert bob.post(f"{path}/join").status_code == 403


def test_one_host_has_few_tables_in_the_lobby(ann: Person, bob: Person) -> None:
    wish = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]}
    made = [ann.post("/api/tables", {**wish, "listed": True}) for _ in range(4)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 409]
    unlisted = f"/api/tables/{ann.opens('me', 'friend', 'friend')}/list"
    assert ann.post(unlisted, {"listed": True}).status_code == 409
    ann.post(f"/api/tables/{made[0].json()['id']}/list", {"listed": False})
    assert ann.post(unlisted, {"listed": True}).status_code == 200
    assert bob.post("/api/tables", {**wish, "listed": True}).status_code == 201
    assert len(ann.get("/api/lobby").json()) == 4


def test_only_a_free_seat_can_be_listed(ann: Person) -> None:
    wish = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    assert ann.post("/api/tables", {**wish, "listed": True}).status_code == 422


def test_an_old_table_leaves_the_lobby_as_its_invitation_ends(
    server: TestClient, ann: Person
) -> None:
    ann.sets("me", "friend", "friend", listed=True)
    service_of(server).directory.invitation = 0
    assert ann.get("/api/lobby").json() == []


# --- Presence -------------------------------------------------------------------------------------


def test_pages_are_told_who_else_is_there(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    made = ann.sets("me", "friend", "random")
    bob.joins(made)
    with ann.listens(made["id"]) as socket:
        socket.send_json({"type": "look"})
        told(socket, "page")
        with bob.listens(made["id"]) as other:
            assert told(socket, "present")["seats"] == [1]
            other.send_json({"type": "look"})
            assert told(other, "present")["seats"] == [0]
        assert told(socket, "present")["seats"] == []


def test_pages_are_told_when_their_bot_waits_for_others(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_player, "NOTICE_AFTER", 0.0)
    gate, queue = Event(), service_of(server).bots.queue

    async def occupy() -> None:
        for number in range(bot_player.THREADS[ATTENDED]):
            queue.put(gate.wait, ATTENDED, ("others", f"table {number}"))

    id_ = ann.opens("me", "random", "random")
    with ann.listens(id_) as socket:
        socket.send_json({"type": "look"})
        told(socket, "page")
        call(server, occupy)
        ann.plays(id_, 0)
        assert told(socket, "queue")["is_waiting"]
        with ann.listens(id_) as late:
            late.send_json({"type": "look"})
            assert told(late, "queue")["is_waiting"]
        gate.set()
        assert not told(socket, "queue")["is_waiting"]


# --- My tables: nothing is opened, and what is new is marked --------------------------------------


def test_other_servers_are_told_at_once_who_comes_and_goes(
    new_postgres: Callable[[], str], start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    monkeypatch.setattr(presence.Presence, "repeat", lambda self: None)  # which comes too late
    address = new_postgres()
    with start(address=address) as one, start(address=address) as two:
        ann, bob = one.person("Ann"), two.person("Bob")
        table = ann.opens("me", "friend", "random")
        bob.joins(table)
        with ann.listens(table) as link:
            link.looks()
            with bob.listens(table):
                assert link.hears("present")["seats"] == [1]
            assert link.hears("present")["seats"] == []


def test_my_tables_are_listed_without_being_opened(server: TestClient, ann: Person) -> None:
    ids = [ann.opens("me", "here", "random") for _ in range(3)]
    for number, id_ in enumerate(ids):
        rush(server, id_, seed=number, decisions=3 if number else 9999)
        settle(server, id_)
    known = lines_of(ann)
    service = service_of(server)
    call(server, service.directory.save_summaries)
    service.tables.clear()
    assert lines_of(ann) == known
    assert known[ids[0]]["over"]
    assert known[ids[0]]["place"] in (1, 2, 3)
    assert ann.get("/tables").status_code == 200
    assert len(service.tables) == 0


def test_tables_of_a_game_that_is_not_installed_any_more_hide_no_others(
    server: TestClient, ann: Person
) -> None:
    kept, gone = ann.opens("me", "here", "random"), ann.opens("me", "friend", "here", listed=True)
    settle(server, kept)
    lines_of(ann)
    service = service_of(server)
    call(server, service.directory.save_summaries)

    def uninstall(store: Store) -> None:
        record = read_table(store, gone)
        assert record is not None
        put_table(store, msgspec.structs.replace(record, game="no such game"))

    change(server, uninstall)
    service.tables.clear()
    assert list(lines_of(ann)) == [kept]
    assert ann.get("/api/lobby").json() == []
    for page in ("/", "/tables", "/lobby", "/me", "/api/me/data"):
        assert ann.get(page).status_code == 200, page


def test_a_note_that_is_older_than_the_log_is_not_used(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    service = service_of(server)
    lines_of(ann)
    call(server, service.directory.save_summaries)
    ann.plays(id_, ann.sees(id_)["view"]["to_act"][0], "draw")
    service.tables.unsummarized.clear()  # as if the process had died
    service.tables.clear()
    assert stored(server, lambda store: read_summaries(store, [id_])) == {}
    assert lines_of(ann)[id_]["ply"] == 1


def test_new_moves_and_unread_lines_are_marked(
    server: TestClient, ann: Person, bob: Person
) -> None:
    made = ann.sets("me", "friend", "here")
    bob.joins(made)
    id_ = made["id"]
    visit(server, bob, id_)
    assert (lines_of(bob)[id_]["new"], lines_of(bob)[id_]["unread"]) == (0, 0)
    rush(server, id_, seed=1, decisions=2)
    ann.post(f"/api/tables/{id_}/chat", {"text": "hello"})
    mine, theirs = lines_of(ann)[id_], lines_of(bob)[id_]
    assert theirs["new"] >= 2
    assert (mine["unread"], theirs["unread"]) == (0, 1)
    assert "data-unread" in bob.get("/tables").text
    assert bob.post(f"/api/tables/{id_}/read").status_code == 200
    visit(server, bob, id_)
    assert (lines_of(bob)[id_]["new"], lines_of(bob)[id_]["unread"]) == (0, 0)
