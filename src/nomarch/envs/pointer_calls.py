"""Compiled calls that take one address instead of arrays.

Numba unpacks every array argument of a call from Python, which takes longer than a move. A table of
addresses is one argument: the arrays are made of it inside.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic

from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import MAX_PLAYERS, rulebook
from nomarch.kernel.run import batch as drivers
from nomarch.kernel.run.batch_slots import SLOT
from nomarch.kernel.run.explicit_chance import NODE
from nomarch.kernel.run.tree_nodes import MAX_OUTCOMES, node_dtype

WORD = 8
"""Bytes of an address."""
HOW = drivers.POLICIES + MAX_PLAYERS
"""Elements of a batch's settings."""

(
    GAMES, STATES, SLOTS, WORDS, ACTION, OBSERVATION, MASK, SEAT, REWARD, DONE, REFUSED, LAST,
    LASTS, OPTIONS, OPTION_COUNT, WORTH, SETTINGS, LISTED,
) = range(18)  # fmt: skip
"""A table's entries: the number of games, the addresses of a batch's arrays, the number of rows of
`last` and of options, and the address of a list of legal actions."""
TABLE_SIZE = LISTED + 1
REFUSED_CALL, OVER = -1, -2
"""What `play` returns instead of a seat and a number of legal actions."""
SEAT_BITS = 3
"""The lowest bits of what `play` returns are the seat."""


@intrinsic  # type: ignore[untyped-decorator]
def read_word(context: Any, address: Any) -> Any:
    """Read 64 bits of memory."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.inttoptr(arguments[0], cgutils.intp_t.as_pointer()))

    return types.int64(types.int64), write


@intrinsic  # type: ignore[untyped-decorator]
def write_word(context: Any, address: Any, value: Any) -> Any:
    """Write 64 bits of memory."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to = builder.inttoptr(arguments[0], cgutils.intp_t.as_pointer())
        builder.store(arguments[1], to)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), write


