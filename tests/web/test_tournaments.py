"""Tournaments: rounds start once and survive everything, and points follow from results."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from nomarch.cli import main
from nomarch.contests import tournaments as stored
from nomarch.contests.rounds import check_seating, new_round
from nomarch.contests.seating_worker import SeatingTask
from nomarch.contests.site_hooks import site_database
from nomarch.contests.standings import Pairing
from nomarch.contests.tournament_runner import (
    BREAK,
    LOOK_EVERY,
    NO_SHOW,
    TournamentRunner,
    has_come,
)
from nomarch.contests.tournaments import Tournament, TournamentData
from nomarch.kernel.run.seeds import commitment, make_seed
from nomarch.people import accounts, notices, person_merging
from nomarch.people.person_store import put_person, read_person
from nomarch.people.rating_store import StoredRating, put_rating
from nomarch.people.ratings import Belief
from nomarch.people.relations import BLOCK, relate
from nomarch.storage.database import Database
from nomarch.storage.store import Conflict, Store
from nomarch.tables.state.model import PLAYER, Entry, Person as StoredPerson, TableRecord
from nomarch.tables.stores.results import GameResult, SeatResult, put_result
from nomarch.web.account.notice_texts import notice_text
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

from .people import Person, call, change, opened, rush, services_of, stored as read

START = 2_000_000_000.0


class Clock:
    """The time that servers read."""

    def __init__(self) -> None:
        self.at = START - 3600

    def time(self) -> float:
        return self.at


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("nomarch.tables.state.model.time", SimpleNamespace(time=clock.time))
    return clock


@pytest.fixture(autouse=True)
def _only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tournaments move on when a test says so."""
    monkeypatch.setattr(TournamentRunner, "start", lambda self: None)


@pytest.fixture(autouse=True)
def _seated_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds are seated in this process; `test_tournament_safety.py` starts the others."""
    monkeypatch.setattr(SeatingTask, "is_small", True)


def new_site(database: Database, tmp_path: Path) -> TestClient:
    address = database.address if database.is_shared else ""
    settings = Settings(data=tmp_path, address=address, bot_pause=(0, 0), requests_per_second=1e6)
    return TestClient(create_app(settings), raise_server_exceptions=False)


@pytest.fixture
def site(database: Database, tmp_path: Path) -> Iterator[TestClient]:
    with new_site(database, tmp_path) as server:
        yield server


def people_at(server: TestClient, *names: str) -> list[Person]:
    found = []
    for name in names:
        person = Person(TestClient(server.app, raise_server_exceptions=False))
        person.client.portal = server.portal
        assert person.post("/api/person", {"name": name}).status_code == 200
        found.append(person)
    return found


WISH = {
    "title": "Nile Cup", "game": "giza", "seats": 2, "format": "swiss", "rounds": 2,
    "clock": 60, "starts": START, "round_seconds": 3600,
}  # fmt: skip


def organise(person: Person, **wishes: Any) -> str:
    answer = person.post("/api/tournaments", {**WISH, **wishes})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def enter(id_: str, *people: Person) -> None:
    for person in people:
        assert person.post(f"/api/tournaments/{id_}/enter").status_code == 200


def info(person: Person, id_: str) -> dict[str, Any]:
    answer = person.get(f"/api/tournaments/{id_}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def file_of(server: TestClient, id_: str) -> TournamentData:
    file: TournamentData = read(server, lambda store: stored.read_file(store, id_))
    return file


def go_on(server: TestClient, clock: Clock, seconds: float = 0.0) -> None:
    """Lets some time pass, and the tournaments move on."""
    clock.at += max(seconds, LOOK_EVERY)
    call(server, services_of(server).tournaments.run_due)


def begin(server: TestClient, clock: Clock) -> None:
    clock.at = START
    call(server, services_of(server).tournaments.run_due)


def end(server: TestClient, pairing: Pairing, scores: tuple[int, ...] | None = None) -> None:
    """Ends a table's game, as if it had been played; the first seat wins by default."""
    count = len(pairing.seats)
    scores = scores or tuple(range(10 * count, 0, -10))
    seats = tuple(
        SeatResult(i, seat.entry, "", 1 + sum(o > scores[i] for o in scores), scores[i])
        for i, seat in enumerate(pairing.seats)
    )
    result = GameResult(pairing.table, "giza", "", count, False, START, seats)
    change(server, lambda store: put_result(store, result))


def finish_round(server: TestClient, id_: str, clock: Clock) -> None:
    """Ends all tables of the running round and waits until the next one is due."""
    file = file_of(server, id_)
    for pairing in file.unfinished():
        end(server, pairing)
    go_on(server, clock)
    go_on(server, clock, BREAK)


# --- A whole tournament ---------------------------------------------------------------------------


