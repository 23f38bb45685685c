"""Who is gone at the end does not win, whatever the bot in their seat scored."""

from __future__ import annotations

import re
from typing import Any

import pytest

from nomarch.engine.match_result import forfeits_last
from nomarch.tables.live.directory import summarize
from nomarch.tables.state.model import BOT, PLAYER, Seat
from nomarch.tables.stores.results import result_of, results
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.serializers import build_page

from .actors import Person, Site
from .folding import FoldedTable, new_record

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


@pytest.mark.parametrize(
    ("places", "gone", "after"),
    [
        ([1, 2, 3], {0}, [3, 1, 2]),
        ([1, 1, 3], {2}, [1, 1, 3]),
        ([2, 1, 2], {1}, [1, 3, 1]),
        ([1, 2, 3, 4], {0, 2}, [3, 1, 4, 2]),
        ([2, 1], {0, 1}, [2, 1]),
    ],
)
def test_who_is_gone_comes_last(places: list[int], gone: set[int], after: list[int]) -> None:
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
