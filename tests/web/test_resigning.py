"""Resigning ends a game of two; with more players a bot plays on."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from nomarch.people.deletion import forget_person
from nomarch.people.rating_store import changes_of_table
from nomarch.people.recompute import recompute_all
from nomarch.tables.state.model import PLAYER, now
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import FINISHED, GameResult, results
from nomarch.web.table.serializers import build_page

from .actors import Person, Site, Table
from .folding import FoldedTable
from .test_networks import ELSEWHERE, HOME


def begin(ann: Person, bob: Person, **more: Any) -> Table:
    table = ann.opens("me", "friend", game="giza", **more)
    bob.joins(table)
    ann.site.rush(table, decisions=6)
    return table


def result_of(site: Site, table: str) -> GameResult:
    found: dict[str, GameResult] = site.reads(results, [table])
    return found[table]


def lines_of(person: Person, table: Table) -> list[str]:
    log = person.gets(f"{table.api}/log", lang="en")
    return [line["text"] for entry in log for line in entry["lines"]]


def test_resigning_a_game_of_two_ends_it(site: Site, ann: Person, bob: Person) -> None:
    table = begin(ann, bob)
    ply = len(site.live(table).table.match.steps)
    bob.posts(f"{table.api}/leave", seat=1)
    state = site.live(table).table
    assert state.record.over
    assert state.bot_to_act() is None
    assert not state.to_act
    assert state.record.seats[1].kind == PLAYER, "the loser may chat and ask for a rematch"
    result = result_of(site, table)
    assert result.reason == FINISHED
    assert [(seat.place, seat.left_ply) for seat in result.seats] == [(1, None), (2, ply)]
    for person, seat in ((ann, 0), (bob, 1)):
        seen = person.sees(table)
        assert (seen["view"]["over"], seen["view"]["to_act"], seen["mine"]) == (True, [], [seat])
        person.reads(table.page)
    bob.cannot(f"{table.api}/leave", status=409, seat=1)
    page, _ = build_page(state, [1], 1, "en", "wide")
    assert (page.over, page.prompt) == (True, "The game is over.")
    assert page.result is not None
    assert [(line.seat, line.place, line.left) for line in page.result.ranking] == [
        (0, 1, ""), (1, 2, "resigned"),
    ]  # fmt: skip
    assert "Bob resigned: the game is over." in lines_of(ann, table)


def test_a_resigned_game_reads_the_same_after_a_restart(
    site: Site, ann: Person, bob: Person
) -> None:
    table = begin(ann, bob)
    bob.posts(f"{table.api}/leave", seat=1)
    before = result_of(site, table)
    site.tables.tables.clear()
    match = site.live(table).table.match
    assert match.over
    assert match.past(2).over is False, "replays show the game as it was"
    assert result_of(site, table) == before
    ann.reads(f"{table.page}/replay")


def test_the_end_is_found_in_the_log_if_the_server_died_before_it_was_written(
    site: Site, ann: Person, bob: Person
) -> None:
    table = begin(ann, bob)
    site.changes(append_entries, [site.live(table).table.request_leave(1)])
    site.tables.tables.clear()
    assert site.live(table).table.record.over
    assert result_of(site, table).seats[0].place == 1


def test_a_game_of_two_ends_when_one_of_them_is_deleted(
    site: Site, ann: Person, bob: Person
) -> None:
    table = begin(ann, bob)
    site.changes(forget_person, bob.id)
    site.call(site.tables.tables.reload, table)
    assert site.live(table).table.record.over
    assert [seat.place for seat in result_of(site, table).seats] == [1, 2]


def test_a_bot_plays_on_with_more_players(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "random", game="giza")
    bob.joins(table)
    bob.posts(f"{table.api}/leave", seat=1)
    site.settle(table)
    state = site.live(table).table
    assert not state.match.over
    assert state.record.seats[1].kind == "bot"


def test_a_table_from_before_the_rule_goes_on_with_a_bot(
    site: Site, ann: Person, bob: Person
) -> None:
    record = site.live(begin(ann, bob)).table.record
    old = FoldedTable(replace(record, resigning_ends=False, created=now()))
    old.fold(old.request_leave(1))
    assert not old.match.over
    assert old.record.seats[1].kind == "bot"


def test_resigning_a_rated_game_counts_once(site: Site) -> None:
    ann, bob = site.member("Nefer", HOME), site.member("Tuya", ELSEWHERE)
    table = begin(ann, bob, rated=True)
    bob.posts(f"{table.api}/leave", seat=1)
    changes = site.reads(changes_of_table, table)
    assert changes[1][1].mu < changes[1][0].mu
    assert changes[0][1].mu > changes[0][0].mu
    for report in site.changes(recompute_all, check=True):
        assert report.is_same