def test_a_swiss_tournament_from_entry_to_end(site: TestClient, clock: Clock) -> None:
    ann, *others = people_at(site, "Ann", "Bob", "Cy", "Dan")
    id_ = organise(ann)
    enter(id_, ann, *others)
    seen = info(ann, id_)
    assert seen["entered"]
    assert seen["organiser"]
    assert not info(others[0], id_)["organiser"]
    assert seen["seed"] == ""
    promised = seen["commitment"]
    begin(site, clock)
    seen = info(ann, id_)
    assert (seen["state"], seen["round"], len(seen["played"][0]["tables"])) == ("running", 1, 2)
    assert seen["my_table"] in [table["table"] for table in seen["played"][0]["tables"]]
    assert opened(site, seen["my_table"]).table.record.tournament == id_
    first = file_of(site, id_).round(1)
    finish_round(site, id_, clock)
    second = file_of(site, id_).round(2)
    winners = {pairing.seats[0].entry for pairing in first}
    assert winners in [{seat.entry for seat in pairing.seats} for pairing in second]
    finish_round(site, id_, clock)
    seen = info(ann, id_)
    assert seen["state"] == "over"
    assert [line["points"] for line in seen["standings"]] == [8, 4, 4, 0]
    assert seen["my_table"] == ""
    assert commitment(seen["seed"]) == promised
    assert ann.post(f"/api/tournaments/{id_}/enter").status_code == 409


def test_bots_fill_a_table_and_games_are_really_played(
    server: TestClient, ann: Person, bob: Person, clock: Clock
) -> None:
    id_ = organise(ann, seats=3, rounds=1)
    enter(id_, ann, bob)
    begin(server, clock)
    (table,) = info(ann, id_)["played"][0]["tables"]
    assert sorted(seat["bot"] for seat in table["seats"]) == [False, False, True]
    rush(server, table["table"], seed=4)
    go_on(server, clock)
    seen = info(bob, id_)
    assert seen["state"] == "over"
    (table,) = seen["played"][0]["tables"]
    assert sorted(seat["place"] for seat in table["seats"])[0] == 1
    assert sum(line["games"] for line in seen["standings"]) == 2
    page = server.get(f"/t/{table['table']}").text
    assert f"/tournaments/{id_}" in page


def test_too_few_people_cancel_it(server: TestClient, ann: Person, clock: Clock) -> None:
    id_ = organise(ann)
    enter(id_, ann)
    begin(server, clock)
    assert info(ann, id_)["state"] == "cancelled"


def test_a_knockout_ends_with_its_final(site: TestClient, clock: Clock) -> None:
    people = people_at(site, *"ABCDEFGH")
    id_ = organise(people[0], format="knockout", seats=4)
    enter(id_, *people)
    begin(site, clock)
    assert people[1].post(f"/api/tournaments/{id_}/enter").status_code == 409  # it has begun
    assert len(file_of(site, id_).round(1)) == 2
    through = {seat.entry for pairing in file_of(site, id_).round(1) for seat in pairing.seats[:2]}
    finish_round(site, id_, clock)
    (final,) = file_of(site, id_).round(2)
    assert {seat.entry for seat in final.seats} == through
    end(site, final, (1, 2, 3, 4))
    go_on(site, clock)
    seen = info(people[0], id_)
    assert seen["state"] == "over"
    names = {each.entry: each.name for each in file_of(site, id_).entrants}
    ranked = [names[seat.entry] for seat in reversed(final.seats)]
    assert [line["name"] for line in seen["standings"][:4]] == ranked


def test_a_running_round_puts_those_who_still_play_before_those_who_lost(
    site: TestClient, clock: Clock
) -> None:
    people = people_at(site, *"ABCD")
    id_ = organise(people[0], format="knockout")
    enter(id_, *people)
    begin(site, clock)
    file = file_of(site, id_)
    done, playing = file.round(1)
    end(site, done)
    names = {each.entry: each.name for each in file.entrants}
    ranked = [line["name"] for line in info(people[0], id_)["standings"]]
    assert ranked[0] == names[done.seats[0].entry]
    assert set(ranked[1:3]) == {names[seat.entry] for seat in playing.seats}
    assert ranked[3] == names[done.seats[1].entry]


def test_a_rated_tournament_says_so_and_rates_its_games(site: TestClient, clock: Clock) -> None:
    ann, bob, cy = people_at(site, "Ann", "Bob", "Cy")
    id_ = organise(ann, rated=True)
    assert ">rated games<" in cy.get(f"/tournaments/{id_}").text
    assert "claim your name first" in cy.get(f"/tournaments/{id_}").text
    assert cy.post(f"/api/tournaments/{id_}/enter").status_code == 403
    for person, name in read(site, lambda store: store.rows("SELECT id, name FROM person")):
        if name in ("Ann", "Bob"):
            change(site, lambda store, g=person, n=name: accounts.claim_handle(store, g, n, 1.0))
    enter(id_, ann, bob)
    begin(site, clock)
    (pairing,) = file_of(site, id_).round(1)
    record = opened(site, pairing.table).table.record
    assert record.rated
    assert record.replaced_loses
    rush(site, pairing.table, seed=1)
    assert ann.get(f"/api/tables/{pairing.table}/ratings").json()


