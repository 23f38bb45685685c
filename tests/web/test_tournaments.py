"""Tournaments: rounds start once and survive everything, and points follow from results."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect

from nomarch.cli import main
from nomarch.contests import tournaments as stored
from nomarch.contests.rounds import check_seating
from nomarch.contests.tournament_runner import BREAK, NO_SHOW, has_come
from nomarch.contests.tournaments import TournamentData
from nomarch.kernel.run.seeds import commitment
from nomarch.people import accounts, notices
from nomarch.people.rating_store import StoredRating, put_rating
from nomarch.people.ratings import Belief
from nomarch.people.relations import BLOCK, relate
from nomarch.storage.store import Conflict, Store
from nomarch.tables.state.model import PLAYER, Entry
from nomarch.web.account.notice_texts import notice_text
from nomarch.web.operations.settings import Settings

from .actors import Person, Site
from .conftest import Capture, Start, on_both
from .cups import CUP, START, Cup, go_on, prepare_round

DAY = 86_400
COUNT = "SELECT count(*) FROM "
pytestmark = pytest.mark.usefixtures("_tournaments_wait", "_seated_here")


# --- A whole tournament ---------------------------------------------------------------------------


@on_both
def test_a_swiss_tournament_from_entry_to_end(site: Site) -> None:
    ann, *others = site.people("Ann", "Bob", "Cy", "Dan")
    cup = Cup(ann, ann, *others)
    seen = ann.gets(cup.api)
    assert (seen["entered"], seen["organiser"], seen["seed"]) == (True, True, "")
    assert not others[0].gets(cup.api)["organiser"]
    promised = seen["commitment"]
    cup.begins()
    seen = ann.gets(cup.api)
    assert (seen["state"], seen["round"], len(seen["played"][0]["tables"])) == ("running", 1, 2)
    assert seen["my_table"] in [table["table"] for table in seen["played"][0]["tables"]]
    assert site.live(seen["my_table"]).table.record.tournament == cup.id
    winners = {pairing.seats[0].entry for pairing in cup.round(1)}
    cup.ends_round()
    assert winners in [{seat.entry for seat in pairing.seats} for pairing in cup.round(2)]
    cup.ends_round()
    seen = ann.gets(cup.api)
    assert (seen["state"], seen["my_table"]) == ("over", "")
    assert [line["points"] for line in seen["standings"]] == [8, 4, 4, 0]
    assert commitment(seen["seed"]) == promised
    ann.cannot(f"{cup.api}/enter", status=409)


def test_bots_fill_a_table_and_games_are_really_played(site: Site) -> None:
    ann, bob = site.people("Ann", "Bob")
    cup = Cup(ann, ann, bob, seats=3, rounds=1)
    cup.begins()
    (table,) = ann.gets(cup.api)["played"][0]["tables"]
    assert sorted(seat["bot"] for seat in table["seats"]) == [False, False, True]
    site.rush(table["table"], seed=4)
    go_on(site)
    seen = bob.gets(cup.api)
    assert seen["state"] == "over"
    assert 1 in [seat["place"] for seat in seen["played"][0]["tables"][0]["seats"]]
    assert sum(line["games"] for line in seen["standings"]) == 2
    assert cup.page in bob.reads(f"/t/{table['table']}")


def test_too_few_people_cancel_it(ann: Person) -> None:
    cup = Cup(ann, ann)
    cup.begins()
    assert ann.gets(cup.api)["state"] == "cancelled"


def test_a_knockout_ends_with_its_final(site: Site) -> None:
    people = site.people(*"ABCDEFGH")
    cup = Cup(people[0], *people, format="knockout", seats=4)
    cup.begins()
    people[1].cannot(f"{cup.api}/enter", status=409)
    assert len(cup.round(1)) == 2
    through = {seat.entry for pairing in cup.round(1) for seat in pairing.seats[:2]}
    cup.ends_round()
    (final,) = cup.round(2)
    assert {seat.entry for seat in final.seats} == through
    cup.ends(final, 1, 2, 3, 4)
    go_on(site)
    seen = people[0].gets(cup.api)
    assert seen["state"] == "over"
    ranked = [cup.entry(line["name"]) for line in seen["standings"][:4]]
    assert ranked == [seat.entry for seat in reversed(final.seats)]


def test_a_running_round_puts_those_who_still_play_before_those_who_lost(site: Site) -> None:
    people = site.people(*"ABCD")
    cup = Cup(people[0], *people, format="knockout")
    cup.begins()
    done, playing = cup.round(1)
    cup.ends(done)
    ranked = [cup.entry(line["name"]) for line in people[0].gets(cup.api)["standings"]]
    assert (ranked[0], ranked[3]) == (done.seats[0].entry, done.seats[1].entry)
    assert set(ranked[1:3]) == {seat.entry for seat in playing.seats}


def test_a_rated_tournament_says_so_and_rates_its_games(site: Site) -> None:
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    cup = Cup(ann, rated=True)
    page = cy.reads(cup.page)
    assert ">rated games<" in page
    assert "claim your name first" in page
    cy.cannot(f"{cup.api}/enter", status=403)
    for id_, name in site.reads("SELECT id, name FROM person WHERE name <> 'Cy'"):
        site.changes(accounts.claim_handle, id_, name, 1.0)
    cup.admits(ann, bob)
    cup.begins()
    (pairing,) = cup.round(1)
    record = site.live(pairing.table).table.record
    assert (record.rated, record.replaced_loses) == (True, True)
    site.rush(pairing.table)
    assert ann.gets(f"/api/tables/{pairing.table}/ratings")


def test_a_league_keeps_its_days(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob, format="league", clock=DAY, round_seconds=7 * DAY)
    cup.begins()
    cup.ends(cup.round(1)[0])
    go_on(site)
    go_on(site, DAY)
    seen = ann.gets(cup.api)
    assert (seen["round"], seen["next_at"]) == (1, START + 7 * DAY), "the next waits for its day"
    go_on(site, 6 * DAY)
    assert ann.gets(cup.api)["round"] == 2


@on_both
def test_a_league_goes_on_with_divisions_and_seasons(site: Site) -> None:
    people = site.people(*"ABCDEF")
    cup = Cup(people[0], *people, format="league", rounds=1, clock=DAY, round_seconds=7 * DAY)
    cup.begins()
    assert sorted(each.division for each in cup.file.entrants) == [1, 1, 1, 1, 2, 2]
    cup.ends_round()
    seen = people[0].gets(cup.api)
    assert seen["state"] == "over"
    lines = [(line["division"], line["rank"], line["moves"]) for line in seen["standings"]]
    assert lines == [(1, 1, ""), (1, 2, ""), (1, 3, ""), (1, 4, "down"), (2, 1, "up"), (2, 2, "")]
    page = people[0].reads(cup.page)
    assert "Division 2" in page
    assert "goes up" in page
    up = next(line["name"] for line in seen["standings"] if line["moves"] == "up")

    path = f"/api/tournaments/{seen['following']}"
    following = people[0].gets(path)
    assert (following["season"], following["previous"]) == (2, cup.id)
    assert (following["starts"], following["entered"]) == (START + 14 * DAY, True)
    first = [line["name"] for line in following["standings"] if line["division"] == 1]
    assert up in first, "known before the season begins"
    newcomer = site.person("G")
    newcomer.posts(f"{path}/enter")
    people[1].posts(f"{path}/withdraw")
    site.clock.at = START + 14 * DAY
    go_on(site)
    begun = newcomer.gets(path)
    assert (begun["state"], len(begun["standings"])) == ("running", 6)
    assert [line["division"] for line in begun["standings"] if line["name"] == "G"] == [2]
    people[0].posts(f"{path}/cancel")
    assert people[0].gets(path)["following"] == ""


def wants_notices(store: Store, *people: str) -> None:
    for person in people:
        device = notices.Subscription(f"https://push.example/{person}", "key", "auth")
        notices.subscribe(store, person, device, "en", START)


def test_a_season_ends_and_the_next_begins_or_neither(store: Store) -> None:
    prepare_round(store)
    wants_notices(store, "g0", "g1")
    notices.stop_notices(store, "g0", notices.ROUND, notices.PUSH)
    tournament = stored.read_tournament(store, "t1")
    ended = replace(tournament, state="over", following="t2")
    following = replace(tournament, id="t2", season=2)
    with pytest.raises(Exception, match=r"(?i)unique"):
        stored.start_season(store, ended, following, ["g0", "g1", "g0"], START)
    assert stored.read_tournament(store, "t1").state == "open"
    assert store.rows(COUNT + "tournament") == [(1,)]
    stored.start_season(store, ended, following, ["g1", "g0"], START)
    ladder = [(e.entry, e.ladder) for e in stored.read_entrants(store, "t2")]
    assert ladder == [("g0", 2), ("g1", 1)]
    with pytest.raises(Conflict):  # a second process
        stored.start_season(store, ended, replace(following, id="t3"), [], START)
    assert store.rows(COUNT + "tournament") == [(2,)]
    (notice,) = notices.take_notices(store, "p", START, 9)  # g0 wants to hear of no rounds
    assert (notice.person, notice.kind, notice.subject) == ("g1", notices.SEASON, "t2")
    text = notice_text(notice.kind, notice.values, "en")
    assert (text.title, text.path) == ("Nile Cup: a new season is coming", "/tournaments/t2")


def test_lists_mark_the_tournaments_that_a_person_has_entered(site: Site) -> None:
    ann, bob, cleo = people = site.people("Ann", "Bob", "Cleo")
    cup = Cup(ann, ann, bob)
    bob.posts(f"{cup.api}/withdraw")
    assert [line["name"] for line in ann.gets(cup.api)["standings"]] == ["Ann"]
    assert [p.gets("/api/tournaments")[0]["entered"] for p in people] == [True, False, False]
    assert ["You're in" in p.reads("/tournaments") for p in people] == [True, False, False]
    assert ["See the tournament" in p.reads("/") for p in (ann, cleo)] == [True, False]
    cup.admits(bob)
    cup.begins()
    ann.posts(f"{cup.api}/cancel")
    assert "You took part" in ann.reads("/tournaments")


# --- Bots and blocks ------------------------------------------------------------------------------


def test_bots_are_about_as_strong_as_the_people(site: Site) -> None:
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    cup = Cup(ann, ann, bob, cy, seats=4)
    for name, mu in (("Ann", 1300.0), ("Bob", 1400.0), ("Cy", 1900.0)):
        rating = StoredRating(Belief(mu, 60.0), 30, 30, START)
        site.changes(put_rating, cup.entry(name), "giza", rating)
    assert ann.gets(cup.api)["level"] == ""
    cup.begins()
    seen = ann.gets(cup.api)
    assert seen["level"] == "easy", "rated 1389; the median is 1400"

    def levels() -> list[str]:
        return [s.level for s in site.live(seen["my_table"]).table.record.seats if s.level]

    assert levels() == ["easy"]
    cy.posts(f"{cup.api}/withdraw")
    assert levels() == ["easy"] * 2


def test_people_who_block_each_other_do_not_meet(site: Site) -> None:
    people = site.people("Ann", "Bob", "Cy", "Dan")
    cup = Cup(people[0], *people, rounds=3)
    for one, other in (("Ann", "Bob"), ("Cy", "Ann")):
        site.changes(relate, cup.entry(one), cup.entry(other), BLOCK, START)
    cup.begins()
    for number in (1, 2, 3):
        meets = number == 3 or cup.pairing_of("Ann", number) == cup.pairing_of("Dan", number)
        assert meets, "only at last the leaders meet"
        cup.ends_round()
    record = people[0].get(f"{cup.api}/record").content
    assert check_seating(msgspec.json.decode(record, type=TournamentData)) == []


# --- Coming late, going, not coming ---------------------------------------------------------------


def test_late_joiners_play_from_the_next_round_on(site: Site) -> None:
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    cup = Cup(ann, ann, bob)
    cup.begins()
    cup.admits(cy)
    seen = cy.gets(cup.api)
    assert (seen["my_table"], seen["first_round"], len(cup.round(1))) == ("", 2, 1)
    assert "Your first game is in round 2" in cy.reads(cup.page)
    cup.ends_round()
    assert cy.gets(cup.api)["my_table"]
    assert {e.name: e.from_round for e in cup.file.entrants} == {"Ann": 1, "Bob": 1, "Cy": 2}


def test_whoever_withdraws_is_replaced_and_gets_nothing(site: Site) -> None:
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    cup = Cup(ann, ann, bob, cy, seats=3)
    cup.begins()
    table = cy.gets(cup.api)["my_table"]
    cy.posts(f"{cup.api}/withdraw")
    assert sum(seat.kind == PLAYER for seat in site.live(table).table.record.seats) == 2
    site.rush(table, seed=2)
    go_on(site)
    go_on(site, BREAK)
    assert cup.entry("Cy") not in {seat.entry for p in cup.round(2) for seat in p.seats}
    line = cup.line(ann, "Cy")
    assert (line["withdrawn"], line["points"]) == (True, 0)
    ann.posts(f"{cup.api}/withdraw")


def test_a_no_show_is_replaced_by_a_bot_and_twice_is_enough(site: Site) -> None:
    """Nobody comes to the first table; the one whose turn it is goes first."""
    people = site.people("Ann", "Bob", "Cy", "Dan")
    cup = Cup(people[0], *people, rounds=3, clock=600)  # time is not up before they are absent
    cup.begins()
    dan = cup.entry("Dan")
    for round_ in (1, 2):
        for pairing in cup.round(round_):
            site.rush(pairing.table, absent=dan)
        go_on(site, NO_SHOW + 61)
        mine = cup.pairing_of("Dan", round_)
        assert {seat.entry: seat.forfeit for seat in mine.seats}[dan] == "absent"
        assert not site.live(mine.table).table.record.seats_of(dan)
        for pairing in cup.file.unfinished():
            site.rush(pairing.table)
        go_on(site)
        go_on(site, BREAK)
    assert cup.file.tournament.round == 3
    assert dan not in [seat.entry for pairing in cup.round(3) for seat in pairing.seats]
    line = cup.line(people[0], "Dan")
    assert (line["points"], line["withdrawn"]) == (0, True)


def test_bots_finish_what_is_not_over_at_the_deadline(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob, rounds=1, clock=DAY, round_seconds=DAY)
    cup.begins()
    table = ann.gets(cup.api)["my_table"]
    site.rush(table, decisions=4)
    go_on(site, DAY)
    site.settle(table)  # nobody is left to move for: only bots are waited for
    assert site.live(table).table.match.over
    go_on(site)
    seen = ann.gets(cup.api)
    assert seen["state"] == "over"
    assert {seat["mark"] for seat in seen["played"][0]["tables"][0]["seats"]} == {"overdue"}
    assert sum(line["points"] for line in seen["standings"]) >= 3


# --- Once, whatever happens -----------------------------------------------------------------------


def test_two_processes_start_a_round_once(store: Store, other: Store) -> None:
    first, second = prepare_round(store), prepare_round(other)
    stored.start_round(store, *first, START + 5)
    with pytest.raises(Conflict):
        stored.start_round(other, *second, START + 5)
    assert [store.rows(COUNT + table) for table in ("game_table", "job")] == [[(2,)], [(2,)]]
    assert [p.table for p in stored.read_pairings(other, "t1")] == [t.id for t in first[2]]


KILLED = """
import os, signal, sys
from nomarch.contests import tournaments as stored
from nomarch.contests.site_hooks import site_database
from tests.web.cups import START, prepare_round

