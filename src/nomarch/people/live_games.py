"""Live games that anyone may watch, and the one that the home page shows.

Watchers get the public view only: nothing that a player at the table does not know. Games of sealed
boards are not listed.
"""

from statistics import mean
from typing import NamedTuple

from sqlalchemy import select

from nomarch.decoding import decode
from nomarch.kernel.declare.game import rulebooks
from nomarch.people.ratings import Belief
from nomarch.storage.schema import GAME_TABLE, PERSON, RATING, STANDING
from nomarch.storage.statements import Query
from nomarch.storage.store import Store, decoded
from nomarch.tables.state.model import PLAYER, TableRecord, TableSummary

FRESH_SECONDS = 480.0
"""Seconds since the last move for which a game counts as live."""
MOST_LIVE = 50
MOST_READ = 200


class LiveGame(NamedTuple):
    """A game that is being played."""

    record: TableRecord
    ply: int
    at: float
    people: int
    rating: float
    """The mean rating of its people; those with a private profile count as beginners."""


_LIVE = Query(
    lambda since: (
        select(GAME_TABLE.c.record, STANDING.c.data)
        .join_from(STANDING, GAME_TABLE, GAME_TABLE.c.id == STANDING.c.game_table)
        .where(STANDING.c.at > since, GAME_TABLE.c.finished == 0)
        .order_by(STANDING.c.at.desc())
        .limit(MOST_READ)
    )
)


def live_games(store: Store, at: float) -> list[LiveGame]:
    """Return watchable games with a recent move: two people or more first, then by rating."""
    found = []
    for record_data, data in store.rows(_LIVE(at - FRESH_SECONDS)):
        record = decoded(record_data, TableRecord)
        if record is None or not record.is_watchable or record.game not in rulebooks():
            continue
        summary = decode(bytes(data), TableSummary)
        if not summary.over:
            people = {seat.person for seat in record.seats if seat.kind == PLAYER}
            rating = _mean_rating(store, record.game, people)
            found.append(LiveGame(record, summary.ply, summary.at, len(people), rating))
    return sorted(found, key=lambda game: (-min(game.people, 2), -game.rating, -game.at))[
        :MOST_LIVE
    ]


_RATINGS = Query(
    lambda game, people: (
        select(RATING.c.person, RATING.c.mu)
        .join_from(RATING, PERSON, PERSON.c.id == RATING.c.person)
        .where(RATING.c.game == game, PERSON.c.is_private == 0, RATING.c.person.in_(people))
    )
)


def _mean_rating(store: Store, game: str, people: set[str]) -> float:
    if not people:
        return 0.0
    known: dict[str, float] = dict(store.rows(_RATINGS(game, sorted(people))))
    return mean(float(known.get(person, Belief().mu)) for person in people)
