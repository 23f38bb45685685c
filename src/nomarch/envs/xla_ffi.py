"""Handlers by which XLA calls compiled games: its foreign function interface, from Numba.

A handler gets the address of an `XLA_FFI_CallFrame` and reads it by its C layout, as XLA's header
`xla/ffi/api/c_api.h` declares it. Offsets are those of the interface version `TESTED`; a handler
says that it has this version, and XLA refuses it if its own differs.
"""

import re
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import carray

from nomarch.envs.observations import INT
from nomarch.envs.pointer_calls import HOW, WORD, pointer, read_word, write_word
from nomarch.errors import BadOption
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run import batch as drivers
from nomarch.kernel.run.batch_slots import SLOT

FRAME_EXTENSION = 1 * WORD
FRAME_ARGS, FRAME_RETS, FRAME_ATTRS = 9 * WORD, 14 * WORD, 19 * WORD
"""Offsets in a call frame; the last three are those of lists of pointers."""
BUFFER_DATA, BUFFER_RANK, BUFFER_DIMS = 3 * WORD, 4 * WORD, 5 * WORD
EXTENSION_TYPE, EXTENSION_METADATA = 1 * WORD, 3 * WORD
METADATA_TYPE = 1
"""The extension by which XLA asks for a handler's version."""
METADATA_VERSION = 3 * WORD
"""Offset of the major and minor version, two 32-bit ints."""
TESTED = (0, 3)
"""The version of the interface these offsets were tested with: that of jaxlib 0.10."""
TESTED_WORD = TESTED[0] | TESTED[1] << 32
ATTR_DATA = 2 * WORD


@numba.njit  # type: ignore[untyped-decorator]
def tell_version(frame: int) -> int:
    """Answer XLA's query for the handler's version; return 0 if it is none."""
    extension = read_word(frame + FRAME_EXTENSION)
    if extension == 0 or read_word(extension + EXTENSION_TYPE) & 0xFFFFFFFF != METADATA_TYPE:
        return 0
    write_word(read_word(extension + EXTENSION_METADATA) + METADATA_VERSION, TESTED_WORD)
    return 1


@numba.njit  # type: ignore[untyped-decorator]
def data_of(frame: int, side: int, number: int) -> int:
    """Return the address of an argument's or a result's data."""
    address: int = read_word(read_word(read_word(frame + side) + WORD * number) + BUFFER_DATA)
    return address


@numba.njit  # type: ignore[untyped-decorator]
def rows_of(frame: int) -> int:
    """Return the number of games: the leading sizes of the first result."""
    buffer = read_word(read_word(frame + FRAME_RETS))
    dims, rows = read_word(buffer + BUFFER_DIMS), 1
    for axis in range(read_word(buffer + BUFFER_RANK) - 1):
        rows *= read_word(dims + WORD * axis)
    return rows


@numba.njit  # type: ignore[untyped-decorator]
def settings_of(frame: int) -> Any:
    """Return options, values of places and settings: the attribute, an array of 64-bit ints."""
    at = read_word(read_word(read_word(frame + FRAME_ATTRS)) + ATTR_DATA)
    options = carray(pointer(at + WORD), (read_word(at),), np.int64)
    at += WORD * (1 + len(options))
    how = carray(pointer(at), (HOW,), np.int64)
    worth = carray(pointer(at + WORD * HOW), (2 * how[drivers.PLAYERS] - 1,), np.float32)
    return options, worth, how


def check_interface(header: str) -> None:
    """Raise `BadOption` if XLA's header declares another version of the interface."""
    found = dict(re.findall(r"#define XLA_FFI_API_(MAJOR|MINOR) (\d+)", header))
    version = int(found.get("MAJOR", -1)), int(found.get("MINOR", -1))
    if version != TESTED:
        found_version, tested = (".".join(map(str, each)) for each in (version, TESTED))
        raise BadOption(
            f"This JAX has version {found_version} of XLA's foreign function interface; "
            f"version {tested} was tested: pip install 'nomarch[jax]'."
        )


