"""Every way out of a rated game: none pays, and none costs those who stay. See docs/server.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from nomarch.contests.standings import ABSENT, OVERDUE, Pairing, PairingSeat, SeatScore, seat_scores
from nomarch.errors import Refused
from nomarch.people import networks
from nomarch.people.accounts import claim_handle
from nomarch.people.bans import ban_person
from nomarch.people.deletion import forget_person
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person, read_person
from nomarch.people.rating_store import StoredRating, changes_of_table, put_rating, rating_of
from nomarch.people.ratings import Belief
from nomarch.people.recompute import recompute
from nomarch.storage.site_settings import read_secret
from nomarch.storage.store import Store
from nomarch.tables.live.load import load_table
from nomarch.tables.state.fold import fold
from nomarch.tables.state.model import DUEL, MOVE, PLAYER, Entry, Person, Seat
from nomarch.tables.state.table import Table
from nomarch.tables.stores import admin
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import GameResult, put_result, result_of
from nomarch.tables.stores.table_store import put_table
from nomarch.web.table.scores import result as score_card

from .folding import away_entry, new_record

DOCS = Path(__file__).parents[2] / "docs" / "server.md"
ROWS: dict[str, Callable[[Game], None]] = {}


class Game:
    """A rated game of Giza between people with claimed names, in a store."""

    def __init__(self, store: Store) -> None:
        self.store, self.rng = store, Random(1)

    def start(self, players: int = DUEL, moves: int = 40, **more: Any) -> None:
        """Seat people at a table and make some moves."""
        self.people = [f"g{seat}" for seat in range(players)]
        for id_ in self.people:
            put_person(self.store, Person(id_, id_))
            claim_handle(self.store, id_, f"name-{id_}", 1.0)
        seats = (Seat(PLAYER, id_, id_) for id_ in self.people)
        put_table(self.store, new_record(
            *seats, game="giza", rated=True, hints=False, replaced_loses=True, absent_last=True,
            resigning_ends=players == DUEL, **more,
        ))  # fmt: skip
        self.play(moves)

    @property
    def table(self) -> Table:
        return load_table(self.store, "t1").table

    def play(self, moves: int = 9999) -> None:
        table, made = self.table, list[Entry]()
        while not table.match.over and len(made) < moves:
            seat = next(iter(table.to_act))
            move = self.rng.choice(table.match.legal(seat))
            made.append(Entry("t1", table.seq + 1, MOVE, seat, move, 2.0))
            table = fold(table, made[-1])
        append_entries(self.store, made)

    def leaves(self, seat: int = 1) -> None:
        append_entries(self.store, [self.table.request_leave(seat)])

    def runs_out_of_time(self) -> int:
        """A bot moves for the one whose turn it is, until they are back; their seat."""
        seat = next(iter(self.table.to_act))
        append_entries(self.store, [away_entry(self.table, seat)])
        append_entries(self.store, [self.table.request_back(seat)])
        return seat

    def end(self) -> GameResult:
        """Play the rest, if any, and store the result."""
        self.play()
        table = self.table
        result = result_of(table)
        put_table(self.store, table.record)
        with self.store.transaction():
            put_result(self.store, result)
        return result

    @property
    def changes(self) -> dict[int, float]:
        found = changes_of_table(self.store, "t1")
        return {seat: after.mu - before.mu for seat, (before, after) in found.items()}


@pytest.fixture
def game(file_store: Store) -> Game:
    read_secret(file_store)
    return Game(file_store)


def row(title: str) -> Callable[[Callable[[Game], None]], Callable[[Game], None]]:
    def add(test: Callable[[Game], None]) -> Callable[[Game], None]:
        ROWS[title] = test
        return test

    return add


def leads(result: GameResult, *forfeits: str) -> list[SeatScore]:
    """What each seat got, had this been the table of a tournament."""
    seats = tuple(PairingSeat(f"g{i}", why) for i, why in enumerate(forfeits))
    pairing = Pairing(1, 1, result.table, seats)
    return seat_scores([pairing], {result.table: result}, is_duplicate=False)


def check_left(game: Game, result: GameResult, seat: int = 1) -> None:
    """A player has left: last place, full loss, the last place's lead or less."""
    assert result.seats[seat].place == result.players
    assert result.seats[seat].left_ply is not None
    assert game.changes[seat] < -10
    scores = leads(result, *[""] * result.players)
    assert scores[seat].points == 0
    assert scores[seat].deviation <= -0.5
    assert recompute(game.store, "giza", check=True).is_same


def check_duel_left(game: Game, result: GameResult) -> None:
    check_left(game, result)
    assert result.seats[0].place == 1
    loss, gain = -game.changes[1], game.changes[0]
    assert loss / 2 <= gain <= loss + 1e-6, "from half of the points, at once, to all"
    assert leads(result, "", "")[0].deviation == 0.5


@row("Resign, two players")
def test_resigning_a_duel(game: Game) -> None:
    game.start()
    game.leaves()
    points = [sum(line) for line in game.table.match.points_so_far]
    assert any(points)
    result = game.end()
    assert [seat.score for seat in result.seats] == points, "the position's points"
    check_duel_left(game, result)
    card = score_card(game.table.match, "en", game.table.departures)
    assert [line.points for line in sorted(card.ranking, key=lambda line: line.seat)] == points
    sums = [sum(row.amounts[seat] or 0 for row in card.table) for seat in (0, 1)]
    assert sums == points
    assert "Other" not in [row.title for row in card.table]


@row("Resign, three or more")
def test_resigning_a_larger_game(game: Game) -> None:
    game.start(3)
    game.leaves()
    result = game.end()
    check_left(game, result)
    assert game.changes[0] == pytest.approx(-game.changes[2]), "ranked among themselves"


