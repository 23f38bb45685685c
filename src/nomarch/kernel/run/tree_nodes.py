"""Records of game tree nodes: a state, the memory of each seat, and the draws of a move."""

from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook
from nomarch.kernel.declare.layout import EVERYONE, NOBODY, OWNER, Field

WORD = 8
"""Bytes."""
MEMORY_BYTES = 16
"""A seat's memory: a fingerprint of everything it saw and did."""
MAX_DRAWS = 512
"""Draws of one move."""
MAX_OUTCOMES = 128
"""Outcomes of one draw."""


def state_words(book: Rulebook) -> int:
    return -(-book.layout.size // WORD)


@cache
def node_dtype(book: Rulebook) -> np.dtype[Any]:
    """Return the game's record type with memories and draws behind it."""
    added = [
        ("tree_memory", "<i8", (MAX_PLAYERS, MEMORY_BYTES // WORD)),
        ("tree_weights", "<i4", (MAX_OUTCOMES,)),
        ("tree_known", "<i4"),
        ("tree_used", "<i4"),
        ("tree_kinds", "<i4"),
        ("tree_rest", "<i4"),
        ("tree_draws", "<i2", (MAX_DRAWS,)),
    ]
    return np.dtype([*book.layout.dtype.descr, *added], align=True)


def make_conceal(book: Rulebook) -> tuple[FunctionType, dict[str, FunctionType]]:
    """Return a function that hides fields from a viewer, and the visibility rules it calls.

    It sets hidden elements of `out` to `unknown`, as `Layout.observe` does.
    """
    rules: dict[str, FunctionType] = {}
    lines = ["def conceal(s, viewer, out):", "    return"]
    lines[1:1] = [line for field in book.layout.fields for line in _hiding(field, rules)]
    made: dict[str, Any] = {}
    # Numba's cache needs a file that exists; the folder of the cache depends on its contents.
    exec(compile("\n".join(lines), __file__, "exec"), made)
    function: FunctionType = made["conceal"]
    return function, rules


def _hiding(field: Field, rules: dict[str, FunctionType]) -> Iterator[str]:
    if field.sees is EVERYONE:
        return
    indent = "    "
    for axis, size in enumerate(field.shape):
        yield f"{indent}for i{axis} in range({size}):"
        indent += "    "
    index = [f"i{axis}" for axis in range(len(field.shape))]
    if field.sees is OWNER:
        yield f"{indent}if i0 != viewer:"
        indent += "    "
    elif field.sees is not NOBODY:
        assert isinstance(field.sees, FunctionType)
        name = f"sees_{field.name}"
        rules[name] = field.sees
        yield f"{indent}if {name}({', '.join(['s', 'viewer', *index])}) == 0:"
        indent += "    "
    element = "".join(f"[{i}]" for i in index)
    yield f"{indent}out.{field.name}{element} = {field.unknown}"
