"""Resigning: it ends a game of two, else a bot plays on. Rematches keep the players' seats."""

import pytest
from msgspec.structs import replace

from nomarch.tables.state.model import PLAYER, now
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import FINISHED, GameResult, results
from nomarch.tables.stores.table_store import remove_table
from nomarch.web.table.serializers import build_page

from .actors import Person, Site, Table
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


@pytest.fixture
def played(ann: Person, bob: Person) -> Table:
    """A finished game of Ann and Bob."""
    table = ann.meets(bob, game="giza")
    table.rush(seed=4)
    return table


def test_a_stranger_with_the_link_watches(ann: Person, bob: Person, played: Table) -> None:
    again, cleo = ann.asks_again(played), ann.site.person("Cleo")
    invite = again.state.record.invite
    words = cleo.cannot(f"{again.api}/join", status=409, token=invite)
    assert "kept for players of the last game" in words
    page = cleo.get(f"{again.page}/join/{invite}", follow_redirects=True)
    assert page.status_code == 200
    assert "Take a seat" not in page.text
    assert bob.asks_again(played) == again
    seen = bob.sees(again)
    assert (seen["full"], len(seen["mine"])) == (True, 1)


def test_a_player_takes_a_kept_seat_by_the_link(ann: Person, bob: Person, played: Table) -> None:
    again = ann.asks_again(played)
    assert "Take a seat" in bob.reads(again.page)
    bob.posts(f"{again.api}/join", token=again.state.record.invite)
    assert bob.sees(again)["full"]
    assert bob.asks_again(played) == again


def test_nobody_becomes_a_spectator_silently(ann: Person, bob: Person, played: Table) -> None:
    ann.posts(f"{ann.asks_again(played).api}/fill")
    assert "without you" in bob.cannot(f"{played.api}/rematch", status=409)
    ann.site.person("Cleo").cannot(f"{played.api}/rematch", status=403)


def test_a_rematch_that_is_gone_is_made_again(ann: Person, bob: Person, played: Table) -> None:
    gone = ann.asks_again(played)
    ann.site.changes(remove_table, gone)
    ann.site.tables.tables.clear()
    again = bob.asks_again(played)
    assert again != gone
    assert ann.asks_again(played) == again
    assert ann.sees(again)["full"]


def test_who_resigned_may_ask_for_a_rematch(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, game="giza")
    bob.posts(f"{table.api}/leave", seat=1)
    again = bob.asks_again(table)
    assert ann.asks_again(table) == again
    assert [seat["kind"] for seat in ann.sees(again)["seats"]] == ["player", "player"]


def test_the_page_not_the_lobby_says_who_is_awaited(site: Site, ann: Person, played: Table) -> None:
    again = ann.asks_again(played)
    table = site.live(again).table
    page, _ = build_page(table, table.record.seats_of(table.record.host), -1, "en", "wide")
    assert page.prompt == "Waiting for Bob to join the rematch."
    assert page.kept
    ann.cannot(f"/api/tables/{again}/list", status=409, listed=True)
