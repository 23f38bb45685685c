"""Tournaments under attack: starting is cheap and happens once, merging gains nothing, seeds stay
secret as long as a game needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.contests import tournament_runner, tournaments as stored
from nomarch.contests.boards import Board, board_entries, enter_board, put_board
from nomarch.contests.rounds import check_seating
from nomarch.contests.seating import Seating
from nomarch.contests.seating_worker import SeatingTask, SeatingWorker
from nomarch.contests.site_hooks import site_database
from nomarch.contests.tournament_leases import due_tournaments
from nomarch.contests.tournament_runner import BREAK, LOOK_EVERY, NO_SHOW
from nomarch.contests.tournaments import TournamentData
from nomarch.errors import Unavailable
from nomarch.people import person_merging
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import find_abandoned, mark_visit, put_person, read_person
from nomarch.storage.database import Database
from nomarch.storage.schema import TOURNAMENT
from nomarch.storage.statements import find_rows
from nomarch.tables.state.model import BOT, Person as StoredPerson
from nomarch.tables.stores.job_store import Job
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

from .people import Person, call, opened, rush, services_of, stored as read, visitor
from .test_store import record as table_record
from .test_tournaments import (
    START,
    Clock,
    _only_when_asked as _only_when_asked,
    _prepared,
    begin,
    clock as clock,
    end,
    enter,
    file_of,
    finish_round,
    go_on,
    info,
    new_site,
    organise,
    people_at,
    site as site,
)


class SlowSeating:
    """A seating that waits until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.may_end, self.count = Event(), Event(), 0
        draw = SeatingTask.draw

        def slow(task: SeatingTask) -> tuple[Seating, int]:
            self.count += 1
            self.begun.set()
            assert self.may_end.wait(60)
            return draw(task)

        monkeypatch.setattr(SeatingTask, "draw", slow)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowSeating]:
    seating = SlowSeating(monkeypatch)
    yield seating
    seating.may_end.set()


def take_due(server: TestClient) -> None:
    """Lets a server begin with what is due, without waiting for it."""
    call(server, services_of(server).tournaments.take_due)


def wait_for_steps(server: TestClient) -> None:
    call(server, services_of(server).tournaments.run_due)


# --- Starting -------------------------------------------------------------------------------------


def test_a_start_is_accepted_once(site: TestClient, clock: Clock) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann, bob)
    answers = [ann.post(f"/api/tournaments/{id_}/start").status_code for _ in range(4)]
    assert answers == [200, 409, 409, 409]
    seen = info(ann, id_)
    assert (seen["state"], seen["round"], seen["starting"]) == ("open", 0, True)
    page = ann.get(f"/tournaments/{id_}").text
    assert "being drawn" in page
    assert 'data-do="start"' not in page
    go_on(site, clock)
    seen = info(ann, id_)
    assert (seen["state"], seen["round"], seen["starting"]) == ("running", 1, False)


def test_two_servers_accept_one_start(
    new_postgres: Callable[[], str], tmp_path: Path, clock: Clock
) -> None:
    database = site_database(new_postgres())
    with new_site(database, tmp_path / "a") as one, new_site(database, tmp_path / "b") as two:
        ann, bob = people_at(one, "Ann", "Bob")
        id_ = organise(ann)
        enter(id_, ann, bob)
        host = StoredPerson(file_of(one, id_).tournament.host, "Ann")
        with ThreadPoolExecutor(4) as threads:
            starts = [
                threads.submit(call, server, services_of(server).tournaments.begin, id_, host)
                for server in (one, two, one, two)
            ]
        assert [start.exception() for start in starts].count(None) == 1
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(wait_for_steps, (one, two)))
        assert len(file_of(two, id_).round(1)) == 1


def test_tables_are_created_while_a_round_is_seated(
    site: TestClient, clock: Clock, slow: SlowSeating
) -> None:
    """More starts than the default thread pool has threads."""
    people = people_at(site, "Ann", "Bob")
    ids = []
    for person in (*people, *people_at(site, "Cy", "Dan")):
        for _ in range(stored.MOST_HOSTED):
            ids.append(organise(person))
            enter(ids[-1], *people)
            assert person.post(f"/api/tournaments/{ids[-1]}/start").status_code == 200
    for _ in range(3):
        take_due(site)
        clock.at += 1
    assert slow.begun.wait(60)
    assert people[1].opens("me", "greedy", "greedy")
    slow.may_end.set()
    wait_for_steps(site)
    assert slow.count == len(ids)
    assert all(file_of(site, id_).tournament.round == 1 for id_ in ids)


