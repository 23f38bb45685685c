"""One game for tree search: compiled rules, with undo and clones, and no `Match` behind it."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import addressof, c_char
from functools import cache
from threading import Lock
from typing import Any

import numpy as np

from nomarch.envs import pointer_calls, rewards
from nomarch.envs.batch import Batch
from nomarch.envs.observations import INT, Array
from nomarch.envs.pointer_calls import LOOK, OVER, PLAY, REFUSED_CALL, SEAT_BITS, pointer_call
from nomarch.errors import GameOver, IllegalMove, NothingToUndo
from nomarch.kernel.declare.game import Rulebook, Setup, rulebook
from nomarch.kernel.run.batch_slots import SLOT
from nomarch.kernel.run.seeds import make_seed

SEATS = (1 << SEAT_BITS) - 1
ALIGNMENT = 8


class CompiledGame:
    """A game in which the caller makes every decision; forced moves are played as at a table.

    Chance comes from the seed: the game is that of `nomarch.new(..., seed=seed)`. A clone continues
    with the same draws.

    >>> from nomarch.envs import CompiledGame
    >>> game = CompiledGame("ra", players=4, seed=1)
    >>> game.seat, game.legal()
    (3, [0, 1])
    >>> game.apply(0)
    >>> game.undo()
    >>> game.seat
    3
    """

    __slots__ = ("_address", "_history", "_kind", "_listed", "_memory", "_result", "_table")

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seed: str | int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        book = rulebook(game)
        self._kind = _kind(book, book.setup(players or book.game.usual_players, options))
        self._use(np.zeros(self._kind.size, np.uint8))
        self.reset(seed)

    def _use(self, memory: Array) -> None:
        kind, self._memory = self._kind, memory
        self._table = kind.table + kind.relative * _address_of(memory)
        self._address = _address_of(self._table)
        listed = kind.parts["listed"]
        self._listed = memory.data[listed:].cast("i")

    def reset(self, seed: str | int | None = None) -> None:
        """Start the game of a seed; without one, a random game."""
        self._result = self._kind.begin(make_seed(seed), self._memory)
        self._history: list[tuple[bytes, int]] = []

    @property
    def book(self) -> Rulebook:
        return self._kind.book

    @property
    def players(self) -> int:
        return self._kind.setup.players

    @property
    def is_over(self) -> bool:
        return self._result == OVER

    @property
    def seat(self) -> int:
        """The seat to act, of several the lowest; -1 at the end."""
        return -1 if self._result == OVER else self._result & SEATS

    def legal(self) -> list[int]:
        """Return the legal actions of the seat to act."""
        result = self._result
        return [] if result == OVER else self._listed[: result >> SEAT_BITS].tolist()

    def apply(self, action: int) -> None:
        """Play an action of the seat to act. An illegal one raises, and changes nothing."""
        before = self._result
        if before == OVER:
            raise GameOver("The game is over.")
        kind = self._kind
        memory = self._memory.data[: kind.kept].tobytes()
        result = kind.call(self._address, PLAY, action)
        if result == REFUSED_CALL:
            raise IllegalMove(f"Action {action} is not legal here: {self.legal()}.")
        self._history.append((memory, before))
        self._result = result

    def undo(self) -> None:
        """Take back the last action, and the forced moves after it."""
        if not self._history:
            raise NothingToUndo("There is nothing to undo.")
        memory, self._result = self._history.pop()
        self._memory.data[: self._kind.kept] = memory

    def clone(self) -> CompiledGame:
        """Return a copy that can be played on its own; its `undo` ends here."""
        other = object.__new__(CompiledGame)
        other._kind, other._result, other._history = self._kind, self._result, []
        other._use(self._memory.copy())
        return other

    def observe(self, seat: int | None = None) -> Array:
        """Return what a seat sees (default: the seat to act), as `Batch.observation` has it."""
        kind = self._kind
        kind.call(self._address, LOOK, max(0, self.seat) if seat is None else seat)
        first = kind.parts["observation"]
        seen: Array = self._memory[first : first + 2 * kind.features].view(INT).copy()
        return seen

    @property
    def state(self) -> bytes:
        """The packed state, secrets included; equal states continue alike."""
        return self._memory.data[: self.book.layout.size].tobytes()

    @property
    def points(self) -> list[int]:
        """Points by seat at the end; zeros before."""
        return self._slot("points")

    @property
    def places(self) -> list[int]:
        """Places by seat at the end; zeros before."""
        return self._slot("places")

    def rewards(self) -> list[float]:
        """Return 1 for a sole first place to -1 for a sole last one; zeros before the end."""
        return rewards.of_places(self.places) if self.is_over else [0.0] * self.players

    def _slot(self, name: str) -> list[int]:
        if not self.is_over:
            return [0] * self.players
        first = self._kind.parts["slots"]
        slot = self._memory[first : first + SLOT.size].view(SLOT.dtype)[0]
        values: list[int] = slot[name][: self.players].tolist()
        return values

    def __reduce__(self) -> tuple[Any, ...]:
        kind = self._kind
        return _restored, (kind.book, kind.setup, self._memory.tobytes(), self._result)


def _address_of(array: Array) -> int:
    """Return what `array.ctypes.data` is, in a third of the time."""
    return addressof(c_char.from_buffer(array.data))


class GameKind:
    """What all games of a set-up share: the layout of their memory, and compiled code."""

    def __init__(self, book: Rulebook, setup: Setup) -> None:
        self.book, self.setup, self.features = book, setup, len(book.features)
        self.batch = Batch(
            book.game.id, setup.players, 1, seed=[0], options=book.option_ids(setup),
            observe=False, reset="next_step", workers=1,
        )  # fmt: skip
        self.call = pointer_call(book.game.id)
        self._lock = Lock()
        self._copied = {
            "states": self.batch.states, "slots": self.batch.slots, "words": self.batch.words,
            "mask": self.batch.mask, "seat": self.batch.seat,
        }  # fmt: skip
        sizes = {name: array.nbytes for name, array in self._copied.items()} | {
            "action": 4, "reward": 4 * setup.players, "done": 1, "refused": 1,
            "listed": 4 * len(book.actions), "observation": 2 * self.features,
        }  # fmt: skip
        self.parts, self.size = dict[str, int](), 0
        """Where each part begins."""
        for name, size in sizes.items():
            self.parts[name] = self.size
            self.size += -(-size // ALIGNMENT) * ALIGNMENT
        self.kept = self.parts["observation"]
        """Bytes that `undo` restores."""
        self.table, self.relative = self._make_table()

    def _make_table(self) -> tuple[Array, Array]:
        """Return a table with offsets into the memory, and 1 for each entry that is an offset."""
        shared = {
            "options": self.batch._options, "worth": self.batch._worth,
            "settings": self.batch._settings,
        }  # fmt: skip
        table = np.zeros(pointer_calls.TABLE_SIZE, np.int64)
        relative = np.zeros_like(table)
        table[pointer_calls.GAMES] = 1
        table[pointer_calls.OPTION_COUNT] = len(shared["options"])
        for name, array in shared.items():
            table[getattr(pointer_calls, name.upper())] = array.ctypes.data
        for name, first in self.parts.items():
            entry = getattr(pointer_calls, name.upper())
            table[entry], relative[entry] = first, 1
        # No row of `last` is ever written.
        table[pointer_calls.LAST], relative[pointer_calls.LAST] = self.parts["observation"], 1
        return table, relative

    def begin(self, seed: str, memory: Array) -> int:
        """Start a game in a memory; return what `PLAY` would."""
        with self._lock:
            self.batch.reset([seed])
            for name, array in self._copied.items():
                first = self.parts[name]
                memory[first : first + array.nbytes] = array.view(np.uint8).reshape(-1)
            legal = np.flatnonzero(self.batch.mask[0]).astype(np.int32)
            first = self.parts["listed"]
            memory[first : first + legal.nbytes] = legal.view(np.uint8)
            return len(legal) << SEAT_BITS | int(self.batch.seat[0])


_kind = cache(GameKind)


def _restored(book: Rulebook, setup: Setup, memory: bytes, result: int) -> CompiledGame:
    game = object.__new__(CompiledGame)
    game._kind, game._result, game._history = _kind(book, setup), result, []
    game._use(np.frombuffer(memory, np.uint8).copy())
    return game
