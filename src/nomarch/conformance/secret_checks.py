"""Checks of what gives secrets away: events, forced moves, and beliefs against what was told.

Each compares worlds that look alike to a seat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, permutations
from random import Random

import numpy as np

from nomarch.conformance.playing import played, samples
from nomarch.conformance.problems import Problem, problem_at
from nomarch.conformance.view_checks import imagine, own_fields
from nomarch.engine.match import Match
from nomarch.engine.stages import cuts_of
from nomarch.kernel.compile import backend
from nomarch.kernel.compile.linker import LinkOptions
from nomarch.kernel.declare import chance
from nomarch.kernel.declare.events import Event, EventRecord
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.kernel.declare.layout import EVERYONE, Field, GameState
from nomarch.kernel.declare.stages import Cut, Stages, StageTrace

MOST_ACTIONS = 4
"""Actions of a seat that are tried in one position."""
MOST_DRAWS = 12
"""Draws of a set-up or a move that are made otherwise."""
WORLDS = 3
"""Imagined worlds that agree on what everybody knows."""
BEGINNINGS = 24
"""Games whose first moves show what events reveal of hidden values."""
FIRST_DECISIONS = 6
EVIDENCE = 6
"""Games in which a value must differ from its usual one, before equality is no coincidence."""


@dataclass
class Dice:
    """Makes draws as an earlier run did, but for one that comes out otherwise."""

    rng: Random
    before: Sequence[int] = ()
    changed: int = -1
    """Which draw comes out otherwise."""
    made: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    """How many outcomes each draw had."""

    def __call__(self, weights: Sequence[int]) -> int:
        possible = [outcome for outcome, weight in enumerate(weights) if weight > 0]
        number = len(self.made)
        wanted = self.before[number] if number < len(self.before) else -1
        if number == self.changed:
            possible = [outcome for outcome in possible if outcome != wanted] or possible
        outcome = wanted if number != self.changed else -1
        if outcome not in possible:
            outcome = self.rng.choice(possible)
        self.made.append(outcome)
        self.choices.append(len(possible))
        return outcome


@dataclass(frozen=True)
class TracedState:
    """A state after a set-up or a move, and the events on the way."""

    state: GameState
    events: tuple[EventRecord, ...]

    def told_to(self, seat: int) -> list[EventRecord]:
        told = (record for record in self.events if record.is_told_to(seat))
        return [record.as_told(self.state, seat) for record in told]


class DecidedRules:
    """Interpreted rules in which dice decide every draw."""

    def __init__(self, book: Rulebook) -> None:
        natives = {chance.below: self._below, chance.draw_from: self._draw_from}
        options = LinkOptions(natives={**backend.INTERPRETED_NATIVES, **natives})
        self._build = backend.link(book, options)
        self._dice = Dice(Random(0))

    def run(self, verb: str, dice: Dice, state: GameState, *arguments: object) -> TracedState:
        """Run a verb that changes the state, and return what became of it."""
        self._dice = dice
        events: list[EventRecord] = []
        state.trace = events
        getattr(self._build, verb)(state, *arguments)
        state.trace = None
        return TracedState(state, tuple(events))

    def _below(self, s: GameState, n: int) -> int:
        return self._dice([1] * n)

    def _draw_from(self, s: GameState, counts: list[int], total: int) -> int:
        kind = self._dice(counts)
        counts[kind] -= 1
        return kind


Run = Callable[[Dice], TracedState]


def check_told_events(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """No event reveals a draw or a choice to a seat from which its outcome is hidden."""
    if not _has_secrets(book):
        return
    rules, rng = DecidedRules(book), Random(f"{book.game.id} {setup}")

    def set_up(dice: Dice) -> TracedState:
        return rules.run("setup", dice, book.layout.plain(), setup.players, setup.options or (0,))

    yield from _compare_draws(book, setup, set_up, rng)
    for match in samples(book, setup):
        for seat in match.to_act:
            outcomes = []
            for action in _some(match.legal_actions(seat), rng):
                move = partial(_move, rules, book, match, seat, action)
                yield from _compare_draws(book, setup, move, rng)
                outcomes.append(move(Dice(Random(0))))
            others = [other for other in range(setup.players) if other != seat]
            for one, two in combinations(outcomes, 2):
                yield from _compare(book, one, two, others)


def _has_secrets(book: Rulebook) -> bool:
    """Whether some field of the game itself is hidden from somebody."""
    return any(field.sees is not EVERYONE for field in own_fields(book))


def _some(actions: Sequence[int], rng: Random) -> list[int]:
    return rng.sample(actions, min(MOST_ACTIONS, len(actions)))


def _move(
    rules: DecidedRules, book: Rulebook, match: Match, seat: int, action: int, dice: Dice
) -> TracedState:
    return rules.run("apply", dice, book.layout.copy(match.state), seat, action)


def _compare_draws(book: Rulebook, setup: Setup, run: Run, rng: Random) -> Iterator[Problem]:
    """Make each draw differently, and compare the seats' views and events."""
    dice = Dice(rng)
    first = run(dice)
    open_draws = [number for number, count in enumerate(dice.choices) if count > 1]
    for number in rng.sample(open_draws, min(MOST_DRAWS, len(open_draws))):
        second = run(Dice(rng, dice.made, number))
        yield from _compare(book, first, second, range(setup.players))


