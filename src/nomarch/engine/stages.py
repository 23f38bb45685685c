"""The stages of steps: the positions that a page shows one after the other, with their events.

Nothing is stored for them. `Step.before` holds the state with its random stream, so making a step
once more gives the states between its events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.stages import Cut, Stages, StageTrace


@dataclass(frozen=True, eq=False)
class Stage:
    """A position on the way to a page, and the events that lead to it from the one before."""

    match: Match
    """The match up to here. Nobody is to act in it, unless it is the page's own."""
    parts: tuple[Step, ...]
    """Steps with the new events alone, each with the state before the first of them."""
    index: int
    """The number of the last of these steps."""

    @property
    def events(self) -> tuple[EventRecord, ...]:
        return tuple(record for part in self.parts for record in part.events)

    @property
    def scores(self) -> bool:
        return any(record.event.scores for record in self.events)


def cuts_of(book: Rulebook, step: Step) -> tuple[Cut, ...]:
    """Return where the stages of a step end, but for its own end."""
    begins = _begins(book)
    if not any(record.event in begins for record in step.events[1:]):
        return ()
    return _cuts(book, step.before, step.seat, step.action)


def _begins(book: Rulebook) -> Stages:
    return getattr(book.art, "STAGES", ())


@lru_cache(256)
def _cuts(book: Rulebook, before: bytes, seat: int, action: int) -> tuple[Cut, ...]:
    state = book.layout.unpack(before)
    state.trace = trace = StageTrace(state, book.layout.pack, _begins(book))
    backend.interpreted(book.game.id).apply(state, seat, action)
    return tuple(trace.cuts)


def stages_of(match: Match, steps: Sequence[Step], first: int) -> Iterator[Stage]:
    """Yield the stages of the steps from `first` on; the last one has the match itself.

    Automatic steps belong to the stage before them, unless they begin one.
    """
    parts: list[Step] = []
    for at in range(first, len(steps)):
        step, told, before = steps[at], 0, steps[at].before
        begins = step.events and step.events[0].event in _begins(match.book)
        if parts and (begins or not step.auto):
            yield Stage(match.staged(steps[:at], before), tuple(parts), at - 1)
            parts = []
        for cut in cuts_of(match.book, step):
            shown = replace(step, events=step.events[: cut.told])
            parts.append(replace(step, events=step.events[told : cut.told], before=before))
            yield Stage(match.staged([*steps[:at], shown], cut.state), tuple(parts), at)
            parts, told, before = [], cut.told, cut.state
        parts.append(replace(step, events=step.events[told:], before=before))
    if parts:
        yield Stage(match, tuple(parts), len(steps) - 1)