def test_a_league_keeps_its_days(
    server: TestClient, ann: Person, bob: Person, clock: Clock
) -> None:
    day = 86_400
    id_ = organise(ann, format="league", rounds=2, clock=day, round_seconds=7 * day)
    enter(id_, ann, bob)
    begin(server, clock)
    (pairing,) = file_of(server, id_).round(1)
    end(server, pairing)
    go_on(server, clock)
    go_on(server, clock, day)
    assert info(ann, id_)["round"] == 1  # the next round waits for its day
    assert info(ann, id_)["next_at"] == START + 7 * day
    clock.at = START + 7 * day
    go_on(server, clock)
    assert info(ann, id_)["round"] == 2


def test_a_league_goes_on_with_divisions_and_seasons(site: TestClient, clock: Clock) -> None:
    people = people_at(site, *"ABCDEF")
    week = 7 * 86_400
    id_ = organise(people[0], format="league", rounds=1, clock=86_400, round_seconds=week)
    enter(id_, *people)
    begin(site, clock)
    file = file_of(site, id_)
    assert sorted(each.division for each in file.entrants) == [1, 1, 1, 1, 2, 2]
    finish_round(site, id_, clock)
    seen = info(people[0], id_)
    assert seen["state"] == "over"
    lines = [(line["division"], line["rank"], line["moves"]) for line in seen["standings"]]
    assert lines == [(1, 1, ""), (1, 2, ""), (1, 3, ""), (1, 4, "down"), (2, 1, "up"), (2, 2, "")]
    page = people[0].get(f"/tournaments/{id_}").text
    assert "Division 2" in page
    assert "goes up" in page
    up = next(line["name"] for line in seen["standings"] if line["moves"] == "up")

    following = info(people[0], seen["following"])
    assert (following["season"], following["previous"]) == (2, id_)
    assert following["starts"] == START + 2 * week
    assert following["entered"]
    first = [line["name"] for line in following["standings"] if line["division"] == 1]
    assert up in first  # known before the season begins
    newcomer, gone = people_at(site, "G")[0], people[1]
    enter(following["id"], newcomer)
    assert gone.post(f"/api/tournaments/{following['id']}/withdraw").status_code == 200
    clock.at = START + 2 * week
    go_on(site, clock)
    begun = info(newcomer, following["id"])
    assert begun["state"] == "running"
    assert next(line["division"] for line in begun["standings"] if line["name"] == "G") == 2
    assert len(begun["standings"]) == 6
    assert people[0].post(f"/api/tournaments/{following['id']}/cancel").status_code == 200
    assert info(people[0], following["id"])["following"] == ""


def test_a_season_ends_and_the_next_begins_or_neither(database: Database) -> None:
    store = database.open()
    _prepared(store)
    tournament = stored.read_tournament(store, "t1")
    ended = msgspec.structs.replace(tournament, state="over", following="t2")
    following = msgspec.structs.replace(tournament, id="t2", season=2)
    with pytest.raises(Exception, match=r"(?i)unique"):
        stored.start_season(store, ended, following, ["g0", "g1", "g0"], START)
    assert stored.read_tournament(store, "t1").state == "open"
    assert store.rows("SELECT count(*) FROM tournament") == [(1,)]
    told = notices.Subscription("https://push.example/g1", "key", "auth")
    notices.subscribe(store, "g1", told, "en", START)
    stored.start_season(store, ended, following, ["g1", "g0"], START)
    assert [(e.entry, e.ladder) for e in stored.read_entrants(store, "t2")] == [
        ("g0", 2), ("g1", 1),
    ]  # fmt: skip
    with pytest.raises(Conflict):  # a second process
        stored.start_season(store, ended, msgspec.structs.replace(following, id="t3"), [], START)
    assert store.rows("SELECT count(*) FROM tournament") == [(2,)]
    (notice,) = notices.take_notices(store, "p", START, 9)
    assert (notice.person, notice.kind, notice.subject) == ("g1", notices.SEASON, "t2")
    text = notice_text(notice.kind, notice.values, "en")
    assert (text.title, text.path) == ("Nile Cup: a new season is coming", "/tournaments/t2")
    store.close()


