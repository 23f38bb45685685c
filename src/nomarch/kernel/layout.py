"""The layout language: what a state is made of, and who may see which part of it.

A game lists its fields once. From that list come the NumPy record that compiled code works on, the
plain carrier that interpreted code works on (the same bytes when packed), and every seat's view.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class Sees(Enum):
    """Who may see a field: all, the seat that the first index names, or nobody."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"


EVERYONE, OWNER, NOBODY = Sees.EVERYONE, Sees.OWNER, Sees.NOBODY

SeenBy = Callable[..., int]
"""A rule of sight, `f(state, viewer, *index) -> 0 or 1`, for fields that change hands."""

PADDING = "_padding"

_STRUCT_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


@dataclass(frozen=True)
class Field:
    """One named part of a state. A field that does not say who sees it is seen by nobody."""

    name: str
    type: str
    shape: tuple[int, ...] = ()
    sees: Sees | SeenBy = NOBODY
    about: str = ""
    unknown: int = -1
    """What stands in a view where the viewer may not look."""

    def __post_init__(self) -> None:
        if self.type not in _STRUCT_CODES:
            raise TypeError(
                f"field {self.name}: type {self.type!r} is not one of {', '.join(_STRUCT_CODES)} "
                "(unsigned integers turn into floats when they meet signed ones)"
            )
        if self.sees is OWNER and not self.shape:
            raise TypeError(f"field {self.name}: only a field indexed by seat can have owners")

    @property
    def width(self) -> int:
        """Bytes of one element."""
        return int(self.type[1])

    @property
    def count(self) -> int:
        """Number of elements."""
        total = 1
        for size in self.shape:
            total *= size
        return total

    def indices(self) -> Iterator[tuple[int, ...]]:
        """Every element's index, in memory order."""
        return product(*(range(size) for size in self.shape))

    def is_seen(self, state: Any, viewer: int, index: tuple[int, ...]) -> bool:
        """Whether the viewer may see the element; a spectator (-1) owns nothing."""
        if self.sees is EVERYONE:
            return True
        if self.sees is OWNER:
            return index[0] == viewer
        if self.sees is NOBODY:
            return False
        assert not isinstance(self.sees, Sees)
        return bool(self.sees(state, viewer, *index))


class Plain:
    """A state as plain ints and lists behind `state.field`: what interpreted rules work on."""

    __slots__ = ("__dict__",)
    trace: list[tuple[int, ...]] | None


class Layout:
    """An ordered list of fields, with everything that is made from it."""

    def __init__(self, fields: Iterable[Field]) -> None:
        self.fields = tuple(fields)
        self.by_name = {field.name: field for field in self.fields}
        if len(self.by_name) != len(self.fields):
            raise TypeError("two fields of a layout have the same name")
        # Widest first: every element is aligned and no gap holds undefined bytes.
        self._in_memory = sorted(self.fields, key=lambda field: -field.width)
        widest = self._in_memory[0].width
        used = sum(field.width * field.count for field in self._in_memory)
        self.padding = -used % widest
        self.size = used + self.padding
        codes = "".join(f"{field.count}{_STRUCT_CODES[field.type]}" for field in self._in_memory)
        self._struct = struct.Struct(f"<{codes}{self.padding}x")

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy record type: compiled code's state."""
        import numpy as np

        names = [field.name for field in self._in_memory]
        formats: list[Any] = [(f"<{field.type}", field.shape) for field in self._in_memory]
        offsets, at = [], 0
        for field in self._in_memory:
            offsets.append(at)
            at += field.width * field.count
        if self.padding:
            # A field of its own: NumPy leaves bytes that belong to none undefined when it copies.
            names.append(PADDING)
            formats.append(("<i1", (self.padding,)))
            offsets.append(at)
        return np.dtype(
            {
                "names": names,
                "formats": formats,
                "offsets": offsets,
                "itemsize": self.size,
            },
            align=True,
        )

    def plain(self) -> Plain:
        """A new interpreted state, all zero."""
        return self.unpack(bytes(self.size))

    def records(self, count: int = 1) -> np.ndarray[Any, np.dtype[Any]]:
        """New compiled states, all zero."""
        import numpy as np

        return np.zeros(count, self.dtype)

    def pack(self, state: Any) -> bytes:
        """An interpreted state as bytes; a value that its field cannot hold raises."""
        flat: list[int] = []
        for field in self._in_memory:
            _flatten(getattr(state, field.name), len(field.shape), flat)
        return self._struct.pack(*flat)

    def unpack(self, data: bytes) -> Plain:
        """The interpreted state of these bytes."""
        values = self._struct.unpack(data)
        state = Plain()
        state.trace = None
        at = 0
        for field in self._in_memory:
            if field.shape:
                part = list(values[at : at + field.count])
                setattr(state, field.name, _fold(part, field.shape))
            else:
                setattr(state, field.name, values[at])
            at += field.count
        return state

    def copy(self, state: Any) -> Plain:
        """An interpreted state's twin, without its trace."""
        twin = Plain()
        twin.trace = None
        for field in self.fields:
            setattr(twin, field.name, _copy(getattr(state, field.name), len(field.shape)))
        return twin

    def observe(self, state: Any, viewer: int) -> Plain:
        """What the viewer may know, as a state whose hidden parts read `unknown`."""
        view = self.copy(state)
        for field in self.fields:
            if field.sees is EVERYONE:
                continue
            if not field.shape:
                if not field.is_seen(state, viewer, ()):
                    setattr(view, field.name, field.unknown)
                continue
            for index in field.indices():
                if not field.is_seen(state, viewer, index):
                    row = getattr(view, field.name)
                    for i in index[:-1]:
                        row = row[i]
                    row[index[-1]] = field.unknown
        return view

    def as_data(self, state: Any, viewer: int) -> dict[str, Any]:
        """The viewer's view as JSON-able data: hidden elements are None, hidden fields absent."""
        data = {}
        for field in self.fields:
            if field.sees is NOBODY:
                continue
            data[field.name] = _blank(
                getattr(state, field.name),
                len(field.shape),
                lambda index, field=field: field.is_seen(state, viewer, index),  # type: ignore[misc]
            )
        return data


def _flatten(value: Any, depth: int, into: list[int]) -> None:
    if depth == 0:
        into.append(value)
    elif depth == 1:
        into.extend(value)
    else:
        for part in value:
            _flatten(part, depth - 1, into)


def _fold(values: list[int], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [_fold(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def _copy(value: Any, depth: int) -> Any:
    if depth == 0:
        return value
    if depth == 1:
        return value[:]
    return [_copy(part, depth - 1) for part in value]


def _blank(
    value: Any, depth: int, seen: Callable[[tuple[int, ...]], bool], at: tuple[int, ...] = ()
) -> Any:
    if depth == 0:
        return value if seen(at) else None
    return [_blank(part, depth - 1, seen, (*at, i)) for i, part in enumerate(value)]
