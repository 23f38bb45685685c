"""State layouts: the fields of a game's state, and who may see them.

A game declares its state once, as a class whose attributes are fields. From it come the NumPy
record for compiled code and the plain object for interpreted code, which packs to the same bytes.
A seat's view is an instance of the class, too.

    class State(GameState):
        hand: Grid = field("i1", (SEATS, HAND), OWNER, "tiles in hand")
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    import numpy as np

    from nomarch.kernel.declare.events import EventRecord

Row = list[int]
Grid = list[list[int]]
Cube = list[list[list[int]]]
"""Types of fields with one, two or three axes."""


class Sees(Enum):
    """Who may see a field: everyone, the seat of the first index, or nobody."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"


EVERYONE, OWNER, NOBODY = Sees.EVERYONE, Sees.OWNER, Sees.NOBODY

SeenBy = Callable[..., int]
"""A visibility rule, `f(state, viewer, *index) -> 0 or 1`."""

PADDING = "_padding"

_STRUCT_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


@dataclass(frozen=True)
class Field:
    """One field of a state; hidden from all seats by default."""

    name: str
    type: str
    shape: tuple[int, ...] = ()
    sees: Sees | SeenBy = NOBODY
    about: str = ""
    unknown: int = -1
    """The value that hidden elements have in a view."""
    past: SeenBy | None = None
    """Who may see it in the past, `f(then, now, viewer, *index) -> 0 or 1`; None: as `sees`."""
    stored_name: str = ""
    """The name in JSON and archives, so that a field can be renamed; `name` by default."""

    def __post_init__(self) -> None:
        if self.type not in _STRUCT_CODES:
            raise TypeError(
                f"field {self.name}: type {self.type!r} is not one of {', '.join(_STRUCT_CODES)} "
                "(unsigned integers turn into floats when they meet signed ones)"
            )
        if self.sees is OWNER and not self.shape:
            raise TypeError(f"field {self.name}: only a field indexed by seat can have owners")
        if not self.stored_name:
            object.__setattr__(self, "stored_name", self.name)

    @property
    def width(self) -> int:
        """Bytes of one element."""
        return int(self.type[1])

    @property
    def count(self) -> int:
        return prod(self.shape)

    def indices(self) -> Iterator[tuple[int, ...]]:
        """Yield every element's index, in memory order."""
        return product(*(range(size) for size in self.shape))

    def is_seen(
        self, state: Carrier, viewer: int, index: tuple[int, ...], now: Carrier | None = None
    ) -> bool:
        """Whether the viewer may see the element; a spectator (-1) owns nothing.

        With `now`, the state is a past one, and `past` applies as well.
        """
        if now is not None and self.past is not None and not self.past(state, now, viewer, *index):
            return False
        if self.sees is EVERYONE:
            return True
        if self.sees is OWNER:
            return index[0] == viewer
        if self.sees is NOBODY:
            return False
        assert not isinstance(self.sees, Sees)
        return bool(self.sees(state, viewer, *index))

    def observed(self, state: Carrier, viewer: int, now: Carrier | None = None) -> Any:
        """Return the field as the viewer sees it, with `unknown` for hidden elements."""
        value, depth, sees = getattr(state, self.name), len(self.shape), self.sees
        if now is not None and self.past is not None:
            return _filtered(
                value, depth, lambda index: self.is_seen(state, viewer, index, now), self.unknown
            )
        if sees is EVERYONE:
            return _copy(value, depth)
        if sees is NOBODY:
            return self._hidden(self.shape)
        if sees is OWNER:
            return [
                _copy(own, depth - 1) if seat == viewer else self._hidden(self.shape[1:])
                for seat, own in enumerate(value)
            ]
        assert not isinstance(sees, Sees)
        return _filtered(value, depth, lambda index: sees(state, viewer, *index), self.unknown)

    def _hidden(self, shape: tuple[int, ...]) -> Any:
        return _fold([self.unknown] * prod(shape), shape) if shape else self.unknown


def field(
    type: str,
    shape: tuple[int, ...] = (),
    sees: Sees | SeenBy = NOBODY,
    about: str = "",
    *,
    unknown: int = -1,
    past: SeenBy | None = None,
    stored_name: str = "",
) -> Any:
    """Declare an attribute of a state class as a field."""
    return partial(
        Field, type=type, shape=shape, sees=sees, about=about, unknown=unknown, past=past,
        stored_name=stored_name,
    )  # fmt: skip


class Carrier:
    """A state of plain ints and lists, for interpreted rules.

    A class's own fields come first in memory, then those it inherits.
    """

    fields: ClassVar[tuple[Field, ...]] = ()
    trace: list[EventRecord] | None
    """The events of the current move, or None if they are not recorded."""

    def __init_subclass__(cls) -> None:
        own = []
        for name, value in list(vars(cls).items()):
            if isinstance(value, partial):
                own.append(value(name))
                # The class keeps no attribute of that name: instances are read faster without.
                delattr(cls, name)
        cls.fields = (*own, *cls.fields)


class Stream(Carrier):
    """A random stream, part of every state; `kernel/declare/chance.py` draws from it."""

    rng_key: Row = field("i4", (8,), NOBODY, "the seed's 256 bits", unknown=0)
    rng_nonce: Row = field("i4", (2,), NOBODY, "which stream under that seed", unknown=0)
    rng_block: Row = field("i4", (16,), NOBODY, "the words of the current block", unknown=0)
    rng_count: int = field("i4", (), NOBODY, "blocks made so far", unknown=0)
    rng_used: int = field("i1", (), NOBODY, "words of the block already used", unknown=0)


