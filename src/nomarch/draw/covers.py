"""Covers and log pictures, in one frame for every game."""

from collections.abc import Sequence
from math import cos, pi, sin

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.scenery import stars
from nomarch.draw.shapes import icon, tile

WIDTH, HEIGHT = 480, 300
RAYS = 26


def tiles(name: str, icons: Sequence[str], grounds: Sequence[str]) -> dict[str, str]:
    """Return the tiles of a log on the 48 grid as `name-0`, `name-1`, …; see `event_icon`."""
    pairs = zip(icons, grounds, strict=True)
    return {f"{name}-{i}": tile(icon, ground, 1, 1, 46) for i, (icon, ground) in enumerate(pairs)}


def cover(
    name: str,
    *,
    sky: str,
    ray: str,
    disc: str,
    emblem: str,
    ground: Sequence[str],
    row: Sequence[str],
) -> svg.Svg:
    """Draw a cover: rays, the emblem on its disc, bands of ground, and a row of pieces in front.

    `emblem` and `row` are markup on the 48 grid; `ground` lists palette names, the farthest first.
    A page may move what has the classes `rays` and `in-row`.
    """
    picture = (
        svg.rect(0, 0, WIDTH, HEIGHT, f"f-{sky}"),
        svg.group(_rays(ray), class_="rays"),
        svg.group(svg.rect(0, 0, WIDTH, HEIGHT, "f-papyrus", opacity="0.62"), class_="night"),
        stars(Box(0, 0, WIDTH, HEIGHT)),
        svg.group(svg.circle(240, 122, 132, "f-sun", opacity="0.14"), class_="night"),
        svg.circle(240, 122, 92, f"f-{disc} bold"),
        icon(emblem, 160, 42, 160),
        *(_band(236 + 20 * i, colour, i) for i, colour in enumerate(ground)),
        *_row(row),
        svg.rect(5, 5, WIDTH - 10, HEIGHT - 10, "nofill bold", 6),
    )
    prefix = f"cover-{'-'.join(name.lower().split())}"
    return svg.drawing(WIDTH, HEIGHT, *picture, name=name, description="", prefix=prefix)


def _rays(colour: str) -> str:
    parts = []
    for i in range(RAYS):
        a, b = 2 * pi * i / RAYS, 2 * pi * i / RAYS + 0.12
        parts.append(
            f"M240 122 {240 + 420 * cos(a):.0f} {122 + 420 * sin(a):.0f}"
            f" {240 + 420 * cos(b):.0f} {122 + 420 * sin(b):.0f}Z"
        )
    return svg.path("".join(parts), f"f-{colour}")


def _band(y: float, colour: str, index: int) -> str:
    """Draw a band of water, sand or field with a wavy edge."""
    shift = -20 - 15 * index
    return svg.path(
        f"M{shift} {y}" + "q15 -12 30 0t30 0" * 9 + f"V310H{shift}Z", f"f-{colour} line"
    )


def _row(pieces: Sequence[str]) -> list[str]:
    size, gap = 58, 12
    left = (WIDTH - len(pieces) * (size + gap) + gap) / 2
    return [
        svg.group(icon(piece, left + i * (size + gap), 206, size), class_="in-row")
        for i, piece in enumerate(pieces)
    ]
