"""Stored ratings: each rated game changes them exactly once, in a numbered order."""

import secrets
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from nomarch.bots import LEVELS, current_level
from nomarch.bots.lengths import usual_steps
from nomarch.bots.ratings import ratings_of
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.people.ratings import (
    DAY,
    FIRST_MODEL,
    LEAST_ANCHOR_SIGMA,
    MODEL,
    PROVISIONAL_SIGMA,
    SECOND_MODEL,
    Belief,
    RatedSeat,
    after_idling,
    new_beliefs,
)
from nomarch.storage.schema import PERSON, RATING, RATING_CHANGE, RATING_COUNTER, RESULT
from nomarch.storage.statements import (
    Query,
    find_rows,
    find_value,
    insert,
    insert_row,
    update_rows,
    upsert,
)
from nomarch.storage.store import Store
from nomarch.tables.state.model import STAND_IN
from nomarch.tables.stores.results import GameResult, SeatResult

HALF_WIDTH = 1.96
"""Standard deviations in half a 95 % interval."""
DELETED = "~"
"""Begins the pseudonym of a deleted player, whose games still count for others."""
EARLY_SHARE, LEAST_WEIGHT = 0.5, 0.5
"""The share of a game's usual length from which leaving gives a lone winner all points, and the
share of them that leaving at once gives."""
LEADER_GAMES, LEADER_DAYS = 20, 60
"""A leaderboard lists players whose rating is not provisional, with so many games with people and
a rated game in the last days."""


class StoredRating(msgspec.Struct, frozen=True):
    """A person's rating in a game."""

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

    person: str
    handle: str
    rating: StoredRating


def new_pseudonym() -> str:
    return DELETED + secrets.token_hex(8)


def anchor(game: str, level: str, players: int | None = None) -> Belief | None:
    """Return the ladder rating of a bot with a player count; None if that was not measured.

    The default is the game's usual count.
    """
    if game not in rulebooks():
        return None
    measured = ratings_of(rulebook(game), players).get(current_level(level))
    if measured is None:
        return None
    sigma = max(measured.doubt / HALF_WIDTH, LEAST_ANCHOR_SIGMA)
    return Belief(float(measured.rating), sigma)


def nearest_level(game: str, rating: float) -> str:
    """Return the bots' level nearest to a rating, as measured with the usual player count."""
    known = {level: found for level in LEVELS if (found := anchor(game, level))}
    return min(known, key=lambda level: abs(known[level].mu - rating), default=STAND_IN)


_RATING = list(RATING.c)[2:]


def rating_of(store: Store, person: str, game: str) -> StoredRating:
    """Return a person's rating in a game, or that of a newcomer."""
    rows = find_rows(store, *_RATING, person=person, game=game)
    return _stored(rows[0]) if rows else StoredRating()


def ratings_of_person(store: Store, person: str) -> dict[str, StoredRating]:
    """Return a person's ratings by game."""
    rows = find_rows(store, RATING.c.game, *_RATING, order_by=("game",), person=person)
    return {game: _stored(rest) for game, *rest in rows}


def ratings_by_person(store: Store, game: str) -> dict[str, StoredRating]:
    rows = find_rows(store, RATING.c.person, *_RATING, game=game)
    return {person: _stored(rest) for person, *rest in rows}


_BELIEFS = [RATING_CHANGE.c[name] for name in ("mu0", "sigma0", "mu1", "sigma1")]
_CHANGES = Query(
    lambda person, game: (
        select(RATING_CHANGE.c.game_table, RATING_CHANGE.c.at, *_BELIEFS)
        .where(RATING_CHANGE.c.person == person, RATING_CHANGE.c.person > "")
        .where(RATING_CHANGE.c.game == game)
        .order_by(RATING_CHANGE.c.at, RATING_CHANGE.c.game_table)
    )
)


def rating_changes(store: Store, person: str, game: str) -> list[RatingChange]:
    """Return the changes of a person's rating in a game, oldest first."""
    rows = store.rows(_CHANGES(person, game))
    return [RatingChange(t, at, Belief(*rest[:2]), Belief(*rest[2:])) for t, at, *rest in rows]


def changes_of_table(store: Store, table: str) -> dict[int, tuple[Belief, Belief]]:
    """Return the ratings before and after a game, by seat; empty if it was not rated."""
    rows = find_rows(store, RATING_CHANGE.c.seat, *_BELIEFS, game_table=table)
    return {seat: (Belief(*rest[:2]), Belief(*rest[2:])) for seat, *rest in rows}


def model_of_table(store: Store, table: str) -> str:
    """Return the name of the parameters that a game was rated with."""
    return find_value(store, RATING_CHANGE.c.model, game_table=table) or MODEL


class SeatRating(msgspec.Struct, frozen=True):
    """A seat's rating after a rated game."""

    seat: int
    rating: int
    change: int


_SHOWN = Query(
    lambda table, viewer: (
        select(RATING_CHANGE.c.seat, RATING_CHANGE.c.mu0, RATING_CHANGE.c.mu1)
        .join_from(RATING_CHANGE, PERSON, PERSON.c.id == RATING_CHANGE.c.person)
        .where(RATING_CHANGE.c.game_table == table)
        .where((PERSON.c.is_private == 0) | (PERSON.c.id == viewer))
        .order_by(RATING_CHANGE.c.seat)
    )
)