@row("Out of time, and a bot takes over")
@pytest.mark.parametrize("players", [2, 3])
def test_running_out_of_time(game: Game, players: int) -> None:
    game.start(players, clock=60)
    seat = game.runs_out_of_time()
    check_left(game, game.end(), seat)


@row("Out of time, then resign")
@pytest.mark.parametrize("players", [2, 3])
def test_resigning_after_a_bot_had_taken_over(game: Game, players: int) -> None:
    game.start(players, clock=60)
    seat = game.runs_out_of_time()
    game.leaves(seat)
    assert game.table.departures[seat].kind in ("resigned", "conceded")
    check_left(game, game.end(), seat)


@row("Removed by the others")
def test_removing_somebody_who_is_away(game: Game) -> None:
    game.start(3, clock=60)
    table = game.table
    seat = next(iter(table.to_act))
    append_entries(game.store, [away_entry(table, seat)])
    append_entries(game.store, [game.table._entry("leave", seat, "0")])
    check_left(game, game.end(), seat)


@row("Break")
def test_a_break(game: Game) -> None:
    game.start()
    with pytest.raises(Refused, match="no breaks"):
        game.table.request_pause(1)


@row("Ban")
@pytest.mark.parametrize("players", [2, 3])
def test_a_ban(game: Game, players: int) -> None:
    game.start(players)
    ban_person(game.store, "g1", "cheating", 3.0, 1e12)
    assert game.table.match.over == (players == DUEL)
    assert game.table.departures[1].kind == "banned"
    result = game.end()
    (check_duel_left if players == DUEL else check_left)(game, result)


@row("Delete the account")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("away", [False, True])
def test_deleting_the_account(game: Game, players: int, away: bool) -> None:
    game.start(players, clock=60)
    if away:
        while next(iter(game.table.to_act)) != 1:
            game.play(1)
        game.runs_out_of_time()
    forget_person(game.store, "g1")
    result = game.end()
    assert result.seats[1].person.startswith("~")
    check_left(game, result) if players > DUEL else check_duel_left(game, result)
    assert rating_of(game.store, "g1", "giza").games == 0


def test_rivals_of_a_deleted_account_gain_by_its_real_rating(game: Game) -> None:
    game.start()
    put_rating(game.store, "g1", "giza", StoredRating(Belief(1800.0, 80.0), 50, 50, 1.0))
    forget_person(game.store, "g1")
    game.end()
    before, _ = changes_of_table(game.store, "t1")[1]
    assert before.mu == 1800


def test_deleting_an_account_does_not_hide_a_shared_network(game: Game) -> None:
    game.start()
    for person in game.people:
        networks.store_network(game.store, "t1", person, "81.2.69.142")
    forget_person(game.store, "g1")
    assert networks.settle(game.store, game.table.record).shared_network


@row("Merge with another person")
def test_merging(game: Game) -> None:
    game.start()
    put_person(game.store, Person("visitor", "Visitor"))
    before = game.table.record
    account, visitor = (read_person(game.store, id_) or Person("", "") for id_ in ("g1", "visitor"))
    assert merge_people(game.store, account, visitor) is None, "an account is nobody's part"
    assert merge_people(game.store, visitor, account) is not None
    assert game.table.record == before
    assert game.end().seats[1].left_ply is None


@row("The rules change")
def test_a_change_of_the_rules_that_the_game_cannot_follow(game: Game) -> None:
    game.start()
    result = check_closed(msgspec.structs.replace(game.table, closed=True))
    with game.store.transaction():
        put_result(game.store, result)
    assert game.changes == {}


def check_closed(table: Table) -> GameResult:
    result = result_of(table)
    assert (result.reason, result.seats) == ("closed", ())
    return result


@row("An admin closes the table")
def test_closing(game: Game) -> None:
    game.start()
    admin.close(game.store, "t1")
    check_closed(game.table)


@row("Tournament: not there")
def test_not_coming(game: Game) -> None:
    game.start()
    game.leaves()
    won, absent = leads(game.end(), "", ABSENT)
    assert (absent.points, absent.deviation) == (0, -0.5)
    assert (won.points, won.deviation) == (4, 0.5)


@row("Tournament: not over at the deadline")
@pytest.mark.parametrize("early", [None, 0, 1, 2])
def test_a_deadline(game: Game, early: int | None) -> None:
    """Who had left before the deadline gets nothing and is behind those whom it cuts off."""
    game.start(3, moves=20)
    for seat in range(3) if early is None else [early, *({0, 1, 2} - {early})]:
        append_entries(game.store, [game.table._entry("leave", seat, str(seat))])
    result = game.end()
    scores = leads(result, *["" if seat == early else OVERDUE for seat in range(3)])
    assert sum(score.points for score in scores) == pytest.approx(1 + 3 * 1.5)
    if early is None:
        assert sum(score.deviation for score in scores) == pytest.approx(0)
    else:
        assert (scores[early].points, scores[early].place) == (0, 3)
        assert scores[early].deviation <= -0.5


def test_who_resigns_is_not_above_who_plays_on_and_loses(game: Game) -> None:
    game.start()
    game.leaves()
    resigned = game.end()
    stayed = tuple(msgspec.structs.replace(seat, left_ply=None) for seat in resigned.seats)
    lost = msgspec.structs.replace(resigned, table="t2", seats=stayed)
    assert leads(resigned, "", "")[1].deviation <= leads(lost, "", "")[1].deviation


def test_the_documentation_has_these_rows() -> None:
    section = DOCS.read_text("utf-8").partition("### Ways out of a game")[2].partition("\n#")[0]
    titles = re.findall(r"^\| ([^|]+?) \|", section, re.MULTILINE)[2:]
    assert titles == list(ROWS)