def test_a_new_season_is_told_to_those_who_want_to_hear_of_rounds(database: Database) -> None:
    store = database.open()
    _prepared(store)
    for person in ("g0", "g1"):
        device = notices.Subscription(f"https://push.example/{person}", "key", "auth")
        notices.subscribe(store, person, device, "en", START)
    notices.stop_notices(store, "g0", notices.ROUND, notices.PUSH)
    tournament = stored.read_tournament(store, "t1")
    ended = msgspec.structs.replace(tournament, state="over", following="t2")
    following = msgspec.structs.replace(tournament, id="t2", season=2)
    stored.start_season(store, ended, following, ["g1", "g0"], START)
    assert [notice.person for notice in notices.take_notices(store, "p", START, 9)] == ["g1"]
    store.close()


def test_lists_mark_the_tournaments_that_a_person_has_entered(
    site: TestClient, clock: Clock
) -> None:
    ann, bob, cleo = people_at(site, "Ann", "Bob", "Cleo")
    id_ = organise(ann)
    enter(id_, ann, bob)
    assert bob.post(f"/api/tournaments/{id_}/withdraw").status_code == 200
    marks = [person.get("/api/tournaments").json()[0]["entered"] for person in (ann, bob, cleo)]
    assert marks == [True, False, False]
    assert "You're in" in ann.get("/tournaments").text.replace("&#39;", "'")
    assert "You're in" not in bob.get("/tournaments").text.replace("&#39;", "'")
    assert "See the tournament" in ann.get("/").text
    assert "See the tournament" not in cleo.get("/").text
    enter(id_, bob)
    begin(site, clock)
    assert ann.post(f"/api/tournaments/{id_}/cancel").status_code == 200
    assert "You took part" in ann.get("/tournaments").text


# --- Bots and blocks ------------------------------------------------------------------------------


def test_bots_are_about_as_strong_as_the_people(site: TestClient, clock: Clock) -> None:
    ann, bob, cy = people_at(site, "Ann", "Bob", "Cy")
    id_ = organise(ann, seats=4)
    enter(id_, ann, bob, cy)
    for name, mu in (("Ann", 1300.0), ("Bob", 1400.0), ("Cy", 1900.0)):
        person = _person(file_of(site, id_), name)
        rating = StoredRating(Belief(mu, 60.0), 30, 30, START)
        change(site, lambda store, g=person, r=rating: put_rating(store, g, "giza", r))
    assert info(ann, id_)["level"] == ""
    begin(site, clock)
    assert info(ann, id_)["level"] == "easy"  # rated 1389; the median is 1400
    table = info(ann, id_)["my_table"]
    assert {seat.level for seat in opened(site, table).table.record.seats if seat.level} == {"easy"}
    assert cy.post(f"/api/tournaments/{id_}/withdraw").status_code == 200
    levels = [seat.level for seat in opened(site, table).table.record.seats]
    assert levels.count("easy") == 2


def test_people_who_block_each_other_do_not_meet(site: TestClient, clock: Clock) -> None:
    ann, bob, cy, dan = people_at(site, "Ann", "Bob", "Cy", "Dan")
    id_ = organise(ann, rounds=3)
    enter(id_, ann, bob, cy, dan)
    file = file_of(site, id_)
    for one, other in (("Ann", "Bob"), ("Cy", "Ann")):
        pair = _person(file, one), _person(file, other)
        change(site, lambda store, p=pair: relate(store, *p, BLOCK, START))
    begin(site, clock)
    for number in (1, 2, 3):
        file = file_of(site, id_)
        mine = next(p for p in file.unfinished() if _has(p, _person(file, "Ann")))
        assert number == 3 or _has(mine, _person(file, "Dan"))  # at last the leaders meet
        finish_round(site, id_, clock)
    record = site.get(f"/api/tournaments/{id_}/record").content
    assert check_seating(msgspec.json.decode(record, type=TournamentData)) == []


# --- Coming late, going, not coming ---------------------------------------------------------------


def test_late_joiners_play_from_the_next_round_on(site: TestClient, clock: Clock) -> None:
    ann, bob, cy = people_at(site, "Ann", "Bob", "Cy")
    id_ = organise(ann)
    enter(id_, ann, bob)
    begin(site, clock)
    enter(id_, cy)
    assert info(cy, id_)["my_table"] == ""
    assert info(cy, id_)["first_round"] == 2
    assert "Your first game is in round 2" in cy.get(f"/tournaments/{id_}").text
    assert len(file_of(site, id_).round(1)) == 1
    finish_round(site, id_, clock)
    assert info(cy, id_)["my_table"]
    late = next(each for each in file_of(site, id_).entrants if each.name == "Cy")
    assert late.from_round == 2


