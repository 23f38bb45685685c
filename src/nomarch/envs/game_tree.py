"""A game as a tree with explicit chance nodes.

A position is immutable; an action or a draw leads to another one. A move is replayed on a copy of
the state with the draws made so far, up to the first that is still open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b

from nomarch.kernel import backend
from nomarch.kernel.actions import allowed
from nomarch.kernel.chance import DREAM, reseed
from nomarch.kernel.game import Rulebook, Setup, buffers, rulebook
from nomarch.kernel.layout import STREAM, GameState, Stream

CHANCE, TERMINAL = -1, -4
"""OpenSpiel's numbers for nodes without a player."""

SET_UP = (-1, -1)
"""The pseudo-move that sets up the game."""

MEMORY_BYTES = 16

Move = tuple[int, int]
"""A seat and its action."""


class _Undecided(Exception):
    """Raised at a draw that has not been made."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__(weights)
        self.weights = weights


class _Dice:
    """Returns the known draws in order, then raises `_Undecided`."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        self.draws = iter(draws)

    def __call__(self, weights: Sequence[int]) -> int:
        possible = [kind for kind, weight in enumerate(weights) if weight]
        if len(possible) == 1:
            return possible[0]
        draw = next(self.draws, None)
        if draw is None:
            raise _Undecided(tuple(weights))
        return draw


