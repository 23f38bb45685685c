"""Results and ratings: written once, in the transaction that ends a game, on both databases."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from nomarch.bots.lengths import usual_steps
from nomarch.errors import Refused
from nomarch.kernel.declare.game import rulebook
from nomarch.people.accounts import set_private
from nomarch.people.maintenance import store_missing_results
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.people.rating_store import (
    StoredRating,
    anchor,
    apply_game,
    changes_of_table,
    leaders,
    put_change,
    put_rating,
    rating_changes,
    rating_of,
    ratings_of_person,
    shown_changes,
)
from nomarch.people.ratings import (
    FIRST_MODEL,
    SECOND_MODEL,
    Belief,
    RatedSeat,
    after_idling,
    new_beliefs,
)
from nomarch.people.recompute import recompute
from nomarch.people.table_hooks import PeoplePolicy
from nomarch.storage.database import Database
from nomarch.storage.readers import Readers
from nomarch.storage.store import Store
from nomarch.tables.service import TableService
from nomarch.tables.state.model import BOT, PLAYER, Entry, Person, Seat, TableRecord
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.results import (
    CLOSED,
    FINISHED,
    GameResult,
    SeatResult,
    count_results,
    milestone,
    put_result,
    result_of,
    results,
    results_of,
)
from nomarch.tables.stores.table_store import put_table, remove_table
from tests.web.folding import FoldedTable

DAY = 86_400.0
RULES = rulebook("ra").game.rules_version
pytestmark = pytest.mark.usefixtures("_bots_measured_everywhere")


def game(table: str, *places: int, ended: float = 1000.0, **more: Any) -> GameResult:
    """A rated game of Ra between people g0, g1, …, with these places."""
    seats = tuple(
        SeatResult(seat, f"g{seat}", "", place, 50 - place) for seat, place in enumerate(places)
    )
    values = {"edition": "", "players": len(places), "rated": True, "seats": seats, **more}
    return GameResult(table, "ra", ended=ended, **values)


def put(store: Store, result: GameResult) -> bool:
    with store.transaction():
        return put_result(store, result)


# --- What a game does to ratings -----------------------------------------------------------------


def seats(*lines: tuple[float, int], **more: Any) -> list[RatedSeat]:
    return [RatedSeat(Belief(mu, 100.0), place, **more) for mu, place in lines]


def test_first_gains_last_loses_and_the_sum_stays() -> None:
    after = new_beliefs(seats((1500, 1), (1500, 2), (1500, 3)))
    assert after[0].mu > after[1].mu > after[2].mu
    assert sum(belief.mu for belief in after) == pytest.approx(4500)
    assert all(belief.sigma < 100.0 for belief in after)


def test_a_gap_means_the_same_with_two_and_with_five_players() -> None:
    """A winner as strong as all others expects one win in n games: the update weighs that."""
    for players in (2, 3, 4, 5):
        win = new_beliefs(seats((1500, 1), *[(1500, 2)] * (players - 1)))[0].mu - 1500
        lose = (
            1500 - new_beliefs(seats((1500, 2), *[(1500, 1)], *[(1500, 2)] * (players - 2)))[0].mu
        )
        assert win > 0
        assert lose > 0


def test_those_who_share_a_place_change_alike_and_third_gains_less_than_a_shared_first() -> None:
    shared = new_beliefs(seats((1500, 1), (1500, 1), (1500, 3), (1500, 4)))
    assert shared[0] == shared[1]
    assert shared[2].mu < shared[0].mu
    assert shared[3].mu < shared[2].mu


def test_bots_are_anchors() -> None:
    after = new_beliefs([*seats((1500, 1)), *seats((1770, 2), is_bot=True)])
    assert after[1] == Belief(1770, 100.0)
    assert after[0].mu > 1500


def test_a_game_with_only_bots_as_rivals_counts_half() -> None:
    alone = new_beliefs([*seats((1500, 1)), *seats((1500, 2), is_bot=True)])[0].mu - 1500
    together = new_beliefs(seats((1500, 1), (1500, 2)))[0].mu - 1500
    assert alone == pytest.approx(together / 2)


def test_who_leaves_is_last_and_the_others_are_ranked_without_them() -> None:
    others = seats((1500, 2), (1500, 3))
    after = new_beliefs([*seats((1500, 1), has_left=True), *others])
    assert after[0].mu < 1500, "a bot won in the seat, but its player had left"
    assert after[1:] == new_beliefs(others)
    duel = new_beliefs([*seats((1500, 1), has_left=True), *seats((1500, 2))])
    assert duel[1].mu > 1500


def test_who_leaves_early_loses_all_and_a_lone_winner_gains_a_part() -> None:
    late = new_beliefs([*seats((1500, 1), has_left=True), *seats((1500, 2))])
    early = new_beliefs([*seats((1500, 1), has_left=True, weight=0.5), *seats((1500, 2))])
    assert early[0] == late[0]
    assert early[1].mu - 1500 == pytest.approx((late[1].mu - 1500) / 2)


def test_doubt_grows_in_idle_time_up_to_that_of_a_newcomer() -> None:
    assert after_idling(Belief(1600, 60.0), 365 * DAY).sigma == pytest.approx(110.0)
    assert after_idling(Belief(1600, 60.0), 1e12) == Belief(1600, 350.0)
    assert after_idling(Belief(1600, 60.0), -5.0) == Belief(1600, 60.0)


def test_ratings_come_close_to_the_truth() -> None:
    """A player of 1700 among bots of the ladder: after 150 games the rating is near."""
    rng, belief = Random(5), Belief()
    bots = [Belief(1354, 11.0), Belief(1500, 1.0), Belief(1668, 4.0)]
    for _ in range(150):
        strengths = {i: 10 ** (mu / 400) for i, mu in enumerate([1700, 1354, 1500, 1668])}
        order: list[int] = []
        while strengths:
            chosen = rng.choices(list(strengths), list(strengths.values()))[0]
            order.append(chosen)
            del strengths[chosen]
        table = [RatedSeat(belief, order.index(0) + 1)]
        table += [RatedSeat(bot, order.index(i) + 1, is_bot=True) for i, bot in enumerate(bots, 1)]
        table.append(RatedSeat(Belief(1000, 50.0), 5))  # another person, so that it counts fully
        belief = new_beliefs(table)[0]
    assert belief.mu == pytest.approx(1700, abs=3 * belief.sigma)
    assert belief.sigma < 80


# --- The store -----------------------------------------------------------------------------------


def test_a_result_is_stored_once(store: Store) -> None:
    assert put(store, game("t1", 1, 2, 3))
    before = ratings_of_person(store, "g0")
    assert not put(store, game("t1", 3, 2, 1))
    assert ratings_of_person(store, "g0") == before
    stored = results(store, ["t1", "t2"])
    assert stored == {"t1": msgspec.structs.replace(game("t1", 1, 2, 3), rated_seq=1)}


def test_ratings_follow_each_other_in_the_order_of_their_numbers(store: Store) -> None:
    for number in range(3):
        put(store, game(f"t{number}", 1, 2, ended=1000.0 + number))
    changes = rating_changes(store, "g0", "ra")
    assert [change.table for change in changes] == ["t0", "t1", "t2"]
    assert changes[0].before == Belief()
    assert [c.before.mu for c in changes[1:]] == [c.after.mu for c in changes[:-1]]
    rating = rating_of(store, "g0", "ra")
    assert rating.belief == changes[-1].after
    assert (rating.games, rating.human_games, rating.last) == (3, 3, 1002.0)
    assert changes_of_table(store, "t2")[0] == (changes[-1].before, changes[-1].after)
    assert rating_of(store, "stranger", "ra").belief == Belief()


def test_a_games_page_shows_what_it_did_to_ratings_that_are_not_private(store: Store) -> None:
    for id_ in ("g0", "g1"):
        put_person(store, Person(id_, id_))
    put(store, game("t1", 1, 2))
    first, second = shown_changes(store, "t1", "")
    assert (first.seat, second.seat) == (0, 1)
    assert first.rating == round(rating_of(store, "g0", "ra").belief.mu)
    assert first.change == -second.change == first.rating - round(Belief().mu) > 0
    set_private(store, "g0", True)
    assert shown_changes(store, "t1", "g1") == [second]
    assert shown_changes(store, "t1", "g0") == [first, second]


@pytest.mark.parametrize(("share", "weight"), [(0.0, 0.5), (0.25, 0.75), (0.51, 1.0)])
def test_a_lone_winner_gains_all_from_half_of_a_usual_game_on(
    store: Store, share: float, weight: float
) -> None:
    usual = usual_steps(rulebook("ra"), 2)
    assert usual is not None
    one, two = game("x", 2, 1).seats
    left = msgspec.structs.replace(two, left_ply=int(share * usual))
    put(store, game("t", 2, 1, seats=(one, left)))
    gain, loss = (rating_of(store, person, "ra").belief.mu - 1500 for person in ("g0", "g1"))
    assert gain / -loss == pytest.approx(weight, abs=0.02)
    assert recompute(store, "ra", check=True).is_same


@pytest.mark.parametrize(("model", "gains"), [(FIRST_MODEL, True), (SECOND_MODEL, False)])
def test_games_rated_before_keep_how_they_were_rated(store: Store, model: str, gains: bool) -> None:
    one, two = game("x", 1, 2).seats
    early = game("t", 1, 2, seats=(one, msgspec.structs.replace(two, left_ply=0)))
    put(store, msgspec.structs.replace(early, rated=False))
    store.execute("UPDATE result SET rated_seq = 1")
    store.execute("INSERT INTO rating_counter VALUES ('ra', 1)")
    known: dict[str, StoredRating] = {}
    for seat, before, after in apply_game(early, known, {}, model):
        put_change(store, early, seat, before, after, model)
    for person, rating in known.items():
        put_rating(store, person, "ra", rating)
    assert (known["g0"].belief.mu > 1500) is gains
    assert recompute(store, "ra", check=True).is_same


def test_casual_and_closed_games_change_no_rating(store: Store) -> None:
    put(store, game("t1", 1, 2, rated=False))
    put(store, game("t2", seats=(), players=2, reason=CLOSED))
    assert ratings_of_person(store, "g0") == {}
    assert results(store, ["t2"])["t2"].reason == CLOSED


def test_a_game_with_an_unmeasured_bot_stays_unrated(store: Store) -> None:
    people = game("t1", 1, 2).seats
    put(store, game("t1", seats=(*people, SeatResult(2, "", "no such level", 3, 0)), players=3))
    assert results(store, ["t1"])["t1"].rated_seq is None
    assert ratings_of_person(store, "g0") == {}


def test_history_is_filtered_and_paged(store: Store) -> None:
    for number in range(5):
        put(store, game(f"t{number}", 1, 2, ended=number, rated=number % 2 == 0))
    put(store, game("three", 1, 2, 3, ended=99.0))
    assert [r.table for r in results_of(store, "g0", most=3)] == ["three", "t4", "t3"]
    assert [r.table for r in results_of(store, "g0", most=3, page=2)] == ["t2", "t1", "t0"]
    assert [r.table for r in results_of(store, "g0", players=2, rated=False)] == ["t3", "t1"]
    assert results_of(store, "g0", game="giza") == []
    assert count_results(store, "g0", players=3) == 1
    assert count_results(store, "g2") == 1


def test_results_and_changes_move_to_the_person_they_are_merged_into(store: Store) -> None:
    old, into = Person("g0", "Ann"), Person("g9", "Ann at home")
    for person in (old, into):
        put_person(store, person)
    put(store, game("t1", 1, 2, rated=False))
    merge_people(store, old, into)
    assert [r.table for r in results_of(store, "g9")] == ["t1"]
    assert results_of(store, "g0") == []
    put(store, game("t2", 1, 2, rated=False))  # it was running while they were merged
    assert [r.table for r in results_of(store, "g9")] == ["t1", "t2"]


def test_deleting_a_table_deletes_its_result(store: Store) -> None:
    put(store, game("t1", 1, 2, rated=False))
    put(store, game("t2", 1, 2))
    for table in ("t1", "t2"):
        remove_table(store, table)
    assert list(results(store, ["t1", "t2"])) == ["t2"], "ratings follow from it"
    assert store.rows("SELECT count(*) FROM result_seat") == [(2,)]


def test_leaders_are_settled_recent_and_public(store: Store) -> None:
    for number in range(60):
        places = [(1, 2, 3), (2, 3, 1), (1, 3, 2), (3, 1, 2)][number % 4]
        put(store, game(f"t{number}", *places, ended=1000.0 + number))
    put_person(store, Person("g0", "Ann"))
    put_person(store, Person("g1", "Bob"))
    assert leaders(store, "ra", 2000.0) == [], "nobody has claimed a name"
    store.execute("UPDATE person SET handle = name, handle_key = id")
    assert [leader.handle for leader in leaders(store, "ra", 2000.0)] == ["Ann", "Bob"]
    assert leaders(store, "ra", 2000.0 + 61 * DAY) == []
    store.execute("UPDATE person SET is_private = 1 WHERE id = 'g0'")
    assert [leader.handle for leader in leaders(store, "ra", 2000.0)] == ["Bob"]


# --- Games that end ------------------------------------------------------------------------------


def record(**more: Any) -> TableRecord:
    people = (
        Seat(PLAYER, "Ann", "g0"),
        Seat(PLAYER, "Bob", "g1"),
        Seat(BOT, "Ptah", level="greedy"),
    )
    values: dict[str, Any] = {
        "id": "t1", "game": "ra", "rules": RULES, "options": {}, "seats": people,
        "seed": "07" * 32, "invite": "i", "host": "g0", "created": 1.0, "rated": True, **more,
    }  # fmt: skip
    return TableRecord(**values)


def play_out(table: FoldedTable, stop: int = 0) -> list[Entry]:
    """Play random legal moves until the game, or so many of them, are over."""
    rng, made = Random(3), list[Entry]()
    while not table.match.over and not (stop and len(made) >= stop):
        seat = next(iter(table.to_act))
        move = rng.choice(table.match.legal(seat))
        made.append(table.request_move(seat, move, table.seq))
        table.fold(made[-1])
    return made


def test_the_result_of_a_table_says_who_left() -> None:
    table = FoldedTable(record())
    play_out(table, stop=10)
    table.fold(table.request_leave(1))
    ply = len(table.match.steps)
    play_out(table)
    result = result_of(table)
    assert [(seat.person, seat.bot) for seat in result.seats] == [
        ("g0", ""), ("g1", "greedy"), ("", "greedy"),
    ]  # fmt: skip
    assert [seat.left_ply for seat in result.seats] == [None, ply, None]
    assert [seat.score for seat in result.seats] == list(table.match.scores)
    assert {seat.place for seat in result.seats} >= {1}
    assert (result.reason, result.players, result.rated) == (FINISHED, 3, True)


def test_whom_a_bot_replaced_in_a_rated_game_has_left_even_if_they_came_back() -> None:
    for is_final in (True, False):
        table = FoldedTable(record(replaced_loses=is_final))
        play_out(table, stop=10)
        while (seat := next(iter(table.to_act))) == 2:  # a bot's turn
            play_out(table, stop=1)
        ply = len(table.match.steps)
        table.fold(table.request_away(seat, table.seq))
        table.fold(table.request_back(seat))
        play_out(table)
        assert result_of(table).seats[seat].left_ply == (ply if is_final else None)


@pytest.mark.parametrize("more", [{"rated": True}, {"rated": False, "tournament": "t"}])
def test_games_that_count_have_no_breaks(more: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="no breaks"):
        FoldedTable(record(**more)).request_pause(0)


def test_somebody_whom_a_bot_replaces_at_the_end_has_left() -> None:
    table = FoldedTable(record(rated=False))
    table.fold(table.request_pause(0))
    play_out(table, stop=5)
    table.fold(table.request_back(0))
    table.fold(table.request_pause(1))
    play_out(table)
    assert [seat.left_ply is not None for seat in result_of(table).seats] == [False, True, False]


def test_rated_tables_have_no_undo() -> None:
    table = FoldedTable(record())
    seat = next(iter(table.to_act))
    play_out(table, stop=1)
    assert table.undo_kind(seat) is None
    with pytest.raises(Exception, match="Rated games have no undo"):
        table.request_undo(seat)


def test_a_game_is_rated_in_the_transaction_that_ends_it(database: Database) -> None:
    """A process dies after the last move: who opens the table next stores its result, once."""
    entries = play_out(FoldedTable(record()))
    store = database.open()
    put_table(store, record())
    append_entries(store, entries)
    assert results(store, ["t1"]) == {}

    async def opens_it() -> None:
        readers, writer = Readers(database.open), LogWriter(database.open, "another process")
        service = TableService(readers, writer, PeoplePolicy())
        live = await service.open("t1")
        assert live.table.record.over
        await service.stop()
        writer.close()
        readers.close()

    for _ in range(2):
        asyncio.run(opens_it())
    result = results(store, ["t1"])["t1"]
    assert result.rated_seq == 1
    assert result == msgspec.structs.replace(result_of(FoldedTable(record(), entries)), rated_seq=1)
    assert len(rating_changes(store, "g0", "ra")) == 1
    assert changes_of_table(store, "t1")[2] == (anchor("ra", "greedy"), anchor("ra", "greedy"))
    store.close()


def test_games_from_before_get_their_results(store: Store) -> None:
    entries = play_out(FoldedTable(record(rated=False)))
    put_table(store, record(rated=False, over=True))
    append_entries(store, entries)
    put_table(store, record(id="damaged", over=True, game="no such game"))
    put_table(store, record(id="running"))
    assert store_missing_results(store) == 2
    assert store_missing_results(store) == 0
    assert [r.table for r in results_of(store, "g0")] == ["t1"]
    assert results(store, ["damaged"])["damaged"].reason == CLOSED


def test_a_first_win_and_a_personal_best_are_told_once(store: Store) -> None:
    def game(number: int, place: int, score: int) -> GameResult:
        mine = SeatResult(0, "ana", "", place, score)
        other = SeatResult(1, "", "fair", 3 - place, 9)
        return GameResult(f"t{number}", "giza", "", 2, False, float(number), (mine, other))

    told = []
    for number, (place, score) in enumerate([(2, 5), (2, 8), (1, 7), (1, 7), (2, 9), (1, 9)]):
        result = game(number, place, score)
        told.append(milestone(store, "ana", result))
        with store.transaction():
            put_result(store, result)
    assert told == ["", "", "first-win", "", "best", ""]
    assert milestone(store, "bob", game(9, 1, 90)) == ""
