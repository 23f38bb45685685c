"""Who sits where in a tournament, by simulated annealing from a seed.

A seat is a person, or "" for a bot that fills the table. Moves swap two places of one round. The
cost is the sum of squared meetings of every pair and of squared times that a person sat in a
seat, and in a Swiss round the squared spread of points at each table. The number of steps is fixed,
so that every process finds the same seating.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from random import Random

HOT, COLD = 1.2, 0.02
"""First and last temperature."""
STEPS_PER_PLACE = 600
LEAST_STEPS, MOST_STEPS = 4000, 120_000
BOTS_TOGETHER = 8.0
"""Cost of two bots at one table."""
SEAT_WEIGHT = 2.0
SWISS_WEIGHT = 4.0
"""Weight of meetings where points count, too."""

Seating = list[list[str]]
"""The tables of a round, each a list of its seats."""
Met = Mapping[tuple[str, str], int]
"""How often two people have met, by their names in sorted order."""
Sat = Mapping[tuple[str, int], int]
"""How often a person sat in a seat."""


def count_tables(people: int, size: int) -> int:
    """Return the number of tables; bots fill the last free seats."""
    return -(-people // size)


def history(rounds: Sequence[Seating]) -> tuple[Met, Sat]:
    """Count meetings and seats of earlier rounds."""
    met: dict[tuple[str, str], int] = {}
    sat: dict[tuple[str, int], int] = {}
    for seating in rounds:
        for table in seating:
            for seat, person in enumerate(table):
                if not person:
                    continue
                sat[person, seat] = sat.get((person, seat), 0) + 1
                for other in table[seat + 1 :]:
                    if other:
                        pair = (min(person, other), max(person, other))
                        met[pair] = met.get(pair, 0) + 1
    return met, sat


def count_together(seating: Seating, apart: Collection[tuple[str, str]]) -> int:
    """Return how many pairs that should be kept apart share a table."""
    return sum(one in table and two in table for table in seating for one, two in apart)


def plan_rounds(
    people: Sequence[str], size: int, rounds: int, met: Met, sat: Sat, seed: str, heat: float = 1.0
) -> list[Seating]:
    """Seat people for several rounds so that pairs and seats are met equally often.

    A greater `heat` leaves more to chance.
    """
    rng = Random(seed)
    annealer = _Annealer(people, size, rounds, met, sat)
    annealer.heat = heat
    for row in annealer.rows:
        rng.shuffle(row)
    annealer.recount()
    annealer.run(rng)
    return annealer.seatings()


def swiss_round(
    ranked: Sequence[str],
    points: Mapping[str, float],
    size: int,
    met: Met,
    sat: Sat,
    seed: str,
    *,
    window: int = 1,
    is_last: bool = False,
    heat: float = 1.0,
) -> Seating:
    """Seat people with others of equal standing.

    Everyone stays within `window` tables of where the standings put them. In the last round the
    leaders play together, even if they have met. A greater `heat` leaves more to chance.
    """
    rng = Random(seed)
    annealer = _Annealer(ranked, size, 1, met, sat, weight=SWISS_WEIGHT)
    annealer.rows[0] = _by_rank(len(ranked), size)
    annealer.homes = [0] * len(annealer.names)
    for place, person in enumerate(annealer.rows[0]):
        annealer.homes[person] = place // size
    annealer.points = [points.get(name, 0.0) for name in ranked]
    annealer.heat = heat
    annealer.window, annealer.fixed_table = window, 0 if is_last else -1
    annealer.recount()
    annealer.run(rng)
    rank = {name: number for number, name in enumerate(ranked)}
    return sorted(
        annealer.seatings()[0], key=lambda table: min(rank[name] for name in table if name)
    )


def _by_rank(people: int, size: int) -> list[int]:
    """Cut people into tables by rank; bots go to the last tables, spread evenly."""
    tables = count_tables(people, size)
    bots = [0] * tables
    for number in range(tables * size - people):
        bots[tables - 1 - number % tables] += 1
    row, person, bot = list[int](), 0, people
    for count in bots:
        row += range(person, person + size - count)
        person += size - count
        row += range(bot, bot + count)
        bot += count
    return row


class _Annealer:
    """Rounds of places; place `p` is seat `p % size` of table `p // size`."""

    def __init__(
        self,
        people: Sequence[str],
        size: int,
        rounds: int,
        met: Met,
        sat: Sat,
        *,
        weight: float = 1.0,
    ) -> None:
        self.size, self.weight, self.people = size, weight, len(people)
        self.places = count_tables(len(people), size) * size
        self.names = [*people, *[""] * (self.places - len(people))]
        self.rows = [list(range(self.places)) for _ in range(rounds)]
        number = {name: index for index, name in enumerate(people)}
        self._met = [[0] * self.places for _ in self.names]
        for (one, two), times in met.items():
            if one in number and two in number:
                self._met[number[one]][number[two]] = times
                self._met[number[two]][number[one]] = times
        self._sat = [[sat.get((name, seat), 0) for seat in range(size)] for name in people]
        self.homes: list[int] = []
        """Where the standings put everyone; empty if that does not matter."""
        self.window = 0
        self.points: list[float] = []
        self.heat = 1.0
        self.fixed_table = -1
        """A table whose people stay together."""

    def recount(self) -> None:
        """Add the rounds of the plan to what was counted before it."""
        for row in self.rows:
            for place, person in enumerate(row):
                if person < self.people:
                    self._sat[person][place % self.size] += 1
                first = place - place % self.size
                for other in row[first:place]:
                    self._met[person][other] += 1
                    self._met[other][person] += 1

    def seatings(self) -> list[Seating]:
        return [
            [
                [self.names[person] for person in row[first : first + self.size]]
                for first in range(0, self.places, self.size)
            ]
            for row in self.rows
        ]

    def run(self, rng: Random) -> None:
        """Swap places until the plan is cold."""
        steps = min(MOST_STEPS, max(LEAST_STEPS, STEPS_PER_PLACE * self.places * len(self.rows)))
        cooling, hot = math.log(COLD / HOT) / steps, HOT * self.heat
        rows, places, exp, random = self.rows, self.places, math.exp, rng.random
        for step in range(steps):
            row = rows[rng.randrange(len(rows))]
            one, two = rng.randrange(places), rng.randrange(places)
            luck = random()
            if row[one] == row[two] or not self._may_swap(row, one, two):
                continue
            cost = self._cost(row, one, two)
            if cost <= 0 or luck < exp(-cost / (hot * exp(cooling * step))):
                self._swap(row, one, two)

    def _may_swap(self, row: list[int], one: int, two: int) -> bool:
        if not self.homes:
            return True
        tables = one // self.size, two // self.size
        if tables[0] != tables[1] and self.fixed_table in tables:
            return False
        return (
            abs(self.homes[row[one]] - tables[1]) <= self.window
            and abs(self.homes[row[two]] - tables[0]) <= self.window
        )

    def _cost(self, row: list[int], one: int, two: int) -> float:
        """Return what it costs to swap two places. Nearly all of the time is spent here."""
        size = self.size
        a, b = row[one], row[two]
        table_one, seat_one = divmod(one, size)
        table_two, seat_two = divmod(two, size)
        cost = 0.0
        if seat_one != seat_two:
            cost += self._sit_cost(a, seat_one, seat_two) + self._sit_cost(b, seat_two, seat_one)
        if table_one != table_two:
            cost += self._move_cost(row, a, b, one) + self._move_cost(row, b, a, two)
            if self.points:
                cost += self._spread_cost(row, one, two)
        return cost

    def _sit_cost(self, person: int, old: int, new: int) -> float:
        """Return what it costs to move a person to another seat."""
        if person >= self.people:
            return 0.0
        seats = self._sat[person]
        return SEAT_WEIGHT * (2 - 2 * seats[old] + 2 * seats[new])

    def _move_cost(self, row: list[int], leaves: int, comes: int, place: int) -> float:
        """Return what it costs to replace a person at a table."""
        first, people, weight = place - place % self.size, self.people, self.weight
        left, met = self._met[leaves], self._met[comes]
        cost = 0.0
        for other in row[first : first + self.size]:
            if other == leaves:
                continue
            if other < people:
                if leaves < people:
                    cost += weight * (1 - 2 * left[other])
                if comes < people:
                    cost += weight * (1 + 2 * met[other])
            else:
                if leaves >= people:
                    cost -= BOTS_TOGETHER * self.heat
                if comes >= people:
                    cost += BOTS_TOGETHER * self.heat
        return cost

    def _spread_cost(self, row: list[int], one: int, two: int) -> float:
        """Return by how much a swap raises the squared spread of points at its tables."""
        tables = one // self.size, two // self.size
        before = self._spread(row, tables[0]) + self._spread(row, tables[1])
        row[one], row[two] = row[two], row[one]
        after = self._spread(row, tables[0]) + self._spread(row, tables[1])
        row[one], row[two] = row[two], row[one]
        return after - before

    def _spread(self, row: list[int], table: int) -> float:
        first = table * self.size
        here = [self.points[p] for p in row[first : first + self.size] if p < self.people]
        return (max(here) - min(here)) ** 2 if here else 0.0

    def _swap(self, row: list[int], one: int, two: int) -> None:
        size = self.size
        a, b = row[one], row[two]
        for person, old, new in ((a, one % size, two % size), (b, two % size, one % size)):
            if person < self.people:
                self._sat[person][old] -= 1
                self._sat[person][new] += 1
        if one // size != two // size:
            self._replace(row, a, b, one)
            self._replace(row, b, a, two)
        row[one], row[two] = b, a

    def _replace(self, row: list[int], leaves: int, comes: int, place: int) -> None:
        """Count the meetings at a table where one person replaces another."""
        first, met = place - place % self.size, self._met
        for other in row[first : first + self.size]:
            if other != leaves:
                met[leaves][other] -= 1
                met[other][leaves] -= 1
                met[comes][other] += 1
                met[other][comes] += 1
