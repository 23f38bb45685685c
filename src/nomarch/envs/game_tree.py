"""A game as a tree with explicit chance nodes, walked by compiled rules.

A position is immutable and small: the packed state with a fingerprint of what each seat has seen
and done, and the draws of a move in progress. `kernel/run/explicit_chance.py` carries out moves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from nomarch.envs.pointer_calls import tree_calls
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED, reseed
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup
from nomarch.kernel.declare.layout import STREAM, GameState, Stream
from nomarch.kernel.run.explicit_chance import (
    AFTER,
    CHANCE,
    LISTED,
    NODE,
    SEEN,
    SET_UP,
    STAY,
    TERMINAL,
)
from nomarch.kernel.run.tree_nodes import (
    MAX_DRAWS,
    MAX_OUTCOMES,
    MEMORY_BYTES,
    WORD,
    node_dtype,
    state_words,
)

Row = np.ndarray[Any, np.dtype[np.int64]]
Move = tuple[int, int]
"""A seat and its action."""

FIRST_MOVE = (SET_UP, 0)
"""The pseudo-move that sets up the game."""


class TreePosition:
    """A node: a decision, a draw, or the end."""

    actor: int
    """The seat to act (of several, the lowest), `CHANCE` or `TERMINAL`."""
    data: bytes
    """The packed state and the seats' memories, before the current move if one is in progress."""
    move: Move | None
    """The move in progress, at a draw."""
    draws: tuple[int, ...]
    """Its draws so far."""
    legal: list[int]
    """Legal actions, or possible outcomes of a draw."""
    weights: list[int]
    """Relative probabilities of the outcomes of a draw."""
    places: list[int]
    """The places by seat at the end."""

    def __init__(
        self,
        walker: Walker,
        data: bytes,
        move: Move | None = None,
        draws: tuple[int, ...] = (),
        *,
        is_new: bool = False,
    ) -> None:
        """Carry out a move; with `is_new`, the seats remember the position before it."""
        self._walker = walker
        self._children: dict[int, TreePosition] | None = {} if walker.is_for_study else None
        """The next positions of small set-ups, which solvers walk again and again."""
        self.actor, self.data, listed, self._key = walker.walk(data, move, draws, is_new)
        self.move, self.draws = (move, draws) if self.actor == CHANCE else (None, ())
        self.legal, self.weights, self.places = listed, [], []
        if self.actor == CHANCE:
            self.legal = [kind for kind, weight in enumerate(listed) if weight]
            self.weights = listed
        elif self.actor == TERMINAL:
            self.legal, self.places = [], listed

    @staticmethod
    @cache
    def first(book: Rulebook, setup: Setup) -> TreePosition:
        """The root, up to the first draw of the set-up."""
        walker = _walker(book, setup)
        return TreePosition(walker, walker.empty, FIRST_MOVE)

    @property
    def book(self) -> Rulebook:
        return self._walker.book

    @property
    def setup(self) -> Setup:
        return self._walker.setup

    def __deepcopy__(self, memo: object) -> TreePosition:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.book, self.setup, self.data, self.move, self.draws)

    def after(self, action: int) -> TreePosition:
        if self._children is None:
            return self._next(action)
        if action not in self._children:
            self._children[action] = self._next(action)
        return self._children[action]

    def _next(self, action: int) -> TreePosition:
        if self.move is None:
            return TreePosition(self._walker, self.data, (self.actor, action), is_new=True)
        return TreePosition(self._walker, self.data, self.move, (*self.draws, action))

    # --- Knowing ------------------------------------------------------------------------------

    @cached_property
    def state(self) -> GameState:
        """The state before the current move; do not change it."""
        return self.book.layout.unpack(self.data[: self.book.layout.size])

    @property
    def is_set_up(self) -> bool:
        return self.move != FIRST_MOVE

    def observe(self, seat: int) -> Row:
        if not self.is_set_up:
            return np.zeros(len(self.book.features), np.int64)
        return self._walker.observe(self.data, seat)

    def view(self, seat: int) -> str:
        if not self.is_set_up:
            return "{}"
        return json.dumps(self.book.layout.as_data(self.state, seat), separators=(",", ":"))

    def memory(self, seat: int) -> bytes:
        """A fingerprint of everything the seat has seen and done before."""
        start = WORD * state_words(self.book) + MEMORY_BYTES * seat
        return self.data[start : start + MEMORY_BYTES]

    def information(self, seat: int) -> str:
        """A seat's information state: a fingerprint of its memory and its view."""
        if seat == self.actor:
            return self._key.hex()
        return self._walker.fingerprint(self.data, seat).hex() if self.is_set_up else ""

    def imagined(self, seat: int, stream: Stream) -> TreePosition:
        """A position like this one to the seat, with hidden parts resampled."""
        layout = self.book.layout
        state = layout.observe(self.state, seat)
        backend.interpreted(self.book.game.id).determinise(state, seat, stream)
        for field in STREAM.fields:  # draws are explicit here
            setattr(state, field.name, getattr(self.state, field.name))
        return TreePosition(self._walker, layout.pack(state) + self.data[layout.size :])

    def __str__(self) -> str:
        """The full state, with secrets."""
        fields = [each for each in self.book.layout.fields if each not in STREAM.fields]
        truth = {each.stored_name: getattr(self.state, each.name) for each in fields}
        under_way = "" if self.move is None else f" move {self.move} draws {self.draws}"
        return f"{self.book.game.id}{under_way} {json.dumps(truth, separators=(',', ':'))}"


