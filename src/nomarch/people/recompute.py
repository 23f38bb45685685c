"""Recomputes ratings from the logs of rated games, in the order in which they were rated."""

from dataclasses import dataclass
from typing import cast

import msgspec

from nomarch.errors import NomarchError
from nomarch.people.rating_store import (
    StoredRating,
    anchor,
    apply_game,
    changes_of_table,
    model_of_table,
    put_change,
    put_rating,
    ratings_by_person,
)
from nomarch.people.ratings import Belief
from nomarch.storage.schema import RATING, RATING_CHANGE, RATING_COUNTER, RESULT, RESULT_SEAT
from nomarch.storage.statements import delete_rows, find_value, find_values, update_rows
from nomarch.storage.store import DamagedData, Store
from nomarch.tables.live.load import load_table
from nomarch.tables.stores.results import GameResult, result_of, results

TOLERANCE = 1e-9
AT_ONCE = 500


@dataclass(frozen=True)
class RecomputeReport:
    """What a recomputation found."""

    game: str
    games: int
    unreadable: int
    """Games whose log can't be replayed any more; their stored result counts."""
    results: int
    """Games whose stored result differed from their log."""
    changes: int
    """Rating changes that differed."""
    ratings: int
    """Ratings that differed."""

    @property
    def is_same(self) -> bool:
        return not (self.results or self.changes or self.ratings)


def recompute_all(store: Store, *, check: bool = False) -> list[RecomputeReport]:
    """Recompute the ratings of every game. With `check`, nothing is changed."""
    games = find_values(store, RATING_COUNTER.c.game, order_by=("game",))
    return [recompute(store, game, check=check) for game in games]


def recompute(store: Store, game: str, *, check: bool = False) -> RecomputeReport:
    """Recompute the ratings of one game, and store them.

    Logs are replayed first, outside of the transaction; games that are rated meanwhile are taken
    from their stored results.
    """
    replayed = {table: _replay(store, table) for table in _rated_tables(store, game)}
    with store.transaction():
        # With the counter locked, no game is rated meanwhile.
        find_value(store, RATING_COUNTER.c.seq, lock=True, game=game)
        tables = _rated_tables(store, game)
        known: dict[str, StoredRating] = {}
        wrong_results = wrong_changes = 0
        for start in range(0, len(tables), AT_ONCE):
            stored = results(store, tables[start : start + AT_ONCE])
            for table in tables[start : start + AT_ONCE]:
                result = _corrected(stored[table], replayed.get(table))
                if result != stored[table]:
                    wrong_results += 1
                    if not check:
                        _put_seats(store, result)
                wrong_changes += _apply(store, result, known, check=check)
        wrong_ratings = _store_ratings(store, game, known, check=check)
    unreadable = sum(result is None for result in replayed.values())
    return RecomputeReport(
        game, len(tables), unreadable, wrong_results, wrong_changes, wrong_ratings
    )


def _rated_tables(store: Store, game: str) -> list[str]:
    """Return the rated games in their order; those that are not rated have no number."""
    order = ("rated_seq",)
    return find_values(store, RESULT.c.game_table, order_by=order, game=game, rated_seq__gt=0)


def _replay(store: Store, table: str) -> GameResult | None:
    """Return the result that a table's log gives; None if it can't be read."""
    try:
        return result_of(load_table(store, table).table)
    except (NomarchError, DamagedData):
        return None


def _corrected(stored: GameResult, replayed: GameResult | None) -> GameResult:
    """Return a result from its log. Players are as stored: records omit the deleted."""
    if replayed is None or len(replayed.seats) != len(stored.seats):
        return stored
    seats = tuple(
        msgspec.structs.replace(old, place=new.place, score=new.score, left_ply=new.left_ply)
        for old, new in zip(stored.seats, replayed.seats, strict=True)
    )
    return msgspec.structs.replace(stored, seats=seats)


def _put_seats(store: Store, result: GameResult) -> None:
    for seat in result.seats:
        where = {"game_table": result.table, "seat": seat.seat}
        found = {"place": seat.place, "score": seat.score, "left_ply": seat.left_ply}
        update_rows(store, RESULT_SEAT, where, **found)


def _apply(store: Store, result: GameResult, known: dict[str, StoredRating], *, check: bool) -> int:
    """Apply a game and compare its changes with the stored ones. Returns how many differ."""
    stored = changes_of_table(store, result.table)
    anchors = {
        seat.seat: stored[seat.seat][0]
        if seat.seat in stored
        else cast("Belief", anchor(result.game, seat.bot, result.players))
        for seat in result.seats
        if not seat.person and seat.left_ply is None
    }
    model = model_of_table(store, result.table)
    changes = apply_game(result, known, anchors, model)
    wrong = [
        seat
        for seat, before, after in changes
        if seat.seat not in stored
        or not (_is_close(stored[seat.seat][0], before) and _is_close(stored[seat.seat][1], after))
    ]
    if wrong and not check:
        delete_rows(store, RATING_CHANGE, game_table=result.table)
        for seat, before, after in changes:
            put_change(store, result, seat, before, after, model)
    return len(wrong)


def _store_ratings(
    store: Store, game: str, expected: dict[str, StoredRating], *, check: bool
) -> int:
    """Compare ratings with the stored ones, and replace those that differ. Returns how many."""
    stored = ratings_by_person(store, game)
    wrong = [
        person
        for person in expected.keys() | stored.keys()
        if person not in expected
        or person not in stored
        or not _is_close(expected[person].belief, stored[person].belief)
        or expected[person].games != stored[person].games
        or expected[person].human_games != stored[person].human_games
    ]
    if not check:
        for person in wrong:
            delete_rows(store, RATING, person=person, game=game)
            if person in expected:
                put_rating(store, person, game, expected[person])
    return len(wrong)


def _is_close(one: Belief, other: Belief) -> bool:
    return abs(one.mu - other.mu) <= TOLERANCE and abs(one.sigma - other.sigma) <= TOLERANCE