def test_whoever_withdraws_is_replaced_and_gets_nothing(site: TestClient, clock: Clock) -> None:
    ann, bob, cy = people_at(site, "Ann", "Bob", "Cy")
    id_ = organise(ann, seats=3)
    enter(id_, ann, bob, cy)
    begin(site, clock)
    table = info(cy, id_)["my_table"]
    assert cy.post(f"/api/tournaments/{id_}/withdraw").status_code == 200
    seats = opened(site, table).table.record.seats
    assert sum(seat.kind == PLAYER for seat in seats) == 2
    rush(site, table, seed=2)
    go_on(site, clock)
    go_on(site, clock, BREAK)
    file = file_of(site, id_)
    gone = next(each for each in file.entrants if each.name == "Cy")
    assert gone.is_withdrawn
    assert gone.entry not in {seat.entry for p in file.round(2) for seat in p.seats}
    line = next(line for line in info(ann, id_)["standings"] if line["name"] == "Cy")
    assert line["withdrawn"]
    assert line["points"] == 0
    assert ann.post(f"/api/tournaments/{id_}/withdraw").status_code == 200


def test_who_withdraws_before_the_start_was_never_there(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = organise(ann)
    enter(id_, ann, bob)
    assert bob.post(f"/api/tournaments/{id_}/withdraw").status_code == 200
    assert [line["name"] for line in info(ann, id_)["standings"]] == ["Ann"]
    enter(id_, bob)
    assert info(bob, id_)["entered"]


def test_a_no_show_is_replaced_by_a_bot_and_twice_is_enough(site: TestClient, clock: Clock) -> None:
    """Nobody comes to the first table; the one whose turn it is goes first."""
    ann, bob, cy, dan = people_at(site, "Ann", "Bob", "Cy", "Dan")
    id_ = organise(ann, rounds=3, clock=600)  # nobody's time is up before they count as absent
    enter(id_, ann, bob, cy, dan)
    begin(site, clock)
    for round_ in (1, 2):
        file = file_of(site, id_)
        for pairing in file.round(round_):
            _play_without(site, pairing, _person(file, "Dan"))
        go_on(site, clock, NO_SHOW + 61)
        file = file_of(site, id_)
        mine = next(p for p in file.round(round_) if _has(p, _person(file, "Dan")))
        reasons = {seat.entry: seat.forfeit for seat in mine.seats}
        assert reasons[_person(file, "Dan")] == "absent"
        record = opened(site, mine.table).table.record
        assert not record.seats_of(_person(file, "Dan"))
        for pairing in file_of(site, id_).unfinished():
            rush(site, pairing.table, seed=1)
        go_on(site, clock)
        go_on(site, clock, BREAK)
    file = file_of(site, id_)
    assert file.tournament.round == 3
    assert not any(_has(pairing, _person(file, "Dan")) for pairing in file.round(3))
    line = next(line for line in info(ann, id_)["standings"] if line["name"] == "Dan")
    assert line["points"] == 0
    assert line["withdrawn"]


def _person(file: TournamentData, name: str) -> str:
    return next(each.entry for each in file.entrants if each.name == name)


def _has(pairing: Pairing, person: str) -> bool:
    return any(seat.entry == person for seat in pairing.seats)


def _play_without(server: TestClient, pairing: Pairing, absent: str) -> None:
    """Everyone but one person plays, until it is that person's turn or the game is over."""

    async def play() -> None:
        service = services_of(server).table_service
        live = await service.open(pairing.table)
        while not live.table.match.over:
            seats = [s for s in live.table.to_act if live.table.record.seats[s].person != absent]
            if not seats:
                return
            seat = seats[0]
            move, seq = live.table.match.legal(seat)[0], live.table.shown_seq_for(seat)
            await service.submit(live, lambda t, s=seat, m=move, n=seq: t.request_move(s, m, n))

    call(server, play)


def test_bots_finish_what_is_not_over_at_the_deadline(site: TestClient, clock: Clock) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann, rounds=1, clock=86_400, round_seconds=86_400)
    enter(id_, ann, bob)
    begin(site, clock)
    table = info(ann, id_)["my_table"]
    rush(site, table, seed=1, decisions=4)
    go_on(site, clock, 86_400)
    rush(site, table, seed=1)  # nobody is left to move for: only bots are waited for
    assert opened(site, table).table.match.over
    go_on(site, clock)
    seen = info(ann, id_)
    assert seen["state"] == "over"
    seats = seen["played"][0]["tables"][0]["seats"]
    assert {seat["mark"] for seat in seats} == {"overdue"}
    assert sum(line["points"] for line in seen["standings"]) >= 3


def test_a_merged_person_keeps_their_place(site: TestClient, clock: Clock) -> None:
    ann, bob, cy = people_at(site, "Ann", "Bob", "Cy")
    id_ = organise(bob)
    enter(id_, ann, bob)
    begin(site, clock)
    file = file_of(site, id_)
    service = services_of(site).table_service
    old = read(site, lambda store: read_person(store, _person(file, "Bob")))
    rows = read(site, lambda store: store.rows("SELECT id FROM person WHERE name = 'Cy'"))
    new = read(site, lambda store: read_person(store, rows[0][0]))
    call(site, person_merging.merge, service, old, new)
    assert info(cy, id_)["my_table"]
    assert info(cy, id_)["organiser"]
    finish_round(site, id_, clock)
    assert {each.name for each in file_of(site, id_).entrants} == {"Ann", "Cy"}
    assert sum(line["points"] for line in info(cy, id_)["standings"]) == 4


