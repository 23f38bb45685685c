"""What is kept of a game beside its log: positions and events, as they came about.

The log is the truth, and rules turn it into a game. Rules change; so every entry's outcome is kept
as well, in a form that needs no rules to be read: each step with its events by name, the change of
the state byte by byte, and now and then the whole state with the names of its fields.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.kernel import layout
from nomarch.kernel.events import Event, Record
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import Carrier, GameState, Layout

_QUICK = (1, zlib.DEFLATED, -13, 6)
"""What is packed is small and mostly zeros: a small window and little effort are enough."""

UNKNOWN = -1
"""The number of a move that the rules do not know any more."""

KeptEvent = tuple[str, int, tuple[int, ...]]
"""An event: its name, its audience and its numbers."""
Fields = tuple[tuple[str, str, tuple[int, ...]], ...]
"""A layout: names, types and shapes."""


class KeptStep(msgspec.Struct, frozen=True, array_like=True):
    """A step that was made."""

    seat: int
    move: str
    auto: bool
    reveals: bool
    owed: tuple[int, ...]
    events: tuple[KeptEvent, ...]
    change: bytes
    """The state after it, against the one before, bit by bit."""


class Basis(msgspec.Struct, frozen=True, array_like=True):
    """A whole position, with all that is needed to read it and what follows."""

    rules: int
    fields: Fields
    events: dict[str, tuple[tuple[str, ...], bool]]
    """Every kind of event: the names of its values, and whether it reveals anything."""
    state: bytes
    opening: tuple[KeptEvent, ...]


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """What came of an entry: so many steps stayed, and these were made."""

    stayed: int
    steps: tuple[KeptStep, ...]
    standings: tuple[tuple[int, int], ...] = ()
    """Every seat's place and points, once the game is over."""
    basis: Basis | None = None


Chunk = list[tuple[int, Outcome]]
"""What came of entries that follow each other, by their place in the log."""

