"""Leaving a table, resigning, and going on without somebody who does not come any more."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from nomarch.tables import table as module
from nomarch.tables.model import now
from nomarch.tables.table import ABSENT_SECONDS, AWAY_SECONDS

from .people import Person, change, opened, rush, service_of, settle, stored


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
    monkeypatch.setattr("nomarch.web.serializers.now", lambda: then)


def test_before_the_game_a_seat_becomes_free_again(ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    seat = bob.joins(made)
    assert leave(bob, made["id"], seat) == 200
    assert [s["kind"] for s in ann.sees(made["id"])["seats"]] == ["guest", "open", "open"]
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
    assert stored(server, lambda store: store.table(made["id"])) is None
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


def test_leaving_survives_a_restart_even_if_only_the_log_has_it(
    server: TestClient, ann: Person, bob: Person, made: str
) -> None:
    record = opened(server, made).table.record
    assert leave(bob, made, 1) == 200
    settle(server, made)
    # As if the server had been killed in between:
    change(server, lambda store: store.put_table(record))
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
    live.table.fold(live.table.request_away(late, live.table.seq))
    assert live.table.is_absent(late, now() + AWAY_SECONDS - 60) is False
    assert live.table.is_absent(late, now() + AWAY_SECONDS) is True
    live.table.fold(live.table.request_back(late))
    assert live.table.is_absent(late, now() + AWAY_SECONDS) is False
    assert live.table.is_absent(seat, now() + 1e9) is False
    assert remove(one, id_, seat, late) == 409