@intrinsic  # type: ignore[untyped-decorator]
def pointer(context: Any, address: Any) -> Any:
    """Return an address as a pointer, for `carray`."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), write


def call_by_address(dispatcher: Any, signature: tuple[Any, ...]) -> Any:
    """Return an intrinsic that calls a compiled function by its address.

    A call by name would include the function's code, and compile all rules of a game again.
    """
    dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature]
    description = compiled.fndesc
    address = compiled.library.get_pointer_to_function(description.llvm_func_name)
    restype, argtypes = description.restype, description.argtypes

    @intrinsic  # type: ignore[untyped-decorator]
    def call(context: Any, arguments: Any) -> Any:
        """Take the arguments as one tuple."""

        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(restype, argtypes).as_pointer()
            function = builder.inttoptr(cgutils.intp_t(address), kind)
            values = [
                context.cast(builder, value, one, other)
                for value, one, other in zip(
                    cgutils.unpack_tuple(builder, given[0]), arguments.types, argtypes, strict=True
                )
            ]
            _, result = convention.call_function(builder, function, restype, argtypes, values)
            return result

        return restype(arguments), write

    return call


STEP, PLAY, LOOK = range(3)
"""What a call does: step all games of a batch; play an action in the first game and list its next
legal actions; write what a seat of the first game sees to `OBSERVATION`."""


@cache
def pointer_call(
    game: str, *, has_greedy: bool = False, kind: Any = np.int16
) -> Callable[[int, int, int], int]:
    """Return a game's call, for observations of a type.

    It takes the address of a table, what to do, and the action or the seat. After `PLAY` it returns
    the number of legal actions, shifted by `SEAT_BITS`, and the seat to act; or `REFUSED_CALL` or
    `OVER`. It never needs the interpreter lock.
    """
    book = rulebook(game)
    build = backend.cpu(game) if has_greedy else backend.random_play(game)
    states = types.Array(numba.from_dtype(book.layout.dtype), 1, "C")
    slots = types.Array(numba.from_dtype(SLOT.dtype), 1, "C")
    row, rows = (types.Array(numba.from_dtype(np.dtype(kind)), rank, "C") for rank in (1, 2))
    masks, floats = types.Array(types.int8, 2, "C"), types.Array(types.float32, 2, "C")
    bytes_, ints = types.Array(types.int8, 1, "C"), types.Array(types.int32, 1, "C")
    longs, words_type = types.Array(types.int64, 1, "C"), types.Array(types.uint32, 2, "C")
    step_slots = call_by_address(
        build.step_slots,
        (types.int64, types.int64, states, slots, words_type, ints, rows,
         masks, ints, floats, bytes_, bytes_, rows, longs, types.Array(types.float32, 1, "C"),
         longs),
    )  # fmt: skip
    encode_observation = call_by_address(build.encode_observation, (states.dtype, types.int64, row))
    state_type, slot_type = book.layout.dtype, SLOT.dtype
    words, features, actions = book.actions.words, len(book.features), len(book.actions)

    @numba.njit("int64(int64, int64, int64)", nogil=True)  # type: ignore[untyped-decorator]
    def call(table: int, what: int, argument: int) -> int:
        at = carray(pointer(table), (TABLE_SIZE,), np.int64)
        n = at[GAMES]
        states = carray(pointer(at[STATES]), (n,), state_type)
        if what == LOOK:
            seen = carray(pointer(at[OBSERVATION]), (features,), kind)
            encode_observation((states[0], argument, seen))
            return 0
        how = carray(pointer(at[SETTINGS]), (HOW,), np.int64)
        players = how[drivers.PLAYERS]
        chosen = carray(pointer(at[ACTION]), (n,), np.int32)
        if what == PLAY:
            chosen[0] = argument
        masks = carray(pointer(at[MASK]), (n, actions), np.int8)
        seats = carray(pointer(at[SEAT]), (n,), np.int32)
        done = carray(pointer(at[DONE]), (n,), np.int8)
        refused = carray(pointer(at[REFUSED]), (n,), np.int8)
        rows = n if how[drivers.LOOKS] == 1 else 0
        step_slots((
            0, n, states,
            carray(pointer(at[SLOTS]), (n,), slot_type),
            carray(pointer(at[WORDS]), (n, words), np.uint32),
            chosen,
            carray(pointer(at[OBSERVATION]), (rows, features), kind),
            masks, seats,
            carray(pointer(at[REWARD]), (n, players), np.float32),
            done, refused,
            carray(pointer(at[LAST]), (at[LASTS], features), kind),
            carray(pointer(at[OPTIONS]), (at[OPTION_COUNT],), np.int64),
            carray(pointer(at[WORTH]), (2 * players - 1,), np.float32),
            how,
        ))  # fmt: skip
        if what == STEP:
            return 0
        if refused[0] == 1:
            return REFUSED_CALL
        if done[0] == 1:
            return OVER
        listed = carray(pointer(at[LISTED]), (actions,), np.int32)
        count = 0
        for number in range(actions):
            if masks[0, number] == 1:
                listed[count] = number
                count += 1
        result: int = count << SEAT_BITS | seats[0]
        return result

    found: Callable[[int, int, int], int] = call
    return found


@cache
def tree_calls(game: str) -> tuple[Callable[..., int], Callable[[int, int], int]]:
    """Return `walk` and `encode_observation` of a game's explicit build.

    Both take the address of a table of addresses: of the arrays of `walk`, of a row for an
    observation, and the number of options. `walk` also takes seat, action, `is_new` and the number
    of known draws, the other call the seat that looks.
    """
    book, build = rulebook(game), backend.explicit(game)
    node_type, size = node_dtype(book), node_dtype(book).itemsize // WORD
    words, features = book.actions.words, len(book.features)
    most = max(len(book.actions), MAX_OUTCOMES)
    record, longs = numba.from_dtype(node_type), types.Array(types.int64, 1, "C")
    walk = call_by_address(
        build.walk,
        (*(types.int64,) * 4, types.Array(record, 1, "C"), types.Array(types.int64, 2, "C"), longs,
         longs, longs, types.Array(types.uint32, 1, "C"), longs),
    )  # fmt: skip
    encode_observation = call_by_address(build.encode_observation, (record, types.int64, longs))

    @numba.njit("int64(int64, int64, int64, int64, int64)", nogil=True)  # type: ignore[untyped-decorator]
    def call_walk(table: int, seat: int, action: int, is_new: int, known: int) -> int:
        at = carray(pointer(table), (9,), np.int64)
        result: int = walk((
            seat, action, is_new, known,
            carray(pointer(at[0]), (3,), node_type),
            carray(pointer(at[1]), (3, size), np.int64),
            carray(pointer(at[2]), (at[8],), np.int64),
            carray(pointer(at[3]), (3,), np.int64),
            carray(pointer(at[4]), (most,), np.int64),
            carray(pointer(at[5]), (words,), np.uint32),
            carray(pointer(at[6]), (MAX_PLAYERS,), np.int64),
        ))  # fmt: skip
        return result

    @numba.njit("int64(int64, int64)", nogil=True)  # type: ignore[untyped-decorator]
    def call_look(table: int, seat: int) -> int:
        at = carray(pointer(table), (9,), np.int64)
        node = carray(pointer(at[0]), (3,), node_type)[NODE]
        encode_observation((node, seat, carray(pointer(at[7]), (features,), np.int64)))
        return 0

    return call_walk, call_look
