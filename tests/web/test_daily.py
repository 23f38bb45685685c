"""The daily board: the same game for everyone, one try each, and nothing told before it closes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from nomarch.cli import main
from nomarch.contests.boards import board_entries, differences, matchpoints, put_board, read_board
from nomarch.contests.daily import begin_of, board_id, day_of, new_daily_board
from nomarch.kernel.declare.game import rulebooks
from nomarch.kernel.run.seeds import commitment
from nomarch.people import person_merging
from nomarch.people.person_store import read_person
from nomarch.storage.database import Database
from nomarch.storage.schema import PERSON
from nomarch.storage.site_settings import write_setting
from nomarch.storage.statements import find_value
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

from .conftest import Arrives
from .people import Person, call, change, opened, rush, service_of, stored

NOON = begin_of(date(2031, 5, 6)) + 43_200
"""Noon of a day on which Ra or another short game is played; tests choose the day."""


class Clock:
    """The time that servers read."""

    def __init__(self) -> None:
        self.at = NOON

    def time(self) -> float:
        return self.at


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    games, day = sorted(rulebooks()), day_of(NOON)
    while games[day.toordinal() % len(games)] != "giza":  # the shortest
        day = date.fromordinal(day.toordinal() + 1)
    clock.at = begin_of(day) + 43_200
    monkeypatch.setattr("nomarch.tables.state.model.time", SimpleNamespace(time=clock.time))
    return clock


def begins(person: Person) -> str:
    answer = person.post("/api/daily/play")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def daily(person: Person, **query: Any) -> dict[str, Any]:
    answer = person.get("/api/daily", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# --- Scores ---------------------------------------------------------------------------------------


def test_matchpoints_count_those_one_beats_and_half_of_ties() -> None:
    assert matchpoints([10, 20, 20, 5, 0]) == [50, 87.5, 87.5, 25, 0]
    assert matchpoints([7]) == [None]
    assert differences([10, 20, 30]) == [-10, 0, 10]


# --- The same game for everyone -------------------------------------------------------------------


def test_equal_moves_get_equal_answers(server: TestClient, ann: Person, bob: Person) -> None:
    one, two = begins(ann), begins(bob)
    assert one != two
    games = [rush(server, id_, seed=5) for id_ in (one, two)]
    moves = [[(step.seat, step.action) for step in game.match.steps] for game in games]
    assert moves[0] == moves[1]
    assert len(moves[0]) > 20
    assert games[0].match.scores == games[1].match.scores


def test_everyone_has_one_try(server: TestClient, ann: Person) -> None:
    first = begins(ann)
    assert begins(ann) == first
    rush(server, first, seed=1)
    assert begins(ann) == first
    assert daily(ann)["entries"] == 1


def test_the_board_changes_every_day_and_games_take_turns(ann: Person, clock: Clock) -> None:
    seen = set()
    for _ in rulebooks():
        seen.add(daily(ann)["game"])
        clock.at += 86_400
    assert seen == set(rulebooks())


def test_two_processes_make_one_board(database: Database) -> None:
    stores = [database.open(), database.open()]
    made = [new_daily_board(date(2031, 5, 6)) for _ in stores]
    assert made[0].seed != made[1].seed
    for store, board in zip(stores, made, strict=True):
        put_board(store, board)
    assert {read_board(store, board_id(date(2031, 5, 6))).seed for store in stores} == {  # type: ignore[union-attr]
        made[0].seed
    }
    for store in stores:
        store.close()


def test_a_game_can_be_played_on_both_databases(database: Database, tmp_path: Path) -> None:
    with site(database, tmp_path) as server:
        people = [Person(TestClient(server.app)) for _ in range(2)]
        for person, name in zip(people, ("Ann", "Bob"), strict=True):
            person.client.portal = server.portal
            person.post("/api/person", {"name": name})
            rush(server, begins(person), seed=len(name) + ord(name[0]))
        found = daily(people[0])
        assert sorted(line["name"] for line in found["results"]) == ["Ann", "Bob"]
        assert [line["mine"] for line in found["results"]].count(True) == 1
        assert sum(line["matchpoints"] for line in found["results"]) == 100
        assert sum(line["difference"] for line in found["results"]) == pytest.approx(0)


def site(database: Database, tmp_path: Path) -> TestClient:
    address = database.address if database.is_shared else ""
    settings = Settings(data=tmp_path, address=address, bot_pause=(0, 0), requests_per_second=1e6)
    return TestClient(create_app(settings), raise_server_exceptions=False)


# --- What counts ----------------------------------------------------------------------------------


def test_results_are_told_to_those_who_have_finished(
    server: TestClient, ann: Person, bob: Person, stranger: Person, clock: Clock
) -> None:
    rush(server, begins(ann), seed=1)
    begins(bob)
    assert [line["name"] for line in daily(ann)["results"]] == ["Ann"]
    for other in (bob, stranger):
        assert daily(other)["results"] == []
        assert daily(other)["finished"] == 1
    day = daily(ann)["day"]
    clock.at += 86_400
    assert [line["name"] for line in daily(stranger, day=day)["results"]] == ["Ann"]


def test_a_game_that_ends_too_late_does_not_count(
    server: TestClient, ann: Person, clock: Clock
) -> None:
    id_, day = begins(ann), daily(ann)["day"]
    clock.at += 86_400
    rush(server, id_, seed=1)
    assert daily(ann, day=day)["results"] == []


def test_a_game_left_to_a_bot_does_not_count(server: TestClient, ann: Person) -> None:
    id_ = begins(ann)
    seat = opened(server, id_).table.record.seats_of(_id_of(server, "Ann"))[0]
    assert ann.post(f"/api/tables/{id_}/leave", {"seat": seat}).status_code == 200
    rush(server, id_, seed=1)
    found = daily(ann)
    assert found["left"]
    assert found["results"] == []


def _id_of(server: TestClient, name: str) -> str:
    return str(stored(server, lambda store: find_value(store, PERSON.c.id, name=name)))


def test_nobody_gets_help(server: TestClient, ann: Person) -> None:
    id_ = begins(ann)
    table = rush(server, id_, seed=3, decisions=1)
    while table.match.steps[-1].seat == daily(ann)["seat"]:
        table = rush(server, id_, seed=3, decisions=1)
    seat = table.record.seats_of(_id_of(server, "Ann"))[0]
    assert ann.post(f"/api/tables/{id_}/hint", {"seat": seat}).status_code == 409
    assert ann.post(f"/api/tables/{id_}/pause", {"seat": seat}).status_code == 409
    assert ann.post(f"/api/tables/{id_}/undo", {"seat": seat}).status_code == 409


def test_a_merged_person_keeps_the_first_try(
    server: TestClient, ann: Person, bob: Person, clock: Clock
) -> None:
    first = begins(ann)
    clock.at += 60
    begins(bob)
    ids = [_id_of(server, name) for name in ("Ann", "Bob")]
    people = [stored(server, lambda store, id_=id_: read_person(store, id_)) for id_ in ids]
    call(server, person_merging.merge, service_of(server), *people)
    entries = stored(server, lambda store: board_entries(store, board_id(day_of(clock.at))))
    assert [(entry.person, entry.table) for entry in entries] == [(ids[1], first)]


def test_no_board_before_the_first_or_after_today(ann: Person) -> None:
    for day in ("2001-01-01", "2999-01-01", "yesterday"):
        assert ann.get("/api/daily", params={"day": day}).status_code == 404


# --- Sealed until it closes -----------------------------------------------------------------------


def answers(app: Starlette, person: Person, id_: str, day: str) -> Iterator[tuple[str, Any]]:
    """What every route of the server answers, asked about a table."""
    ways = [route for route in app.routes if isinstance(route, Route)]
    for route in ways:
        path = re.sub(
            r"\{(\w+)[^}]*\}",
            lambda found: {"id": id_, "day": day, "game": "giza"}.get(found[1], "0"),
            route.path,
        )
        is_of_table = id_ in path  # others are asked once
        for method in sorted(route.methods or ()):
            if method == "GET":
                queries = ({}, {"seat": "0"}, {"ply": "1"}, {"seat": "-1", "ply": "0"})
                for query in queries if is_of_table else queries[:1]:
                    yield f"GET {path}", person.get(path, params=query)
            elif method == "POST" and path not in ("/api/me/forget", "/api/sessions/end"):
                bodies = ({}, {"seat": 0}, {"ply": 1}, {"token": ""}, {"listed": True},
                          {"seat": 0, "agree": True}, {"text": "hello"})  # fmt: skip
                for body in bodies if is_of_table else bodies[:1]:
                    yield f"POST {path}", person.post(path, body)


def test_no_route_tells_the_seed_or_shows_a_sealed_table(
    app: Starlette, server: TestClient, ann: Person, bob: Person, stranger: Person, clock: Clock
) -> None:
    id_ = begins(ann)
    table = rush(server, id_, seed=1)
    assert table.match.over
    begins(bob)
    seed, day = table.record.seed, daily(ann)["day"]
    tried = 0
    for person in (stranger, bob, ann):
        for asked, answer in answers(app, person, id_, day):
            tried += 1
            assert seed not in answer.text, asked
            assert answer.status_code < 500, (asked, answer.text)
            if person is not ann and (f"/t/{id_}" in asked or f"/tables/{id_}" in asked):
                assert answer.status_code >= 400, asked
    assert tried > 300
    for person in (stranger, bob):
        with pytest.raises(WebSocketDisconnect), person.listens(id_):
            pass
    for path in ("save", "verify", "analysis"):
        assert ann.get(f"/api/tables/{id_}/{path}").status_code == 403
    for seat in range(len(table.record.seats)):
        if seat != daily(ann)["seat"]:
            assert ann.get(f"/api/tables/{id_}", params={"seat": seat}).status_code == 403
    assert ann.post(f"/api/tables/{id_}/branch", {"ply": 1}).status_code == 403
    with ann.listens(id_) as socket:
        socket.send_json({"type": "look"})
        while (message := socket.receive_json())["type"] != "page":
            assert seed not in str(message)
        assert seed not in str(message)
        assert message["over"]

    clock.at += 86_400
    assert daily(stranger, day=day)["seed"] == seed
    assert stranger.get(f"/api/tables/{id_}/verify").json()["seed"] == seed
    assert stranger.get(f"/t/{id_}/replay").status_code == 200
    assert stranger.get(f"/api/tables/{id_}/analysis").status_code == 200


def test_the_seed_keeps_its_promise(
    ann: Person, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was promised on the day before can be checked by anyone when the board is closed."""
    page = ann.get("/daily").text
    clock.at += 86_400
    promised = daily(ann)["commitment"]
    assert promised in page
    day = daily(ann)["day"]
    clock.at += 86_400
    seed = daily(ann, day=day)["seed"]
    assert commitment(seed) == promised
    assert main(["verify", "--seed", seed, "--commitment", promised]) == 0
    assert main(["verify", "--seed", "f" * 64, "--commitment", promised]) == 1
    assert "FAILED" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["verify"])
    assert "--seed" in capsys.readouterr().err


