"""The tiles of Giza as pictures: from above, face down, and from the side."""

import re
from math import cos, sin

from nomarch.draw import Box, TypeScale, card, covers, icon, space, square, stroke, svg, textures
from nomarch.games.giza import components, icons
from nomarch.games.giza.words.component_names import signed


def face(kind: int, points: int, box: Box, carved: float = 23, pill: float = 15) -> str:
    """A whole tile: its ground, its picture and, on all that score, its number.

    `carved` is the size of the number on a stone, `pill` that of other tiles' points.
    """
    size = box.w
    ground = card(*box, icons.GROUNDS[kind])
    if kind < components.SPHINX_BASE:
        ground += svg.path(_joints(box, size / 2), "nofill s-soot", stroke_width=1, opacity="0.2")
    if kind < components.TREASURE:
        number = _number(kind, box.mid, box.y + 0.37 * size + 0.34 * carved, carved)
        return ground + icon(icons.ICONS[kind], *box[:3]) + number
    if kind < components.SPHINX_BASE:
        ground += svg.rect(*box.grown(-0.07 * size), "f-turquoise hair", 0.12 * size)
    if kind < components.DEMOLITION:
        picture = icon(icons.ICONS[kind], box.x + 0.16 * size, box.y + 0.02 * size, 0.68 * size)
        return ground + picture + _pill(points, box.mid, box.y + 0.83 * size, pill)
    return ground + icon(icons.ICONS[kind], *box.grown(-0.05 * size)[:3])


def _number(kind: int, x: float, y: float, size: float) -> str:
    ink = "f-soot serif carved" if kind < components.BAD_STONE else "f-linen serif"
    if kind == components.GOOD_STONE:
        ink = "f-soot serif"
    return svg.text(x, y, signed(components.POINTS[kind]), size, ink, "middle", bold=True)


def _pill(points: int, x: float, y: float, size: float) -> str:
    """A tile's points on a light oval, readable on any pigment."""
    text, high = signed(points), 1.24 * size
    width = size * (0.62 * len(text) + 0.5)
    box = Box(x - width / 2, y - high / 2, width, high)
    return space(box, text, ground="papyrus", size=round(size, 1), r=high / 2, bold=True)


def back(box: Box) -> str:
    shape = icon(svg.path(icons.PYRAMID_PLAN, "f-limestone line"), *box.grown(-0.2 * box.w)[:3])
    return card(*box, "clay") + shape


def course(sizes: TypeScale, kind: int, points: int, box: Box, forenoon: bool = True) -> str:
    """A tile seen from the side, in the middle of the box: what a fanned stack is made of."""
    wide = breadth(kind, box)
    if kind < components.TREASURE:
        return _stone(sizes, kind, box, wide, forenoon)
    if kind < components.SPHINX_BASE:
        return _chamber(sizes, kind, points, box, wide, forenoon)
    if kind == components.SCARAB:
        at = Box(box.mid - wide / 2, box.y, wide, box.h)
        oval = svg.rect(*at, "f-lapis line", at.h / 2)
        return oval + icon(icons.ICONS[components.SCARAB], *at.around(at.h)[:3])
    return _sphinx(sizes, kind, points, Box(box.mid - wide / 2, box.y, wide, box.h), forenoon)


def hidden(box: Box, count: int, reach: float, forenoon: bool) -> str:
    """Layers of stone from the side, of which nothing is known; `reach` is the upper width."""
    n, x, each, side = svg.number, box.mid, box.h / count, 1 if forenoon else -1
    low, high = box.w / 2, reach / 2
    outlines = joints = ""
    for level in range(count):
        y, half = box.bottom - level * each, low - (low - high) * level / count
        top = half - 0.03 * box.w
        outlines += (
            f"M{n(x - half)} {n(y)}L{n(x - top)} {n(y - each)}H{n(x + top)}L{n(x + half)} {n(y)}Z"
        )
        joints += f"M{n(x + (0.3 if level % 2 else -0.45) * top)} {n(y)}v{n(-each)}"
        joints += f"M{n(x + (-0.4 if level % 2 else 0.2) * top)} {n(y)}v{n(-each)}"
    dark = (
        f"M{n(x + side * low)} {n(box.bottom)}L{n(x + side * high)} {n(box.y)}"
        f"H{n(x + side * 0.7 * high)}L{n(x + side * 0.76 * low)} {n(box.bottom)}Z"
    )
    shape = svg.path(outlines, "f-limestone line")
    shape += svg.path(joints, "nofill s-soot", stroke_width=1, opacity="0.3")
    return shape + textures.shadow(dark)


