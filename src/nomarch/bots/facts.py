"""Computes what the rules tell of moves, and finds the facts that tell two moves apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import inf

from nomarch.bots.fact_weights import weights_of
from nomarch.i18n import Translate
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED, reseed
from nomarch.kernel.declare.facts import (
    AGAINST,
    FOR,
    ME,
    RIVALS,
    Answer,
    Facts,
    Measure,
    Query,
    Row,
    Supposition,
    Uncertain,
    Values,
)
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import STREAM, GameState
from nomarch.kernel.declare.sentences import figures
from nomarch.kernel.run.seeds import key_of, make_seed

LEAST = 0.1
"""Log odds below which a topic is not worth a word."""
SECOND = 0.35
"""A second topic is named if it weighs at least so much, compared with the first."""
MOST = 2
"""How many sentences a reason has."""
MOST_ANSWERS = 4
FEW = 4
"""Imagined worlds that choose what is said; what is said must be so in all."""
KEY = key_of(make_seed("facts"))

Line = tuple[int, ...]
"""The actions of a whole move."""


@dataclass(frozen=True)
class Clause:
    """A sentence about a move, and how much its topic weighs."""

    about: str
    text: str
    is_for: bool
    force: float
    theme: str
    """What it is about, as the theme of a puzzle."""


class Played:
    """The numbers of a move; `nomarch.kernel.declare.facts.Numbers`."""

    def __init__(self, found: FactFinder, line: Line, other: Played | None = None) -> None:
        self._found, self.line, self.other = found, line, other
        self.view, self.seat, self.rivals = found.view, found.seat, found.rivals
        self.action = line[-1]

    def before(self, measure: str, seat: int | None = None) -> int:
        seat = self.seat if seat is None else seat
        return _sure(self._found.before(measure, seat, each) for each in self._found.worlds)

    def after(self, fact: str, seat: int | None = None) -> int:
        supposition, measure = fact.split(".")
        seat = self.seat if seat is None else seat
        read = self._found.number
        return _sure(
            read(self.line, supposition, measure, seat, each) for each in self._found.worlds
        )

    def change(self, fact: str, seat: int | None = None) -> int:
        return self.after(fact, seat) - self.before(fact.split(".")[1], seat)


def _values(said: Row | Answer, played: Played) -> Values | None:
    """Return the values of a sentence; None if it isn't true of the move, or not certain."""
    try:
        return said.values(played)
    except Uncertain:
        return None


def _sure(numbers: Iterator[float]) -> int:
    """Return a number that is the same in all worlds; stop at the first that differs."""
    first = next(numbers)
    if any(each != first for each in numbers):
        raise Uncertain
    return round(first)


