"""Results and ratings: written once, in the transaction that ends a game, on both databases."""

import asyncio
from contextlib import closing
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from nomarch.bots.lengths import usual_steps
from nomarch.errors import Refused
from nomarch.kernel.declare.game import rulebook
from nomarch.people import rating_store as ratings
from nomarch.people.accounts import set_private
from nomarch.people.maintenance import store_missing_results
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.people.rating_store import StoredRating, rating_of
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
from nomarch.tables.state.model import BOT, PLAYER, Person, Seat, TableRecord
from nomarch.tables.stores import results as stored
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.results import CLOSED, FINISHED, GameResult, SeatResult, result_of
from nomarch.tables.stores.table_store import put_table, remove_table
from tests.web.folding import FoldedTable, away_entry, new_record

DAY = 86_400.0
pytestmark = pytest.mark.usefixtures("_bots_measured_everywhere")


def game(table: str, *places: int, ended: float = 1000.0, **more: Any) -> GameResult:
    """A rated game of Ra between people g0, g1, …, with these places."""
    seats = tuple(SeatResult(i, f"g{i}", "", place, 50 - place) for i, place in enumerate(places))
    values = {"edition": "", "players": len(places), "rated": True, "seats": seats, **more}
    return GameResult(table, "ra", ended=ended, **values)


def put(store: Store, *games: GameResult) -> bool:
    """Stores results as a game's end does; whether none of them was there."""
    with store.transaction():
        new = [stored.put_result(store, each) for each in games]
    return all(new)


def tables_of(store: Store, person: str, **more: Any) -> list[str]:
    return [result.table for result in stored.results_of(store, person, **more)]


def seats(*places: int, **more: Any) -> list[RatedSeat]:
    return [RatedSeat(Belief(1500, 100.0), place, **more) for place in places]


def gains(*table: RatedSeat) -> list[float]:
    return [belief.mu - 1500 for belief in new_beliefs(table)]


def test_a_gap_means_the_same_with_two_and_with_five_players() -> None:
    """A winner as strong as all others expects one win in n games: the update weighs that."""
    for players in (2, 3, 4, 5):
        assert gains(*seats(1, *[2] * (players - 1)))[0] > 0
        assert gains(*seats(2, 1, *[2] * (players - 2)))[0] < 0


def test_a_better_place_gains_more_and_the_sum_stays() -> None:
    after = gains(*seats(1, 1, 3, 4))
    one, other, third, last = after
    assert one == other > third > last
    assert sum(after) == pytest.approx(0)
    assert all(belief.sigma < 100.0 for belief in new_beliefs(seats(1, 2, 3)))


def test_bots_are_anchors_and_a_game_with_only_them_as_rivals_counts_half() -> None:
    alone, bot = new_beliefs([*seats(1), *seats(2, is_bot=True)])
    assert bot == Belief(1500, 100.0)
    assert 0 < alone.mu - 1500 == pytest.approx(gains(*seats(1, 2))[0] / 2)


def test_who_leaves_is_last_and_the_others_are_ranked_without_them() -> None:
    after = new_beliefs([*seats(1, has_left=True), *seats(2, 3)])
    assert after[0].mu < 1500, "a bot won in the seat, but its player had left"
    assert after[1:] == new_beliefs(seats(2, 3))


def test_doubt_grows_in_idle_time_up_to_that_of_a_newcomer() -> None:
    assert after_idling(Belief(1600, 60.0), 365 * DAY).sigma == pytest.approx(110.0)
    assert after_idling(Belief(1600, 60.0), 1e12) == Belief(1600, 350.0)
    assert after_idling(Belief(1600, 60.0), -5.0) == Belief(1600, 60.0)


def test_ratings_come_close_to_the_truth() -> None:
    """A player of 1700 among bots of the ladder: after 150 games the rating is near."""
    rng, belief, truth = Random(5), Belief(), [1700, 1354, 1500, 1668]
    bots = [Belief(1354, 11.0), Belief(1500, 1.0), Belief(1668, 4.0)]
    for _ in range(150):
        # The order of exponential arrivals is a Plackett-Luce draw.
        times = [rng.expovariate(10 ** (mu / 400)) for mu in truth]
        places = [1 + sum(other < mine for other in times) for mine in times]
        table = [RatedSeat(belief, places[0]), RatedSeat(Belief(1000, 50.0), 5)]
        table += [RatedSeat(b, p, is_bot=True) for b, p in zip(bots, places[1:], strict=True)]
        belief = new_beliefs(table)[0]
    assert belief.mu == pytest.approx(1700, abs=3 * belief.sigma)
    assert belief.sigma < 80


def test_a_result_is_stored_once(store: Store) -> None:
    assert put(store, game("t1", 1, 2, 3))
    before = ratings.ratings_of_person(store, "g0")
    assert not put(store, game("t1", 3, 2, 1))
    assert ratings.ratings_of_person(store, "g0") == before
    assert stored.results(store, ["t1", "t2"]) == {"t1": replace(game("t1", 1, 2, 3), rated_seq=1)}