def _compare(
    book: Rulebook, one: TracedState, two: TracedState, seats: Sequence[int]
) -> Iterator[Problem]:
    """Yield what reveals to a seat in which of two equal-looking worlds it is."""
    pack, observe = book.layout.pack, book.layout.observe
    if pack(one.state) == pack(two.state):
        return
    for seat in seats:
        if pack(observe(one.state, seat)) != pack(observe(two.state, seat)):
            continue
        told = one.told_to(seat), two.told_to(seat)
        for record in (*told[0], *told[1]):
            if (record in told[0]) != (record in told[1]):
                yield _at_event(
                    book, record.event,
                    f"The event `{record.name}` tells a seat what its view hides. Tell one seat "
                    "alone, or leave the value out.",
                )  # fmt: skip
                break


def _at_event(book: Rulebook, event: Event, sentence: str) -> Problem:
    """Make a problem at the line that emits an event."""
    declared = vars(book.module("events")).items()
    name = next(name for name, value in declared if value is event)
    return problem_at(book, "rules", f".{name},", sentence)


def check_forced_moves(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """A move is made automatically only where everybody can see that it is forced."""
    if not book.game.auto or not _has_secrets(book):
        return
    for number, match in enumerate(samples(book, setup)):
        automatic = [step.before for step in match.steps[-MOST_ACTIONS:] if step.auto]
        for data in (*automatic, book.layout.pack(match.state)):
            state = book.layout.unpack(data)
            forced = _forced_seat(book, state)
            for seat in range(setup.players):
                imagined = _forced_seat(book, imagine(book, state, seat, number))
                if forced != imagined and seat not in (forced, imagined):
                    yield problem_at(
                        book, "__init__", "Game(",
                        "Whether a move is forced depends on something hidden, so an automatic "
                        "move tells a secret: set `auto=False`.",
                    )  # fmt: skip
                    return


def _forced_seat(book: Rulebook, state: GameState) -> int:
    """Return the seat that has a single move while nobody else is to act, or -1."""
    rules = backend.interpreted(book.game.id)
    bits = rules.to_act(state)
    if bits.bit_count() != 1:
        return -1
    seat: int = rules.first_seat(bits)
    return seat if len(backend.legal_actions(book, state, seat)) == 1 else -1


def check_reveals(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """A move that tells anybody something hidden can't be taken back."""
    if not _has_secrets(book):
        return
    rules, pack, observe = backend.interpreted(book.game.id), book.layout.pack, book.layout.observe
    for number, step in enumerate(played(book, setup, 0).steps):
        before = book.layout.unpack(step.before)
        for seat in range(setup.players) if not step.reveals else ():
            twin, after = imagine(book, before, seat, number), book.layout.copy(before)
            if step.action not in backend.legal_actions(book, twin, step.seat):
                continue
            for state in (twin, after):
                rules.apply(state, step.seat, step.action)
            if pack(observe(twin, seat)) != pack(observe(after, seat)):
                yield problem_at(
                    book, "events", "Event(",
                    f"{book.actions[step.action]!r} shows something hidden and can be taken back: "
                    "tell it by an event with `reveals=True`.",
                )  # fmt: skip
                return


def check_secret_answers(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """While others still decide, nobody sees a secret answer, nor what follows from it."""
    rules, observe = backend.interpreted(book.game.id), book.layout.observe
    for match in samples(book, setup):
        for seat, other in permutations(match.to_act, 2):
            for one, two in combinations(match.legal_actions(seat)[:MOST_ACTIONS], 2):
                if book.actions[one].split()[0] != book.actions[two].split()[0]:
                    continue  # one of them may be public
                states = [book.layout.copy(match.state) for _ in range(2)]
                for state, action in zip(states, (one, two), strict=True):
                    rules.apply(state, seat, action)
                if not all(rules.to_act(state) >> other & 1 for state in states):
                    continue
                views = [observe(state, other) for state in states]
                differ, seen = (
                    {e.name for e in own_fields(book) if _flat(e, a) != _flat(e, b)}
                    for a, b in (states, views)
                )
                if seen and differ - seen:
                    name = min(seen)
                    sentence = (
                        f"`{name}` shows something about an answer that is still secret: set it "
                        "when all have answered."
                    )
                    yield problem_at(book, "rules", f"s.{name}[", sentence)
                    return


def check_imagined_answers(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """What a seat imagines of another's secret answer is something that was allowed."""
    if not _has_secrets(book):
        return
    rules = backend.interpreted(book.game.id)
    for number, match in enumerate(samples(book, setup)):
        for actor, seat in permutations(match.to_act, 2):
            worlds = [imagine(book, match.state, seat, number + salt) for salt in range(WORLDS)]
            legal = match.legal_actions(actor)
            if any(backend.legal_actions(book, world, actor) != legal for world in worlds):
                continue  # what is allowed is itself a secret
            outcomes = [book.layout.copy(match.state) for _ in legal]
            for outcome, action in zip(outcomes, legal, strict=True):
                rules.apply(outcome, actor, action)
            if any(
                outcome.rng_used != match.state.rng_used or rules.to_act(outcome) >> actor & 1
                for outcome in outcomes
            ):
                continue  # something is drawn, or one of them is only a part of an answer
            imagined = imagine(book, outcomes[number % len(legal)], seat, number)
            for each in own_fields(book):
                known, allowed = (
                    [set(row) for row in zip(*(_flat(each, s) for s in states), strict=True)]
                    for states in ((match.state, *worlds), outcomes)
                )
                for place, value in enumerate(_flat(each, imagined)):
                    if len(known[place]) == 1 < len(allowed[place]) and value not in allowed[place]:
                        sentence = (
                            f"`determinise` imagines {value} in `{each.name}`, which no allowed "
                            "answer makes of it."
                        )
                        yield problem_at(book, "beliefs", f"s.{each.name}", sentence)
                        return


def _flat(each: Field, state: GameState) -> list[int]:
    values: list[int] = np.array(getattr(state, each.name), object).ravel().tolist()
    return values


def check_stage_views(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Between the stages of a step, views depend only on events the seat has seen."""
    begins: Stages = getattr(book.art, "STAGES", ())
    if not begins or not _has_secrets(book):
        return
    rules = backend.interpreted(book.game.id)
    *_, match = samples(book, setup)
    for number, step in enumerate(match.steps):
        cuts = cuts_of(book, step)
        for seat in range(setup.players) if cuts else ():
            world = imagine(book, book.layout.unpack(step.before), seat, number)
            if step.action not in backend.legal_actions(book, world, step.seat):
                continue
            world.trace = trace = StageTrace(world, book.layout.pack, begins)
            rules.apply(world, step.seat, step.action)
            for cut, other in zip(cuts, trace.cuts, strict=False):
                if not _looks_alike(book, seat, (cut, step.events), (other, trace)):
                    event = step.events[cut.told].event
                    yield problem_at(
                        book, "art", "STAGES",
                        f"The view before the event `{event.name}` depends on something that the "
                        "seat wasn't told yet: emit an event, then act on it.",
                    )  # fmt: skip
                    return


def _looks_alike(book: Rulebook, seat: int, *worlds: tuple[Cut, Sequence[EventRecord]]) -> bool:
    """Whether two positions look the same to a seat, or were told apart before."""
    told, views = [], []
    for cut, events in worlds:
        state = book.layout.unpack(cut.state)
        records = [record for record in events[: cut.told] if record.is_told_to(seat)]
        told.append([record.as_told(state, seat) for record in records])
        views.append(book.layout.pack(book.layout.observe(state, seat)))
    return told[0] != told[1] or views[0] == views[1]


@dataclass(frozen=True)
class Link:
    """A hidden element that an event has always revealed.

    `index` is the element's, or names the value of the event that is its first index.
    """

    event: Event
    value: str
    field: str
    index: tuple[int, ...] | str


@dataclass(frozen=True)
class Moment:
    """A state just after an event, for a seat that saw it."""

    game: int
    state: GameState
    seat: int
    record: EventRecord


def check_told_beliefs(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """A seat's sampled worlds agree with the events it has just seen."""
    if not _has_secrets(book):
        return
    moments = defaultdict(list)
    for moment in _moments(book, setup):
        moments[moment.record.event].append(moment)
    for event, found in moments.items():
        for link in _links(book, event, found):
            for number, moment in enumerate(found):
                world = imagine(book, moment.state, moment.seat, number)
                if _element(world, link, moment.record) != getattr(moment.record, link.value):
                    yield problem_at(
                        book, "beliefs", "def determinise",
                        f"`determinise` contradicts what the event `{event.name}` told: "
                        f"`{link.field}` is always its `{link.value}`.",
                    )  # fmt: skip
                    break


def _moments(book: Rulebook, setup: Setup) -> Iterator[Moment]:
    """Yield the events that seats see in the first moves of some games."""
    for game in range(BEGINNINGS):
        match = played(book, setup, game, FIRST_DECISIONS)
        told = (match.opening, *(step.events for step in match.steps))
        for data, records in zip(match.positions(), told, strict=True):
            state = book.layout.unpack(data)
            for record in records:
                for seat in range(setup.players):
                    if record.is_told_to(seat):
                        yield Moment(game, state, seat, record.as_told(state, seat))


def _varies(value: str, moments: list[Moment]) -> bool:
    """Whether a value differs from its usual one in enough games."""
    games: dict[int, set[int]] = defaultdict(set)
    for moment in moments:
        games[getattr(moment.record, value)].add(moment.game)
    *unusual, _ = sorted(games.values(), key=len)
    return len(set().union(*unusual)) >= EVIDENCE


def _links(book: Rulebook, event: Event, moments: list[Moment]) -> list[Link]:
    """Return hidden elements that equal a value of an event, whatever that value was."""
    found: list[Link] = []
    for value in (value for value in event.values if _varies(value, moments)):
        candidates = [
            Link(event, value, each.name, index)
            for each in own_fields(book)
            if each.sees is not EVERYONE
            for index in _indices(book, each, event)
        ]
        for moment in moments:
            candidates = [link for link in candidates if _holds(link, moment)]
        found += candidates
    return found


def _indices(book: Rulebook, each: Field, event: Event) -> Iterator[tuple[int, ...] | str]:
    """Yield a field's indices, and the event's seat if the field has an element for each seat."""
    yield from each.indices()
    if "seat" in event.values and len(each.shape) == 1 and each.shape[0] >= book.game.players[-1]:
        yield "seat"


def _holds(link: Link, moment: Moment) -> bool:
    return bool(_element(moment.state, link, moment.record) == getattr(moment.record, link.value))


def _element(state: GameState, link: Link, record: EventRecord) -> int:
    index = (getattr(record, link.index),) if isinstance(link.index, str) else link.index
    value = getattr(state, link.field)
    for position in index:
        value = value[position]
    return int(value)
