"""Resigning ends a game of two; with more players a bot plays on."""

from __future__ import annotations

from msgspec.structs import replace

from nomarch.tables.state.model import PLAYER, now
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import FINISHED, GameResult, results
from nomarch.web.table.serializers import build_page

from .actors import Person, Table
from .folding import FoldedTable


def begin(ann: Person, bob: Person) -> Table:
    table = ann.meets(bob, game="giza")
    table.rush(decisions=6)
    return table


def result_of(table: Table) -> GameResult:
    found: dict[str, GameResult] = table.site.reads(results, [table])
    return found[table]


def test_resigning_a_game_of_two_ends_it(ann: Person, bob: Person) -> None:
    table = begin(ann, bob)
    ply = len(table.state.match.steps)
    bob.posts(f"{table.api}/leave", seat=1)
    state = table.state
    assert (state.record.over, state.bot_to_act(), state.to_act) == (True, None, {})
    assert state.record.seats[1].kind == PLAYER, "the loser may chat and ask for a rematch"
    result = result_of(table)
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
    assert "Bob resigned: the game is over." in str(ann.gets(f"{table.api}/log", lang="en"))


def test_a_resigned_game_reads_the_same_after_a_restart(ann: Person, bob: Person) -> None:
    table = begin(ann, bob)
    bob.posts(f"{table.api}/leave", seat=1)
    before = result_of(table)
    ann.site.tables.tables.clear()
    match = table.state.match
    assert match.over
    assert match.past(2).over is False, "replays show the game as it was"
    assert result_of(table) == before
    ann.reads(f"{table.page}/replay")


def test_an_end_that_was_not_stored_is_found_in_the_log(ann: Person, bob: Person) -> None:
    table = begin(ann, bob)
    ann.site.changes(append_entries, [table.state.request_leave(1)])
    ann.site.tables.tables.clear()
    assert table.state.record.over
    assert result_of(table).seats[0].place == 1


def test_a_bot_plays_on_with_more_players(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, bots=("random",), game="giza")
    bob.posts(f"{table.api}/leave", seat=1)
    ann.site.settle(table)
    assert not table.state.match.over
    assert table.state.record.seats[1].kind == "bot"


def test_a_table_from_before_the_rule_goes_on_with_a_bot(ann: Person, bob: Person) -> None:
    old = FoldedTable(replace(begin(ann, bob).state.record, resigning_ends=False, created=now()))
    old.fold(old.request_leave(1))
    assert not old.match.over
    assert old.record.seats[1].kind == "bot"