def test_ratings_follow_each_other_in_the_order_of_their_numbers(store: Store) -> None:
    put(store, *(game(f"t{number}", 1, 2, ended=1000.0 + number) for number in range(3)))
    changes = ratings.rating_changes(store, "g0", "ra")
    assert [change.table for change in changes] == ["t0", "t1", "t2"]
    assert changes[0].before == Belief()
    assert [c.before.mu for c in changes[1:]] == [c.after.mu for c in changes[:-1]]
    assert rating_of(store, "g0", "ra") == StoredRating(changes[-1].after, 3, 3, 1002.0)
    assert ratings.changes_of_table(store, "t2")[0] == (changes[-1].before, changes[-1].after)
    assert rating_of(store, "stranger", "ra").belief == Belief()


def test_a_games_page_shows_what_it_did_to_ratings_that_are_not_private(store: Store) -> None:
    for id_ in ("g0", "g1"):
        put_person(store, Person(id_, id_))
    put(store, game("t1", 1, 2))
    first, second = ratings.shown_changes(store, "t1", "")
    now = round(rating_of(store, "g0", "ra").belief.mu)
    assert (first.seat, second.seat, first.rating) == (0, 1, now)
    assert first.change == -second.change == now - round(Belief().mu) > 0
    set_private(store, "g0", True)
    assert ratings.shown_changes(store, "t1", "g1") == [second]
    assert ratings.shown_changes(store, "t1", "g0") == [first, second]


@pytest.mark.parametrize(("share", "weight"), [(0.0, 0.5), (0.25, 0.75), (0.51, 1.0)])
def test_a_lone_winner_gains_a_share(store: Store, share: float, weight: float) -> None:
    usual = usual_steps(rulebook("ra"), 2) or 0
    one, two = game("x", 2, 1).seats
    put(store, game("t", 2, 1, seats=(one, replace(two, left_ply=int(share * usual)))))
    gain, loss = (rating_of(store, person, "ra").belief.mu - 1500 for person in ("g0", "g1"))
    assert gain / -loss == pytest.approx(weight, abs=0.02)
    assert recompute(store, "ra", check=True).is_same


@pytest.mark.parametrize(("model", "gains"), [(FIRST_MODEL, True), (SECOND_MODEL, False)])
def test_games_rated_before_keep_how_they_were_rated(store: Store, model: str, gains: bool) -> None:
    one, two = game("x", 1, 2).seats
    early = game("t", 1, 2, seats=(one, replace(two, left_ply=0)))
    put(store, replace(early, rated=False))
    store.execute("UPDATE result SET rated_seq = 1")
    store.execute("INSERT INTO rating_counter VALUES ('ra', 1)")
    known: dict[str, StoredRating] = {}
    for change in ratings.apply_game(early, known, {}, model):
        ratings.put_change(store, early, *change, model)
    for person, rating in known.items():
        ratings.put_rating(store, person, "ra", rating)
    assert (known["g0"].belief.mu > 1500) is gains
    assert recompute(store, "ra", check=True).is_same


def test_what_changes_no_rating(store: Store) -> None:
    unmeasured = (*game("t3", 1, 2).seats, SeatResult(2, "", "no such level", 3, 0))
    games = (
        game("casual", 1, 2, rated=False),
        game("closed", seats=(), players=2, reason=CLOSED),
        game("with an unmeasured bot", seats=unmeasured, players=3),
    )
    put(store, *games)
    assert ratings.ratings_of_person(store, "g0") == {}
    found = stored.results(store, [game.table for game in games])
    assert [result.rated_seq for result in found.values()] == [None] * 3
    assert found["closed"].reason == CLOSED


def test_results_and_changes_move_to_the_person_they_are_merged_into(store: Store) -> None:
    old, into = Person("g0", "Ann"), Person("g9", "Ann at home")
    for person in (old, into):
        put_person(store, person)
    put(store, game("t1", 1, 2, rated=False))
    merge_people(store, old, into)
    put(store, game("t2", 1, 2, rated=False))  # it was running while they were merged
    assert (tables_of(store, "g9"), tables_of(store, "g0")) == (["t1", "t2"], [])


def test_deleting_a_table_deletes_its_result(store: Store) -> None:
    put(store, game("t1", 1, 2, rated=False), game("t2", 1, 2))
    for table in ("t1", "t2"):
        remove_table(store, table)
    assert list(stored.results(store, ["t1", "t2"])) == ["t2"], "ratings follow from it"
    assert store.rows("SELECT count(*) FROM result_seat") == [(2,)]


def test_leaders_are_settled_recent_and_public(store: Store) -> None:
    turns = [(1, 2, 3), (2, 3, 1), (1, 3, 2), (3, 1, 2)]
    put(store, *(game(f"t{n}", *turns[n % 4], ended=1000.0 + n) for n in range(60)))

    def leaders(at: float = 2000.0) -> list[str]:
        return [leader.handle for leader in ratings.leaders(store, "ra", at)]

    for person in (Person("g0", "Ann"), Person("g1", "Bob")):
        put_person(store, person)
    assert leaders() == [], "nobody has claimed a name"
    store.execute("UPDATE person SET handle = name, handle_key = id")
    assert (leaders(), leaders(2000.0 + 61 * DAY)) == (["Ann", "Bob"], [])
    store.execute("UPDATE person SET is_private = 1 WHERE id = 'g0'")
    assert leaders() == ["Bob"]


