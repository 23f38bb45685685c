"""Standings of a tournament, computed from the results of its tables.

Points of a table: opponents beaten and half of those tied with, scaled to 0-3 whatever the table's
size, and 1 for the first place, shared if the place is. Somebody who did not come or left gets 0.
On a shared board with enough tables, points are the matchpoints in one's seat, scaled to 0-4.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

import msgspec

from nomarch.contests.boards import matchpoints
from nomarch.tables.stores.results import GameResult

BEATEN, FIRST = 3.0, 1.0
"""Points for beating everyone, and for the first place."""
LAST_LEAD = -0.5
"""The usual lead of the last place: who left or did not come has no better one."""
LEAST_TABLES = 3
"""Tables that a shared board needs to be scored by comparison."""
ABSENT, OVERDUE = "absent", "overdue"
"""Reasons of a forfeit: the player did not come; bots finished the game at the round's deadline."""


class PairingSeat(msgspec.Struct, frozen=True):
    """A seat of a tournament's table."""

    entry: str = ""
    """Empty for a bot."""
    forfeit: str = msgspec.field(default="", name="mark")
    """Why a bot plays on: `ABSENT`, `OVERDUE`, or empty."""


class Pairing(msgspec.Struct, frozen=True):
    """A table of a tournament."""

    round: int
    no: int
    table: str
    seats: tuple[PairingSeat, ...]


class SeatScore(msgspec.Struct, frozen=True):
    """What a person got at a table."""

    entry: str
    round: int
    points: float
    is_win: float
    """The share of the first place."""
    deviation: float
    """Own score less the table's mean, in units of the table's spread."""
    place: int
    score: int
    table: str
    rivals: tuple[str, ...]
    ahead_of: tuple[str, ...]
    """Rivals with a later place."""
    percent: float | None = None
    """Matchpoints on a shared board."""


class StandingLine(msgspec.Struct, frozen=True):
    """A person's place in a tournament."""

    rank: int
    entry: str
    points: float
    wins: float
    deviation: float
    rivals: float
    games: int
    last_round: int
    """The last round in which they had a table."""
    last_points: float
    """Points at that table."""
    last_outcome: int = 1
    """0 if they won there, 1 while they play, 2 otherwise."""
    percent: float | None = None
    """Mean matchpoints on shared boards."""


def table_points(places: Sequence[int]) -> list[float]:
    found = []
    for place in places:
        beaten = sum(other > place for other in places)
        tied = sum(other == place for other in places) - 1
        first = FIRST / (tied + 1) if place == min(places) else 0.0
        rivals = len(places) - 1
        found.append(BEATEN * (beaten + tied / 2) / rivals + first if rivals else FIRST)
    return found


def seat_scores(
    pairings: Sequence[Pairing], results: Mapping[str, GameResult], *, is_duplicate: bool
) -> list[SeatScore]:
    """Return what everyone got at the finished tables.

    A shared board counts when all tables of its round are over.
    """
    found: list[SeatScore] = []
    for _, tables in groupby(sorted(pairings, key=lambda p: (p.round, p.no)), lambda p: p.round):
        here = list(tables)
        over = [p for p in here if p.table in results and results[p.table].seats]
        if is_duplicate and any(pairing.table not in results for pairing in here):
            continue
        compared = _compare(over, results) if is_duplicate and len(over) >= LEAST_TABLES else {}
        for pairing in over:
            found += _table_scores(pairing, results[pairing.table], compared)
    return found


def _compare(
    pairings: Sequence[Pairing], results: Mapping[str, GameResult]
) -> dict[tuple[str, int], float]:
    """Return the matchpoints of every table's seats, against the same seat elsewhere."""
    found: dict[tuple[str, int], float] = {}
    for seat in range(len(pairings[0].seats)):
        points = [results[pairing.table].seats[seat].score for pairing in pairings]
        for pairing, percent in zip(pairings, matchpoints(points), strict=True):
            found[pairing.table, seat] = percent or 0.0
    return found


def has_played(seat: PairingSeat, left_ply: int | None) -> bool:
    """Whether a person's result counts: they came, and stayed or were cut off by the deadline."""
    return (
        bool(seat.entry)
        and seat.forfeit != ABSENT
        and (left_ply is None or seat.forfeit == OVERDUE)
    )


def _table_scores(
    pairing: Pairing, result: GameResult, compared: Mapping[tuple[str, int], float]
) -> list[SeatScore]:
    scores = [seat.score for seat in result.seats]
    played = [
        not seat.entry or has_played(seat, mine.left_ply)
        for seat, mine in zip(pairing.seats, result.seats, strict=True)
    ]
    # The result ranks those whom the deadline cut off with those who had left before.
    ranks = [(not here, seat.place) for here, seat in zip(played, result.seats, strict=True)]
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    found = []
    for index, (seat, points) in enumerate(zip(pairing.seats, table_points(places), strict=True)):
        if not seat.entry:
            continue
        counts = played[index]
        percent = compared.get((pairing.table, index)) if counts else 0.0 if compared else None
        if percent is not None:
            points = (BEATEN + FIRST) * percent / 100
        firsts = places.count(min(places))
        others = [other for other in pairing.seats if other.entry and other.entry != seat.entry]
        behind = [
            other.entry
            for other, place in zip(pairing.seats, places, strict=True)
            if other.entry and place > places[index]
        ]
        found.append(
            SeatScore(
                entry=seat.entry,
                round=pairing.round,
                points=points if counts else 0.0,
                is_win=1 / firsts if counts and places[index] == min(places) else 0.0,
                deviation=_lead(scores, played, index),
                place=places[index],
                score=scores[index],
                table=pairing.table,
                rivals=tuple(other.entry for other in others),
                ahead_of=tuple(behind) if counts else (),
                percent=percent,
            )
        )
    return found


