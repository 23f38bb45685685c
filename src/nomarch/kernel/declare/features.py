"""Features: the observation of a learning agent, a row of small ints with named parts.

Most of them are fields of the state as they are; `copier` writes those, and the game's `encode`
adds the others:

    FEATURES = Features(st.State)
    FEATURES.copy("epoch", 1, 3)
    FEATURES.copy("bag", 0, 30, tile=KINDS)
    FEATURES.copy("points", 0, 500, player=SEATS)  # clockwise from the viewer
    FEATURES.mark("phase", question=6)  # 1 at the field's value
    RA_LEFT = FEATURES.one("ra_left", 0, 10, "Ra tiles until the epoch ends")

    copy_fields = FEATURES.copier(__name__)
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import indent
from typing import Any

from nomarch.kernel.declare.blocks import Block, Values, make_axes
from nomarch.kernel.declare.layout import Carrier

PLAYER = "player"
"""The axis of seats."""


@dataclass(frozen=True)
class Feature:
    """A named part of the row and the range of its values."""

    name: str
    block: Block
    low: int
    high: int
    about: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of its axes; empty for a single value."""
        return tuple(axis.size for axis in self.block.axes)


class Features:
    """All features of a game, in order; `state` declares the fields that can be copied."""

    def __init__(self, state: type[Carrier] = Carrier) -> None:
        self.all: list[Feature] = []
        self._size = 0
        self._about = {field.name: field.about for field in state.fields}
        self._table: list[str] = []
        self._by_seat: list[str] = []

    def one(self, name: str, low: int, high: int, about: str) -> int:
        """Declare a single value and return its index."""
        return self.block(name, low, high, about).first

    def block(self, name: str, low: int, high: int, about: str, **axes: Values) -> Block:
        """Declare a value for each combination of positions.

        Axes of seats begin with the viewer and go clockwise.
        """
        if any(feature.name == name for feature in self.all):
            raise TypeError(f"two features are called {name!r}")
        block = Block(self._size, make_axes(axes))
        self._size += block.size
        self.all.append(Feature(name, block, low, high, about))
        return block

    def copy(
        self,
        field: str,
        low: int,
        high: int,
        about: str = "",
        *,
        name: str = "",
        plus: int = 0,
        **axes: Values,
    ) -> None:
        """Declare a field as it is, or `plus` a number; by default with its name and meaning."""
        block = self.block(name or field, low, high, about or self._about[field], **axes)
        by_seat = next(iter(axes), "") == PLAYER
        target, source, loops = str(block.base), f"s.{field}", list[str]()
        for axis, step in zip(block.axes, block.steps, strict=True):
            if axis.name == PLAYER:
                target, source = f"{target} + step * {step}", f"{source}[other]"
                continue
            at = f"at_{axis.name}"
            loops.append(f"for {at} in range({axis.first}, {axis.first + axis.size}):")
            target, source = f"{target} + {at} * {step}", f"{source}[{at}]"
        added = f"{source} + {plus}" if plus else source
        self._write([*loops, f"out[{target}] = {added}"], by_seat)

    def mark(self, field: str, about: str = "", *, name: str = "", **axis: Values) -> None:
        """Declare 1 at the value that a field has, which is never below zero."""
        block = self.block(name or field, 0, 1, about or self._about[field], **axis)
        self._write([f"out[{block.base} + s.{field}] = 1"], by_seat=False)

    def mark_seat(self, field: str, name: str, about: str, seats: int) -> None:
        first = self.block(name, 0, 1, about, **{PLAYER: seats}).first
        self._write([f"out[{first} + step] = 1 if s.{field} == other else 0"], by_seat=True)

    def copier(self, module: str) -> Callable[[Any, int, Any], None]:
        """Return the function of the rule dialect that writes all fields declared by now."""
        lines = [*self._table]
        if self._by_seat:
            lines += ["for step in range(s.players):", "    other = (seat + step) % s.players"]
            lines += [f"    {line}" for line in self._by_seat]
        body = indent("\n".join(lines), "    ")
        source = ast.parse(f"def copy_fields(s, seat, out):\n{body}")
        made: dict[str, Any] = {"__name__": module}
        exec(compile(source, module, "exec"), made)
        copy_fields: Callable[[Any, int, Any], None] = made["copy_fields"]
        vars(copy_fields)["dialect_source"] = source.body[0]
        return copy_fields

    def _write(self, nested: list[str], by_seat: bool) -> None:
        lines = self._by_seat if by_seat else self._table
        lines += ["    " * depth + line for depth, line in enumerate(nested)]

    def __len__(self) -> int:
        return self._size
