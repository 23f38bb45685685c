"""Live games that anyone may watch, and the one that the home page shows.

Watchers get the public view only: nothing that a player at the table does not know. Games of sealed
boards are not listed.
"""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from nomarch.decoding import decode
from nomarch.kernel.game import rulebooks
from nomarch.people.ratings import Belief
from nomarch.storage.store import decoded
from nomarch.tables.model import GUEST, TableRecord, TableSummary

if TYPE_CHECKING:
    from nomarch.storage.store import Store

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


def live_games(store: Store, at: float) -> list[LiveGame]:
    """Return watchable games with a recent move: two people or more first, then by rating."""
    rows = store.rows(
        "SELECT game_table.record, standing.data FROM standing "
        "JOIN game_table ON game_table.id = standing.game_table "
        "WHERE standing.at > ? AND game_table.finished = 0 ORDER BY standing.at DESC LIMIT ?",
        (at - FRESH_SECONDS, MOST_READ),
    )
    found = []
    for record_data, data in rows:
        record = decoded(record_data, TableRecord)
        if record is None or not record.is_watchable or record.game not in rulebooks():
            continue
        summary = decode(bytes(data), TableSummary)
        if not summary.over:
            people = {seat.guest for seat in record.seats if seat.kind == GUEST}
            rating = _mean_rating(store, record.game, people)
            found.append(LiveGame(record, summary.ply, summary.at, len(people), rating))
    return sorted(found, key=lambda game: (-min(game.people, 2), -game.rating, -game.at))[
        :MOST_LIVE
    ]


def _mean_rating(store: Store, game: str, people: set[str]) -> float:
    if not people:
        return 0.0
    marks = ", ".join("?" * len(people))
    rows = store.rows(
        "SELECT person, mu FROM rating JOIN person ON person.id = rating.person "
        f"WHERE game = ? AND is_private = 0 AND person IN ({marks})",
        (game, *sorted(people)),
    )
    known: dict[str, float] = dict(rows)
    return mean(float(known.get(guest, Belief().mu)) for guest in people)
