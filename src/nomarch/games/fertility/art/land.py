"""The land below the tiles: sand, ponds with their banks, fields, and the grid on them."""

from collections.abc import Sequence
from functools import lru_cache

from nomarch.draw import Box, scenery, stroke, svg, textures
from nomarch.games.fertility import components as box

SHORE = 8
"""Sand to the right of the cells and below them; on the other sides it holds their names."""
RIVER, LOW_RIVER = 59, 24
"""Height of the Nile and its bank below the cells, on a wide board and on a tall one."""


Boards = tuple[tuple[int, int], ...]
"""The boards laid so far from left to right, each with whether it is upside down."""


@lru_cache(256)
def printed_cells(boards: Boards) -> tuple[tuple[int, int], ...]:
    """Everything that is printed on some boards: places, and what is there."""
    found = []
    for place, (board, turned) in enumerate(boards):
        cells = box.VALLEY_CELLS[board]
        for i, what in enumerate(reversed(cells) if turned else cells):
            row, column = divmod(i, box.VALLEY_COLUMNS)
            cell = box.VALLEY_COLUMNS * place + column + box.MOST_COLUMNS * row
            found.append((box.AT[cell], what))
    return tuple(found)


def river_height(is_wide: bool) -> float:
    """The height of the Nile below the valley, with its bank."""
    return RIVER if is_wide else LOW_RIVER


def slab(prefix: str, valley: Box, margin: float, is_wide: bool) -> str:
    """The ground of the whole valley above the Nile, with its own shadow on the table."""
    x, y, w, h = valley
    high = river_height(is_wide)
    whole = Box(x - margin, y - margin, w + margin + SHORE, h + margin + high)
    shore = Box(whole.x, valley.bottom + 4, whole.w, high - 4)
    return svg.joined(
        textures.shadow(textures.slab(*whole.moved(0, 5), 12)),
        textures.laid(prefix, "sand", textures.slab(*whole, 12)),
        _nile(prefix, shore),
        svg.rect(*whole, "nofill line", 12),
    )


def _nile(prefix: str, at: Box) -> str:
    """The Nile along the valley: a green bank, water, and reeds."""
    n, r = svg.number, 12
    waves = "q20 -5 40 0t40 0" * int(at.w / 80)
    end = f"H{n(at.right)}V{n(at.bottom - r)}q0 {r} -{r} {r}H{n(at.x + r)}q-{r} 0 -{r} -{r}Z"
    bank = f"M{n(at.x)} {n(at.y + 3)}{waves}{end}"
    parts = [
        svg.path(bank, "f-reed"),
        svg.path(f"M{n(at.x)} {n(at.y + 10)}{waves}{end}", "f-outline", opacity="0.35"),
        textures.laid(prefix, "water", f"M{n(at.x)} {n(at.y + 12)}{waves}{end}"),
    ]
    for i in range(int(at.w / 70)):
        parts.append(scenery.reeds(at.x + 34 + 70 * i + 17 * (i % 3), at.y + 12, 13 + 3 * (i % 2)))
    return "".join(parts)


@lru_cache(64)
def quay(prefix: str, at: Box) -> str:
    """A wooden quay in the river, for what lies ready."""
    posts = "".join(
        f"M{svg.number(x)} {svg.number(at.bottom)}v3" for x in (at.x + 16, at.right - 16)
    )
    return (
        textures.shadow(textures.slab(*at.moved(2, 4), 8))
        + stroke("timber", posts, 7)
        + textures.laid(prefix, "wood", textures.slab(*at, 8), "line")
    )


def lattice(board: Box, size: float) -> str:
    x, y, w, h = map(svg.number, board)
    across, down = (range(1, round(edge / size)) for edge in (board.w, board.h))
    lines = [f"M{svg.number(board.x + i * size)} {y}v{h}" for i in across]
    lines += [f"M{x} {svg.number(board.y + i * size)}h{w}" for i in down]
    grid = svg.path("".join(lines), "nofill s-clay", stroke_width=1, opacity="0.55")
    return grid + svg.rect(*board, "nofill s-clay", 4, stroke_width=2)


def ponds(prefix: str, spots: Sequence[Box]) -> str:
    """Water: a green bank, its shadow, and the pond, which runs on where water meets water."""
    tufts = [
        scenery.reeds(s.x + 9 + 20 * (i % 2), s.bottom - 3, 15 + 3 * (i % 3))
        for i, s in enumerate(spots)
    ]
    return svg.joined(
        svg.path(_joined(spots, 1.5, 16), "f-reed"),
        svg.path(_joined(spots, 4, 13), "f-outline", opacity="0.4"),
        textures.laid(prefix, "water", _joined([s.moved(1, 1.5) for s in spots], 5.5, 10)),
        *tufts,
    )


def fields(prefix: str, spots: Sequence[Box]) -> str:
    """Wheat, ear by ear, within a ridge of earth."""
    ridge = svg.path(_joined(spots, 1.5, 6), "f-clay")
    return ridge + textures.laid(prefix, "field", _joined(spots, 4, 4))


def _joined(spots: Sequence[Box], inset: float, r: float) -> str:
    """The outline of some cells, made smaller, but of one piece where they touch."""
    here = {(round(spot.x), round(spot.y)) for spot in spots}
    paths = []
    for spot in spots:
        inner, half = spot.grown(-inset), spot.w / 2
        paths.append(textures.slab(*inner, r))
        if (round(spot.right), round(spot.y)) in here:
            paths.append(textures.slab(spot.x + half, inner.y, spot.w, inner.h))
        if (round(spot.x), round(spot.bottom)) in here:
            paths.append(textures.slab(inner.x, spot.y + half, inner.w, spot.h))
    return "".join(paths)