def pack_settings(options: Any, worth: Any, how: Any) -> np.ndarray[Any, Any]:
    """Return the attribute that `settings_of` reads."""
    padded = np.zeros(-(-len(worth) // 2) * 2, np.float32)
    padded[: len(worth)] = worth
    return np.concatenate([[len(options)], options, how, padded.view(np.int64)]).astype(np.int64)


@cache
def handlers(game: str) -> dict[str, Any]:
    """Return the compiled handlers of a game by name: `init`, `step` and `observe`."""
    book, build = rulebook(game), backend.random_play(game)
    begin_slots, step_slots = build.begin_slots, build.step_slots
    encode_observation = build.encode_observation
    state_type, slot_type = book.layout.dtype, SLOT.dtype
    words, features, actions = book.actions.words, len(book.features), len(book.actions)
    state_size, slot_size = book.layout.size, SLOT.size

    def init(frame: int) -> int:
        if tell_version(frame) == 1:
            return 0
        n = rows_of(frame)
        options, _, how = settings_of(frame)
        states = carray(pointer(data_of(frame, FRAME_RETS, 0)), (n,), state_type)
        sizes = (state_size, slot_size)
        for part in range(2):  # XLA does not clear the memory of results
            made = carray(pointer(data_of(frame, FRAME_RETS, part)), (n * sizes[part],), np.uint8)
            made[:] = 0
        slots = carray(pointer(data_of(frame, FRAME_RETS, 1)), (n,), slot_type)
        keys = carray(pointer(data_of(frame, FRAME_ARGS, 0)), (n, 8), np.int32)
        for i in range(n):
            for word in range(8):
                slots[i].key[word] = keys[i, word]
        begin_slots(
            0, n, states, slots,
            carray(pointer(data_of(frame, FRAME_RETS, 2)), (n, words), np.uint32),
            carray(pointer(data_of(frame, FRAME_RETS, 3)), (n, features), INT),
            carray(pointer(data_of(frame, FRAME_RETS, 4)), (n, actions), np.int8),
            carray(pointer(data_of(frame, FRAME_RETS, 5)), (n,), np.int32),
            options, how,
        )  # fmt: skip
        return 0

    def step(frame: int) -> int:
        if tell_version(frame) == 1:
            return 0
        n = rows_of(frame)
        options, worth, how = settings_of(frame)
        sizes = (state_size, slot_size, 4 * words)
        for part in range(3):
            before = data_of(frame, FRAME_ARGS, part)
            after = carray(pointer(data_of(frame, FRAME_RETS, part)), (n * sizes[part],), np.uint8)
            after[:] = carray(pointer(before), (n * sizes[part],), np.uint8)
        action = carray(pointer(data_of(frame, FRAME_ARGS, 3)), (n,), np.int32)
        frozen = carray(pointer(data_of(frame, FRAME_ARGS, 4)), (n,), np.int8)
        states = carray(pointer(data_of(frame, FRAME_RETS, 0)), (n,), state_type)
        slots = carray(pointer(data_of(frame, FRAME_RETS, 1)), (n,), slot_type)
        masks = carray(pointer(data_of(frame, FRAME_RETS, 2)), (n, words), np.uint32)
        rows = carray(pointer(data_of(frame, FRAME_RETS, 3)), (n, features), INT)
        legal = carray(pointer(data_of(frame, FRAME_RETS, 4)), (n, actions), np.int8)
        seats = carray(pointer(data_of(frame, FRAME_RETS, 5)), (n,), np.int32)
        reward = carray(
            pointer(data_of(frame, FRAME_RETS, 6)), (n, how[drivers.PLAYERS]), np.float32
        )
        done = carray(pointer(data_of(frame, FRAME_RETS, 7)), (n,), np.int8)
        refused = carray(pointer(data_of(frame, FRAME_RETS, 8)), (n,), np.int8)
        last = carray(pointer(data_of(frame, FRAME_RETS, 3)), (0, features), INT)
        for i in range(n):
            if frozen[i] == 1:
                reward[i, :] = 0
                done[i], refused[i] = 0, 0
            else:
                step_slots(
                    i, i + 1, states, slots, masks, action, rows, legal, seats, reward, done,
                    refused, last, options, worth, how,
                )  # fmt: skip
        return 0

    def observe(frame: int) -> int:
        if tell_version(frame) == 1:
            return 0
        n = rows_of(frame)
        states = carray(pointer(data_of(frame, FRAME_ARGS, 0)), (n,), state_type)
        seats = carray(pointer(data_of(frame, FRAME_ARGS, 1)), (n,), np.int32)
        rows = carray(pointer(data_of(frame, FRAME_RETS, 0)), (n, features), INT)
        for i in range(n):
            encode_observation(states[i], seats[i], rows[i])
        return 0

    compile_handler = numba.cfunc("int64(int64)", nogil=True)
    verbs = {"init": init, "step": step, "observe": observe}
    return {name: compile_handler(verb) for name, verb in verbs.items()}