# --- Once, whatever happens -----------------------------------------------------------------------


def _prepared(store: Store) -> tuple[Tournament, list[Pairing], list[TableRecord]]:
    """A tournament of four whose first round is about to begin."""
    tournament = Tournament(
        id="t1", title="Nile Cup", game="giza", options={}, seats=2, format="swiss", rounds=2,
        clock=60, starts=START, host="g0", created=1.0, seed=make_seed("cup"), round_seconds=3600,
    )  # fmt: skip
    if not store.rows("SELECT 1 FROM tournament"):
        stored.create_tournament(store, tournament)
        for number in range(4):
            put_person(store, StoredPerson(f"g{number}", f"Guest {number}"))
            stored.enter(store, "t1", f"g{number}", 1.0 + number)
    file = stored.read_file(store, "t1")
    seating = [["g0", "g1"], ["g2", "g3"]]
    pairings, tables = new_round(file, seating, 1, START)
    begun = msgspec.structs.replace(file.tournament, state="running", round=1, round_began=START)
    return begun, pairings, tables


def test_two_processes_start_a_round_once(database: Database) -> None:
    one, two = database.open(), database.open()
    first, second = _prepared(one), _prepared(two)
    stored.start_round(one, *first, START + 5)
    with pytest.raises(Conflict):
        stored.start_round(two, *second, START + 5)
    assert one.rows("SELECT count(*) FROM game_table") == [(2,)]
    assert one.rows("SELECT count(*) FROM job") == [(2,)]
    assert [p.table for p in stored.read_pairings(two, "t1")] == [t.id for t in first[2]]
    for store in (one, two):
        store.close()


