"""The map's geometry: the banks of the Nile, the provinces along it, and their borders.

Borders are computed from the component tables (bank, Egypt, Nile, latitude), so they follow when a
table is corrected.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import pi, sin

from nomarch.draw import Box
from nomarch.games.amun_re import components as box

SEA = 38
EDGE = 5
"""Distance of land from the map's edge."""
Line = Callable[[float], float]
"""A border as a function: y by x, or x by y."""


@dataclass(frozen=True, eq=False)
class Area:
    """A province's land: the four lines around it, and the room inside."""

    west: Line
    east: Line
    north: Line
    south: Line
    room: Box

    def outline(self, inset: float = 0) -> str:
        sides = (
            (_moved(self.west, inset), _moved(self.east, -inset)),
            (_moved(self.north, inset), _moved(self.south, -inset)),
        )
        (west, east), (north, south) = sides
        room = self.room
        left, right = west(room.level), east(room.level)
        nw, ne = _crossing(west, north, left, room.y), _crossing(east, north, right, room.y)
        sw, se = (
            _crossing(west, south, left, room.bottom),
            _crossing(east, south, right, room.bottom),
        )
        return (
            f"M{_at(*nw)}{_across(north, nw[0], ne[0])}{_down(east, ne[1], se[1])}"
            f"{_across(south, se[0], sw[0])}{_down(west, sw[1], nw[1])}Z"
        )


@dataclass(frozen=True, eq=False)
class Egypt:
    """The map, with its coordinates."""

    room: Box
    row: float
    river: float
    wave: float

    @cached_property
    def shore(self) -> Line:
        return lambda x: self.room.y + SEA + self.wave * 0.6 * sin(x / 30)

    @cached_property
    def middle(self) -> Line:
        """The line between Lower Egypt, in the north, and Upper Egypt."""
        level = self.room.y + SEA + 3 * self.row
        return lambda x: level + self.wave * sin(x / 70)

    @cached_property
    def south(self) -> Line:
        return lambda _: self.room.bottom - EDGE

    def nile(self, y: float) -> float:
        return self.room.mid + 2.2 * self.wave * sin((y - self.room.y) / self.room.h * 2.6 * pi)

    def half(self, y: float) -> float:
        """Return half the river's width: it widens towards the sea."""
        open_ = max(0.0, 1 - (y - self.room.y - SEA) / (1.1 * self.row))
        return self.river / 2 * (1 + 0.8 * open_ * open_)

    def bank(self, side: int) -> Line:
        sign = 1 if side == box.EAST else -1
        return lambda y: self.nile(y) + sign * self.half(y)

    def divide(self, side: int) -> Line:
        """The line between the provinces along the Nile and the others."""
        bank, edge = self.bank(side), self.room.right if side == box.EAST else self.room.x
        return lambda y: (bank(y) + edge) / 2 + self.wave * sin(y / 42 + side)

    def edge(self, side: int) -> Line:
        at = self.room.right - EDGE if side == box.EAST else self.room.x + EDGE
        return lambda _: at

    @cached_property
    def areas(self) -> dict[int, Area]:
        found: dict[int, Area] = {}
        for egypt in (box.LOWER, box.UPPER):
            for side in (box.WEST, box.EAST):
                found |= self._quarter(egypt, side)
        return found

    def _quarter(self, egypt: int, side: int) -> dict[int, Area]:
        """Return the provinces of one bank in one Egypt: those along the Nile, and the others."""
        here = [p for p in range(box.PROVINCES) if (box.EGYPT[p], box.BANK[p]) == (egypt, side)]
        near, far = ([p for p in here if box.NILE[p] == nile] for nile in (1, 0))
        inner, outer = self.bank(side), self.edge(side)
        between = self.divide(side) if near and far else outer if near else inner
        return self._column(egypt, near, *_in_order(inner, between, side)) | self._column(
            egypt, far, *_in_order(between, outer, side)
        )

    def _column(self, egypt: int, here: list[int], west: Line, east: Line) -> dict[int, Area]:
        """Stack provinces from north to south between two lines."""
        here = sorted(here, key=lambda p: -box.LATITUDE[p])
        top, pitch = self.room.y + SEA + 3 * self.row * egypt, 3 * self.row / max(1, len(here))
        first = self.shore if egypt == box.LOWER else self.middle
        last = self.middle if egypt == box.LOWER else self.south
        lines = [first, *(self._row(top + i * pitch, i) for i in range(1, len(here))), last]
        found = {}
        for i, p in enumerate(here):
            y = top + i * pitch
            left, right = west(y + pitch / 2), east(y + pitch / 2)
            room = Box(left, y, right - left, pitch)
            found[p] = Area(west, east, lines[i], lines[i + 1], room)
        return found

    def _row(self, level: float, i: int) -> Line:
        return lambda x: level + self.wave * sin(x / 28 + 2 * i)

    def water(self, out: float = 0) -> str:
        """Return the river's outline, widened by `out` on both sides."""
        top, low = self.room.y + SEA / 2, self.room.bottom
        west = _moved(self.bank(box.WEST), -out)
        east = _moved(self.bank(box.EAST), out)
        return (
            f"M{_at(west(top), top)}{_down(west, top, low)}"
            f"H{round(east(low))}{_down(east, low, top)}Z"
        )

    def sea(self) -> str:
        x, y, right = self.room.x, self.room.y, self.room.right
        start = f"M{x} {y + 14}q0 -14 14 -14H{right - 14}q14 0 14 14V{round(self.shore(right))}"
        return start + _across(self.shore, right, x) + "Z"

    def surf(self) -> str:
        data = ""
        for side in (box.WEST, box.EAST):
            a, b = sorted((self.bank(side)(self.room.y + SEA), self.edge(side)(0)))
            data += f"M{_at(a, self.shore(a))}{_across(self.shore, a, b)}"
        return data

    def borders(self, areas: Iterable[Area]) -> str:
        """Return the lines between neighbours: each area's northern one, and those of columns."""
        data = ""
        for area in areas:
            left, right = area.west(area.room.y), area.east(area.room.y)
            data += f"M{_at(left, area.north(left))}{_across(area.north, left, right)}"
        top, low = self.room.y + SEA, self.room.bottom
        for side in (box.WEST, box.EAST):
            line = self.divide(side)
            data += f"M{_at(line(top), top)}{_down(line, top, low)}"
        return data

    def frontier(self) -> str:
        level = self.room.y + SEA + 3 * self.row
        data = ""
        for side in (box.WEST, box.EAST):
            a, b = sorted((self.bank(side)(level), self.edge(side)(level)))
            data += f"M{_at(a, self.middle(a))}{_across(self.middle, a, b)}"
        return data

    def islands(self) -> str:
        top, deep, data = self.room.y + SEA + 6, 0.62 * self.row, ""
        for out in (-0.42, 0.42):
            x, half = self.nile(top) + out * self.river, 0.2 * self.river
            tip = x - 0.3 * out * self.river
            data += (
                f"M{_at(x - half, top + 6)}Q{_at(x, top - 8)} {_at(x + half, top + 6)}"
                f"Q{_at(x + half, top + deep / 2)} {_at(tip, top + deep)}"
                f"Q{_at(x - half, top + deep / 2)} {_at(x - half, top + 6)}Z"
            )
        return data


