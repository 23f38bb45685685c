"""Features: the observation of a learning agent, a row of small ints with named parts.

FEATURES = Features()
EPOCH = FEATURES.one("epoch", 1, 3, "the epoch that is played")
BAG = FEATURES.block("bag", 0, 30, "tiles not drawn yet", kind=KINDS)
"""

from __future__ import annotations

from dataclasses import dataclass

from nomarch.kernel.blocks import Block, Values, make_axes


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
    """All features of a game, in order."""

    def __init__(self) -> None:
        self.all: list[Feature] = []
        self._size = 0

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

    def __len__(self) -> int:
        return self._size
