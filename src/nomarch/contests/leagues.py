"""Divisions of a league: who plays in which, and who changes after a season.

People are ordered from the top to the bottom of the league, its ladder, which is cut into
divisions. Plain functions without a store.
"""

from collections.abc import Sequence
from itertools import pairwise

MOST_IN_DIVISION = 16
MOVING_SHARE = 4
"""One in this many people of a division is promoted, and one relegated."""


def division_size(seats: int, rounds: int) -> int:
    """Return the size of a full division: about as many as can meet once in a season."""
    tables = round((rounds * (seats - 1) + 1) / seats)
    return seats * max(2, min(tables, MOST_IN_DIVISION // seats))


def division_sizes(people: int, seats: int, rounds: int) -> list[int]:
    """Return the sizes of all divisions: full ones, and a last one of half to one and a half."""
    full = division_size(seats, rounds)
    count = max(1, round(people / full))
    return [*[full] * (count - 1), people - full * (count - 1)]


def cut_ladder(ladder: Sequence[str], seats: int, rounds: int) -> dict[str, int]:
    """Return everyone's division, from 1."""
    found: dict[str, int] = {}
    for no, size in enumerate(division_sizes(len(ladder), seats, rounds), start=1):
        found |= dict.fromkeys(ladder[len(found) : len(found) + size], no)
    return found


def count_moving(upper: int, lower: int) -> int:
    """Return how many people two neighbouring divisions exchange."""
    smaller = min(upper, lower)
    return max(1, smaller // MOVING_SHARE) if smaller > 1 else 0


def moving_people(divisions: Sequence[Sequence[str]]) -> tuple[set[str], set[str]]:
    """Return the promoted and the relegated, from each division in the order of its standings."""
    up, down = set[str](), set[str]()
    for upper, lower in pairwise(divisions):
        count = count_moving(len(upper), len(lower))
        down.update(upper[len(upper) - count :])
        up.update(lower[:count])
    return up, down


def next_ladder(divisions: Sequence[Sequence[str]]) -> list[str]:
    """Return the ladder of the next season.

    A division begins with those who come down, who are the first to fill a free place above, and
    ends with the last of those who stay, who are the first to go if it becomes smaller.
    """
    up, down = moving_people(divisions)
    nobody: list[str] = []
    found = []
    for above, here, below in zip(
        [nobody, *divisions], divisions, [*divisions[1:], nobody], strict=False
    ):
        found += [person for person in above if person in down]
        found += [person for person in below if person in up]
        found += [person for person in here if person not in up | down]
    return found
