"""The pen that all icons are drawn with, on the 48 grid: paint, ink, and lines in a pigment."""

from __future__ import annotations


def painted(fill: str, data: str) -> str:
    """A painted shape with the even ink outline."""
    return f'<path class="f-{fill} line" d="{data}"/>'


def flat(fill: str, data: str) -> str:
    """A painted shape without outline: eyes, holes, shadows."""
    return f'<path class="f-{fill}" d="{data}"/>'


def inked(data: str) -> str:
    """An ink line."""
    return f'<path class="nofill line" d="{data}"/>'


def inked_bold(data: str) -> str:
    """A strong ink line: arrows."""
    return f'<path class="nofill bold" d="{data}"/>'


def stroke(pigment: str, data: str, width: float = 2) -> str:
    """A line in a pigment, for grounds on which ink would drown."""
    return (
        f'<path class="nofill s-{pigment}" stroke-width="{width:g}" stroke-linejoin="round" '
        f'stroke-linecap="round" d="{data}"/>'
    )


def disc(fill: str, x: float, y: float, r: float) -> str:
    """A disc with the even ink outline."""
    return f'<circle class="f-{fill} line" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def dot(fill: str, x: float, y: float, r: float) -> str:
    """A disc without outline."""
    return f'<circle class="f-{fill}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def both(shape: str) -> str:
    """A shape and its mirror image in the middle of the grid."""
    return f'{shape}<g transform="matrix(-1 0 0 1 48 0)">{shape}</g>'


def small(shape: str, x: float, y: float, scale: float) -> str:
    """A shape of the grid, moved and made smaller."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{shape}</g>'