def shown_changes(store: Store, table: str, viewer: str) -> list[SeatRating]:
    """Return what a game did to people's ratings; private ones only to themselves."""
    rows = store.rows(_SHOWN(table, viewer))
    return [SeatRating(seat, round(after), round(after) - round(old)) for seat, old, after in rows]


_LEADERS = Query(
    lambda game, since, most: (
        select(RATING.c.person, PERSON.c.handle, *_RATING)
        .join_from(RATING, PERSON, PERSON.c.id == RATING.c.person)
        .where(RATING.c.game == game, RATING.c.sigma <= PROVISIONAL_SIGMA)
        .where(RATING.c.human_games >= LEADER_GAMES, RATING.c.last >= since)
        .where(PERSON.c.is_private == 0, PERSON.c.handle > "")
        .order_by(RATING.c.mu.desc(), RATING.c.person)
        .limit(most)
    )
)


def leaders(store: Store, game: str, at: float, most: int = 50) -> list[Leader]:
    """Return the best players of a game with an account that is not private."""
    rows = store.rows(_LEADERS(game, at - LEADER_DAYS * DAY, most))
    return [Leader(person, handle, _stored(rest)) for person, handle, *rest in rows]


_COUNT = Query(
    lambda game: (
        insert(RATING_COUNTER)
        .values(game=game, seq=1)
        .on_conflict_do_update(index_elements=["game"], set_={"seq": RATING_COUNTER.c.seq + 1})
        .returning(RATING_COUNTER.c.seq)
    )
)


def rate(store: Store, result: GameResult) -> None:
    """Apply a rated game.

    The counter's row is locked until the transaction ends, so that the rated games of a title have
    one order. A game with a bot that has no ladder rating with that player count stays unrated.
    """
    anchors = {
        seat.seat: anchor(result.game, seat.bot, result.players)
        for seat in result.seats
        if _is_bot(seat)
    }
    if None in anchors.values() or not any(seat.person for seat in result.seats):
        return
    with store.transaction():
        seq = store.change(_COUNT(result.game))[0][0]
        update_rows(store, RESULT, {"game_table": result.table}, rated_seq=seq)
        known = {
            seat.person: rating_of(store, seat.person, result.game)
            for seat in result.seats
            if seat.person
        }
        for seat, before, after in apply_game(
            result, known, {seat: belief for seat, belief in anchors.items() if belief}
        ):
            put_change(store, result, seat, before, after)
        for person, rating in known.items():
            put_rating(store, person, result.game, rating)


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
        else _rested(known.get(seat.person, StoredRating()), result.ended)
        for seat in result.seats
    ]
    after = new_beliefs(
        [
            RatedSeat(
                belief,
                seat.place,
                _is_bot(seat),
                seat.left_ply is not None,
                _leaver_weight(result, seat, model),
            )
            for seat, belief in zip(result.seats, before, strict=True)
        ]
    )
    people = sum(not _is_bot(seat) for seat in result.seats)
    for seat, belief in zip(result.seats, after, strict=True):
        if seat.person:
            old = known.get(seat.person, StoredRating())
            known[seat.person] = StoredRating(
                belief, old.games + 1, old.human_games + (people > 1), max(old.last, result.ended)
            )
    return list(zip(result.seats, before, after, strict=True))


def _leaver_weight(result: GameResult, seat: SeatResult, model: str) -> float:
    """Return the share of the points that beating this player gives to a lone winner."""
    if seat.left_ply is None or model == FIRST_MODEL:
        return 1.0
    book = rulebooks().get(result.game)
    usual = usual_steps(book, result.players) if book else None
    played = min(1.0, seat.left_ply / (EARLY_SHARE * usual)) if usual else 0.0
    if model == SECOND_MODEL:
        return float(played == 1.0)
    return LEAST_WEIGHT + (1 - LEAST_WEIGHT) * played


def _rested(rating: StoredRating, at: float) -> Belief:
    return after_idling(rating.belief, at - rating.last) if rating.games else rating.belief


def _is_bot(seat: SeatResult) -> bool:
    """Whether a bot played a seat from the beginning."""
    return not seat.person and seat.left_ply is None


def put_change(
    store: Store,
    result: GameResult,
    seat: SeatResult,
    before: Belief,
    after: Belief,
    model: str = MODEL,
) -> None:
    insert_row(
        store, RATING_CHANGE, game_table=result.table, seat=seat.seat, person=seat.person,
        game=result.game, at=result.ended, mu0=before.mu, sigma0=before.sigma, mu1=after.mu,
        sigma1=after.sigma, model=model,
    )  # fmt: skip


def put_rating(store: Store, person: str, game: str, rating: StoredRating) -> None:
    upsert(
        store, RATING, person=person, game=game, mu=rating.belief.mu, sigma=rating.belief.sigma,
        games=rating.games, human_games=rating.human_games, last=rating.last,
    )  # fmt: skip


def _stored(row: tuple[float, ...] | list[float]) -> StoredRating:
    mu, sigma, games, human_games, last = row
    return StoredRating(Belief(mu, sigma), int(games), int(human_games), last)