def test_a_long_seating_keeps_its_lease(
    database: Database, tmp_path: Path, clock: Clock, slow: SlowSeating,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(tournament_runner, "RENEW_EVERY", 0.01)
    with new_site(database, tmp_path / "a") as one:
        ann, bob = people_at(one, "Ann", "Bob")
        id_ = organise(ann)
        enter(id_, ann, bob)
        clock.at = START
        take_due(one)
        assert slow.begun.wait(60)
        clock.at += 10 * LOOK_EVERY

        async def wait_for_renewal() -> None:
            store = services_of(one).table_service.readers
            while await store.read(lambda s: due_tournaments(s, clock.at)):
                await asyncio.sleep(0.01)

        call(one, wait_for_renewal)
        take_due(one)  # as another process would
        slow.may_end.set()
        wait_for_steps(one)
        assert slow.count == 1
        assert file_of(one, id_).tournament.round == 1


def test_a_seating_that_fails_is_tried_again(
    site: TestClient, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann, bob)

    def fail(task: SeatingTask) -> tuple[Seating, int]:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(SeatingTask, "draw", fail)
        begin(site, clock)
    assert info(ann, id_)["starting"]
    assert ann.post(f"/api/tournaments/{id_}/start").status_code == 409
    go_on(site, clock)
    assert info(ann, id_)["round"] == 1


def test_a_process_of_its_own_finds_the_same_seating(database: Database) -> None:
    with closing(database.open()) as store:
        _prepared(store)
        file = stored.read_file(store, "t1")
    people = [entrant.entry for entrant in file.entrants]
    task = SeatingTask(file, people, 1, [("g0", "g1")])
    assert not task.is_small
    worker = SeatingWorker()
    try:
        assert asyncio.run(worker.draw(task)) == task.draw()
    finally:
        worker.close()


def test_who_comes_and_goes_while_seats_are_drawn(
    site: TestClient, clock: Clock, slow: SlowSeating
) -> None:
    ann, bob, cy, dan = people_at(site, "Ann", "Bob", "Cy", "Dan")
    id_ = organise(ann)
    enter(id_, ann, bob, cy)
    assert ann.post(f"/api/tournaments/{id_}/start").status_code == 200
    take_due(site)
    assert slow.begun.wait(60)
    enter(id_, dan)
    assert cy.post(f"/api/tournaments/{id_}/withdraw").status_code == 200
    slow.may_end.set()
    wait_for_steps(site)
    assert info(dan, id_)["my_table"] == ""
    go_on(site, clock)
    file = file_of(site, id_)
    assert {each.name: each.from_round for each in file.active} == {"Ann": 1, "Bob": 1, "Dan": 2}
    gone = next(each.entry for each in file.entrants if each.name == "Cy")
    assert _kinds_of(site, file, gone) == [BOT]


def _kinds_of(server: TestClient, file: TournamentData, entry: str) -> list[str]:
    return [
        opened(server, pairing.table).table.record.seats[index].kind
        for pairing in file.pairings
        for index, seat in enumerate(pairing.seats)
        if seat.entry == entry
    ]


def test_starts_are_limited(tmp_path: Path, clock: Clock) -> None:
    settings = Settings(data=tmp_path, bot_pause=(0, 0))
    with TestClient(create_app(settings)) as server:
        (ann,) = people_at(server, "Ann")
        id_ = organise(ann)
        answers = [ann.post(f"/api/tournaments/{id_}/start").status_code for _ in range(8)]
        assert answers[0] == 422
        assert answers[-1] == 429


def test_a_round_does_not_end_because_the_store_is_away(
    site: TestClient, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann, bob)
    begin(site, clock)

    async def fail(id_: str) -> Any:
        raise Unavailable("The store is away.")

    with monkeypatch.context() as patched:
        patched.setattr(services_of(site).table_service, "open", fail)
        go_on(site, clock, NO_SHOW + 1)
    assert info(ann, id_)["next_at"] == 0


# --- Merging --------------------------------------------------------------------------------------


def merge(server: TestClient, old: str, into: str) -> None:
    service = services_of(server).table_service
    people = [read(server, lambda store, id_=id_: read_person(store, id_)) for id_ in (old, into)]
    call(server, person_merging.merge, service, *people)


def enter_in_turn(clock: Clock, id_: str, *people: Person) -> None:
    for person in people:
        clock.at += 1
        enter(id_, person)


def test_five_people_who_become_one_have_one_score(site: TestClient, clock: Clock) -> None:
    ann, *others = people_at(site, *"ABCDEFGHIJ")
    id_ = organise(ann, rounds=1)
    enter_in_turn(clock, id_, ann, *others)
    begin(site, clock)
    file = file_of(site, id_)
    entries = [entrant.entry for entrant in file.entrants]
    for pairing in file.round(1):  # Ann loses, and the next four people win
        good = [seat.entry in entries[1:5] for seat in pairing.seats]
        bad = [seat.entry == entries[0] for seat in pairing.seats]
        marks = enumerate(zip(good, bad, strict=True))
        end(site, pairing, tuple(10 * win - 5 * lose + i for i, (win, lose) in marks))
    before = {line["name"]: line["points"] for line in info(ann, id_)["standings"]}
    assert before["A"] == 0
    for old in entries[1:5]:
        merge(site, old, entries[0])
    go_on(site, clock)
    seen = info(ann, id_)
    assert seen["state"] == "over"
    (mine,) = [line for line in seen["standings"] if line["mine"]]
    assert (mine["name"], mine["points"], mine["games"]) == ("A", 0, 1)
    after = {line["name"]: line["points"] for line in seen["standings"]}
    assert after == {name: before[name] for name in "AFGHIJ"}


def test_the_first_entry_plays_on_and_a_bot_takes_the_second(
    site: TestClient, clock: Clock
) -> None:
    ann, bob, cy, dan = people_at(site, "Ann", "Bob", "Cy", "Dan")
    (stranger,) = people_at(site, "Eve")
    id_ = organise(ann)
    enter_in_turn(clock, id_, ann, bob, cy, dan)
    begin(site, clock)
    file = file_of(site, id_)
    ids = {entrant.name: entrant.entry for entrant in file.entrants}
    eve = read(site, lambda store: store.rows("SELECT id FROM person WHERE name = 'Eve'"))[0][0]
    merge(site, ids["Bob"], ids["Ann"])
    merge(site, ids["Cy"], eve)  # who has no entry of her own
    go_on(site, clock)
    file = file_of(site, id_)
    assert _kinds_of(site, file, ids["Bob"]) == [BOT]
    assert [entrant.name for entrant in file.active] == ["Ann", "Eve", "Dan"]
    assert info(stranger, id_)["entered"]
    assert info(stranger, id_)["my_table"]
    assert stranger.get("/api/tournaments").json()[0]["entered"]
    finish_round(site, id_, clock)
    second = file_of(site, id_).round(2)
    seated = sorted(seat.entry for pairing in second for seat in pairing.seats if seat.entry)
    assert seated == sorted([ids["Ann"], ids["Cy"], ids["Dan"]])
    assert opened(site, info(stranger, id_)["my_table"]).table.record.seats_of(eve)
    finish_round(site, id_, clock)
    exported = stranger.get(f"/api/tournaments/{id_}/record").content
    assert check_seating(msgspec.json.decode(exported, type=TournamentData)) == []
    assert stranger.post(f"/api/tournaments/{id_}/withdraw").status_code == 409


def test_who_merges_and_enters_again_has_one_entry(site: TestClient) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann)
    old = file_of(site, id_).entrants[0].person
    into = read(site, lambda store: store.rows("SELECT id FROM person WHERE name = 'Bob'"))[0][0]
    merge(site, old, into)
    enter(id_, bob)
    assert [each.person for each in file_of(site, id_).entrants] == [into]
    assert bob.post(f"/api/tournaments/{id_}/withdraw").status_code == 200
    assert file_of(site, id_).entrants == ()