@dataclass
class FactFinder:
    """The facts of one decision, from what the player to move sees."""

    book: Rulebook
    facts: Facts
    view: GameState
    seat: int
    given: Sequence[GameState] = ()
    """Positions in place of imagined ones."""
    _starts: dict[int, GameState] = field(default_factory=dict)
    _ends: dict[tuple[Line, str, int], GameState] = field(default_factory=dict)
    _numbers: dict[tuple[Line, str, str, int, int], float] = field(default_factory=dict)

    @cached_property
    def rules(self) -> backend.Build:
        return backend.interpreted(self.book.game.id)

    @cached_property
    def rivals(self) -> list[int]:
        return [seat for seat in range(int(self.view.players)) if seat != self.seat]

    @cached_property
    def worlds(self) -> range:
        """The numbers of the ways in which hidden things may lie."""
        return range(len(self.given) or self.facts.worlds)

    def _start(self, world: int) -> GameState:
        if self.given:
            return self.given[world]
        if world not in self._starts:
            state, stream = self.book.layout.copy(self.view), STREAM.plain()
            state.trace = None
            reseed(stream, KEY, world, IMAGINED)
            self.rules.determinise(state, self.seat, stream)
            self._starts[world] = state
        return self._starts[world]

    @cached_property
    def measures(self) -> dict[str, Measure]:
        return {one.id: one for one in self.facts.measures}

    @cached_property
    def weights(self) -> dict[str, float]:
        return weights_of(self.book, self.facts)

    @cached_property
    def point_weight(self) -> float:
        """What a point that a move brings for sure weighs."""
        return sum(
            weight
            for fact, weight in self.weights.items()
            if fact.partition(".")[2] == self.facts.points
        )

    def before(self, measure: str, seat: int, world: int) -> float:
        key = ((), "", measure, seat, world)
        if key not in self._numbers:
            start = self._start(world)
            self._numbers[key] = float(self.measures[measure].read(start, seat, start))
        return self._numbers[key]

    def number(self, line: Line, supposition: str, measure: str, seat: int, world: int) -> float:
        """Return a measure at the end of a supposition, in one world."""
        key = (line, supposition, measure, seat, world)
        if key not in self._numbers:
            end = self._end(line, supposition, world)
            read = self.measures[measure].read
            self._numbers[key] = float(read(end, seat, self._start(world)))
        return self._numbers[key]

    def _end(self, line: Line, supposition: str, world: int) -> GameState:
        key = (line, supposition, world)
        if key not in self._ends:
            one = next(one for one in self.facts.suppositions if one.id == supposition)
            self._ends[key] = self._follow(self._start(world), line, one)
        return self._ends[key]

    def _follow(self, start: GameState, line: Line, supposition: Supposition) -> GameState:
        state, rules = self.book.layout.copy(start), self.rules
        state.trace = []
        for action in line:
            rules.apply(state, self.seat, action)
        while (acting := rules.to_act(state)) and not supposition.until(start, state, self.seat):
            seat = (acting & -acting).bit_length() - 1
            legal = backend.legal_actions(self.book, state, seat)
            assert supposition.choose, f"{supposition.id} ends with the move"
            rules.apply(state, seat, supposition.choose(rules, state, seat, legal, self.seat))
        return state

    # --- Comparing ---

    def gaps(self, best: Line, other: Line) -> dict[str, float]:
        """Return what each fact says for one move against another, in its own unit."""
        found = dict[str, float]()
        for supposition, one in self.facts.telling():
            fact = f"{supposition.id}.{one.id}"
            found[f"{fact}.{ME}"] = one.good * self._gap(best, other, fact, [self.seat])
            if one.of_rivals:
                found[f"{fact}.{RIVALS}"] = -one.good * self._gap(best, other, fact, self.rivals)
        return found

    def _gap(self, best: Line, other: Line, fact: str, seats: Sequence[int]) -> float:
        supposition, measure = fact.split(".")
        worlds = self.worlds[:FEW]
        return sum(
            self.number(best, supposition, measure, seat, world)
            - self.number(other, supposition, measure, seat, world)
            for seat in seats
            for world in worlds
        ) / len(worlds)

    def forces(self, gaps: dict[str, float]) -> dict[str, float]:
        """Return how much each topic, a measure in all suppositions, speaks for the move."""
        found = dict[str, float]()
        for fact, gap in gaps.items():
            topic = fact.partition(".")[2]
            found[topic] = found.get(topic, 0.0) + self.weights.get(fact, 0.0) * gap
        return found

    def are_same(self, one: Line, other: Line) -> bool:
        """Whether no fact tells two moves apart."""
        return not any(self.gaps(one, other).values())

    # --- Choosing sentences ---

    def clauses(
        self, t: Translate, best: Line, other: Line, sides: Collection[bool] = (FOR, AGAINST)
    ) -> list[Clause]:
        """Return what tells a move from a worse one most: about it first, then about the other."""
        gaps = self.gaps(best, other)
        two = Played(self, other)
        one = Played(self, best, two)
        two.other = one
        found = list[Clause]()
        for topic, force in sorted(self.forces(gaps).items(), key=lambda each: -each[1]):
            if force < LEAST or len(found) == MOST or (found and force < SECOND * found[0].force):
                break
            said = {about for clause in found for about in clause.about.split()}
            for row in self.facts.rows:
                stated = [fact for fact in row.facts.split() if fact.partition(".")[2] == topic]
                if said & set(row.about.split()) or row.is_for not in sides:
                    continue
                if not any(gaps[fact] > 0 for fact in stated):
                    continue
                if text := self.sentence(t, row, one if row.is_for else two):
                    found.append(Clause(row.about, text, row.is_for, force, row.theme))
                    break
        found = found or self._labelled(t, gaps, one, two, is_for=FOR in sides)
        return sorted(found, key=lambda clause: not clause.is_for)

    def _labelled(
        self, t: Translate, gaps: dict[str, float], one: Played, two: Played, *, is_for: bool
    ) -> list[Clause]:
        """Name the measure that weighs most, where no row has words."""
        weighed = {fact: self.weights.get(fact, 0.0) * gap for fact, gap in gaps.items()}
        plain = {
            supposition.id for supposition in self.facts.suppositions if not supposition.phrases
        }
        for fact in sorted(weighed, key=lambda fact: -weighed[fact]):
            supposition, measure, whose = fact.split(".")
            named = self.measures[measure]
            if weighed[fact] <= 0:
                break
            if not named.label or whose != ME or supposition not in plain:
                continue
            try:
                moves = (one, two) if is_for else (two, one)
                here, there = (each.after(f"{supposition}.{measure}") for each in moves)
            except Uncertain:
                continue
            if here != there:
                text = t("{label}: {here} rather than {there}.")
                text = text.format(label=t(named.label), here=figures(here), there=figures(there))
                return [Clause(measure, text, is_for, weighed[fact], "")]
        return []

    def effects(
        self,
        t: Translate,
        line: Line,
        said: Collection[str] = (),
        *,
        is_for: bool = True,
        least: float = -inf,
    ) -> Iterator[Clause]:
        """Yield what a move does by itself, for the player or against, the weightiest first."""
        played, found = Played(self, line), list[tuple[float, Row]]()
        for row in self.facts.rows:
            is_it = row.is_for == is_for and self._is_about(row, line)
            if is_it and not set(row.about.split()) & set(said):
                forces = (self._own_force(fact, line, is_for=is_for) for fact in row.facts.split())
                found.append((max(forces), row))
        for force, row in sorted(found, key=lambda each: -each[0]):
            if force >= least and (text := self.sentence(t, row, played)):
                yield Clause(row.about, text, is_for, force, row.theme)

    def regret(self, t: Translate, line: Line, others: Sequence[Line]) -> Clause | None:
        """Return what a player may regret about a move, by itself or beside another one."""
        compared = [None, *(Played(self, other) for other in others if other != line)]
        for row in self.facts.rows:
            if row.regret is None or not self._is_about(row, line):
                continue
            said = (self.sentence(t, row, Played(self, line, other)) for other in compared)
            if not (text := next(filter(None, said), "")):
                continue
            cost = next((cost for cost in self._costs(row, line) if cost >= row.regret), None)
            if cost is not None:
                return Clause(row.about, text, AGAINST, cost, row.theme)
        return None

    def _costs(self, row: Row, line: Line) -> Iterator[float]:
        return (-self._change(fact, line) for fact in row.facts.split())

    def _own_force(self, fact: str, line: Line, *, is_for: bool) -> float:
        """How much what a move changes speaks for it, or against it."""
        change = self._change(fact, line) * self.weights.get(fact, 0.0)
        return change if is_for else -change

    def _change(self, fact: str, line: Line) -> float:
        """What a move changes by itself, for the player's good."""
        supposition, measure, whose = fact.split(".")
        one, seats = self.measures[measure], [self.seat] if whose == ME else self.rivals
        worlds = self.worlds[:FEW]
        change = sum(
            self.number(line, supposition, measure, seat, world) - self.before(measure, seat, world)
            for seat in seats
            for world in worlds
        )
        sign = one.good * (1 if whose == ME else -1)
        return float(sign * change / len(worlds))

    def _is_about(self, row: Row, line: Line) -> bool:
        return self.book.actions[line[-1]].split()[0] in row.moves

    def sentence(self, t: Translate, row: Row, played: Played) -> str:
        """Return a row in words; empty if it isn't true of the move, or not certain."""
        if not self._is_about(row, played.line):
            return ""
        values = _values(row, played)
        return "" if values is None else t(row.text).format(**self._printed(t, values))

    def _printed(self, t: Translate, values: Values) -> dict[str, str]:
        printed = self.facts.printed
        return {name: printed.get(name, _number)(t, value) for name, value in values.items()}

    # --- Questions ---

    def answers(self, t: Translate, query: Query, line: Line) -> dict[int, str]:
        """Return the numbers to choose from, each with what it is, the right one first.

        Empty where the question doesn't fit the move.
        """
        played, found = Played(self, line), dict[int, str]()
        for answer in (query.right, *query.others):
            values = _values(answer, played) or {}
            number = next(iter(values.values()), 0)
            if number or (values and answer.may_be_none):
                text = t(answer.text).format(**self._printed(t, values))
                found.setdefault(number, text)
            elif not found:
                return {}
        return dict(islice(found.items(), MOST_ANSWERS))

    def question(self, t: Translate, query: Query, line: Line, move: str) -> str:
        values = _values(query.right, Played(self, line)) or {}
        return t(query.text).format(move=move, **self._printed(t, values))


def _number(t: Translate, value: int) -> str:
    return figures(value)