def breadth(kind: int, box: Box) -> float:
    """How wide a tile is from the side, in a stack as wide as the box."""
    if kind == components.SCARAB:
        return 2 * max(0.22 * box.w, 0.9 * box.h)
    if kind >= components.SPHINX_BASE:
        return box.w * (0.98, 0.92, 0.92)[kind - components.SPHINX_BASE]
    # Small stones are wider where there is little room, so that their numbers can be read.
    most = 0.15 if box.w > 120 else 0.1
    return box.w * (0.99 - most * (components.HIGHEST - components.NUMBERS[kind]))


def _stone(sizes: TypeScale, kind: int, box: Box, wide: float, forenoon: bool) -> str:
    """A stone from the side: dressed blocks as wide as its number, and a capstone for 1."""
    is_good, size = kind < components.BAD_STONE, sizes.fit(min(0.78 * box.h, 0.5 * wide))
    if components.NUMBERS[kind] != 1:
        shape = _masonry(box, wide, 0.05 * box.w, "limestone" if is_good else "basalt", forenoon)
        cracks = "" if is_good else _cracks(box, wide)
        return shape + cracks + _number(kind, box.mid, box.level + 0.34 * size, size)
    size = sizes.fit(min(0.5 * box.h, 0.32 * wide))
    shape = _capstone(box, wide, "gold" if is_good else "basalt", forenoon)
    return shape + _number(kind, box.mid, box.bottom - 0.14 * box.h, size)


def _masonry(box: Box, wide: float, slope: float, fill: str, forenoon: bool) -> str:
    n, x, low, high = svg.number, box.mid, wide / 2, wide / 2 - slope
    top, foot, side = box.y, box.bottom, 1 if forenoon else -1
    outline = (
        f"M{n(x - low)} {n(foot)}L{n(x - high)} {n(top)}H{n(x + high)}L{n(x + low)} {n(foot)}Z"
    )
    dark = (
        f"M{n(x + side * 0.72 * high)} {n(top)}H{n(x + side * high)}L{n(x + side * low)} {n(foot)}"
        f"H{n(x + side * 0.78 * low)}Z"
    )
    shape = svg.path(outline, f"f-{fill} line")
    shape += svg.path(_joints(box, high), "nofill s-soot", stroke_width=1, opacity="0.3")
    return shape + textures.shadow(dark)


def _joints(box: Box, half: float) -> str:
    """The joints between the blocks of a layer, in rows that are set off against each other."""
    n, rows = svg.number, 3 if box.h > 48 else 2 if box.h > 22 else 1
    high, count = box.h / rows, max(2, round(2 * half / 42))
    data = ""
    for row in range(rows):
        y = box.y + row * high
        if row:
            data += f"M{n(box.mid - half)} {n(y)}h{n(2 * half)}"
        for i in range(count):
            at = box.mid - half + 2 * half * (i + (0.3 if row % 2 else 0.75)) / count
            data += f"M{at:.0f} {n(y)}v{n(high)}" if box.mid - half < at < box.mid + half else ""
    return data


def _cracks(box: Box, wide: float) -> str:
    n = svg.number
    at = [box.mid - 0.34 * wide, box.mid + 0.3 * wide]
    data = "".join(
        f"M{n(x)} {n(box.y)}l{n(-0.1 * box.h)} {n(0.3 * box.h)}l{n(0.16 * box.h)} {n(0.2 * box.h)}"
        f"l{n(-0.1 * box.h)} {n(0.28 * box.h)}"
        for x in at
    )
    return svg.path(data, "nofill s-soot", stroke_width=2.4, stroke_linejoin="round")


def _capstone(box: Box, wide: float, fill: str, forenoon: bool) -> str:
    n, x, half = svg.number, box.mid, wide / 2
    side = half if forenoon else -half
    top = f"M{n(x)} {n(box.y)}L"
    shape = svg.path(f"{top}{n(x + half)} {n(box.bottom)}H{n(x - half)}Z", f"f-{fill} line")
    return shape + textures.shadow(f"{top}{n(x + side)} {n(box.bottom)}H{n(x + 0.4 * side)}Z")