def test_a_round_that_starts_during_a_merge_seats_the_new_person(database: Database) -> None:
    """A merge and a start at once, in either order: no seat is left to a person who is gone."""
    with closing(database.open()) as one, closing(database.open()) as two:
        for store in (one, two):
            _prepared(store)
        put_person(one, StoredPerson("g9", "Guest 9"))
        prepared, gate = _prepared(one), Barrier(2)

        def start() -> None:
            gate.wait(60)
            stored.start_round(one, *prepared, START + 5)

        def merge() -> None:
            gate.wait(60)
            assert merge_people(two, StoredPerson("g1", "Guest 1"), StoredPerson("g9", "Guest 9"))

        with ThreadPoolExecutor(2) as threads:
            for done in [threads.submit(start), threads.submit(merge)]:
                done.result()
        rows = one.rows("SELECT person FROM seat ORDER BY person")
        assert [row[0] for row in rows] == ["g0", "g2", "g3", "g9"]
        assert [seat.entry for seat in stored.read_pairings(one, "t1")[0].seats] == ["g0", "g1"]


def test_merged_people_have_one_result_on_a_board(database: Database) -> None:
    with closing(database.open()) as store:
        board = Board("daily-1", "giza", {}, 2, "00" * 32, 0.0, 9.0)
        put_board(store, board)
        for number, person in enumerate(("g0", "g1")):
            put_person(store, StoredPerson(person, person))
            table = table_record(f"t{number}", created=float(number))
            assert enter_board(store, board, person, table, Job(0.0)) == table.id
        assert merge_people(store, StoredPerson("g0", "g0"), StoredPerson("g1", "g1"))
        (entry,) = board_entries(store, board.id)
        assert (entry.person, entry.table, entry.name) == ("g1", "t0", "g1")
        assert enter_board(store, board, "g1", table_record("t2"), Job(0.0)) == "t0"


