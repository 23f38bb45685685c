"""What a profile shows, from results and ratings: nothing about games that still run."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, and_, case, func, select

from nomarch.people.rating_store import DELETED, anchor, rating_of
from nomarch.people.relations import relations
from nomarch.storage.schema import PERSON, RESULT, RESULT_SEAT
from nomarch.storage.statements import Query, find_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import BOT, TableRecord
from nomarch.tables.stores.results import is_seat_of

MOST_OPPONENTS = 10


class PlayerStats(msgspec.Struct, frozen=True):
    """A player's results in a game with so many players."""

    game: str
    players: int
    games: int
    wins: int
    mean_place: float
    mean_score: float
    best_score: int
    left: int
    """Games that the player left to a bot."""


class Opponent(NamedTuple):
    """How two players fared in the games they both finished."""

    person: str
    handle: str
    games: int
    ahead: int
    """Games in which the owner of the profile had the better place."""
    behind: int


def _count_if(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((and_(*conditions), 1), else_=0))


_KIND = (RESULT.c.game, RESULT.c.players)
_STAYED = RESULT_SEAT.c.left_ply.is_(None)
_STATS = Query(
    lambda person: (
        select(
            *_KIND,
            func.count(),
            _count_if(RESULT_SEAT.c.place == 1, _STAYED),
            func.avg(RESULT_SEAT.c.place),
            func.avg(RESULT_SEAT.c.score),
            func.max(RESULT_SEAT.c.score),
            _count_if(~_STAYED),
        )
        .join_from(RESULT_SEAT, RESULT, RESULT.c.game_table == RESULT_SEAT.c.game_table)
        .where(is_seat_of(person))
        .group_by(*_KIND)
        .order_by(*_KIND)
    )
)


def stats_of(store: Store, person: str) -> list[PlayerStats]:
    """Return a person's results by game and player count."""
    return [
        PlayerStats(
            game, players, int(games), int(wins), float(place), float(score), best, int(left)
        )
        for game, players, games, wins, place, score, best, left in store.rows(_STATS(person))
    ]


_MY_SEAT, _OTHER = RESULT_SEAT.alias("mine"), RESULT_SEAT.alias("other").c
_MINE = _MY_SEAT.c
_OPPONENTS = Query(
    lambda person: (
        select(
            _OTHER.person,
            PERSON.c.handle,
            func.count(),
            _count_if(_MINE.place < _OTHER.place),
            _count_if(_MINE.place > _OTHER.place),
        )
        .where(_OTHER.game_table == _MINE.game_table, _OTHER.person != _MINE.person)
        .where(PERSON.c.id == _OTHER.person, PERSON.c.handle > "")
        .where(is_seat_of(person, _MY_SEAT), _MINE.left_ply.is_(None), _OTHER.left_ply.is_(None))
        .group_by(_OTHER.person, PERSON.c.handle)
        .order_by(func.count().desc(), PERSON.c.handle)
        .limit(MOST_OPPONENTS)
    )
)


def opponents_of(store: Store, person: str) -> list[Opponent]:
    """Return the people with claimed names whom a person met most often."""
    rows = store.rows(_OPPONENTS(person))
    return [Opponent(id_, name, int(n), int(won), int(lost)) for id_, name, n, won, lost in rows]


def handles_of(store: Store, people: Collection[str]) -> dict[str, str]:
    """Return the claimed names of people whose profiles are public."""
    ids = sorted({id_ for id_ in people if id_ and not id_.startswith(DELETED)})
    if not ids:
        return {}
    columns = PERSON.c.id, PERSON.c.handle
    return dict(find_rows(store, *columns, id=ids, handle__gt="", is_private=0))


class SeatPlayerInfo(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    kind: str
    handle: str
    """The claimed name, if the profile is public."""
    rating: int | None
    """In this game; bots have that of their level."""
    provisional: bool
    level: str


def seat_players(store: Store, record: TableRecord, viewer: str) -> list[SeatPlayerInfo]:
    """Return the players of a table with their ratings; private profiles show them to no one else.

    Bots have the rating of their level.
    """
    handles = handles_of(store, [seat.person for seat in record.seats])
    found = []
    for seat in record.seats:
        handle, rating, provisional = handles.get(seat.person, ""), None, False
        if seat.kind == BOT and not seat.left:
            belief = anchor(record.game, seat.level, len(record.seats))
            rating = round(belief.mu) if belief else None
        elif seat.person and (handle or seat.person == viewer):
            known = rating_of(store, seat.person, record.game)
            if known.games:
                rating, provisional = round(known.belief.mu), known.belief.is_provisional
        found.append(SeatPlayerInfo(seat.name, seat.kind, handle, rating, provisional, seat.level))
    return found


def people_to_invite(store: Store, person: str, wanted: str) -> list[tuple[str, str]]:
    """Return friends and recent opponents, as ids for an invitation and names; `wanted` first."""
    friends = [line for line in relations(store, person) if line.mutual]
    found = {wanted: wanted} if wanted else {}
    known = {wanted, *(line.handle for line in friends)}
    found |= {line.id: line.name for line in friends if line.handle != wanted or not wanted}
    found |= {
        one.handle: one.handle for one in opponents_of(store, person) if one.handle not in known
    }
    return list(found.items())