class TreePosition:
    """A node: a decision, a draw, or the end."""

    def __init__(
        self,
        book: Rulebook,
        setup: Setup,
        data: bytes,
        move: Move | None = None,
        draws: tuple[int, ...] = (),
        before: TreePosition | None = None,
        memories: Mapping[int, bytes] | None = None,
    ) -> None:
        self.book, self.setup = book, setup
        self.data = data
        """The packed state, before the current move if one is in progress."""
        self.move, self.draws = move, draws
        self._before, self._done = before, move
        self._memories = dict(memories or {})
        self._views: dict[int, str] = {}
        self._children: dict[int, TreePosition] | None = {} if book.is_for_study(setup) else None
        """The next positions of small set-ups, which solvers walk again and again."""
        self.weights: tuple[int, ...] = ()
        """Relative probabilities of the outcomes of a draw."""
        if move is not None:
            self._carry_out(move)

    @staticmethod
    @cache
    def first(book: Rulebook, setup: Setup) -> TreePosition:
        """The root, up to the first draw of the set-up."""
        return TreePosition(book, setup, bytes(book.layout.size), SET_UP)

    def _carry_out(self, move: Move) -> None:
        rules = backend.asking(self.book.game.id)
        state = self.book.layout.unpack(self.data)
        state.dice = _Dice(self.draws)
        try:
            if move == SET_UP:
                rules.setup(state, self.setup.players, self.setup.options or (0,))
            else:
                rules.apply(state, *move)
        except _Undecided as asked:
            self.weights = asked.weights
            return
        self.data, self.move, self.draws = self.book.layout.pack(state), None, ()

    def __deepcopy__(self, memo: object) -> TreePosition:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        memories = self._all_memories()
        game = self.book.game.id
        return _restored, (game, self.setup, self.data, self.move, self.draws, memories)

    # --- Playing ------------------------------------------------------------------------------

    @cached_property
    def state(self) -> GameState:
        """The state before the current move; do not change it."""
        return self.book.layout.unpack(self.data)

    @cached_property
    def actor(self) -> int:
        """The seat to act (of several, the lowest), `CHANCE` or `TERMINAL`."""
        if self.move is not None:
            return CHANCE
        seats = backend.interpreted(self.book.game.id).to_act(self.state)
        return (seats & -seats).bit_length() - 1 if seats else TERMINAL

    @cached_property
    def legal(self) -> list[int]:
        """Legal actions, or possible outcomes of a draw."""
        if self.actor == TERMINAL:
            return []
        if self.actor == CHANCE:
            return [kind for kind, weight in enumerate(self.weights) if weight]
        mask, _ = buffers(self.book)
        backend.interpreted(self.book.game.id).ask(self.state, self.actor, mask)
        return allowed(mask)

    def after(self, action: int) -> TreePosition:
        if self._children is None:
            return self._next(action)
        if action not in self._children:
            self._children[action] = self._next(action)
        return self._children[action]

    def _next(self, action: int) -> TreePosition:
        book, setup, data = self.book, self.setup, self.data
        if self.move is None:
            return TreePosition(book, setup, data, (self.actor, action), (), self)
        draws = (*self.draws, action)
        return TreePosition(book, setup, data, self.move, draws, self._before, self._memories)

    # --- Knowing ------------------------------------------------------------------------------

    def observe(self, seat: int) -> list[int]:
        """A seat's observation; zeros during the set-up."""
        row = [0] * len(self.book.features)
        if self.move != SET_UP:
            backend.interpreted(self.book.game.id).encode_observation(self.state, seat, row)
        return row

    def view(self, seat: int) -> str:
        """A seat's whole view, as JSON."""
        if self.move == SET_UP:
            return "{}"
        if seat not in self._views:
            seen = self.book.layout.as_data(self.state, seat)
            self._views[seat] = json.dumps(seen, separators=(",", ":"))
        return self._views[seat]

    def memory(self, seat: int) -> bytes:
        """A fingerprint of everything the seat has seen and done before.

        Walks back to the last position with a known fingerprint, then forward again.
        """
        unknown, at = [], self
        while seat not in at._memories and at._before is not None:
            unknown.append(at)
            at = at._before
        known = at._memories.get(seat, b"")
        for position in reversed(unknown):
            earlier, done = position._before, position._done
            assert earlier is not None
            own = f"{done}" if done is not None and done[0] == seat else ""
            seen = known + earlier.view(seat).encode() + own.encode()
            known = position._memories[seat] = blake2b(seen, digest_size=MEMORY_BYTES).digest()
        return known

    def information(self, seat: int) -> str:
        """A seat's information state: its memory and its view."""
        return f"{self.memory(seat).hex()} {self.view(seat)}"

    def _all_memories(self) -> dict[int, bytes]:
        return {seat: self.memory(seat) for seat in range(self.setup.players)}

    def imagined(self, seat: int, stream: Stream) -> TreePosition:
        """A position the seat cannot tell from this one, with hidden parts resampled."""
        layout = self.book.layout
        state = layout.observe(self.state, seat)
        backend.interpreted(self.book.game.id).determinise(state, seat, stream)
        for field in STREAM.fields:  # draws are explicit here
            setattr(state, field.name, getattr(self.state, field.name))
        data = layout.pack(state)
        return TreePosition(self.book, self.setup, data, memories=self._all_memories())

    @cached_property
    def results(self) -> tuple[list[int], list[int]]:
        """Points and places by seat."""
        rules, (_, row) = backend.interpreted(self.book.game.id), buffers(self.book)
        rules.score(self.state, row)
        points = row[: self.setup.players]
        rules.rank(self.state, row)
        return points, row[: self.setup.players]

    def __str__(self) -> str:
        """The full state, with secrets."""
        fields = [each for each in self.book.layout.fields if each not in STREAM.fields]
        truth = {each.stored_name: getattr(self.state, each.name) for each in fields}
        under_way = "" if self.move is None else f" move {self.move} draws {self.draws}"
        return f"{self.book.game.id}{under_way} {json.dumps(truth, separators=(',', ':'))}"


def _restored(
    game: str,
    setup: Setup,
    data: bytes,
    move: Move | None,
    draws: tuple[int, ...],
    memories: dict[int, bytes],
) -> TreePosition:
    return TreePosition(rulebook(game), setup, data, move, draws, memories=memories)


def dream_stream(salt: Sequence[int]) -> Stream:
    stream = STREAM.plain()
    reseed(stream, salt, 0, DREAM)
    return stream
