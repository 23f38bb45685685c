"""Leaving a table, resigning, going on without somebody; who is gone at the end does not win."""

import re
from typing import Any

import pytest

from nomarch.engine.match_result import forfeits_last
from nomarch.tables.live.directory import summarize
from nomarch.tables.state.clocks import ABSENT_SECONDS, AWAY_SECONDS
from nomarch.tables.state.fold import fold
from nomarch.tables.state.model import BOT, PLAYER, Seat, now
from nomarch.tables.stores.results import result_of, results
from nomarch.tables.stores.table_store import put_table, read_table
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.serializers import build_page

from .actors import Person, Site, Table
from .folding import FoldedTable, away_entry, new_record


@pytest.fixture
def table(ann: Person, bob: Person) -> Table:
    """A running table of Ann, Bob and a bot."""
    return ann.meets(bob, bots=("random",))


def tables_of(person: Person) -> list[str]:
    return [line["id"] for line in person.gets("/api/tables")]


def test_before_the_game_a_seat_becomes_free_again(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "friend")
    seat = bob.joins(table)
    bob.posts(f"{table.api}/leave", seat=seat)
    assert [each["kind"] for each in ann.sees(table)["seats"]] == ["player", "open", "open"]
    assert tables_of(bob) == []
    assert bob.joins(table) == seat
    # The host may go as well; another has their place then.
    ann.posts(f"{table.api}/leave", seat=0)
    bob.posts(f"{table.api}/fill")
    assert bob.sees(table)["full"]


def test_a_table_that_nobody_waits_at_is_gone(site: Site, ann: Person) -> None:
    table = ann.opens("me", "friend", "friend", clock=60)
    ann.posts(f"{table.api}/leave", seat=0)
    ann.cannot_read(table.api, status=404)
    assert site.reads(read_table, table) is None
    assert site.reads("SELECT * FROM result") == []
    assert tables_of(ann) == []


def test_a_bot_replaces_who_resigns(ann: Person, bob: Person, table: Table) -> None:
    table.rush(decisions=6)
    bob.cannot(f"{table.api}/leave", status=403, seat=0)
    bob.posts(f"{table.api}/leave", seat=1)
    table.rush(decisions=0)
    seat = ann.sees(table)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "Bob")
    assert bob.sees(table)["mine"] == []
    bob.cannot(f"{table.api}/back", status=403, seat=1)
    assert table not in tables_of(bob)
    assert table.rush(seed=2).match.over
    ann.cannot(f"{table.api}/leave", status=409, seat=0)


def test_who_takes_a_break_can_come_back(ann: Person, bob: Person, table: Table) -> None:
    pause, back = f"{table.api}/pause", f"{table.api}/back"
    table.rush(decisions=4)
    bob.cannot(pause, status=403, seat=0)
    bob.posts(pause, seat=1)
    bob.cannot(pause, status=409, seat=1)
    seen = ann.sees(table)
    assert seen["away"] == [1]
    assert (seen["seats"][1]["kind"], seen["seats"][1]["name"]) == ("player", "Bob")
    assert "Bob takes a break: a bot plays until they're back." in ann.reads_log(table)
    table.rush(seed=2, decisions=6)
    table.site.tables.tables.clear()
    for _ in range(4):  # the bot plays, and nobody waits for Bob
        table.rush(decisions=0)
        assert ann.sees(table)["view"]["to_act"] == [0]
        ann.plays(table, 0)
    assert table in tables_of(bob)
    bob.posts(back, seat=1)
    assert ann.sees(table)["away"] == []
    assert "Bob is back." in ann.reads_log(table)
    bob.cannot(back, status=409, seat=1)
    table.rush(seed=3)
    bob.cannot(pause, status=409, seat=1)


def test_bots_play_for_who_takes_a_break_from_people(ann: Person, bob: Person) -> None:
    """Such a table had nothing that was ever due."""
    table = ann.opens("me", "friend", "here")
    bob.joins(table)
    table.rush(decisions=3)
    bob.posts(f"{table.api}/pause", seat=1)
    for _ in range(10):
        table.rush(decisions=0)
        assert table.seat_to_act != 1
        ann.plays(table, table.seat_to_act)
    assert {step.seat for step in table.state.match.steps} == {0, 1, 2}
    assert not table.state.is_absent(1, now() + 1e9), "nobody needs to remove them"


def test_a_page_is_told_who_takes_a_break(ann: Person, bob: Person, table: Table) -> None:
    table.rush(decisions=4)
    with ann.listens(table) as link:
        page = link.looks(lang="en")
        while page["seats"][1]["to_act"]:  # no bot is to move meanwhile
            bob.plays(table, 1)
            page = link.hears("page")
        bob.posts(f"{table.api}/pause", seat=1)
        while not page["seats"][1]["away"]:
            page = link.hears("page")
    texts = [line["text"] for entry in page["log"] for line in entry["lines"]]
    assert "Bob takes a break: a bot plays until they're back." in texts


def test_a_log_without_its_record_has_who_left(site: Site, bob: Person, table: Table) -> None:
    record = table.state.record
    bob.posts(f"{table.api}/leave", seat=1)
    site.settle(table)
    # As if the server had been killed in between:
    site.changes(put_table, record)
    site.tables.tables.clear()
    assert table.state.record.seats[1].kind == "bot"
    assert bob.sees(table)["mine"] == []