def test_a_merged_person_is_kept_as_long_as_its_owner(database: Database) -> None:
    with closing(database.open()) as store:
        for id_ in ("old", "new"):
            put_person(store, StoredPerson(id_, id_))
            mark_visit(store, id_, 1.0)
        assert merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new"))
        assert find_abandoned(store, 2.0, 9) == ["new"]


# --- Seeds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_cancelled_tournament_keeps_its_seed_until_its_games_are_over(
    site: TestClient, clock: Clock, duplicate: bool
) -> None:
    people = people_at(site, *"ABCDEF")
    id_ = organise(people[0], duplicate=duplicate)
    enter(id_, *people)
    begin(site, clock)
    file = file_of(site, id_)
    first, *running = file.round(1)
    rush(site, first.table, seed=1)
    assert people[0].post(f"/api/tournaments/{id_}/cancel").status_code == 200
    stranger = visitor(site)
    secrets = [file.tournament.seed]
    secrets += [file.tournament.table_seed(1, pairing.no) for pairing in running]
    for _ in range(2):
        assert info(stranger, id_)["state"] == "cancelled"
        assert stranger.get(f"/api/tournaments/{id_}/record").status_code == 403
        for path in (f"/api/tournaments/{id_}", f"/tournaments/{id_}"):
            page = stranger.get(path).text
            assert not any(seed in page for seed in secrets)
        if duplicate:
            assert stranger.get(f"/api/tables/{first.table}").status_code == 403
        go_on(site, clock)
    assert sum(bool(info(person, id_)["my_table"]) for person in people) == 4
    organise(people[0], title="Another")  # a cancelled one is no longer organised
    for pairing in running:
        rush(site, pairing.table, seed=pairing.no)
    go_on(site, clock)
    assert info(stranger, id_)["seed"] == file.tournament.seed
    assert stranger.get(f"/api/tournaments/{id_}/record").status_code == 200
    assert stranger.get(f"/api/tables/{first.table}").status_code == 200
    assert read(site, lambda store: find_rows(store, TOURNAMENT.c.due, id=id_)) == [(None,)]


def test_a_deleted_table_does_not_keep_a_seed_secret(site: TestClient, clock: Clock) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann, bob)
    begin(site, clock)
    (pairing,) = file_of(site, id_).round(1)
    assert ann.post(f"/api/tournaments/{id_}/cancel").status_code == 200
    service = services_of(site).table_service
    call(site, service.tables.remove, opened(site, pairing.table))
    go_on(site, clock)
    assert info(ann, id_)["seed"] == ""
    go_on(site, clock, 3600)
    assert info(ann, id_)["seed"]


def test_nothing_is_revealed_between_rounds(site: TestClient, clock: Clock) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann, bob)
    begin(site, clock)
    (pairing,) = file_of(site, id_).round(1)
    end(site, pairing)
    go_on(site, clock)
    assert info(ann, id_)["next_at"] == clock.at + BREAK
    assert info(ann, id_)["seed"] == ""
    assert ann.post(f"/api/tournaments/{id_}/cancel").status_code == 200
    assert info(ann, id_)["seed"]