class GameState(Stream):
    """The base of every game's state."""

    players: int


S = TypeVar("S", bound=Carrier)


class Layout(Generic[S]):
    """The memory layout of a state class, with conversions, copies and views."""

    def __init__(self, state: type[S]) -> None:
        self.state = state
        self.fields = state.fields
        if len({field.name for field in self.fields}) != len(self.fields):
            raise TypeError("two fields of a layout have the same name")
        # Widest first: every element is aligned and no gap holds undefined bytes.
        self._in_memory = sorted(self.fields, key=lambda field: -field.width)
        widest = self._in_memory[0].width
        used = sum(field.width * field.count for field in self._in_memory)
        self.padding = -used % widest
        self.size = used + self.padding
        codes = "".join(f"{field.count}{_STRUCT_CODES[field.type]}" for field in self._in_memory)
        self._struct = struct.Struct(f"<{codes}{self.padding}x")
        self._elements = _reader(self._in_memory)
        is_open = {field.name: field.sees is EVERYONE and not field.past for field in self.fields}
        self._copy_all = _copier(self.fields)
        self._copy_open = _copier([field for field in self.fields if is_open[field.name]])
        self._filtered = [field for field in self.fields if not is_open[field.name]]

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy record type of compiled code."""
        import numpy as np

        parts = [(field.name, f"<{field.type}", field.shape) for field in self._in_memory]
        if self.padding:
            # A field of its own: NumPy leaves bytes that belong to none undefined when it copies.
            parts.append((PADDING, "<i1", (self.padding,)))
        return np.dtype(parts, align=True)

    def plain(self) -> S:
        """Return a new interpreted state, all zero."""
        return self.unpack(bytes(self.size))

    def array(self, count: int = 1) -> np.ndarray[Any, np.dtype[Any]]:
        """Return new compiled states, all zero."""
        import numpy as np

        return np.zeros(count, self.dtype)

    def pack(self, state: S) -> bytes:
        """Return an interpreted state as bytes; raise `struct.error` if a value does not fit."""
        return self._struct.pack(*self._elements(state))

    def unpack(self, data: bytes) -> S:
        values = self._struct.unpack(data)
        state = self.state()
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

    def copy(self, state: S) -> S:
        """Return a copy of an interpreted state, without its trace."""
        twin = self.state()
        twin.trace = None
        self._copy_all(state, twin)
        return twin

    def observe(self, state: S, viewer: int, now: S | None = None) -> S:
        """Return what the viewer may know, with `unknown` for hidden elements.

        With `now`, `state` is a past position, seen from the position `now`.
        """
        view = self.state()
        view.trace = None
        self._copy_open(state, view)
        for field in self._filtered:
            setattr(view, field.name, field.observed(state, viewer, now))
        return view

    def as_data(self, state: S, viewer: int, now: S | None = None) -> dict[str, Any]:
        """Return the view as JSON-able data: hidden elements are None, hidden fields absent."""
        data = {}
        for field in self.fields:
            value, depth = getattr(state, field.name), len(field.shape)
            if field.sees is EVERYONE:
                data[field.stored_name] = _copy(value, depth)
            elif field.sees is not NOBODY:
                is_seen = partial(field.is_seen, state, viewer, now=now)
                data[field.stored_name] = _filtered(value, depth, is_seen)
        return data


def _reader(fields: Sequence[Field]) -> Callable[[Any], tuple[int, ...]]:
    """Return a function that lists all elements of a state, field by field.

    It runs at every step, so it is compiled as one expression: `(s.points, *s.tiles[0], …)`.
    """
    parts = [part for field in fields for part in _written_out(f"s.{field.name}", field.shape)]
    reader: Callable[[Any], tuple[int, ...]] = eval(f"lambda s: ({', '.join(parts)},)")
    return reader


def _copier(fields: Sequence[Field]) -> Callable[[Any, Any], None]:
    """Return a compiled function that copies some fields of a state to another."""
    lines = [f" twin.{f.name} = {_copied(f's.{f.name}', len(f.shape))}" for f in fields]
    made: dict[str, Callable[[Any, Any], None]] = {}
    exec("\n".join(["def copier(s, twin):", *lines, " return"]), made)
    return made["copier"]


def _copied(name: str, depth: int) -> str:
    if depth <= 1:
        return name + "[:]" * depth
    return f"[{_copied(f'row{depth}', depth - 1)} for row{depth} in {name}]"


def _written_out(name: str, shape: tuple[int, ...]) -> list[str]:
    if len(shape) <= 1:
        return ["*" * len(shape) + name]
    return [part for i in range(shape[0]) for part in _written_out(f"{name}[{i}]", shape[1:])]


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


def _filtered(
    value: Any,
    depth: int,
    seen: Callable[[tuple[int, ...]], int],
    unknown: int | None = None,
    at: tuple[int, ...] = (),
) -> Any:
    """Return a copy with `unknown` for hidden elements."""
    if depth == 0:
        return value if seen(at) else unknown
    if depth == 1:
        return [one if seen((*at, i)) else unknown for i, one in enumerate(value)]
    return [_filtered(part, depth - 1, seen, unknown, (*at, i)) for i, part in enumerate(value)]


STREAM = Layout(Stream)
"""Random streams outside a state, for bots and simulations."""
