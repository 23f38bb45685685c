"""Stored ratings: each rated game changes them exactly once, in a numbered order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nomarch.bots import LEVELS, current_level
from nomarch.bots.lengths import usual_steps
from nomarch.bots.ratings import ratings_of
from nomarch.kernel.game import rulebook, rulebooks
from nomarch.people.ratings import (
    DAY,
    FIRST_MODEL,
    LEAST_ANCHOR_SIGMA,
    MODEL,
    PROVISIONAL_SIGMA,
    Belief,
    RatedSeat,
    after_idling,
    new_beliefs,
)
from nomarch.storage.store import Store
from nomarch.tables.model import STAND_IN

if TYPE_CHECKING:
    from nomarch.tables.results import GameResult, SeatResult

HALF_WIDTH = 1.96
"""Standard deviations in half a 95 % interval."""
DELETED = "~"
"""Begins the pseudonym of a deleted player, whose games still count for others."""
EARLY_SHARE = 0.5
"""The share of a game's usual length before which leaving gives a lone winner no points."""
LEADER_GAMES, LEADER_DAYS = 20, 60
"""A leaderboard lists players whose rating is not provisional, with so many games with people and
a rated game in the last days."""


class StoredRating(msgspec.Struct, frozen=True):
    """A guest's rating in a game."""

    belief: Belief = Belief()
    games: int = 0
    human_games: int = 0
    """Games with at least one other person."""
    last: float = 0.0
    """When the last rated game ended."""


class RatingChange(NamedTuple):
    """What a game did to a rating."""

    table: str
    at: float
    before: Belief
    after: Belief


class Leader(NamedTuple):
    """A line of a leaderboard."""

    guest: str
    handle: str
    rating: StoredRating


def anchor(game: str, level: str) -> Belief | None:
    """Return the ladder rating of a bot; None if it was not measured."""
    if game not in rulebooks():
        return None
    measured = ratings_of(rulebook(game)).get(current_level(level))
    if measured is None:
        return None
    sigma = max(measured.doubt / HALF_WIDTH, LEAST_ANCHOR_SIGMA)
    return Belief(float(measured.rating), sigma)


def nearest_level(game: str, rating: float) -> str:
    """Return the bots' level nearest to a rating."""
    known = {level: found for level in LEVELS if (found := anchor(game, level))}
    return min(known, key=lambda level: abs(known[level].mu - rating), default=STAND_IN)


def rating_of(store: Store, guest: str, game: str) -> StoredRating:
    """Return a guest's rating in a game, or that of a newcomer."""
    rows = store.rows(
        "SELECT mu, sigma, games, human_games, last FROM rating WHERE person = ? AND game = ?",
        (guest, game),
    )
    return _stored(rows[0]) if rows else StoredRating()


def ratings_of_guest(store: Store, guest: str) -> dict[str, StoredRating]:
    """Return a guest's ratings by game."""
    rows = store.rows(
        "SELECT game, mu, sigma, games, human_games, last FROM rating WHERE person = ? "
        "ORDER BY game",
        (guest,),
    )
    return {game: _stored(rest) for game, *rest in rows}


def ratings_by_guest(store: Store, game: str) -> dict[str, StoredRating]:
    """Return the ratings of everyone in a game."""
    rows = store.rows(
        "SELECT person, mu, sigma, games, human_games, last FROM rating WHERE game = ?", (game,)
    )
    return {guest: _stored(rest) for guest, *rest in rows}


def rating_changes(store: Store, guest: str, game: str) -> list[RatingChange]:
    """Return the changes of a guest's rating in a game, oldest first."""
    rows = store.rows(
        "SELECT game_table, at, mu0, sigma0, mu1, sigma1 FROM rating_change "
        "WHERE person = ? AND game = ? ORDER BY at, game_table",
        (guest, game),
    )
    return [RatingChange(t, at, Belief(*rest[:2]), Belief(*rest[2:])) for t, at, *rest in rows]


def changes_of_table(store: Store, table: str) -> dict[int, tuple[Belief, Belief]]:
    """Return the ratings before and after a game, by seat; empty if it was not rated."""
    rows = store.rows(
        "SELECT seat, mu0, sigma0, mu1, sigma1 FROM rating_change WHERE game_table = ?", (table,)
    )
    return {seat: (Belief(*rest[:2]), Belief(*rest[2:])) for seat, *rest in rows}


def model_of_table(store: Store, table: str) -> str:
    """Return the name of the parameters that a game was rated with."""
    rows = store.rows("SELECT model FROM rating_change WHERE game_table = ? LIMIT 1", (table,))
    return str(rows[0][0]) if rows else MODEL


class ShownChange(NamedTuple):
    """What a game did to a seat's rating, as its page shows it."""

    seat: int
    rating: int
    change: int


def shown_changes(store: Store, table: str, viewer: str) -> list[ShownChange]:
    """Return what a game did to people's ratings; private ones only to themselves."""
    rows = store.rows(
        "SELECT seat, mu0, mu1 FROM rating_change JOIN person ON person.id = rating_change.person "
        "WHERE game_table = ? AND (is_private = 0 OR person.id = ?) ORDER BY seat",
        (table, viewer),
    )
    return [ShownChange(seat, round(after), round(after) - round(old)) for seat, old, after in rows]


