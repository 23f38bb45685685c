"""The land below the tiles: sand, ponds with their banks, fields, and the grid on them."""

from collections.abc import Sequence
from functools import lru_cache

from nomarch.draw import Box, stroke, svg, textures
from nomarch.games.fertility import components as box

SHORE = 8
"""Sand to the right of the cells and below them; on the other sides it holds their names."""
REEDS = "M0 0q-1 -7 -5 -11M3 0q0 -8 1 -13M6 0q2 -6 6 -9"


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


def slab(prefix: str, valley: Box, margin: float) -> str:
    """The ground of the whole valley, with its own shadow on the table."""
    x, y, w, h = valley
    whole = Box(x - margin, y - margin, w + margin + SHORE, h + margin + SHORE)
    below = textures.shadow(textures.slab(*whole.moved(0, 5), 12))
    return below + textures.laid(prefix, "sand", textures.slab(*whole, 12), "line")


def lattice(board: Box, size: float) -> str:
    """A board's edge, and the lines between its cells."""
    x, y, w, h = map(svg.number, board)
    across, down = (range(1, round(edge / size)) for edge in (board.w, board.h))
    lines = [f"M{svg.number(board.x + i * size)} {y}v{h}" for i in across]
    lines += [f"M{x} {svg.number(board.y + i * size)}h{w}" for i in down]
    grid = svg.path("".join(lines), "nofill s-clay", stroke_width=1, opacity="0.55")
    return grid + svg.rect(*board, "nofill s-clay", 4, stroke_width=2)


def ponds(prefix: str, spots: Sequence[Box]) -> str:
    """Water: a green bank, its shadow, and the pond, which runs on where water meets water."""
    tufts = [svg.group(stroke("malachite", REEDS), at=(s.x + 5, s.bottom - 4)) for s in spots]
    return svg.joined(
        svg.path(_joined(spots, 1.5, 14), "f-reed"),
        textures.shadow(_joined(spots, 4, 12)),
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
