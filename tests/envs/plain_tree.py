"""A game tree in plain Python, to compare the compiled one of `nomarch.envs.game_tree` with.

A move is replayed by interpreted rules with the draws made so far, up to the first that is still
open. Information states are a hash of all views as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any

from nomarch.kernel.compile import backend
from nomarch.kernel.compile.linker import LinkOptions
from nomarch.kernel.declare import chance
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.game import Rulebook, Setup, buffers, rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.run.explicit_chance import CHANCE, TERMINAL
from nomarch.kernel.run.tree_nodes import MEMORY_BYTES

SET_UP = (-1, 0)
"""The pseudo-move that sets up the game."""

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


def _below(s: Any, n: int) -> int:
    return s.dice([1] * n)


def _draw_from(s: Any, counts: list[int], total: int) -> int:
    kind = s.dice(counts)
    counts[kind] -= 1
    return kind


@cache
def rules_with_dice(game: str) -> backend.Build:
    """Interpreted rules in which the state's `dice` decide every draw."""
    dice = {chance.below: _below, chance.draw_from: _draw_from}
    options = LinkOptions(natives={**backend.INTERPRETED_NATIVES, **dice})
    return backend.link(rulebook(game), options)


class PlainPosition:
    """A node: a decision, a draw, or the end."""

    def __init__(
        self,
        book: Rulebook,
        setup: Setup,
        data: bytes,
        move: Move | None = None,
        draws: tuple[int, ...] = (),
        before: PlainPosition | None = None,
    ) -> None:
        self.book, self.setup = book, setup
        self.data = data
        """The packed state, before the current move if one is in progress."""
        self.move, self.draws = move, draws
        self.before, self.done = before, move
        self.memories: dict[int, bytes] = {}
        self._views: dict[int, str] = {}
        self.weights: tuple[int, ...] = ()
        """Relative probabilities of the outcomes of a draw."""
        if move is not None:
            self._carry_out(move)

    @staticmethod
    @cache
    def first(book: Rulebook, setup: Setup) -> PlainPosition:
        """The root, up to the first draw of the set-up."""
        return PlainPosition(book, setup, bytes(book.layout.size), SET_UP)

    def _carry_out(self, move: Move) -> None:
        rules = rules_with_dice(self.book.game.id)
        state = self.book.layout.unpack(self.data)
        state.dice = _Dice(self.draws)  # type: ignore[attr-defined]
        try:
            if move == SET_UP:
                rules.setup(state, self.setup.players, self.setup.options or (0,))
            else:
                rules.apply(state, *move)
        except _Undecided as asked:
            self.weights = asked.weights
            return
        self.data, self.move, self.draws = self.book.layout.pack(state), None, ()

    def __deepcopy__(self, memo: object) -> PlainPosition:
        return self

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

    def after(self, action: int) -> PlainPosition:
        book, setup, data = self.book, self.setup, self.data
        if self.move is None:
            return PlainPosition(book, setup, data, (self.actor, action), (), self)
        draws = (*self.draws, action)
        return PlainPosition(book, setup, data, self.move, draws, self.before)

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
        while seat not in at.memories and at.before is not None:
            unknown.append(at)
            at = at.before
        known = at.memories.get(seat, b"")
        for position in reversed(unknown):
            earlier, done = position.before, position.done
            assert earlier is not None
            own = f"{done}" if done is not None and done[0] == seat else ""
            seen = known + earlier.view(seat).encode() + own.encode()
            known = position.memories[seat] = blake2b(seen, digest_size=MEMORY_BYTES).digest()
        return known or bytes(MEMORY_BYTES)

    def information(self, seat: int) -> str:
        """A seat's information state: its memory and its view."""
        return f"{self.memory(seat).hex()} {self.view(seat)}"

    @cached_property
    def places(self) -> list[int]:
        _, row = buffers(self.book)
        backend.interpreted(self.book.game.id).rank(self.state, row)
        return row[: self.setup.players]
