"""Stages: the positions within a step that a page shows one after the other.

A game may declare `STAGES` in its `art`: the events that begin a stage.

    STAGES: Stages = {ev.WON, ev.SCORING, ev.EPOCH_STARTED}

Rules emit an event, then act on it. So at the time of `emit` the state shows everything that was
told before, and nothing that the event is about to tell: there one stage ends and the next begins.
A page plays the beats of a stage above the drawing before it, then shows the stage's own drawing
with its words and numbers.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from nomarch.kernel.declare.events import Event, EventRecord

Stages = Collection[Event]
"""`art.STAGES` (optional): the events that begin a stage."""


@dataclass(frozen=True)
class Cut:
    """The end of a stage: how many events of the step came before, and the packed state."""

    told: int
    state: bytes


class StageTrace(list[EventRecord]):
    """Collects a step's events, and a cut before each one that begins a stage."""

    def __init__(self, state: Any, pack: Callable[[Any], bytes], begins: Stages) -> None:
        super().__init__()
        self._state, self._pack, self._begins = state, pack, begins
        self.cuts: list[Cut] = []

    def append(self, record: EventRecord) -> None:
        if self and record.event in self._begins:
            self.cuts.append(Cut(len(self), self._pack(self._state)))
        super().append(record)