def _in_order(a: Line, b: Line, side: int) -> tuple[Line, Line]:
    """Return two lines from west to east; the first is nearer to the Nile."""
    return (a, b) if side == box.EAST else (b, a)


def _moved(line: Line, by: float) -> Line:
    return lambda at: line(at) + by


def _crossing(upright: Line, level: Line, x: float, y: float) -> tuple[float, float]:
    """Return where two borders meet, near a point."""
    for _ in range(3):
        y = level(x)
        x = upright(y)
    return x, y


def _at(x: float, y: float) -> str:
    return f"{round(x)} {round(y)}"


STEP = 62
"""Distance between the bends of a border."""


def _bends(line: Line, start: float, end: float) -> list[tuple[float, float, float, float]]:
    """Return a border as arcs: along and aside of each arc's control point and end."""
    straight = line(start) == line((start + end) / 2) == line(end)
    count = 1 if straight else max(1, round(abs(end - start) / STEP))
    found = []
    for i in range(count):
        a, b = (start + (end - start) * (i + k) / count for k in (0, 1))
        half = (a + b) / 2
        found.append((half, 2 * line(half) - (line(a) + line(b)) / 2, b, line(b)))
    return found


def _across(line: Line, start: float, end: float) -> str:
    return "".join(f"Q{_at(x, y)} {_at(to, low)}" for x, y, to, low in _bends(line, start, end))


def _down(line: Line, start: float, end: float) -> str:
    return "".join(f"Q{_at(x, y)} {_at(at, to)}" for y, x, to, at in _bends(line, start, end))