store = site_database(sys.argv[1]).open()
prepared = prepare_round(store)
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


@on_both
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("written", [1, 2])
def test_a_killed_round_starts_once(settings: Settings, start: Start, written: int) -> None:
    """Killed before the second table is written, or when both are; a restart doubles nothing."""
    settings.data.mkdir()
    command = [sys.executable, "-c", KILLED, settings.database.address, str(written)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    store = settings.database.open()
    prepare_round(store)
    killed = subprocess.run(command, cwd=Path(__file__).parents[2], env=environment, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    before = [p.table for p in stored.read_pairings(store, "t1")]
    assert len(before) == (0 if written < 2 else 2)
    assert store.rows(COUNT + "game_table") == [(len(before),)]
    assert stored.read_tournament(store, "t1").round == (0 if written < 2 else 1)
    store.close()
    with start() as site:
        go_on(site, START - site.clock.time())
        go_on(site)
        file = site.reads(stored.read_file, "t1")
        assert file.tournament.round == 1
        assert [p.table for p in file.pairings] == (before or [p.table for p in file.round(1)])
        assert sorted(s.entry for p in file.pairings for s in p.seats) == ["g0", "g1", "g2", "g3"]
        assert [site.reads(COUNT + table) for table in ("game_table", "job")] == [[(2,)], [(2,)]]


def test_rounds_go_on_after_a_restart(start: Start) -> None:
    with start() as site:
        people = site.people("Ann", "Bob")
        cup = Cup(people[0], *people)
        cup.begins()
    for round_ in (1, 2):
        with start() as cup.site:
            assert cup.file.tournament.round == round_
            cup.ends_round()
            state = cup.file.tournament.state
    assert state == "over"


def test_a_round_is_told_once(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob)
    site.changes(wants_notices, cup.entry("Ann"))
    cup.begins()
    for _ in range(3):
        go_on(site)
    told = site.reads("SELECT person, subject, seq FROM notice WHERE kind = 'round'")
    assert told == [(cup.entry("Ann"), cup.id, 1)]


# --- Shared boards --------------------------------------------------------------------------------


def test_tables_of_a_round_share_a_sealed_board(site: Site) -> None:
    people, stranger = site.people(*"ABCDEF"), site.stranger()
    cup = Cup(people[0], *people, duplicate=True)
    promised = stranger.gets(cup.api)["boards"]
    assert len(promised) == 2
    cup.begins()
    first, *others = cup.round(1)
    (seed,) = {site.live(p.table).table.record.seed for p in (first, *others)}
    assert commitment(seed) == promised[0]
    insider, rival = (
        next(p for p in people if p.gets(cup.api)["my_table"] == pairing.table)
        for pairing in (first, others[0])
    )
    site.rush(first.table)
    at = f"/api/tables/{first.table}"
    for person in (rival, stranger):
        person.cannot_read(at, f"/t/{first.table}/replay", status=403)
        with pytest.raises(WebSocketDisconnect):
            person.listens(first.table).__enter__()
        assert first.table not in person.get(cup.api).text
    insider.gets(at)
    insider.cannot_read(f"{at}/save", f"{at}/verify", f"{at}/analysis", status=403)
    for person in (insider, rival, stranger):
        for path in (cup.api, cup.page, f"/t/{first.table}"):
            assert seed not in person.get(path).text
        person.cannot_read(f"{cup.api}/record", status=403)
    for pairing in others:
        site.rush(pairing.table, seed=pairing.no)
    go_on(site)
    seen = stranger.gets(cup.api)
    assert seen["played"][0]["seed"] == stranger.gets(f"{at}/verify")["seed"] == seed
    assert sum(line["matchpoints"] for line in seen["standings"]) == pytest.approx(300, abs=1)
    assert seen["seed"] == "", "the second round is still to come"


def test_only_games_with_one_pile_share_boards(ann: Person) -> None:
    wish = {**CUP, "seats": 3, "duplicate": True}
    assert "depend" in ann.cannot("/api/tournaments", status=422, **{**wish, "game": "amun-re"})
    ann.posts("/api/tournaments", **{**wish, "game": "ra"})


def test_everything_follows_from_the_seed(site: Site, tmp_path: Path, capsys: Capture) -> None:
    people = site.people(*"ABCDE")
    cup, path = Cup(people[0], *people, seats=3), tmp_path / "cup.json"
    cup.begins()
    cup.ends_round()
    cup.ends_round()
    data = people[0].gets(f"{cup.api}/record")

    def verify(*more: str) -> tuple[int, str]:
        path.write_bytes(msgspec.json.encode(data))
        return main(["verify", "--tournament", str(path), *more]), capsys.readouterr().out

    result, words = verify("--commitment", people[0].gets(cup.api)["commitment"])
    assert (result, "good" in words) == (0, True)
    assert verify("--commitment", "0" * 64)[0] == 1
    data["tournament"]["title"] = "\x1b[2JCup"
    result, words = verify()
    assert (result, "\x1b" in words) == (0, False)
    data["pairings"][0]["seats"].reverse()
    result, words = verify()
    assert (result, "round 1" in words) == (1, True)


# --- What may be asked for ------------------------------------------------------------------------


def test_nonsense_is_refused(ann: Person) -> None:
    for wish in (
        {"title": "x"}, {"title": "y" * 61}, {"format": "chess"}, {"rounds": 0}, {"rounds": 99},
        {"clock": 1}, {"round_seconds": 5}, {"starts": START + 1e8}, {"level": "god"}, {"seats": 9},
    ):  # fmt: skip
        ann.cannot("/api/tournaments", status=422, **{**CUP, **wish})


def test_only_the_organiser_starts_and_cancels(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann)
    start, cancel = f"{cup.api}/start", f"{cup.api}/cancel"
    for action in (start, cancel):
        bob.cannot(action, status=403)
    ann.cannot(start, status=422)  # nobody is there
    cup.admits(ann, bob)
    ann.posts(start)
    go_on(site)
    assert ann.gets(cup.api)["round"] == 1
    ann.cannot(start, status=409)
    ann.posts(cancel)
    assert ann.gets(cup.api)["state"] == "cancelled"
    ann.cannot(cancel, status=409)
    ann.cannot_read("/api/tournaments/none", status=404)


def test_nobody_organises_too_many(ann: Person) -> None:
    for _ in range(stored.MOST_HOSTED):
        Cup(ann)
    ann.cannot("/api/tournaments", status=409, **CUP)


def test_a_step_in_the_wrong_moment_does_nothing(site: Site, ann: Person, bob: Person) -> None:
    cup = Cup(ann, ann, bob)
    site.call(site.services.tournaments.advance, cup.id, site.clock.at)
    assert ann.gets(cup.api)["round"] == 0
    cup.begins()
    before = cup.file.tournament.version
    go_on(site)
    assert cup.file.tournament.version == before


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_pages_follow_the_tournament(site: Site, language: str) -> None:
    ann, bob = people = site.people("Ann", "Bob")
    for person in people:
        person.client.headers["accept-language"] = language
    assert 'id="organise"' in ann.reads("/tournaments/new")
    cup = Cup(ann)

    def offered(person: Any) -> set[str]:
        page = person.reads(cup.page)
        return {do for do in ("enter", "withdraw", "start") if f'data-do="{do}"' in page}

    assert cup.page in bob.reads("/tournaments")
    assert (offered(bob), offered(ann)) == ({"enter"}, {"enter", "start"})
    cup.admits(ann, bob)
    assert offered(bob) == {"withdraw"}
    cup.begins()
    table = bob.gets(cup.api)["my_table"]
    assert f"/t/{table}" in bob.reads(cup.page)
    bob.cannot(f"/api/tables/{table}/rematch", status=409)
    assert f'"tournament":"{cup.id}"' in bob.reads(f"/t/{table}")
    cup.ends_round()
    cup.ends_round()
    page = bob.reads(cup.page)
    assert f"{cup.api}/record" in page
    assert bob.gets(cup.api)["seed"] in page
    assert cup.page in bob.reads("/tournaments")
    bob.cannot_read("/tournaments/none", status=404)


def test_a_missed_move_is_no_absence() -> None:
    texts = {"missed": ("away", "missed"), "paused": ("away", "paused")}

    def entries(*kinds: str) -> list[Entry]:
        made = [texts.get(kind, (kind, "")) for kind in kinds]
        return [Entry("t", seq, kind, 0, text, 0.0) for seq, (kind, text) in enumerate(made, 1)]

    for came in (("move",), ("missed", "move", "move"), ("away", "back"), ("paused",), ("ask",)):
        assert has_come(entries(*came), 0), came
    for absent in ((), ("missed", "move"), ("missed", "move", "away", "move", "move"), ("away",)):
        assert not has_come(entries(*absent), 0), absent
    assert not has_come(entries("move"), 1)