def test_a_first_win_and_a_personal_best_are_told_once(store: Store) -> None:
    def game(number: int, place: int, score: int) -> GameResult:
        both = SeatResult(0, "ana", "", place, score), SeatResult(1, "", "fair", 3 - place, 9)
        return GameResult(f"t{number}", "giza", "", 2, False, float(number), both)

    told = []
    for number, (place, score) in enumerate([(2, 5), (2, 8), (1, 7), (1, 7), (2, 9), (1, 9)]):
        told.append(stored.milestone(store, "ana", game(number, place, score)))
        put(store, game(number, place, score))
    assert told == ["", "", "first-win", "", "best", ""]
    assert stored.milestone(store, "bob", game(9, 1, 90)) == ""


def record(**more: Any) -> TableRecord:
    people = Seat(PLAYER, "Ann", "g0"), Seat(PLAYER, "Bob", "g1")
    return new_record(*people, Seat(BOT, "Ptah", level="greedy"), **{"rated": True, **more})


def test_the_result_of_a_table_says_who_left() -> None:
    table = FoldedTable(record())
    table.play_out(stop=10)
    table.fold(table.request_leave(1))
    ply = len(table.match.steps)
    table.play_out()
    result = result_of(table)
    assert [(seat.person, seat.bot, seat.left_ply) for seat in result.seats] == [
        ("g0", "", None), ("g1", "greedy", ply), ("", "greedy", None),
    ]  # fmt: skip
    assert [seat.score for seat in result.seats] == list(table.match.scores)
    assert 1 in {seat.place for seat in result.seats}
    assert (result.reason, result.players, result.rated) == (FINISHED, 3, True)


@pytest.mark.parametrize("is_final", [True, False])
def test_who_was_replaced_in_a_rated_game_has_left(is_final: bool) -> None:
    table = FoldedTable(record(replaced_loses=is_final))
    table.play_out(stop=10)
    while (seat := next(iter(table.to_act))) == 2:  # a bot's turn
        table.play_out(stop=1)
    ply = len(table.match.steps)
    table.fold(away_entry(table, seat))
    table.fold(table.request_back(seat))
    table.play_out()
    assert result_of(table).seats[seat].left_ply == (ply if is_final else None)


def test_games_that_count_have_no_breaks_and_rated_ones_no_undo() -> None:
    for more in ({"rated": True}, {"rated": False, "tournament": "t"}):
        with pytest.raises(Refused, match="no breaks"):
            FoldedTable(record(**more)).request_pause(0)
    table = FoldedTable(record())
    (move,) = table.play_out(stop=1)
    assert table.undo_kind(move.seat) is None
    with pytest.raises(Refused, match="Rated games have no undo"):
        table.request_undo(move.seat)


def test_somebody_whom_a_bot_replaces_at_the_end_has_left() -> None:
    table = FoldedTable(record(rated=False))
    table.fold(table.request_pause(0))
    table.play_out(stop=5)
    table.fold(table.request_back(0))
    table.fold(table.request_pause(1))
    table.play_out()
    assert [seat.left_ply is not None for seat in result_of(table).seats] == [False, True, False]


def test_a_game_is_rated_in_the_transaction_that_ends_it(store: Store, database: Database) -> None:
    """A process dies after the last move: who opens the table next stores its result, once."""
    entries = FoldedTable(record()).play_out()
    put_table(store, record())
    append_entries(store, entries)
    assert stored.results(store, ["t1"]) == {}

    async def opens_it() -> None:
        readers, writer = Readers(database.open), LogWriter(database.open, "another process")
        with closing(readers), closing(writer):
            service = TableService(readers, writer, PeoplePolicy())
            assert (await service.open("t1")).table.record.over
            await service.stop()

    for _ in range(2):
        asyncio.run(opens_it())
    expected = replace(result_of(FoldedTable(record(), entries)), rated_seq=1)
    assert stored.results(store, ["t1"]) == {"t1": expected}
    assert len(ratings.rating_changes(store, "g0", "ra")) == 1
    greedy = ratings.anchor("ra", "greedy")
    assert ratings.changes_of_table(store, "t1")[2] == (greedy, greedy)


def test_games_from_before_get_their_results(store: Store) -> None:
    entries = FoldedTable(record(rated=False)).play_out()
    put_table(store, record(rated=False, over=True))
    append_entries(store, entries)
    put_table(store, replace(record(id="damaged", over=True), game="no such game"))
    put_table(store, record(id="running"))
    assert [store_missing_results(store) for _ in range(2)] == [2, 0]
    assert tables_of(store, "g0") == ["t1"]
    assert stored.results(store, ["damaged"])["damaged"].reason == CLOSED