KILLED = """
import os, signal, sys
from nomarch.contests import tournaments as stored
from nomarch.contests.site_hooks import site_database
from tests.web.test_tournaments import START, _prepared

store = site_database(sys.argv[1]).open()
prepared = _prepared(store)
add, left = stored.add_table, [int(sys.argv[2])]

def add_table(store, record, job):
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    add(store, record, job)

stored.add_table = add_table
stored.start_round(store, *prepared, START + 5)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("written", [1, 2])
def test_a_round_whose_process_is_killed_starts_once(
    database: Database, tmp_path: Path, clock: Clock, written: int
) -> None:
    """Killed before the second table is written, or when both are; a restart doubles nothing."""
    store = database.open()
    _prepared(store)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, database.address, str(written)],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=120,
    )
    assert killed.returncode == -signal.SIGKILL
    before = [p.table for p in stored.read_pairings(store, "t1")]
    assert len(before) == (0 if written < 2 else 2)
    assert store.rows("SELECT count(*) FROM game_table") == [(len(before),)]
    assert stored.read_tournament(store, "t1").round == (0 if written < 2 else 1)
    store.close()
    with new_site(database, tmp_path) as server:
        begin(server, clock)
        go_on(server, clock)
        file = file_of(server, "t1")
        assert file.tournament.round == 1
        assert [p.table for p in file.pairings] == (before or [p.table for p in file.round(1)])
        assert sorted(s.entry for p in file.pairings for s in p.seats) == ["g0", "g1", "g2", "g3"]
        for table in ("game_table", "job"):
            rows = read(server, lambda store, t=table: store.rows(f"SELECT count(*) FROM {t}"))
            assert rows == [(2,)]


def test_two_servers_run_one_tournament(
    new_postgres: Callable[[], str], tmp_path: Path, clock: Clock
) -> None:
    database = site_database(new_postgres())
    with new_site(database, tmp_path / "a") as one, new_site(database, tmp_path / "b") as two:
        ann, bob, cy = people_at(one, "Ann", "Bob", "Cy")
        id_ = organise(ann, rounds=3)
        enter(id_, ann, bob, cy)
        clock.at = START
        for round_ in (1, 2, 3):
            with ThreadPoolExecutor(2) as both:
                steps = [
                    both.submit(
                        call, server, services_of(server).tournaments.advance, id_, clock.at
                    )
                    for server in (one, two)
                ]
            errors = [step.exception() for step in steps]
            assert all(error is None or isinstance(error, Conflict) for error in errors)
            file = file_of(two, id_)
            assert file.tournament.round == round_
            assert len(file.round(round_)) == 2
            for pairing in file.unfinished():
                end(one, pairing)
            go_on(two, clock)
            clock.at += BREAK
        rows = read(one, lambda store: store.rows("SELECT count(*) FROM game_table"))
        assert rows == [(6,)]
        assert info(ann, id_)["state"] == "over"


def test_rounds_go_on_after_a_restart(database: Database, tmp_path: Path, clock: Clock) -> None:
    with new_site(database, tmp_path) as server:
        ann, bob = people_at(server, "Ann", "Bob")
        id_ = organise(ann)
        enter(id_, ann, bob)
        begin(server, clock)
    with new_site(database, tmp_path) as server:
        assert file_of(server, id_).tournament.round == 1
        finish_round(server, id_, clock)
    with new_site(database, tmp_path) as server:
        assert file_of(server, id_).tournament.round == 2
        finish_round(server, id_, clock)
        assert file_of(server, id_).tournament.state == "over"


def test_a_round_is_told_once(site: TestClient, clock: Clock) -> None:
    ann, bob = people_at(site, "Ann", "Bob")
    id_ = organise(ann)
    enter(id_, ann, bob)
    ann_id = _person(file_of(site, id_), "Ann")

    def wants(store: Store) -> None:
        device = notices.Subscription("https://push.example/1", "key", "auth")
        notices.subscribe(store, ann_id, device, "en", START)

    change(site, wants)
    begin(site, clock)
    for _ in range(3):
        go_on(site, clock)
    rows = read(site, lambda store: store.rows("SELECT person, kind, subject, seq FROM notice"))
    assert [row for row in rows if row[1] == "round"] == [(ann_id, "round", id_, 1)]


# --- Shared boards --------------------------------------------------------------------------------


def test_tables_of_a_round_share_a_sealed_board(site: TestClient, clock: Clock) -> None:
    people = people_at(site, *"ABCDEF")
    stranger = Person(TestClient(site.app, raise_server_exceptions=False))
    stranger.client.portal = site.portal
    id_ = organise(people[0], duplicate=True, seats=2, rounds=2)
    enter(id_, *people)
    promised = info(stranger, id_)["boards"]
    assert len(promised) == 2
    begin(site, clock)
    first, *others = file_of(site, id_).round(1)
    tables = [opened(site, p.table).table for p in (first, *others)]
    (seed,) = {table.record.seed for table in tables}
    assert commitment(seed) == promised[0]
    insider = next(p for p in people if info(p, id_)["my_table"] == first.table)
    rival = next(p for p in people if info(p, id_)["my_table"] == others[0].table)
    rush(site, first.table, seed=1)
    for person in (rival, stranger):
        assert person.get(f"/api/tables/{first.table}").status_code == 403
        assert person.get(f"/t/{first.table}/replay").status_code == 403
        with pytest.raises(WebSocketDisconnect), person.listens(first.table):
            pass
        assert first.table not in person.get(f"/api/tournaments/{id_}").text
    assert insider.get(f"/api/tables/{first.table}").status_code == 200
    for path in ("save", "verify", "analysis"):
        assert insider.get(f"/api/tables/{first.table}/{path}").status_code == 403
    for person in (insider, rival, stranger):
        for path in (f"/api/tournaments/{id_}", f"/tournaments/{id_}", f"/t/{first.table}"):
            assert seed not in person.get(path).text
        assert person.get(f"/api/tournaments/{id_}/record").status_code == 403
    for pairing in others:
        rush(site, pairing.table, seed=pairing.no)
    go_on(site, clock)
    shown = info(stranger, id_)["played"][0]
    assert shown["seed"] == seed
    assert stranger.get(f"/api/tables/{first.table}/verify").json()["seed"] == seed
    standings = info(stranger, id_)["standings"]
    assert sum(line["matchpoints"] for line in standings) == pytest.approx(300, abs=1)
    assert info(stranger, id_)["seed"] == ""  # the second round is still to come


def test_only_games_with_one_pile_share_boards(ann: Person) -> None:
    wish = {**WISH, "game": "amun-re", "seats": 3, "duplicate": True}
    answer = ann.post("/api/tournaments", wish)
    assert answer.status_code == 422
    assert "depend" in answer.json()["error"]
    organise(ann, game="ra", seats=3, duplicate=True)


def test_everything_follows_from_the_seed(
    server: TestClient, arrives: Any, clock: Clock, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    people = [arrives(name) for name in "ABCDE"]
    id_ = organise(people[0], seats=3)
    enter(id_, *people)
    begin(server, clock)
    finish_round(server, id_, clock)
    finish_round(server, id_, clock)
    record = server.get(f"/api/tournaments/{id_}/record")
    assert record.status_code == 200
    path = tmp_path / "cup.json"
    path.write_bytes(record.content)
    promised = info(people[0], id_)["commitment"]
    assert main(["verify", "--tournament", str(path), "--commitment", promised]) == 0
    assert "good" in capsys.readouterr().out
    assert main(["verify", "--tournament", str(path), "--commitment", "0" * 64]) == 1
    data = record.json()
    data["tournament"]["title"] = "\x1b[2JCup"
    path.write_bytes(msgspec.json.encode(data))
    assert main(["verify", "--tournament", str(path)]) == 0
    assert "\x1b" not in capsys.readouterr().out
    seats = data["pairings"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    path.write_bytes(msgspec.json.encode(data))
    assert main(["verify", "--tournament", str(path)]) == 1
    assert "round 1" in capsys.readouterr().out


# --- What may be asked for ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wish",
    [
        {"title": "x"}, {"title": "y" * 61}, {"format": "chess"}, {"rounds": 0}, {"rounds": 99},
        {"clock": 1}, {"round_seconds": 5}, {"starts": START + 1e8}, {"level": "god"},
        {"seats": 9},
    ],
)  # fmt: skip
def test_nonsense_is_refused(ann: Person, wish: dict[str, Any]) -> None:
    assert ann.post("/api/tournaments", {**WISH, **wish}).status_code == 422


def test_only_the_organiser_starts_and_cancels(
    server: TestClient, ann: Person, bob: Person, clock: Clock
) -> None:
    id_ = organise(ann)
    for action in ("start", "cancel"):
        assert bob.post(f"/api/tournaments/{id_}/{action}").status_code == 403
    assert ann.post(f"/api/tournaments/{id_}/start").status_code == 422  # nobody is there
    enter(id_, ann, bob)
    assert ann.post(f"/api/tournaments/{id_}/start").status_code == 200
    go_on(server, clock)
    assert info(ann, id_)["round"] == 1
    assert ann.post(f"/api/tournaments/{id_}/start").status_code == 409
    assert ann.post(f"/api/tournaments/{id_}/cancel").status_code == 200
    assert info(ann, id_)["state"] == "cancelled"
    assert ann.post(f"/api/tournaments/{id_}/cancel").status_code == 409
    assert ann.get("/api/tournaments/none").status_code == 404


def test_nobody_organises_too_many(ann: Person) -> None:
    for _ in range(stored.MOST_HOSTED):
        organise(ann)
    assert ann.post("/api/tournaments", WISH).status_code == 409


def test_a_step_in_the_wrong_moment_does_nothing(
    server: TestClient, ann: Person, bob: Person, clock: Clock
) -> None:
    id_ = organise(ann)
    enter(id_, ann, bob)
    runner = services_of(server).tournaments
    call(server, runner.advance, id_, clock.at)
    assert info(ann, id_)["round"] == 0
    begin(server, clock)
    before = file_of(server, id_).tournament.version
    call(server, asyncio.sleep, 0)
    go_on(server, clock)
    assert file_of(server, id_).tournament.version == before


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_pages_follow_the_tournament(
    server: TestClient, ann: Person, bob: Person, clock: Clock, language: str
) -> None:
    ann.client.headers["accept-language"] = bob.client.headers["accept-language"] = language
    assert 'id="organise"' in ann.get("/tournaments/new").text
    id_ = organise(ann)
    assert f"/tournaments/{id_}" in bob.get("/tournaments").text
    assert 'data-do="enter"' in bob.get(f"/tournaments/{id_}").text
    assert 'data-do="start"' in ann.get(f"/tournaments/{id_}").text
    enter(id_, ann, bob)
    page = bob.get(f"/tournaments/{id_}").text
    assert 'data-do="withdraw"' in page
    assert 'data-do="start"' not in page
    begin(server, clock)
    page = bob.get(f"/tournaments/{id_}").text
    table = info(bob, id_)["my_table"]
    assert f"/t/{table}" in page
    assert bob.post(f"/api/tables/{table}/rematch").status_code == 409
    assert f'"tournament":"{id_}"' in bob.get(f"/t/{table}").text
    finish_round(server, id_, clock)
    finish_round(server, id_, clock)
    page = bob.get(f"/tournaments/{id_}").text
    assert f"/api/tournaments/{id_}/record" in page
    assert info(bob, id_)["seed"] in page
    assert f"/tournaments/{id_}" in bob.get("/tournaments").text
    assert bob.get("/tournaments/none").status_code == 404


def test_a_missed_move_is_no_absence() -> None:
    def entries(*kinds: str) -> list[Entry]:
        texts = {"missed": ("away", "missed"), "paused": ("away", "paused")}
        return [
            Entry(
                "t", seq, *texts.get(kind, (kind, ""))[:1], 0, texts.get(kind, (kind, ""))[1], 0.0
            )
            for seq, kind in enumerate(kinds, start=1)
        ]

    for came in (("move",), ("missed", "move", "move"), ("away", "back"), ("paused",), ("ask",)):
        assert has_come(entries(*came), 0), came
    for absent in ((), ("missed", "move"), ("missed", "move", "away", "move", "move"), ("away",)):
        assert not has_come(entries(*absent), 0), absent
    assert not has_come(entries("move"), 1)