# --- The page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_page_follows_the_game(
    server: TestClient, arrives: Arrives, clock: Clock, language: str
) -> None:
    ann = arrives("Ann")
    ann.client.headers["accept-language"] = language
    assert "data-play-daily" in ann.get("/daily").text
    id_ = begins(ann)
    page = ann.get("/daily").text
    assert "data-play-daily" not in page
    assert f"/t/{id_}" in page
    picture = f"/api/tables/{id_}/board.svg"
    assert f'src="{picture}"' in ann.get("/").text
    assert ann.get(picture).status_code == 200
    rush(server, id_, seed=1)
    page, day = ann.get("/daily").text, daily(ann)["day"]
    assert 'class="mine"' in page
    clock.at += 86_400
    assert 'class="mine"' in ann.get(f"/daily/{day}").text
    assert f"/daily/{day}" in ann.get("/daily").text


def test_the_home_page_does_without_a_board_that_cannot_be_made(
    app: Starlette, server: TestClient, ann: Person
) -> None:
    change(server, lambda store: write_setting(store, "read-only", "yes"))
    call(server, app.state.services.site_watcher.look)
    assert ann.get("/daily").status_code == 503
    assert ann.get("/").status_code == 200
    change(server, lambda store: write_setting(store, "read-only", ""))
    call(server, app.state.services.site_watcher.look)
    assert ann.get("/daily").status_code == 200
    assert "/daily" in ann.get("/").text