def gleam(box: Box) -> str:
    n, x, y, r = svg.number, box.mid, box.y + 0.2 * box.h, 0.16 * box.w + 0.2 * box.h
    data = "".join(
        f"M{n(x + r * cos(a))} {n(y + r * sin(a))}l{n(0.4 * r * cos(a))} {n(0.4 * r * sin(a))}"
        for a in (-2.75, -2.2, -0.94, -0.39)
    )
    return stroke("outline", data, 5.4) + stroke("gold", data, 3)


def _chamber(
    sizes: TypeScale, kind: int, points: int, box: Box, wide: float, forenoon: bool
) -> str:
    """A treasure from the side: it lies in a chamber inside the stone."""
    shape = _masonry(box, wide, 0.03 * box.w, "limestone", forenoon)
    room = Box(box.mid - 0.39 * wide, box.y + 0.12 * box.h, 0.78 * wide, 0.76 * box.h)
    shape += svg.rect(*room, "f-turquoise hair", 0.3 * room.h)
    size = min(0.96 * room.h, 0.52 * room.w)
    if room.w < 56:
        at = Box(room.x, room.y, 0.7 * room.w, room.h).around(size)
        pill = _pill(points, room.right, box.bottom - 9, sizes.label)
    else:
        at = Box(room.x, room.y, 0.54 * room.w, room.h).around(size)
        pill = _pill(points, room.x + 0.74 * room.w, room.level, sizes.fit(0.28 * room.h))
    return shape + icon(icons.ICONS[kind], *at[:3]) + pill


def _sphinx(sizes: TypeScale, kind: int, points: int, box: Box, forenoon: bool) -> str:
    """A part of the sphinx from the side; three of them make one."""
    if kind == components.SPHINX_BASE:
        shape, at = _masonry(box, box.w, 0.02 * box.w, "stone", forenoon), box.mid
    elif kind == components.SPHINX_BODY:
        shape = svg.path(_placed(_BODY, box), "f-limestone line")
        shape += svg.path(_placed(_FLANK, box), "nofill line")
        shape, at = shape + textures.shadow(_placed(_BELLY, box)), box.x + 0.36 * box.w
    else:
        size = 1.12 * box.h
        head = Box(box.x + 0.5 * box.w - 0.2 * size, box.bottom - 0.94 * size, size, size)
        shape, at = icon(icons.ICONS[kind], *head[:3]), box.x + 0.28 * box.w
    return shape + _pill(points, at, box.bottom - 0.42 * box.h, sizes.fit(0.3 * box.h))


_BODY = (
    "M3 100C-1 60 8 30 30 30C50 30 58 26 62 0L84 0C90 24 90 50 88 70L95 70C101 72 101 90 98 100Z"
)
_FLANK = "M36 100C44 78 38 56 22 60M66 100C68 84 76 72 88 70"
_BELLY = "M3 100C2 92 3 84 4 78C30 92 70 92 99 88C100 92 99 96 98 100Z"
"""The sphinx's body in per cent of its box."""
_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def _placed(data: str, box: Box) -> str:
    """A path in per cent of a box."""

    def place(pair: re.Match[str]) -> str:
        x, y = float(pair[1]), float(pair[2])
        return f"{svg.number(box.x + x * box.w / 100)} {svg.number(box.y + y * box.h / 100)}"

    return _PAIR.sub(place, data)


def symbols() -> dict[str, str]:
    box = square(1, 1, 46)
    faces = {
        f"tile-{kind}": face(kind, components.POINTS[kind], box) for kind in range(components.TILES)
    }
    return faces | {"back": back(box)}


CATEGORIES = covers.tiles("category", *zip(*icons.CATEGORIES, strict=True))


def cover() -> svg.Svg:
    names = ("stone+5", "stone+2", "treasure+5", "sphinx-body", "scarab", "demolition")
    row = [symbols()[f"tile-{components.TILE_NAMES.index(name)}"] for name in names]
    peak = svg.path("M24 8 43 41H5Z", "f-limestone line") + svg.path(
        "M24 8 43 41H27Z", "f-clay line"
    )
    courses = svg.path("M18.5 18H29.5M12.500 29H36", "nofill line")
    look = {"sky": "turquoise", "ray": "papyrus-deep", "disc": "gold", "emblem": peak + courses}
    return covers.cover("Giza", **look, ground=("clay", "sand"), row=row)
