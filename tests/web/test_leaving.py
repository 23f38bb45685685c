"""Leaving a table, resigning, and going on without somebody who does not come any more."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from nomarch.tables.state import table as module
from nomarch.tables.state.clocks import ABSENT_SECONDS, AWAY_SECONDS
from nomarch.tables.state.fold import fold
from nomarch.tables.state.model import now
from nomarch.tables.stores.table_store import put_table, read_table

from .people import Person, change, opened, rush, service_of, settle, stored, told


def leave(person: Person, id_: str, seat: int) -> int:
    return int(person.post(f"/api/tables/{id_}/leave", {"seat": seat}).status_code)


def remove(person: Person, id_: str, seat: int, absent: int) -> int:
    body = {"seat": seat, "absent": absent}
    return int(person.post(f"/api/tables/{id_}/remove", body).status_code)


@pytest.fixture
def made(ann: Person, bob: Person) -> str:
    """A running table of Ann, Bob and a bot."""
    made = ann.sets("me", "friend", "random")
    bob.joins(made)
    return str(made["id"])


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    then = now() + seconds
    monkeypatch.setattr(module, "now", lambda: then)
    monkeypatch.setattr("nomarch.web.table.serializers.now", lambda: then)


def test_before_the_game_a_seat_becomes_free_again(ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    seat = bob.joins(made)
    assert leave(bob, made["id"], seat) == 200
    assert [s["kind"] for s in ann.sees(made["id"])["seats"]] == ["player", "open", "open"]
    assert bob.get("/api/tables").json() == []
    assert bob.joins(made) == seat
    # The host may go as well; another has their place then.
    assert leave(ann, made["id"], 0) == 200
    assert bob.post(f"/api/tables/{made['id']}/fill").status_code == 200
    assert bob.sees(made["id"])["full"]


def test_a_table_that_nobody_waits_at_is_gone(server: TestClient, ann: Person) -> None:
    made = ann.sets("me", "friend", "friend", clock=60)
    assert leave(ann, made["id"], 0) == 200
    assert ann.get(f"/api/tables/{made['id']}").status_code == 404
    assert stored(server, lambda store: read_table(store, made["id"])) is None
    assert ann.get("/api/tables").json() == []


def test_who_resigns_is_replaced_by_a_bot_for_good(
    server: TestClient, ann: Person, bob: Person, made: str
) -> None:
    rush(server, made, seed=1, decisions=6)
    assert leave(bob, made, 0) == 403
    assert leave(bob, made, 1) == 200
    settle(server, made)
    seen = ann.sees(made)
    assert (seen["seats"][1]["kind"], seen["seats"][1]["name"]) == ("bot", "Bob")
    assert bob.sees(made)["mine"] == []
    assert bob.post(f"/api/tables/{made}/back", {"seat": 1}).status_code == 403
    assert made not in [line["id"] for line in bob.get("/api/tables").json()]
    table = rush(server, made, seed=2)
    assert table.match.over
    assert leave(ann, made, 0) == 409


def pause(person: Person, id_: str, seat: int) -> int:
    return int(person.post(f"/api/tables/{id_}/pause", {"seat": seat}).status_code)


def log_of(person: Person, id_: str) -> list[str]:
    lines = person.get(f"/api/tables/{id_}/log?lang=en").json()
    return [line["text"] for entry in lines for line in entry["lines"]]


def test_who_takes_a_break_can_come_back_until_the_game_ends(
    server: TestClient, ann: Person, bob: Person, made: str
) -> None:
    rush(server, made, seed=1, decisions=4)
    assert pause(bob, made, 0) == 403
    assert pause(bob, made, 1) == 200
    assert pause(bob, made, 1) == 409
    seen = ann.sees(made)
    assert seen["away"] == [1]
    assert (seen["seats"][1]["kind"], seen["seats"][1]["name"]) == ("player", "Bob")
    assert "Bob takes a break: a bot plays until they're back." in log_of(ann, made)
    rush(server, made, seed=2, decisions=6)
    service_of(server).tables.clear()
    for _ in range(4):  # the bot plays, and nobody waits for Bob
        settle(server, made)
        assert ann.sees(made)["view"]["to_act"] == [0]
        ann.plays(made, 0)
    assert made in [line["id"] for line in bob.get("/api/tables").json()]
    assert bob.post(f"/api/tables/{made}/back", {"seat": 1}).status_code == 200
    assert ann.sees(made)["away"] == []
    assert "Bob is back." in log_of(ann, made)
    assert bob.post(f"/api/tables/{made}/back", {"seat": 1}).status_code == 409
    rush(server, made, seed=3)
    assert pause(bob, made, 1) == 409


def test_bots_play_for_all_who_take_a_break_at_a_table_of_people(
    server: TestClient, ann: Person, bob: Person
) -> None:
    """Such a table had nothing that was ever due."""
    made = ann.sets("me", "friend", "here")
    bob.joins(made)
    id_ = made["id"]
    rush(server, id_, seed=1, decisions=3)
    assert pause(bob, id_, 1) == 200
    for _ in range(10):
        settle(server, id_)
        (seat,) = ann.sees(id_)["view"]["to_act"]
        assert seat != 1
        ann.plays(id_, seat)
    table = opened(server, id_).table
    assert {step.seat for step in table.match.steps} == {0, 1, 2}
    assert not table.is_absent(1, now() + 1e9), "nobody needs to remove them"


def test_a_page_is_told_at_once_who_takes_a_break(
    server: TestClient, ann: Person, bob: Person, made: str
) -> None:
    rush(server, made, seed=1, decisions=4)
    with ann.listens(made) as socket:
        socket.send_json({"type": "look", "lang": "en"})
        page = told(socket, "page")
        while page["seats"][1]["to_act"]:  # no bot is to move meanwhile
            bob.plays(made, 1)
            page = told(socket, "page")
        pause(bob, made, 1)
        news = told(socket, "page")
        while not news["seats"][1]["away"]:
            news = told(socket, "page")
        texts = [line["text"] for entry in news["log"] for line in entry["lines"]]
        assert "Bob takes a break: a bot plays until they're back." in texts


def test_leaving_survives_a_restart_even_if_only_the_log_has_it(
    server: TestClient, ann: Person, bob: Person, made: str
) -> None:
    record = opened(server, made).table.record
    assert leave(bob, made, 1) == 200
    settle(server, made)
    # As if the server had been killed in between:
    change(server, lambda store: put_table(store, record))
    service_of(server).tables.clear()
    assert opened(server, made).table.record.seats[1].kind == "bot"
    assert bob.sees(made)["mine"] == []


def test_only_who_is_long_absent_is_removed_without_a_clock(
    server: TestClient, ann: Person, bob: Person, made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(server, made)
    table = opened(server, made).table
    (waited_for,) = table.to_act
    (one, other), seat = ((ann, bob), 0) if waited_for == 1 else ((bob, ann), 1)
    assert remove(one, made, seat, waited_for) == 409
    later(monkeypatch, ABSENT_SECONDS - 60)
    assert remove(one, made, seat, waited_for) == 409
    later(monkeypatch, ABSENT_SECONDS + 60)
    assert remove(other, made, waited_for, seat) == 409, "nobody waits for that one"
    assert remove(other, made, waited_for, waited_for) == 409, "one leaves by oneself"
    assert remove(other, made, waited_for, 2) == 409, "a bot is never absent"
    assert remove(one, made, seat, 99) == 422
    assert remove(one, made, waited_for, seat) == 403
    line = one.get(f"/t/{made}").text
    assert '"absent":true' in line
    assert remove(one, made, seat, waited_for) == 200
    assert other.sees(made)["mine"] == []


def test_with_a_clock_who_stays_away_is_removed(
    server: TestClient, ann: Person, bob: Person
) -> None:
    made = ann.sets("me", "friend", "random", clock=3600)
    bob.joins(made)
    id_ = made["id"]
    settle(server, id_)
    live = opened(server, id_)
    (late,) = live.table.to_act
    one, seat = (ann, 0) if late == 1 else (bob, 1)
    live.table = fold(live.table, live.table.request_away(late, live.table.seq))
    assert live.table.is_absent(late, now() + AWAY_SECONDS - 60) is False
    assert live.table.is_absent(late, now() + AWAY_SECONDS) is True
    live.table = fold(live.table, live.table.request_back(late))
    assert live.table.is_absent(late, now() + AWAY_SECONDS) is False
    assert live.table.is_absent(seat, now() + 1e9) is False
    assert remove(one, id_, seat, late) == 409
