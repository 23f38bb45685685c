"""Resigning ends a game of two; with more players a bot plays on."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.testclient import TestClient

from nomarch.people.deletion import forget_person
from nomarch.people.rating_store import changes_of_table
from nomarch.people.recompute import recompute_all
from nomarch.tables.state.model import PLAYER, now
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import FINISHED, GameResult, results
from nomarch.web.table.serializers import build_page
from tests.web.folding import FoldedTable

from .people import Person, call, change, opened, rush, service_of, settle, stored
from .test_networks import ELSEWHERE, HOME, person_at


def begin(server: TestClient, ann: Person, bob: Person, **more: Any) -> str:
    made = ann.sets("me", "friend", game="giza", **more)
    bob.joins(made)
    rush(server, made["id"], seed=1, decisions=6)
    return str(made["id"])


def resign(person: Person, id_: str, seat: int) -> None:
    assert person.post(f"/api/tables/{id_}/leave", {"seat": seat}).status_code == 200


def result_of(server: TestClient, id_: str) -> GameResult:
    found: dict[str, GameResult] = stored(server, lambda store: results(store, [id_]))
    return found[id_]


def test_resigning_a_game_of_two_ends_it(server: TestClient, ann: Person, bob: Person) -> None:
    id_ = begin(server, ann, bob)
    ply = len(opened(server, id_).table.match.steps)
    resign(bob, id_, 1)
    table = opened(server, id_).table
    assert table.record.over
    assert table.bot_to_act() is None
    assert not table.to_act
    assert table.record.seats[1].kind == PLAYER, "the loser may chat and ask for a rematch"
    result = result_of(server, id_)
    assert result.reason == FINISHED
    assert [(seat.place, seat.left_ply) for seat in result.seats] == [(1, None), (2, ply)]
    for person, seat in ((ann, 0), (bob, 1)):
        seen = person.sees(id_)
        assert (seen["view"]["over"], seen["view"]["to_act"], seen["mine"]) == (True, [], [seat])
        assert person.get(f"/t/{id_}").status_code == 200
    assert bob.post(f"/api/tables/{id_}/leave", {"seat": 1}).status_code == 409


def test_the_card_of_a_resigned_game_says_who_resigned(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = begin(server, ann, bob)
    resign(bob, id_, 1)
    page, _ = build_page(opened(server, id_).table, [1], 1, "en", "wide")
    assert page.over
    assert page.prompt == "The game is over."
    assert page.result is not None
    assert [(line.seat, line.place, line.left) for line in page.result.ranking] == [
        (0, 1, ""), (1, 2, "resigned"),
    ]  # fmt: skip
    lines = ann.get(f"/api/tables/{id_}/log?lang=en").json()
    assert "Bob resigned: the game is over." in [
        line["text"] for entry in lines for line in entry["lines"]
    ]


def test_a_resigned_game_reads_the_same_after_a_restart(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = begin(server, ann, bob)
    resign(bob, id_, 1)
    before = result_of(server, id_)
    service_of(server).tables.clear()
    table = opened(server, id_).table
    assert table.match.over
    assert table.match.past(2).over is False, "replays show the game as it was"
    assert result_of(server, id_) == before
    assert ann.get(f"/t/{id_}/replay").status_code == 200


def test_the_end_is_found_in_the_log_if_the_server_died_before_it_was_written(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = begin(server, ann, bob)
    live = opened(server, id_)
    entry = live.table.request_leave(1)
    change(server, lambda store: append_entries(store, [entry]))
    service_of(server).tables.clear()
    assert opened(server, id_).table.record.over
    assert result_of(server, id_).seats[0].place == 1


def test_a_game_of_two_ends_when_one_of_them_is_deleted(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = begin(server, ann, bob)
    person = bob.get("/api/me/data").json()["person"]
    change(server, lambda store: forget_person(store, person))
    call(server, service_of(server).tables.reload, id_)
    assert opened(server, id_).table.record.over
    assert [seat.place for seat in result_of(server, id_).seats] == [1, 2]


def test_a_bot_plays_on_with_more_players(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", "random", game="giza")
    bob.joins(made)
    resign(bob, made["id"], 1)
    settle(server, made["id"])
    table = opened(server, made["id"]).table
    assert not table.match.over
    assert table.record.seats[1].kind == "bot"


def test_a_table_from_before_the_rule_goes_on_with_a_bot(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = begin(server, ann, bob)
    table = opened(server, id_).table
    old = FoldedTable(msgspec.structs.replace(table.record, resigning_ends=False, created=now()))
    old.fold(old.request_leave(1))
    assert not old.match.over
    assert old.record.seats[1].kind == "bot"


def test_resigning_a_rated_game_counts_once(server: TestClient) -> None:
    ann, bob = person_at(server, HOME, "Nefer"), person_at(server, ELSEWHERE, "Tuya")
    id_ = begin(server, ann, bob, rated=True)
    resign(bob, id_, 1)
    changes = stored(server, lambda store: changes_of_table(store, id_))
    assert changes[1][1].mu < changes[1][0].mu
    assert changes[0][1].mu > changes[0][0].mu
    for report in change(server, lambda store: recompute_all(store, check=True)):
        assert report.is_same