CHUNK = 16
"""How many entries are kept together: packing and writing each alone would cost more than it."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Chunk)


def packed(chunk: Chunk) -> bytes:
    """Outcomes as they are stored."""
    squeeze = zlib.compressobj(*_QUICK)
    return squeeze.compress(_encoder.encode(chunk)) + squeeze.flush()


def unpacked(data: bytes) -> Chunk:
    """Outcomes as they were stored."""
    return _decoder.decode(zlib.decompress(data, -15))


# --- Keeping --------------------------------------------------------------------------------------


@dataclass
class _Line:
    """What came of an entry, not yet worked out; the state after it may have to be waited for."""

    seq: int
    stayed: int
    steps: list[Step]
    is_basis: bool = False
    after: bytes | None = None


class Recorder:
    """Takes down what comes of a table's entries, until it is time to keep it.

    What is kept together begins anew with every so many entries, whoever writes them.
    """

    def __init__(self, match: Match) -> None:
        self.first = 0
        """The entry with which all that is kept next begins."""
        self._lines = [_Line(0, 0, match.steps[:], is_basis=True)]

    def note(self, seq: int, match: Match, stayed: int, before: bytes | None) -> None:
        """An entry was about steps; `before` is the state it found, where no step tells that."""
        made = match.steps[stayed:]
        if before is None and not made:  # it is not known what came of it
            return
        self._end_last(made[0].before if before is None else before)
        if seq // CHUNK != self.first // CHUNK:
            self.first, self._lines = seq, []
        self._lines.append(_Line(seq, stayed, made))

    def begin_anew(self, seq: int, match: Match, stayed: int) -> None:
        """From an entry on the rules are others: what is kept must be readable from there."""
        self.first, self._lines = seq, [_Line(seq, stayed, match.steps[stayed:], is_basis=True)]

    def _end_last(self, state: bytes) -> None:
        if self._lines and self._lines[-1].after is None:
            self._lines[-1].after = state

    def is_full(self, seq: int) -> bool:
        """Whether the entry of that number begins something new."""
        return seq // CHUNK != self.first // CHUNK

    def chunk(self, match: Match) -> Chunk:
        """All that was taken down, up to now."""
        self._end_last(match.packed())
        return [(line.seq, _outcome(line, match)) for line in self._lines]


def _outcome(line: _Line, match: Match) -> Outcome:
    assert line.after is not None
    states = [_number(step.before) for step in line.steps] + [_number(line.after)]
    steps = tuple(
        KeptStep(
            step.seat,
            match.notation(step),
            step.auto,
            step.reveals,
            step.owed,
            tuple((record.name, record.audience, record.numbers) for record in step.events),
            (before ^ after).to_bytes(len(line.after), "little"),
        )
        for step, before, after in zip(line.steps, states, states[1:], strict=False)
    )
    is_last = bool(match.steps) and bool(line.steps) and line.steps[-1] is match.steps[-1]
    standings = _standings(match) if is_last and match.over else ()
    first = line.steps[0].before if line.steps else line.after
    basis = _basis(match, first) if line.is_basis else None
    return Outcome(line.stayed, steps, standings, basis)


def _standings(match: Match) -> tuple[tuple[int, int], ...]:
    lines = sorted(match.ranking, key=lambda line: line.seat)
    return tuple((line.place, line.points) for line in lines)


def _basis(match: Match, state: bytes) -> Basis:
    book = match.book
    opening = tuple((record.name, record.audience, record.numbers) for record in match.opening)
    fields, kinds = _fields(book.layout), _kinds(book.events)
    return Basis(book.game.rules_version, fields, kinds, state, opening)


@lru_cache
def _fields(layout: Layout[GameState]) -> Fields:
    return tuple((field.stored_name, field.type, field.shape) for field in layout.fields)


@lru_cache
def _kinds(events: tuple[Event, ...]) -> dict[str, tuple[tuple[str, ...], bool]]:
    return {event.name: (event.values, event.reveals) for event in events}


def _number(state: bytes) -> int:
    """A state as one number: of two, what has changed is quickly found."""
    return int.from_bytes(state, "little")


def _difference(before: bytes, after: bytes) -> bytes:
    return (_number(before) ^ _number(after)).to_bytes(len(before), "little")


# --- Reading --------------------------------------------------------------------------------------


class Translation:
    """Reads what was kept under one set of rules as a state of another."""

    def __init__(self, basis: Basis, book: Rulebook) -> None:
        self.book = book
        self._events = {event.name: event for event in book.events}
        self._named = basis.events
        self._old = _layout(basis.fields)
        shapes = {name: shape for name, _, shape in basis.fields}
        new = {field.stored_name: field.shape for field in book.layout.fields}
        self._names = {field.stored_name: field.name for field in book.layout.fields}
        self.same_layout = basis.fields == _fields(book.layout)
        self.is_faithful = all(new.get(name) == shape for name, shape in shapes.items())
        """Whether all that was known then has its place now."""

    def state(self, data: bytes) -> bytes:
        """A position in the layout of now; what has no place in it is left out."""
        if self.same_layout:
            return data
        old, state = self._old.unpack(data), self.book.layout.plain()
        for field in self.book.layout.fields:
            if hasattr(old, field.stored_name):
                value = getattr(old, field.stored_name)
                setattr(state, field.name, _fitted(value, getattr(state, field.name)))
        return self.book.layout.pack(state)

    def agrees(self, kept: bytes, state: GameState) -> bool:
        """Whether a position is what was kept, in everything that was known then."""
        old = self._old.unpack(kept)
        return all(
            getattr(old, field.name) == getattr(state, self._names.get(field.name, ""), None)
            for field in self._old.fields
        )

    def record(self, kept: KeptEvent) -> Record:
        """An event; one that there is no more keeps its name and says nothing."""
        name, audience, numbers = kept
        values, reveals = self._named.get(name, ((), False))
        event = self._events.get(name)
        if event is None or not set(event.values) <= set(values):
            return Record(Event(name, " ".join(values), reveals=reveals), audience, numbers)
        known = dict(zip(values, numbers, strict=True))
        return Record(event, audience, tuple(known[value] for value in event.values))


@lru_cache
def _layout(fields: Fields) -> Layout[Carrier]:
    declared = {name: layout.field(type_, tuple(shape)) for name, type_, shape in fields}
    return Layout(type("Remembered", (Carrier,), declared))


def _fitted(value: object, place: object) -> object:
    """A value where its place has another shape: as much of it as there is room for."""
    if isinstance(value, list) and isinstance(place, list):
        fitted = [_fitted(*pair) for pair in zip(value, place, strict=False)]
        return fitted + place[len(fitted) :]
    return place if isinstance(value, list) or isinstance(place, list) else value


@dataclass(frozen=True)
class KeptMove(Step):
    """A step as it is remembered: with its move in notation, whether or not there still is one."""

    move: str


class Memory:
    """A game as it was kept, read entry by entry."""

    def __init__(self, book: Rulebook, outcomes: Mapping[int, Outcome]) -> None:
        self.book = book
        self.outcomes = outcomes
        basis = outcomes[0].basis
        assert basis is not None
        self._translation = Translation(basis, book)
        self.rules = basis.rules
        self.is_faithful = self._translation.is_faithful
        self.standings: tuple[tuple[int, int], ...] = ()
        self.steps: list[KeptMove] = []
        self._raw = [basis.state]
        self._states = [self._translation.state(basis.state)]
        self.opening = tuple(self._translation.record(kept) for kept in basis.opening)
        self._make(outcomes[0])

    @property
    def state(self) -> bytes:
        """The position that was reached, in the layout of now."""
        return self._states[-1]

    @property
    def first_state(self) -> bytes:
        """The position before the first step."""
        return self._states[0]

    def read(self, seq: int) -> Sequence[Step]:
        """Makes an entry's outcome come true; the steps that it brought."""
        known = self.outcomes.get(seq)
        if known is None:
            return ()
        del self.steps[known.stayed :], self._raw[known.stayed + 1 :]
        del self._states[known.stayed + 1 :]
        if known.basis is not None:
            self._translation = Translation(known.basis, self.book)
            self.rules, self._raw[-1] = known.basis.rules, known.basis.state
            self.is_faithful = self._translation.is_faithful
            self._states[-1] = self._translation.state(known.basis.state)
        self._make(known)
        return self.steps[known.stayed :]

    def _make(self, known: Outcome) -> None:
        self.standings = known.standings
        for kept in known.steps:
            events = tuple(self._translation.record(event) for event in kept.events)
            action = self.book.actions.parse(kept.move)
            self.steps.append(
                KeptMove(
                    kept.seat,
                    UNKNOWN if action is None else action,
                    kept.auto,
                    events,
                    self._states[-1],
                    kept.owed,
                    kept.reveals,
                    kept.move,
                )
            )
            self._raw.append(_difference(self._raw[-1], kept.change))
            self._states.append(self._translation.state(self._raw[-1]))

    def agrees(self, match: Match, stayed: int) -> bool:
        """Whether a match that is played anew stands as it was kept, from a step on."""
        if len(match.steps) != len(self.steps):
            return False
        unpack = self.book.layout.unpack
        states = [step.before for step in match.steps[stayed:]] + [match.packed()]
        return all(
            (new.seat, match.notation(new), new.auto) == (old.seat, old.move, old.auto)
            for new, old in zip(match.steps[stayed:], self.steps[stayed:], strict=True)
        ) and all(
            self._translation.agrees(raw, unpack(state))
            for raw, state in zip(self._raw[stayed:], states, strict=True)
        )