def _lead(scores: Sequence[int], played: Sequence[bool], index: int) -> float:
    """Return a seat's score less the table's mean, in units of the table's spread.

    Leaving never gives a better one than playing on, nor costs the only rival theirs.
    """
    mean, spread = sum(scores) / len(scores), max(scores) - min(scores)
    lead = (scores[index] - mean) / spread if spread else 0.0
    if not played[index]:
        return min(lead, LAST_LEAD)
    return lead if sum(played) > 1 else max(lead, -LAST_LEAD)


def lot(seed: str, person: str) -> str:
    """Return the lot that decides last, fixed by the tournament's seed."""
    return hashlib.sha256(f"{seed} lot {person}".encode()).hexdigest()


def standings(
    entrants: Collection[str],
    pairings: Sequence[Pairing],
    results: Mapping[str, GameResult],
    seed: str,
    *,
    is_duplicate: bool = False,
    by_round: bool = False,
    byes: Sequence[str] = (),
    scores: Sequence[SeatScore] | None = None,
) -> list[StandingLine]:
    """Return everyone in order; `by_round` puts those who came furthest first, as in a knockout.

    `byes` are those who had a bye, round by round; `scores` those of `seat_scores`, if known.
    """
    if scores is None:
        scores = seat_scores(pairings, results, is_duplicate=is_duplicate)
    of = _by_entrant(entrants, scores)
    last = dict.fromkeys(entrants, 0)
    for pairing in pairings:
        last |= {s.entry: max(last.get(s.entry, 0), pairing.round) for s in pairing.seats}
    for number, bye in enumerate(byes, start=1):
        last[bye] = max(last.get(bye, 0), number)
    mean = {g: sum(s.points for s in found) / len(found) for g, found in of.items() if found}
    lines = [_line(person, of[person], last[person], mean) for person in entrants]
    lines.sort(key=lambda line: _key(line, by_round=by_round))
    ordered: list[StandingLine] = []
    for _, equal in groupby(lines, lambda line: _key(line, by_round=by_round)):
        tied = list(equal)
        direct = _direct({line.entry for line in tied}, of)
        ordered += sorted(tied, key=lambda line: (-direct[line.entry], lot(seed, line.entry)))
    return [
        msgspec.structs.replace(line, rank=number) for number, line in enumerate(ordered, start=1)
    ]


def _by_entrant(
    entrants: Collection[str], scores: Sequence[SeatScore]
) -> dict[str, list[SeatScore]]:
    found: dict[str, list[SeatScore]] = {person: [] for person in entrants}
    for score in scores:
        if score.entry in found:
            found[score.entry].append(score)
    return found


def _line(
    person: str, scores: Sequence[SeatScore], last: int, mean: Mapping[str, float]
) -> StandingLine:
    rivals = sorted(mean[rival] for score in scores for rival in score.rivals if rival in mean)
    counted = rivals[1:] or rivals
    percents = [score.percent for score in scores if score.percent is not None]
    return StandingLine(
        rank=0,
        entry=person,
        points=round(sum(score.points for score in scores), 6),
        wins=round(sum(score.is_win for score in scores), 6),
        deviation=round(sum(score.deviation for score in scores), 6),
        rivals=round(sum(counted) / len(counted), 6) if counted else 0.0,
        games=len(scores),
        last_round=last,
        last_points=sum(score.points for score in scores if score.round == last),
        last_outcome=_last_outcome(scores, last),
        percent=sum(percents) / len(percents) if percents else None,
    )


def _last_outcome(scores: Sequence[SeatScore], last: int) -> int:
    """Return 0 for winners of the last round, 1 for those who still play it, 2 for others."""
    found = [score for score in scores if score.round == last]
    if not found:
        return 1
    return 0 if any(score.is_win for score in found) else 2


def _key(line: StandingLine, *, by_round: bool) -> tuple[float, ...]:
    return (
        *((-line.last_round, line.last_outcome, -line.last_points) if by_round else ()),
        -line.points,
        -line.wins,
        -line.deviation,
        -line.rivals,
    )


def _direct(tied: set[str], of: Mapping[str, Sequence[SeatScore]]) -> dict[str, int]:
    """Return how often each was ahead of others with equal standing, less how often behind."""
    found = dict.fromkeys(tied, 0)
    for person in tied:
        for score in of[person]:
            for rival in tied & set(score.ahead_of):
                found[person] += 1
                found[rival] -= 1
    return found
