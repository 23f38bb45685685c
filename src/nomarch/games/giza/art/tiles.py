"""The tiles of Giza as pictures: from above, face down, from the side, and what could be built."""

from nomarch.draw import Box, card, covers, icon, space, square, svg, textures
from nomarch.games.giza import components as kit, icons
from nomarch.games.giza.words.names import signed


def face(kind: int, points: int, box: Box) -> str:
    """A whole tile: its ground, its picture and, on all that score, its number."""
    ground, size = card(*box, icons.GROUNDS[kind]), box.w
    if kind < kit.TREASURE:
        number = _number(kind, box.mid, box.y + 0.54 * size, round(0.5 * size, 1))
        return ground + icon(icons.ICONS[kind], *box[:3]) + number
    if kind < kit.DEMOLITION:
        picture = icon(icons.ICONS[kind], box.x + 0.16 * size, box.y + 0.02 * size, 0.68 * size)
        return ground + picture + _pill(points, box.mid, box.y + 0.83 * size, max(15, 0.2 * size))
    return ground + icon(icons.ICONS[kind], *box.grown(-0.05 * size)[:3])


def _number(kind: int, x: float, y: float, size: float) -> str:
    """The number on a stone."""
    ink = "f-ink serif" if kind < kit.BAD_STONE else "f-chalk serif"
    return svg.text(x, y, signed(kit.POINTS[kind]), size, ink, "middle", bold=True)


def _pill(points: int, x: float, y: float, size: float) -> str:
    """A tile's points on a light oval, readable on any pigment."""
    told, high = signed(points), 1.24 * size
    width = size * (0.62 * len(told) + 0.5)
    box = Box(x - width / 2, y - high / 2, width, high)
    return space(box, told, ground="papyrus", size=round(size, 1), r=high / 2, bold=True)


def back(box: Box) -> str:
    """A tile face down."""
    shape = icon(svg.path(icons.PYRAMID_PLAN, "f-sand line"), *box.grown(-0.2 * box.w)[:3])
    return card(*box, "clay") + shape


def course(kind: int, points: int, box: Box) -> str:
    """A tile seen from the side, in the middle of the box: what a fanned stack is made of."""
    wide = breadth(kind, box)
    if kind < kit.TREASURE:
        return _stone(kind, box, wide)
    return _slab(kind, points, Box(box.mid - wide / 2, box.y, wide, box.h))


def breadth(kind: int, box: Box) -> float:
    """How wide a tile is from the side, in a stack as wide as the box."""
    if kind >= kit.SPHINX_BASE and kind != kit.SCARAB:
        return box.w * (0.96, 0.88, 0.8)[kind - kit.SPHINX_BASE]
    if kind == kit.SCARAB:
        return 2 * max(0.22 * box.w, 0.9 * box.h)
    wide = box.w * (0.24 + 0.15 * kit.NUMBERS[kind])
    return wide if kind < kit.TREASURE else 0.88 * wide


def _stone(kind: int, box: Box, wide: float) -> str:
    """A stone from the side: a trapezoid as wide as its number, and a peak for 1."""
    n, low, high = svg.number, wide / 2, wide / 2 - 0.05 * box.w
    peak = kit.NUMBERS[kind] == 1
    if peak:
        high = 0.12 * wide
    x, top, foot = box.mid, n(box.y), n(box.bottom)
    sides = f"L{n(x - high)} {top}H{n(x + high)}L{n(x + low)} {foot}Z"
    fill = "sand" if kind < kit.BAD_STONE else "kohl"
    size = round(max(15, min(0.6 * box.h, 0.34 * wide if peak else 0.5 * wide)), 1)
    shape = svg.path(f"M{n(x - low)} {foot}{sides}", f"f-{fill} line")
    # The side that the sun does not see.
    edge = f"M{n(x + 0.7 * high)} {top}H{n(x + high)}L{n(x + low)} {foot}"
    shape += textures.shadow(f"{edge}H{n(x + 0.76 * low)}Z")
    middle = box.bottom - 0.3 * box.h if peak else box.level
    return shape + _number(kind, x, middle + 0.34 * size, size)


def _slab(kind: int, points: int, box: Box) -> str:
    """A treasure, a part of the sphinx or a scarab from the side, with its points."""
    if kind == kit.SCARAB:
        oval = svg.rect(*box, "f-lapis line", box.h / 2)
        return oval + icon(icons.ICONS[kit.SCARAB], *box.around(box.h)[:3])
    half, shape = box.w / 2, svg.rect(*box, f"f-{icons.GROUNDS[kind]} line", 2)
    if half < 26:
        return shape + _pill(points, box.mid, box.level, 15)
    picture = box.moved(-0.48 * half).around(min(0.9 * box.h, 0.74 * half))
    pill = _pill(points, box.mid + 0.45 * half, box.level, 17)
    return shape + icon(icons.ICONS[kind], *picture[:3]) + pill


def plan(site: int, box: Box) -> str:
    """What could be built on an empty site, drawn in the sand."""
    data = icons.SPHINX_PLAN if site == kit.SPHINX else icons.PYRAMID_PLAN
    sand = "f-papyrus s-papyrus-edge"
    return icon(svg.path(data, sand, stroke_width=2, stroke_dasharray="3 3"), *box[:3])


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that events give."""
    box = square(1, 1, 46)
    return {f"tile-{kind}": face(kind, kit.POINTS[kind], box) for kind in range(kit.TILES)}


def cover() -> svg.Svg:
    """The game's cover: a pyramid in the evening, and what builds and breaks it."""
    names = ("stone+5", "stone+2", "treasure+5", "sphinx-body", "scarab", "demolition")
    row = [symbols()[f"tile-{kit.TILE_NAMES.index(name)}"] for name in names]
    peak = svg.path("M24 8 43 41H5Z", "f-sand line") + svg.path("M24 8 43 41H27Z", "f-clay line")
    courses = svg.path("M18.5 18H29.5M12.500 29H36", "nofill line")
    look = {"sky": "turquoise", "ray": "papyrus-deep", "disc": "gold", "emblem": peak + courses}
    return covers.cover("Giza", **look, ground=("clay", "sand"), row=row)
