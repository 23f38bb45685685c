"""Reads stored outcomes as steps and states of the current rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.kernel.declare import layout
from nomarch.kernel.declare.events import Event, EventRecord
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import Carrier, GameState, Layout
from nomarch.tables.archive.outcomes import (
    Basis,
    Outcome,
    StoredEvent,
    StoredFields,
    stored_fields,
    xor,
)

UNKNOWN_ACTION = -1
"""The action of a move that the current rules do not have."""


@dataclass(frozen=True)
class ArchivedStep(Step):
    """A step with its move in notation, which the current rules may not know."""

    move: str


class _Translator:
    """Translates states and events stored under one set of rules to the current ones."""

    def __init__(self, basis: Basis, book: Rulebook) -> None:
        self.book = book
        self._events = {event.name: event for event in book.events}
        self._old_events = basis.events
        self._old = _old_layout(basis.fields)
        shapes = {field.stored_name: field.shape for field in book.layout.fields}
        self._names = {field.stored_name: field.name for field in book.layout.fields}
        self._same_layout = basis.fields == stored_fields(book.layout)
        self.is_lossless = all(shapes.get(name) == shape for name, _, shape in basis.fields)
        """Whether every stored field exists in the current layout."""

    def translate_state(self, data: bytes) -> bytes:
        """Return a state in the current layout; fields without a place there are left out."""
        if self._same_layout:
            return data
        old, state = self._old.unpack(data), self.book.layout.plain()
        for field in self.book.layout.fields:
            if hasattr(old, field.stored_name):
                value = getattr(old, field.stored_name)
                setattr(state, field.name, _fit(value, getattr(state, field.name)))
        return self.book.layout.pack(state)

    def agrees(self, stored: bytes, state: GameState) -> bool:
        """Whether a state equals a stored one in every stored field."""
        old = self._old.unpack(stored)
        return all(
            getattr(old, field.name) == getattr(state, self._names.get(field.name, ""), None)
            for field in self._old.fields
        )

    def translate_event(self, stored: StoredEvent) -> EventRecord:
        """Return an event; one that no longer exists keeps its name and has no sentence."""
        name, audience, numbers = stored
        values, reveals = self._old_events.get(name, ((), False))
        event = self._events.get(name)
        if event is None or not set(event.values) <= set(values):
            return EventRecord(Event(name, " ".join(values), reveals=reveals), audience, numbers)
        known = dict(zip(values, numbers, strict=True))
        return EventRecord(event, audience, tuple(known[value] for value in event.values))


@lru_cache
def _old_layout(fields: StoredFields) -> Layout[Carrier]:
    declared = {name: layout.field(type_, tuple(shape)) for name, type_, shape in fields}
    return Layout(type("ArchivedState", (Carrier,), declared))


def _fit(value: object, place: object) -> object:
    """Return as much of a value as a place of another shape has room for."""
    if isinstance(value, list) and isinstance(place, list):
        fitted = [_fit(*pair) for pair in zip(value, place, strict=False)]
        return fitted + place[len(fitted) :]
    return place if isinstance(value, list) or isinstance(place, list) else value


class ArchiveReader:
    """Follows the stored outcomes of a game, entry by entry."""

    def __init__(self, book: Rulebook, outcomes: Mapping[int, Outcome]) -> None:
        self.book = book
        self.outcomes = outcomes
        basis = outcomes[0].basis
        assert basis is not None
        self.standings: tuple[tuple[int, int], ...] = ()
        """Every seat's place and points, once the game is over."""
        self.steps: list[ArchivedStep] = []
        self._stored, self._states = [basis.state], [basis.state]
        self._start_from(basis)
        self.opening = tuple(map(self._translator.translate_event, basis.opening))
        self._add_steps(outcomes[0])

    def _start_from(self, basis: Basis) -> None:
        self._translator = _Translator(basis, self.book)
        self.rules, self.is_lossless = basis.rules, self._translator.is_lossless
        self._stored[-1] = basis.state
        self._states[-1] = self._translator.translate_state(basis.state)

    @property
    def state(self) -> bytes:
        """The current position, in the current layout."""
        return self._states[-1]

    @property
    def first_state(self) -> bytes:
        return self._states[0]

    def read(self, seq: int) -> Sequence[Step]:
        """Apply an entry's outcome. Returns the steps it made."""
        outcome = self.outcomes.get(seq)
        if outcome is None:
            return ()
        del self.steps[outcome.stayed :]
        del self._stored[outcome.stayed + 1 :], self._states[outcome.stayed + 1 :]
        if outcome.basis is not None:
            self._start_from(outcome.basis)
        self._add_steps(outcome)
        return self.steps[outcome.stayed :]

    def _add_steps(self, outcome: Outcome) -> None:
        self.standings = outcome.standings
        for step in outcome.steps:
            action = self.book.actions.parse(step.move)
            self.steps.append(
                ArchivedStep(
                    step.seat,
                    UNKNOWN_ACTION if action is None else action,
                    step.auto,
                    tuple(map(self._translator.translate_event, step.events)),
                    self._states[-1],
                    step.owed,
                    step.reveals,
                    step.move,
                )
            )
            self._stored.append(xor(self._stored[-1], step.change))
            self._states.append(self._translator.translate_state(self._stored[-1]))

    def agrees(self, match: Match, stayed: int) -> bool:
        """Whether a match has the stored steps and states, from step `stayed` on."""
        if len(match.steps) != len(self.steps):
            return False
        unpack = self.book.layout.unpack
        states = [step.before for step in match.steps[stayed:]] + [match.packed()]
        return all(
            (new.seat, match.notation(new), new.auto) == (old.seat, old.move, old.auto)
            for new, old in zip(match.steps[stayed:], self.steps[stayed:], strict=True)
        ) and all(
            self._translator.agrees(stored, unpack(state))
            for stored, state in zip(self._stored[stayed:], states, strict=True)
        )
