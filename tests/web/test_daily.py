"""The daily board: the same game for everyone, one try each, and nothing told before it closes."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from nomarch.cli import main
from nomarch.contests.boards import board_entries, differences, matchpoints, put_board, read_board
from nomarch.contests.daily import begin_of, board_id, day_of, new_daily_board
from nomarch.kernel.declare.game import rulebooks
from nomarch.kernel.run.seeds import commitment
from nomarch.people import person_merging
from nomarch.people.person_store import read_person
from nomarch.storage.site_settings import write_setting
from nomarch.storage.store import Store

from .actors import Capture, Clock, Person, Site, Table
from .conftest import on_both


@pytest.fixture(autouse=True)
def clock(clock: Clock) -> Clock:
    """Noon of a day on which the shortest game is played."""
    games, day = sorted(rulebooks()), date(2031, 5, 6)
    while games[day.toordinal() % len(games)] != "giza":
        day = date.fromordinal(day.toordinal() + 1)
    clock.at = begin_of(day) + 43_200
    return clock


def begins(person: Person) -> Table:
    return Table(person.posts("/api/daily/play"), person.site)


def daily(person: Person, **query: Any) -> dict[str, Any]:
    return dict(person.gets("/api/daily", **query))


def test_matchpoints_count_those_one_beats_and_half_of_ties() -> None:
    assert matchpoints([10, 20, 20, 5, 0]) == [50, 87.5, 87.5, 25, 0]
    assert matchpoints([7]) == [None]
    assert differences([10, 20, 30]) == [-10, 0, 10]


def test_equal_moves_get_equal_answers(ann: Person, bob: Person) -> None:
    one, two = begins(ann), begins(bob)
    assert one != two
    games = [table.rush(seed=5).match for table in (one, two)]
    moves = [[(step.seat, step.action) for step in game.steps] for game in games]
    assert moves[0] == moves[1]
    assert len(moves[0]) > 20
    assert games[0].scores == games[1].scores


def test_everyone_has_one_try(ann: Person) -> None:
    first = begins(ann)
    assert begins(ann) == first
    first.rush()
    assert begins(ann) == first
    assert daily(ann)["entries"] == 1


def test_the_board_changes_every_day_and_games_take_turns(ann: Person, clock: Clock) -> None:
    seen = set()
    for _ in rulebooks():
        seen.add(daily(ann)["game"])
        clock.advance(86_400)
    assert seen == set(rulebooks())


def test_two_processes_make_one_board(store: Store, other: Store) -> None:
    day = date(2031, 5, 6)
    first, second = new_daily_board(day), new_daily_board(day)
    assert first.seed != second.seed
    put_board(store, first)
    put_board(other, second)
    for each in (store, other):
        assert read_board(each, board_id(day)).seed == first.seed  # type: ignore[union-attr]


@on_both
def test_results_are_compared(ann: Person, bob: Person) -> None:
    for seed, person in enumerate((ann, bob)):
        begins(person).rush(seed)
    lines = daily(ann)["results"]
    assert sorted(line["name"] for line in lines) == ["Ann", "Bob"]
    assert [line["mine"] for line in lines].count(True) == 1
    assert sum(line["matchpoints"] for line in lines) == 100
    assert sum(line["difference"] for line in lines) == pytest.approx(0)


def test_results_are_for_who_has_finished(
    ann: Person, bob: Person, stranger: Person, clock: Clock
) -> None:
    begins(ann).rush()
    begins(bob)
    assert [line["name"] for line in daily(ann)["results"]] == ["Ann"]
    for other in (bob, stranger):
        assert (daily(other)["results"], daily(other)["finished"]) == ([], 1)
    day = daily(ann)["day"]
    clock.advance(86_400)
    assert [line["name"] for line in daily(stranger, day=day)["results"]] == ["Ann"]


def test_a_game_that_ends_too_late_does_not_count(ann: Person, clock: Clock) -> None:
    table, day = begins(ann), daily(ann)["day"]
    clock.advance(86_400)
    table.rush()
    assert daily(ann, day=day)["results"] == []


def test_a_game_left_to_a_bot_does_not_count(ann: Person) -> None:
    table = begins(ann)
    ann.posts(f"{table.api}/leave", seat=daily(ann)["seat"])
    table.rush()
    found = daily(ann)
    assert found["left"]
    assert found["results"] == []


def test_nobody_gets_help(ann: Person) -> None:
    table, seat = begins(ann), daily(ann)["seat"]
    while table.rush(seed=3, decisions=1).match.steps[-1].seat == seat:
        pass
    for act in ("hint", "pause", "undo"):
        ann.cannot(f"{table.api}/{act}", status=409, seat=seat)


def test_a_merged_person_keeps_the_first_try(site: Site, ann: Person, bob: Person) -> None:
    first = begins(ann)
    site.clock.advance(60)
    begins(bob)
    people = [site.reads(read_person, person.id) for person in (ann, bob)]
    site.call(person_merging.merge, site.tables, *people)
    (entry,) = site.reads(board_entries, board_id(day_of(site.clock.time())))
    assert (entry.person, entry.table) == (bob.id, first)


def test_no_board_before_the_first_or_after_today(ann: Person) -> None:
    days = ("2001-01-01", "2999-01-01", "yesterday")
    ann.cannot_read(*[f"/api/daily?day={day}" for day in days], status=404)


def answers(person: Person, id_: str, day: str) -> Iterator[tuple[str, Any]]:
    """What every route of the server answers, asked about a table."""
    for route in person.client.app.routes:
        if not isinstance(route, Route):
            continue
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
    ann: Person, bob: Person, stranger: Person, clock: Clock
) -> None:
    table = begins(ann)
    played = table.rush()
    assert played.match.over
    begins(bob)
    seed, day, api = played.record.seed, daily(ann)["day"], table.api
    tried = 0
    for person in (stranger, bob, ann):
        for asked, answer in answers(person, table, day):
            tried += 1
            assert seed not in answer.text, asked
            assert answer.status_code < 500, (asked, answer.text)
            if person is not ann and (f"/t/{table}" in asked or f"/tables/{table}" in asked):
                assert answer.status_code >= 400, asked
    assert tried > 300
    for person in (stranger, bob):
        with pytest.raises(WebSocketDisconnect), person.listens(table):
            pass
    others = set(range(len(played.record.seats))) - {daily(ann)["seat"]}
    ann.cannot_read(*[f"{api}/{part}" for part in ("save", "verify", "analysis")],
                    *[f"{api}?seat={seat}" for seat in others], status=403)  # fmt: skip
    ann.cannot(f"{api}/branch", status=403, ply=1)
    with ann.listens(table) as link:
        link.says("look")
        while (message := link.receive_json())["type"] != "page":
            assert seed not in str(message)
        assert seed not in str(message)
        assert message["over"]

    clock.advance(86_400)
    assert daily(stranger, day=day)["seed"] == seed
    assert stranger.gets(f"{api}/verify")["seed"] == seed
    stranger.reads(f"/t/{table}/replay")
    stranger.gets(f"{api}/analysis")


def test_the_seed_keeps_its_promise(ann: Person, clock: Clock, capsys: Capture) -> None:
    page = ann.reads("/daily")
    clock.advance(86_400)
    promised, day = daily(ann)["commitment"], daily(ann)["day"]
    assert promised in page
    clock.advance(86_400)
    seed = daily(ann, day=day)["seed"]
    assert commitment(seed) == promised
    assert main(["verify", "--seed", seed, "--commitment", promised]) == 0
    assert main(["verify", "--seed", "f" * 64, "--commitment", promised]) == 1
    assert "FAILED" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["verify"])
    assert "--seed" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_page_follows_the_game(ann: Person, clock: Clock, language: str) -> None:
    ann.client.headers["accept-language"] = language
    assert "data-play-daily" in ann.reads("/daily")
    table = begins(ann)
    page, picture = ann.reads("/daily"), f"{table.api}/board.svg"
    assert "data-play-daily" not in page
    assert table.page in page
    assert f'src="{picture}"' in ann.reads("/")
    ann.reads(picture)
    table.rush()
    day = daily(ann)["day"]
    assert 'class="mine"' in ann.reads("/daily")
    clock.advance(86_400)
    assert 'class="mine"' in ann.reads(f"/daily/{day}")
    assert f"/daily/{day}" in ann.reads("/daily")


def test_the_home_page_does_without_a_board_that_cannot_be_made(site: Site, ann: Person) -> None:
    for value, status in (("yes", 503), ("", 200)):
        site.changes(write_setting, "read-only", value)
        site.looks_again()
        assert ann.get("/daily").status_code == status
        home = ann.reads("/")
    assert "/daily" in home
