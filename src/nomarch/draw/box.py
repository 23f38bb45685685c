"""Rectangles that place the parts of a board.

A box unpacks into `x, y, w, h`, so `svg.rect(*box, "f-sand line")` and `card(*box, "chalk")` work.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    w: float
    h: float = 0

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def mid(self) -> float:
        """The horizontal centre."""
        return self.x + self.w / 2

    @property
    def level(self) -> float:
        """The vertical centre."""
        return self.y + self.h / 2

    def grown(self, by: float) -> Box:
        """Return the box with its edges moved outwards."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, x: float = 0, y: float = 0) -> Box:
        return Box(self.x + x, self.y + y, self.w, self.h)

    def across(self, count: int, gap: float = 0) -> list[Box]:
        """Split the box into columns of equal width."""
        width = (self.w - (count - 1) * gap) / count
        return Box(self.x, self.y, width, self.h).repeated(count, count, gap)

    def down(self, count: int, gap: float = 0) -> list[Box]:
        """Split the box into rows of equal height."""
        height = (self.h - (count - 1) * gap) / count
        return Box(self.x, self.y, self.w, height).repeated(count, 1, gap)

    def columns(self, weights: Sequence[float], gap: float = 0) -> list[Box]:
        """Split the box into columns as wide as their weights say."""
        unit = (self.w - (len(weights) - 1) * gap) / sum(weights)
        starts = accumulate((unit * weight + gap for weight in weights), initial=self.x)
        return [
            Box(x, self.y, unit * weight, self.h)
            for x, weight in zip(starts, weights, strict=False)
        ]

    def repeated(self, count: int, per_row: int, gap: float = 0) -> list[Box]:
        """Repeat the box to the right, wrapping into rows."""
        return [
            self.moved((i % per_row) * (self.w + gap), (i // per_row) * (self.h + gap))
            for i in range(count)
        ]

    def around(self, size: float) -> Box:
        """Return a square centred in the box."""
        return Box(self.mid - size / 2, self.level - size / 2, size, size)


def hull(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around others."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(x, y, right - x, bottom - y)


def square(x: float, y: float, size: float) -> Box:
    return Box(x, y, size, size)


def disc(x: float, y: float, r: float) -> Box:
    """Return the square around a circle."""
    return square(x - r, y - r, 2 * r)


def rows(count: int, per_row: int) -> int:
    """Return the number of rows that `count` things need."""
    return -(-count // per_row)


def flow(
    room: Box, sizes: Sequence[tuple[float, float]], gap: float = 12, row_gap: float = 8
) -> list[Box]:
    """Place boxes of these widths and heights side by side, wrapping at the room's width."""
    boxes: list[Box] = []
    x, y, high = room.x, room.y, 0.0
    for w, h in sizes:
        if x + w > room.right and x > room.x:
            x, y, high = room.x, y + high + row_gap, 0.0
        boxes.append(Box(x, y, min(w, room.w), h))
        x, high = x + w + gap, max(high, h)
    return boxes
