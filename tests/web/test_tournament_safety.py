"""Tournaments under attack: starting is cheap and happens once, merging gains nothing, seeds stay
secret as long as a game needs them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from threading import Barrier, Event
from typing import Any

import msgspec
import pytest

from nomarch.contests import tournament_runner, tournaments as stored
from nomarch.contests.boards import Board, board_entries, enter_board, put_board
from nomarch.contests.rounds import check_seating
from nomarch.contests.seating import Seating
from nomarch.contests.seating_worker import SeatingTask, SeatingWorker
from nomarch.contests.tournament_runner import BREAK, LOOK_EVERY, NO_SHOW
from nomarch.contests.tournaments import TournamentData, due_tournaments
from nomarch.errors import Unavailable
from nomarch.people import person_merging
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import find_abandoned, mark_visit, put_person, read_person
from nomarch.storage.schema import TOURNAMENT
from nomarch.storage.statements import find_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import BOT, Person as StoredPerson
from nomarch.tables.stores.job_store import Job

from .actors import Person, Site, together
from .conftest import Patch, Start, on_both
from .cups import START, Cup, go_on, prepare_round
from .test_store import record as table_record

pytestmark = pytest.mark.usefixtures("_tournaments_wait")


class SlowSeating:
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


def take_due(site: Site) -> None:
    site.call(site.services.tournaments.take_due)


def wait_for_steps(site: Site) -> None:
    site.call(site.services.tournaments.run_due)


def test_a_start_is_accepted_once(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob)
    ann.posts(f"{cup.api}/start")
    for _ in range(3):
        ann.cannot(f"{cup.api}/start", status=409)
    seen = ann.gets(cup.api)
    assert (seen["state"], seen["round"], seen["starting"]) == ("open", 0, True)
    page = ann.reads(cup.page)
    assert "being drawn" in page
    assert 'data-do="start"' not in page
    go_on(site)
    seen = ann.gets(cup.api)
    assert (seen["state"], seen["round"], seen["starting"]) == ("running", 1, False)


def test_two_servers_accept_one_start(new_postgres: Callable[[], str], start: Start) -> None:
    address = new_postgres()
    with start(address=address) as one, start(address=address) as two:
        ann, bob = one.people("Ann", "Bob")
        cup = Cup(ann, ann, bob)
        host = StoredPerson(cup.file.tournament.host, "Ann")
        starts = [
            partial(site.call, site.services.tournaments.begin, cup.id, host)
            for site in (one, two, one, two)
        ]
        assert together(*starts).count(None) == 1
        together(partial(wait_for_steps, one), partial(wait_for_steps, two))
        cup.site = two
        assert len(cup.round(1)) == 1


def test_tables_are_created_while_a_round_is_seated(site: Site, slow: SlowSeating) -> None:
    """More starts than the default thread pool has threads."""
    people = site.people("Ann", "Bob", "Cy", "Dan")
    hosts = [person for person in people for _ in range(stored.MOST_HOSTED)]
    cups = [Cup(host, *people[:2]) for host in hosts]
    for host, cup in zip(hosts, cups, strict=True):
        host.posts(f"{cup.api}/start")
    for _ in range(3):
        take_due(site)
        site.clock.advance(1)
    assert slow.begun.wait(60)
    people[1].opens("me", "greedy", "greedy")
    slow.may_end.set()
    wait_for_steps(site)
    assert slow.count == len(cups)
    assert all(cup.file.tournament.round == 1 for cup in cups)


@on_both
def test_a_long_seating_keeps_its_lease(site: Site, slow: SlowSeating, monkeypatch: Patch) -> None:
    monkeypatch.setattr(tournament_runner, "RENEW_EVERY", 0.01)
    ann, bob = site.people("Ann", "Bob")
    cup = Cup(ann, ann, bob)
    site.clock.at = START
    take_due(site)
    assert slow.begun.wait(60)
    site.clock.advance(10 * LOOK_EVERY)

    async def wait_for_renewal() -> None:
        while await site.tables.readers.read(lambda s: due_tournaments(s, site.clock.time())):
            await asyncio.sleep(0.01)

    site.call(wait_for_renewal)
    take_due(site)  # as another process would
    slow.may_end.set()
    wait_for_steps(site)
    assert slow.count == 1
    assert cup.file.tournament.round == 1


def test_a_seating_that_fails_is_tried_again(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    cup = Cup(ann, ann, bob)

    def fail(task: SeatingTask) -> tuple[Seating, int]:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(SeatingTask, "draw", fail)
        cup.begins()
    assert ann.gets(cup.api)["starting"]
    ann.cannot(f"{cup.api}/start", status=409)
    go_on(ann.site)
    assert ann.gets(cup.api)["round"] == 1


def test_a_process_of_its_own_finds_the_same_seating(file_store: Store) -> None:
    prepare_round(file_store)
    file = stored.read_file(file_store, "t1")
    task = SeatingTask(file, [entrant.entry for entrant in file.entrants], 1, [("g0", "g1")])
    assert not task.is_small
    with closing(SeatingWorker()) as worker:
        assert asyncio.run(worker.draw(task)) == task.draw()


def test_who_comes_and_goes_while_seats_are_drawn(site: Site, slow: SlowSeating) -> None:
    ann, bob, cy, dan = site.people("Ann", "Bob", "Cy", "Dan")
    cup = Cup(ann, ann, bob, cy)
    ann.posts(f"{cup.api}/start")
    take_due(site)
    assert slow.begun.wait(60)
    cup.admits(dan)
    cy.posts(f"{cup.api}/withdraw")
    slow.may_end.set()
    wait_for_steps(site)
    assert dan.gets(cup.api)["my_table"] == ""
    go_on(site)
    file = cup.file
    assert {each.name: each.from_round for each in file.active} == {"Ann": 1, "Bob": 1, "Dan": 2}
    assert _kinds_of(cup, cup.entry("Cy")) == [BOT]


def _kinds_of(cup: Cup, entry: str) -> list[str]:
    return [
        cup.site.live(pairing.table).table.record.seats[index].kind
        for pairing in cup.file.pairings
        for index, seat in enumerate(pairing.seats)
        if seat.entry == entry
    ]


def test_starts_are_limited(start: Start) -> None:
    with start(requests_per_second=20.0) as site:
        cup = Cup(ann := site.person("Ann"))
        answers = [ann.post(f"{cup.api}/start").status_code for _ in range(8)]
        assert answers[0] == 422
        assert answers[-1] == 429


def test_a_round_goes_on_without_the_store(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    cup = Cup(ann, ann, bob)
    cup.begins()

    async def fail(id_: str) -> Any:
        raise Unavailable("The store is away.")

    with monkeypatch.context() as patched:
        patched.setattr(ann.site.tables, "open", fail)
        go_on(ann.site, NO_SHOW + 1)
    assert ann.gets(cup.api)["next_at"] == 0


def merge(site: Site, old: str, into: str) -> None:
    people = [site.reads(read_person, id_) for id_ in (old, into)]
    site.call(person_merging.merge, site.tables, *people)


def enter_in_turn(cup: Cup, *people: Person) -> None:
    for person in people:
        cup.site.clock.advance(1)
        cup.admits(person)


def test_five_people_who_become_one_have_one_score(site: Site) -> None:
    ann, *others = site.people(*"ABCDEFGHIJ")
    cup = Cup(ann, rounds=1)
    enter_in_turn(cup, ann, *others)
    cup.begins()
    file = cup.file
    entries = [entrant.entry for entrant in file.entrants]
    for pairing in file.round(1):  # Ann loses, and the next four people win
        good = [seat.entry in entries[1:5] for seat in pairing.seats]
        bad = [seat.entry == entries[0] for seat in pairing.seats]
        marks = enumerate(zip(good, bad, strict=True))
        cup.ends(pairing, *(10 * win - 5 * lose + i for i, (win, lose) in marks))
    before = {line["name"]: line["points"] for line in ann.gets(cup.api)["standings"]}
    assert before["A"] == 0
    for old in entries[1:5]:
        merge(site, old, entries[0])
    go_on(site)
    seen = ann.gets(cup.api)
    assert seen["state"] == "over"
    (mine,) = [line for line in seen["standings"] if line["mine"]]
    assert (mine["name"], mine["points"], mine["games"]) == ("A", 0, 1)
    after = {line["name"]: line["points"] for line in seen["standings"]}
    assert after == {name: before[name] for name in "AFGHIJ"}


@on_both
def test_the_first_entry_plays_on_and_a_bot_takes_the_second(site: Site) -> None:
    ann, bob, cy, dan, stranger = site.people("Ann", "Bob", "Cy", "Dan", "Eve")
    cup = Cup(cy)
    enter_in_turn(cup, ann, bob, cy, dan)
    cup.begins()
    ids = {entrant.name: entrant.entry for entrant in cup.file.entrants}
    eve = stranger.id
    merge(site, ids["Bob"], ids["Ann"])
    merge(site, ids["Cy"], eve)  # who has no entry of her own
    go_on(site)
    assert _kinds_of(cup, ids["Bob"]) == [BOT]
    assert [entrant.name for entrant in cup.file.active] == ["Ann", "Eve", "Dan"]
    seen = stranger.gets(cup.api)
    assert (seen["entered"], seen["organiser"]) == (True, True)
    assert seen["my_table"]
    assert stranger.gets("/api/tournaments")[0]["entered"]
    cup.ends_round()
    second = cup.file.round(2)
    seated = sorted(seat.entry for pairing in second for seat in pairing.seats if seat.entry)
    assert seated == sorted([ids["Ann"], ids["Cy"], ids["Dan"]])
    assert site.live(stranger.gets(cup.api)["my_table"]).table.record.seats_of(eve)
    cup.ends_round()
    exported = stranger.get(f"{cup.api}/record").content
    assert check_seating(msgspec.json.decode(exported, type=TournamentData)) == []
    stranger.cannot(f"{cup.api}/withdraw", status=409)


def test_who_merges_and_enters_again_has_one_entry(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann)
    merge(site, cup.file.entrants[0].person, bob.id)
    cup.admits(bob)
    assert [each.person for each in cup.file.entrants] == [bob.id]
    bob.posts(f"{cup.api}/withdraw")
    assert cup.file.entrants == ()


def test_a_round_begun_during_a_merge_seats_the_new_person(store: Store, other: Store) -> None:
    """A merge and a start at once, in either order: no seat is left to a person who is gone."""
    prepared, gate = prepare_round(store), Barrier(2)
    put_person(store, StoredPerson("g9", "Guest 9"))

    def start() -> None:
        gate.wait(60)
        stored.start_round(store, *prepared, START + 5)

    def merge() -> None:
        gate.wait(60)
        assert merge_people(other, StoredPerson("g1", "Guest 1"), StoredPerson("g9", "Guest 9"))

    assert together(start, merge) == [None, None]
    rows = store.rows("SELECT person FROM seat ORDER BY person")
    assert [row[0] for row in rows] == ["g0", "g2", "g3", "g9"]
    assert [seat.entry for seat in stored.read_pairings(store, "t1")[0].seats] == ["g0", "g1"]


def test_merged_people_have_one_result_on_a_board(store: Store) -> None:
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


def test_a_merged_person_is_kept_as_long_as_its_owner(store: Store) -> None:
    for id_ in ("old", "new"):
        put_person(store, StoredPerson(id_, id_))
        mark_visit(store, id_, 1.0)
    assert merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new"))
    assert find_abandoned(store, 2.0, 9) == ["new"]


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_cancelled_cup_keeps_its_seed_until_games_end(site: Site, duplicate: bool) -> None:
    people, stranger = site.people(*"ABCDEF"), site.stranger()
    cup = Cup(people[0], *people, duplicate=duplicate)
    cup.begins()
    file = cup.file
    first, *running = file.round(1)
    site.rush(first.table, seed=1)
    assert people[0].post(f"{cup.api}/cancel").status_code == 200
    secrets = [file.tournament.seed]
    secrets += [file.tournament.table_seed(1, pairing.no) for pairing in running]
    for _ in range(2):
        assert stranger.gets(cup.api)["state"] == "cancelled"
        stranger.cannot_read(f"{cup.api}/record", status=403)
        for path in (cup.api, cup.page):
            page = stranger.get(path).text
            assert not any(seed in page for seed in secrets)
        if duplicate:
            stranger.cannot_read(f"/api/tables/{first.table}", status=403)
        go_on(site)
    assert sum(bool(person.gets(cup.api)["my_table"]) for person in people) == 4
    Cup(people[0], title="Another")  # a cancelled one is no longer organised
    for pairing in running:
        site.rush(pairing.table, seed=pairing.no)
    go_on(site)
    assert stranger.gets(cup.api)["seed"] == file.tournament.seed
    stranger.gets(f"{cup.api}/record")
    stranger.gets(f"/api/tables/{first.table}")
    assert site.reads(find_rows, TOURNAMENT.c.due, id=cup.id) == [(None,)]


def test_a_deleted_table_does_not_keep_a_seed_secret(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob)
    cup.begins()
    ann.posts(f"{cup.api}/cancel")
    site.call(site.tables.tables.remove, site.live(cup.round(1)[0].table))
    go_on(site)
    assert ann.gets(cup.api)["seed"] == ""
    go_on(site, 3600)
    assert ann.gets(cup.api)["seed"]


def test_nothing_is_revealed_between_rounds(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob)
    cup.begins()
    cup.ends(cup.round(1)[0])
    go_on(site)
    seen = ann.gets(cup.api)
    assert (seen["next_at"], seen["seed"]) == (site.clock.time() + BREAK, "")
    ann.posts(f"{cup.api}/cancel")
    assert ann.gets(cup.api)["seed"]
