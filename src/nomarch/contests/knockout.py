"""Who advances in a knockout: every winner, and the best others, so that the next tables are full.

With an odd number of people in duels one of them has a bye. At larger tables bots take free seats
of the first round; later rounds have none as long as enough people play.
"""

from collections.abc import Collection, Mapping, Sequence

from nomarch.contests.standings import Pairing, has_played, lot, seat_scores
from nomarch.tables.stores.results import GameResult


def count_advancing(tables: int, seats: int) -> int:
    """Return how many advance from a round; a bye counts as a table.

    They fill half as many tables, or as many as the winners need.
    """
    return seats * max(tables // 2, -(-tables // seats))


def advancing(
    pairings: Sequence[Pairing],
    byes: Sequence[str],
    results: Mapping[str, GameResult],
    seed: str,
    present: Collection[str],
    *,
    is_duplicate: bool = False,
) -> list[str]:
    """Return who advances after a round, best first: winners, then others by points, lead and lot.

    Bots stay behind, and so do those who did not play or are not present.
    """
    scores = seat_scores(pairings, results, is_duplicate=is_duplicate)
    found = [(False, 0.0, 0.0, lot(seed, person), person) for person in byes if person in present]
    for pairing in pairings:
        result = results.get(pairing.table)
        if result is None or not result.seats:
            continue
        played = {
            seat.entry
            for seat, mine in zip(pairing.seats, result.seats, strict=True)
            if has_played(seat, mine.left_ply)
        }
        here = sorted(
            (score.place, lot(seed, score.entry), score)
            for score in scores
            if score.table == pairing.table and score.entry in played and score.entry in present
        )
        found += [
            (rank > 0, -score.points, -score.deviation, lot_, score.entry)
            for rank, (_, lot_, score) in enumerate(here)
        ]
    if not pairings:
        return []
    tables, seats = len(pairings) + len(byes), len(pairings[0].seats)
    best = dict.fromkeys(person for *_, person in sorted(found))
    return list(best)[: count_advancing(tables, seats)]