def leaders(store: Store, game: str, at: float, most: int = 50) -> list[Leader]:
    """Return the best players of a game with an account that is not private."""
    rows = store.rows(
        "SELECT rating.person, person.handle, mu, sigma, games, human_games, last FROM rating "
        "JOIN person ON person.id = rating.person WHERE game = ? AND sigma <= ? "
        "AND human_games >= ? AND last >= ? AND is_private = 0 AND handle > '' "
        "ORDER BY mu DESC, rating.person LIMIT ?",
        (game, PROVISIONAL_SIGMA, LEADER_GAMES, at - LEADER_DAYS * DAY, most),
    )
    return [Leader(guest, handle, _stored(rest)) for guest, handle, *rest in rows]


def rate(store: Store, result: GameResult) -> None:
    """Apply a rated game, inside the transaction that stores its result.

    The counter's row is locked until the transaction ends, so that the rated games of a title have
    one order. A game with a bot that has no ladder rating stays unrated.
    """
    anchors = {seat.seat: anchor(result.game, seat.bot) for seat in result.seats if _is_bot(seat)}
    if None in anchors.values() or not any(seat.guest for seat in result.seats):
        return
    seq = store.rows(
        "INSERT INTO rating_counter (game, seq) VALUES (?, 1) ON CONFLICT (game) "
        "DO UPDATE SET seq = rating_counter.seq + 1 RETURNING seq",
        (result.game,),
    )[0][0]
    store.execute("UPDATE result SET rated_seq = ? WHERE game_table = ?", (seq, result.table))
    known = {
        seat.guest: rating_of(store, seat.guest, result.game) for seat in result.seats if seat.guest
    }
    for seat, before, after in apply_game(
        result, known, {seat: belief for seat, belief in anchors.items() if belief}
    ):
        put_change(store, result, seat, before, after)
    for guest, rating in known.items():
        put_rating(store, guest, result.game, rating)


def apply_game(
    result: GameResult,
    known: dict[str, StoredRating],
    anchors: dict[int, Belief],
    model: str = MODEL,
) -> list[tuple[SeatResult, Belief, Belief]]:
    """Update `known` with a game. Returns each seat with its belief before and after."""
    before = [
        anchors[seat.seat]
        if _is_bot(seat)
        else _rested(known.get(seat.guest, StoredRating()), result.ended)
        for seat in result.seats
    ]
    after = new_beliefs(
        [
            RatedSeat(
                belief,
                seat.place,
                _is_bot(seat),
                seat.left_ply is not None,
                model != FIRST_MODEL and _left_early(result, seat),
            )
            for seat, belief in zip(result.seats, before, strict=True)
        ]
    )
    people = sum(not _is_bot(seat) for seat in result.seats)
    for seat, belief in zip(result.seats, after, strict=True):
        if seat.guest:
            old = known.get(seat.guest, StoredRating())
            known[seat.guest] = StoredRating(
                belief, old.games + 1, old.human_games + (people > 1), max(old.last, result.ended)
            )
    return list(zip(result.seats, before, after, strict=True))


def _left_early(result: GameResult, seat: SeatResult) -> bool:
    """Whether a player left before half of a usual game; always, if its length isn't known."""
    if seat.left_ply is None:
        return False
    book = rulebooks().get(result.game)
    usual = usual_steps(book, result.players) if book else None
    return usual is None or seat.left_ply < EARLY_SHARE * usual


def _rested(rating: StoredRating, at: float) -> Belief:
    return after_idling(rating.belief, at - rating.last) if rating.games else rating.belief


def _is_bot(seat: SeatResult) -> bool:
    """Whether a bot played a seat from the beginning."""
    return not seat.guest and seat.left_ply is None


def put_change(
    store: Store,
    result: GameResult,
    seat: SeatResult,
    before: Belief,
    after: Belief,
    model: str = MODEL,
) -> None:
    store.execute(
        "INSERT INTO rating_change (game_table, seat, person, game, at, mu0, sigma0, mu1, sigma1, "
        "model) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            result.table,
            seat.seat,
            seat.guest,
            result.game,
            result.ended,
            before.mu,
            before.sigma,
            after.mu,
            after.sigma,
            model,
        ),
    )


def put_rating(store: Store, guest: str, game: str, rating: StoredRating) -> None:
    store.execute(
        "INSERT INTO rating (person, game, mu, sigma, games, human_games, last) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, game) DO UPDATE SET mu = excluded.mu, "
        "sigma = excluded.sigma, games = excluded.games, human_games = excluded.human_games, "
        "last = excluded.last",
        (
            guest,
            game,
            rating.belief.mu,
            rating.belief.sigma,
            rating.games,
            rating.human_games,
            rating.last,
        ),
    )


def _stored(row: tuple[float, ...] | list[float]) -> StoredRating:
    mu, sigma, games, human_games, last = row
    return StoredRating(Belief(mu, sigma), int(games), int(human_games), last)