class Walker:
    """Moves from node to node of a set-up. Threads can share it."""

    def __init__(self, book: Rulebook, setup: Setup) -> None:
        self.book, self.setup = book, setup
        self.is_for_study = book.is_for_study(setup)
        self.empty = bytes(WORD * state_words(book) + MEMORY_BYTES * MAX_PLAYERS)
        """The data of a position of zeros."""
        self._build = backend.explicit(book.game.id)
        self._walk, self._look = tree_calls(book.game.id)
        self._free: list[Buffers] = []
        """Buffers that no thread uses."""

    def walk(
        self, data: bytes, move: Move | None, draws: tuple[int, ...], is_new: bool
    ) -> tuple[int, bytes, list[int], bytes]:
        """Return the next node's actor, its data, what is listed, and the actor's fingerprint.

        Listed are legal actions, the weights of a draw, or places.
        """
        buffers = self._take()
        buffers.node[:] = data
        if len(draws) > MAX_DRAWS:
            raise OverflowError(f"A move of {self.book.game.title} has over {MAX_DRAWS} draws.")
        buffers.draws[: len(draws)] = draws
        seat, action = move or (STAY, 0)
        actor = self._walk(buffers.address, seat, action, is_new, len(draws))
        if actor >= 0:
            data, key = buffers.after.tobytes(), buffers.seen.tobytes()
            listed = buffers.listed[: buffers.told[LISTED]].tolist()
        elif actor == CHANCE:
            data, key = buffers.node.tobytes(), b""
            listed = buffers.listed[: buffers.told[LISTED]].tolist()
        elif actor == TERMINAL:
            data, key = buffers.after.tobytes(), b""
            listed = buffers.row[: self.setup.players].tolist()
        else:
            raise OverflowError(f"A draw of {self.book.game.title} has over {MAX_OUTCOMES} kinds.")
        self._free.append(buffers)
        return actor, data, listed, key

    def _take(self) -> Buffers:
        try:
            return self._free.pop()
        except IndexError:
            return Buffers(self.book, self.setup)

    def fingerprint(self, data: bytes, seat: int) -> bytes:
        """Return 16 bytes that stand for what the seat remembers and sees."""
        buffers = self._take()
        buffers.node[:] = data
        nodes, words, _, told, *_ = buffers.arrays
        self._build.fingerprint(nodes, words, NODE, seat, told)
        key = buffers.seen.tobytes()
        self._free.append(buffers)
        return key

    def observe(self, data: bytes, seat: int) -> Row:
        buffers = self._take()
        buffers.node[:] = data
        self._look(buffers.address, seat)
        row = buffers.seen_row.copy()
        self._free.append(buffers)
        return row


class Buffers:
    """Memory of one compiled call: arrays, and views of them that are quick to read."""

    def __init__(self, book: Rulebook, setup: Setup) -> None:
        nodes = np.zeros(3, node_dtype(book))
        size, kept = nodes.itemsize, WORD * state_words(book) + MEMORY_BYTES * MAX_PLAYERS
        data = nodes.view(np.uint8).data
        self.node, self.after = data[:kept], data[AFTER * size : AFTER * size + kept]
        self.seen = data[SEEN * size : SEEN * size + MEMORY_BYTES]
        self.draws = nodes["tree_draws"][NODE]
        told = np.array([setup.players, state_words(book), 0], np.int64)
        listed = np.zeros(max(len(book.actions), MAX_OUTCOMES), np.int64)
        mask, row = np.zeros(book.actions.words, np.uint32), np.zeros(MAX_PLAYERS, np.int64)
        self.told, self.listed, self.row = told.data, listed.data, row.data
        words = nodes.view(np.int64).reshape(3, size // WORD)
        options = np.array(setup.options or (0,), np.int64)
        self.arrays = (nodes, words, options, told, listed, mask, row)
        self.seen_row = np.zeros(len(book.features), np.int64)
        table = [array.ctypes.data for array in (*self.arrays, self.seen_row)]
        self._table = np.array([*table, len(options)], np.int64)
        self.address = self._table.ctypes.data


_walker = cache(Walker)


def _restored(
    book: Rulebook, setup: Setup, data: bytes, move: Move | None, draws: tuple[int, ...]
) -> TreePosition:
    return TreePosition(_walker(book, setup), data, move, draws)


def imagined_stream(salt: Sequence[int]) -> Stream:
    stream = STREAM.plain()
    reseed(stream, salt, 0, IMAGINED)
    return stream
