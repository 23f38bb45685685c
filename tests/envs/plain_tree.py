"""A game tree in plain Python, to compare the compiled one of `nomarch.envs.game_tree` with.

A move is replayed by interpreted rules with the draws made so far, up to the first that is still
open.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

from nomarch.kernel.compile import backend
from nomarch.kernel.compile.linker import LinkOptions
from nomarch.kernel.declare import chance
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.game import Rulebook, Setup, buffers, rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.run.explicit_chance import CHANCE, TERMINAL

SET_UP = (-1, 0)
"""The pseudo-move that sets up the game."""

Move = tuple[int, int]
"""A seat and its action."""


class _Undecided(Exception):
    """Raised at a draw that has not been made, with its weights."""


class _Dice:
    def __init__(self, draws: tuple[int, ...]) -> None:
        self.draws = iter(draws)

    def __call__(self, weights: Sequence[int]) -> int:
        possible = [kind for kind, weight in enumerate(weights) if weight]
        if len(possible) == 1:
            return possible[0]
        for draw in self.draws:
            return draw
        raise _Undecided(*weights)


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
        move: Move | None = SET_UP,
        draws: tuple[int, ...] = (),
        memories: tuple[int, ...] = (),
    ) -> None:
        self.book, self.setup = book, setup
        self.data = data
        """The packed state, before the current move if one is in progress."""
        self.move, self.draws = move, draws
        self.memories = memories or (0,) * setup.players
        """By seat, a hash of what it has seen and done before."""
        self.weights: tuple[int, ...] = ()
        """Relative probabilities of the outcomes of a draw."""
        self.rules = backend.interpreted(book.game.id)
        if move is not None:
            self._carry_out(move)

    def _carry_out(self, move: Move) -> None:
        rules, state = rules_with_dice(self.book.game.id), self.book.layout.unpack(self.data)
        state.dice = _Dice(self.draws)  # type: ignore[attr-defined]
        try:
            if move == SET_UP:
                rules.setup(state, self.setup.players, self.setup.options or (0,))
            else:
                rules.apply(state, *move)
        except _Undecided as asked:
            self.weights = asked.args
            return
        self.data, self.move, self.draws = self.book.layout.pack(state), None, ()

    @cached_property
    def state(self) -> GameState:
        """The state before the current move; do not change it."""
        return self.book.layout.unpack(self.data)

    @cached_property
    def actor(self) -> int:
        """The seat to act (of several, the lowest), `CHANCE` or `TERMINAL`."""
        if self.move is not None:
            return CHANCE
        seats = self.rules.to_act(self.state)
        return (seats & -seats).bit_length() - 1 if seats else TERMINAL

    @cached_property
    def legal(self) -> list[int]:
        """Legal actions, or possible outcomes of a draw."""
        if self.actor == TERMINAL:
            return []
        if self.actor == CHANCE:
            return [kind for kind, weight in enumerate(self.weights) if weight]
        mask, _ = buffers(self.book)
        self.rules.ask(self.state, self.actor, mask)
        return allowed(mask)

    def after(self, action: int) -> PlainPosition:
        if self.move is not None:
            later, draws, memories = self.move, (*self.draws, action), self.memories
        else:
            later, draws = (self.actor, action), ()
            memories = tuple(
                hash((self.information(seat), action if seat == self.actor else None))
                for seat in range(self.setup.players)
            )
        return PlainPosition(self.book, self.setup, self.data, later, draws, memories)

    def observe(self, seat: int) -> list[int]:
        """A seat's observation; zeros during the set-up."""
        row = [0] * len(self.book.features)
        if self.move != SET_UP:
            self.rules.encode_observation(self.state, seat, row)
        return row

    def view(self, seat: int) -> str:
        seen = {} if self.move == SET_UP else self.book.layout.as_data(self.state, seat)
        return json.dumps(seen, separators=(",", ":"))

    def information(self, seat: int) -> tuple[int, str]:
        """A seat's information state: its memory and its view."""
        return self.memories[seat], self.view(seat)

    @property
    def places(self) -> list[int]:
        _, row = buffers(self.book)
        self.rules.rank(self.state, row)
        return row[: self.setup.players]
