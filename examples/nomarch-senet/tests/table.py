"""Positions of Senet for tests, laid out by hand and played by the interpreted rules."""

from __future__ import annotations

from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import buffers, rulebook
from nomarch.kernel.run.seeds import key_of, make_seed
from nomarch_senet import components as box, rules
from nomarch_senet.invariants import broken
from nomarch_senet.positions import ME, THEM, position
from nomarch_senet.state import State

BOOK = rulebook("senet")
RULES = backend.interpreted("senet")
Houses = tuple[int, ...]


def start(pieces: int = 0, seed: str = "senet") -> State:
    """A new game; `pieces` is the choice of the option."""
    state = BOOK.layout.plain()
    RULES.reseed(state, key_of(make_seed(seed)), 0, 0)
    RULES.setup(state, 2, (pieces,))
    assert isinstance(state, State)
    return state


def lay(mine: Houses, theirs: Houses, throw: int, pieces: int = 0) -> State:
    """A position in which the first seat has thrown."""
    state = start(pieces)
    position(mine, theirs, throw)(state)
    assert broken(state) == []
    return state


def legal(state: State) -> list[str]:
    """What the seat to act may do, in notation."""
    mask, _ = buffers(BOOK)
    RULES.ask(state, state.seat, mask)
    return [BOOK.actions[action] for action in allowed(mask)]


def play(state: State, move: str) -> list[EventRecord]:
    """Makes a legal move; the events."""
    assert move in legal(state)
    state.trace = []
    action = BOOK.actions.parse(move)
    RULES.apply(state, state.seat, action)
    assert broken(state) == []
    return list(state.trace)


def houses(state: State, seat: int) -> list[int]:
    """Where a seat's pieces stand."""
    return [house for house in range(1, box.OFF) if rules.belongs(state, house, seat)]


__all__ = ["BOOK", "ME", "THEM", "houses", "lay", "legal", "play", "start"]