def test_who_is_long_absent_is_removed(ann: Person, bob: Person, table: Table) -> None:
    clock = table.site.clock
    table.rush(decisions=0)
    late, clock.at = table.seat_to_act, now()
    (one, other), seat = ((ann, bob), 0) if late == 1 else ((bob, ann), 1)
    remove = f"{table.api}/remove"
    one.cannot(remove, status=409, seat=seat, absent=late)
    clock.advance(ABSENT_SECONDS - 60)
    one.cannot(remove, status=409, seat=seat, absent=late)
    clock.advance(120)
    for absent in (seat, late, 2):  # nobody waits for that one; oneself; a bot is never absent
        other.cannot(remove, status=409, seat=late, absent=absent)
    one.cannot(remove, status=422, seat=seat, absent=99)
    one.cannot(remove, status=403, seat=late, absent=seat)
    assert '"absent":true' in one.reads(table.page)
    one.posts(remove, seat=seat, absent=late)
    assert other.sees(table)["mine"] == []


def test_with_a_clock_who_stays_away_is_removed(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, bots=("random",), clock=3600)
    before, late = table.rush(decisions=0), table.seat_to_act
    one, seat = (ann, 0) if late == 1 else (bob, 1)
    away = fold(before, away_entry(before, late))
    assert not away.is_absent(late, now() + AWAY_SECONDS - 60)
    assert away.is_absent(late, now() + AWAY_SECONDS)
    back = fold(away, away.request_back(late))
    assert not back.is_absent(late, now() + AWAY_SECONDS)
    assert not back.is_absent(seat, now() + 1e9)
    one.cannot(f"{table.api}/remove", status=409, seat=seat, absent=late)


SEATS = Seat(PLAYER, "Ann", "g0"), Seat(PLAYER, "Bob", "g1"), Seat(BOT, "Ptah", level="greedy")


def new_table(game: str, absent_last: bool = True) -> FoldedTable:
    return FoldedTable(new_record(*SEATS, game=game, absent_last=absent_last))


def won_by_absent(game: str, **more: Any) -> tuple[FoldedTable, int]:
    """A finished game whose best player takes a break at the beginning, and their seat."""
    for seed in range(20):
        table = new_table(game)
        table.play_out(seed)
        (best, *others) = [line.seat for line in table.match.ranking if line.place == 1]
        if not others and best != 2:
            break
    table = new_table(game, **more)
    table.fold(table.request_pause(best))
    table.play_out(seed)
    return table, best


def test_who_is_gone_comes_last() -> None:
    for places, gone, after in (
        ([1, 2, 3], {0}, [3, 1, 2]),
        ([1, 1, 3], {2}, [1, 1, 3]),
        ([2, 1, 2], {1}, [1, 3, 1]),
        ([1, 2, 3, 4], {0, 2}, [3, 1, 4, 2]),
        ([2, 1], {0, 1}, [2, 1]),
    ):
        assert forfeits_last(places, gone) == after


def test_result_page_list_and_log_agree_that_the_absent_did_not_win() -> None:
    table, absent = won_by_absent("ra")
    seats = result_of(table).seats
    assert seats[absent].place == 3
    assert seats[absent].score == max(seat.score for seat in seats)
    assert summarize(table).places == tuple(seat.place for seat in seats)
    page, _ = build_page(table, [absent], absent, "en", "wide")
    shown = {line.seat: line.place for line in page.result.ranking}
    assert shown == {seat.seat: seat.place for seat in seats}
    left = {line.seat: line.left for line in page.result.ranking if line.left}
    assert left == {absent: "absent"}
    assert not any(line.tie for line in page.result.ranking if line.seat == absent)
    told = [line.text for entry in log_lines(table.match, absent, "en", 0) for line in entry.lines]
    assert not any("You win" in text for text in told[-3:])


def test_a_game_from_before_the_rule_keeps_its_result() -> None:
    table, absent = won_by_absent("ra", absent_last=False)
    assert result_of(table).seats[absent].place == 1
    assert summarize(table).places[absent] == 1


def test_who_came_back_is_not_absent() -> None:
    table = new_table("ra")
    table.fold(table.request_pause(0))
    table.fold(table.request_back(0))
    assert not table.match.forfeited


@pytest.mark.parametrize("game", ["ra", "giza"])
def test_the_crown_goes_to_the_best_who_stayed(game: str) -> None:
    table, absent = won_by_absent(game)
    winners = [line.seat for line in table.match.ranking if line.place == 1]
    assert absent not in winners
    shown = table.match.svg(0)
    table.match.forfeited = frozenset()
    by_points = table.match.svg(0)
    assert shown.count("Winner") == by_points.count("Winner") * len(winners) > 0
    assert shown != by_points


@pytest.mark.parametrize("game", ["amun-re", "egizia", "fertility"])
def test_no_board_or_prompt_calls_the_absent_the_winner(game: str) -> None:
    table, absent = won_by_absent(game)
    name = table.match.names[absent]
    page, board = build_page(table, [absent], absent, "en", "wide")
    assert page.prompt == "The game is over."
    assert not re.search(rf"{name} wins|you win", str(board), re.IGNORECASE)


def test_an_absent_winners_card_and_profile_agree(site: Site, ann: Person, bob: Person) -> None:
    table = ann.meets(bob, bots=("random",))
    bob.posts(f"{table.api}/pause", seat=1)
    page, _ = build_page(table.rush(), [1], 1, "fr", "wide")
    (line,) = [line for line in page.result.ranking if line.seat == 1]
    assert (line.place, line.left) == (3, "absent")
    assert site.reads(results, [table])[table].seats[1].place == 3
    (listed,) = bob.gets("/api/tables")
    assert listed["place"] == 3
