"""Positions: a game as a tree, in which chance is a player whose every draw can be looked at.

A position never changes; a decision or a draw leads to another one. Whatever chance brings in the
course of a move is asked for one thing at a time: the move is carried out on a copy with the draws
that are known, up to the first that is not.
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
"""Who is to act when no seat is; the numbers are OpenSpiel's."""

SET_UP = (-1, -1)
"""The move that lays the game out."""

MEMORY_BYTES = 16

Move = tuple[int, int]
"""A seat and its action."""


class _Undecided(Exception):
    """A draw that nobody has made yet."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__(weights)
        self.weights = weights


class _Dice:
    """Gives the draws that are known, one after the other, and stops at the first that is not."""

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


class Position:
    """A moment of a game: a decision, a draw, or the end."""

    def __init__(
        self,
        book: Rulebook,
        setup: Setup,
        data: bytes,
        move: Move | None = None,
        draws: tuple[int, ...] = (),
        before: Position | None = None,
        memories: Mapping[int, bytes] | None = None,
    ) -> None:
        self.book, self.setup = book, setup
        self.data = data
        """The state before the move that is under way, or as it is when none is."""
        self.move, self.draws = move, draws
        self._before, self._done = before, move
        self._memories = dict(memories or {})
        self._views: dict[int, str] = {}
        self.weights: tuple[int, ...] = ()
        """What chance may bring: how likely each kind is, beside the others."""
        if move is not None:
            self._carry_out(move)

    @staticmethod
    @cache
    def first(book: Rulebook, setup: Setup) -> Position:
        """The beginning: before anything is laid out, as far as that is left to chance."""
        return Position(book, setup, bytes(book.layout.size), SET_UP)

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

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        memories = self._all_memories()
        game = self.book.game.id
        return _restored, (game, self.setup, self.data, self.move, self.draws, memories)

    # --- Playing ------------------------------------------------------------------------------

    @cached_property
    def state(self) -> GameState:
        """The state as it was before the move under way; not to be changed."""
        return self.book.layout.unpack(self.data)

    @cached_property
    def actor(self) -> int:
        """The seat that is to act, of several the lowest; or `CHANCE`, or `TERMINAL`."""
        if self.move is not None:
            return CHANCE
        seats = backend.interpreted(self.book.game.id).to_act(self.state)
        return (seats & -seats).bit_length() - 1 if seats else TERMINAL

    @cached_property
    def legal(self) -> list[int]:
        """What the actor may do: actions, or the kinds that chance may bring."""
        if self.actor == TERMINAL:
            return []
        if self.actor == CHANCE:
            return [kind for kind, weight in enumerate(self.weights) if weight]
        mask, _ = buffers(self.book)
        backend.interpreted(self.book.game.id).ask(self.state, self.actor, mask)
        return allowed(mask)

    def after(self, action: int) -> Position:
        """The position that an action, or a draw, leads to."""
        book, setup, data = self.book, self.setup, self.data
        if self.move is None:
            return Position(book, setup, data, (self.actor, action), (), self)
        draws = (*self.draws, action)
        return Position(book, setup, data, self.move, draws, self._before, self._memories)

    # --- Knowing ------------------------------------------------------------------------------

    def observe(self, seat: int) -> list[int]:
        """The features that a seat sees; nothing before the game is laid out."""
        row = [0] * len(self.book.features)
        if self.move != SET_UP:
            backend.interpreted(self.book.game.id).encode_observation(self.state, seat, row)
        return row

    def view(self, seat: int) -> str:
        """All that a seat may know of the moment, as text."""
        if self.move == SET_UP:
            return "{}"
        if seat not in self._views:
            seen = self.book.layout.as_data(self.state, seat)
            self._views[seat] = json.dumps(seen, separators=(",", ":"))
        return self._views[seat]

    def memory(self, seat: int) -> bytes:
        """A fingerprint of all that a seat has seen and done before this moment.

        Goes back along the game to where it is known already, and from there on again.
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

    def _all_memories(self) -> dict[int, bytes]:
        return {seat: self.memory(seat) for seat in range(self.setup.players)}

    def imagined(self, seat: int, stream: Stream) -> Position:
        """A position that the seat cannot tell from this one; what it cannot see is drawn anew."""
        layout = self.book.layout
        state = layout.observe(self.state, seat)
        backend.interpreted(self.book.game.id).determinise(state, seat, stream)
        for field in STREAM.fields:  # The dice decide here: no stream is part of a position.
            setattr(state, field.name, getattr(self.state, field.name))
        data = layout.pack(state)
        return Position(self.book, self.setup, data, memories=self._all_memories())

    def results(self) -> tuple[list[int], list[int]]:
        """Every seat's points, and every seat's place."""
        rules, (_, row) = backend.interpreted(self.book.game.id), buffers(self.book)
        rules.score(self.state, row)
        points = row[: self.setup.players]
        rules.rank(self.state, row)
        return points, row[: self.setup.players]

    def __str__(self) -> str:
        """The whole truth, secrets included."""
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
) -> Position:
    return Position(rulebook(game), setup, data, move, draws, memories=memories)


def dream_stream(salt: Sequence[int]) -> Stream:
    """A stream to imagine with, from eight numbers."""
    stream = STREAM.plain()
    reseed(stream, salt, 0, DREAM)
    return stream
