"""Events: recorded when somebody listens, told to those who may know."""

from __future__ import annotations

import pytest

from nomarch.kernel import backend
from nomarch.kernel.events import ALL, Event, emit, visible
from nomarch.kernel.game import rulebooks
from nomarch.kernel.layout import Field, Layout

LAYOUT = Layout((Field("phase", "i1"),))


def test_nobody_listens() -> None:
    state = LAYOUT.plain()
    emit(state, 1, ALL, 2)
    assert state.trace is None


def test_a_record_has_room_for_four_values() -> None:
    state = LAYOUT.plain()
    state.trace = []
    emit(state, 1, ALL)
    emit(state, 2, 3, 10, 20, 30, 40)
    assert state.trace == [(1, ALL, 0, 0, 0, 0), (2, 3, 10, 20, 30, 40)]


@pytest.mark.parametrize(
    ("audience", "viewer", "told"),
    [(ALL, 0, True), (ALL, -1, True), (2, 2, True), (2, 1, False), (2, -1, False), (0, -1, False)],
)
def test_who_is_told(audience: int, viewer: int, told: bool) -> None:
    assert visible((7, audience, 0, 0, 0, 0), viewer) is told


def test_an_event_reveals_only_when_it_says_so() -> None:
    assert not Event("moved").reveals
    assert Event("drew", ("seat", "tile"), reveals=True).reveals


@pytest.mark.parametrize("book", rulebooks().values(), ids=list(rulebooks()))
def test_names_of_events_are_fit_for_saves(book) -> None:
    names = [event.name for event in book.events]
    assert len(set(names)) == len(names)
    for event in book.events:
        assert event.name
        assert not set(event.name) & set(" ;=")
        assert len(event.values) <= 4


def test_compiled_rules_record_nothing() -> None:
    """A compiled state has no trace; `emit` is there to be called and leaves no mark."""
    build, record = backend.cpu(next(iter(rulebooks()))), LAYOUT.records()[0]
    build.emit(record, 1, ALL, 2)
    assert record.tobytes() == bytes(LAYOUT.size)
