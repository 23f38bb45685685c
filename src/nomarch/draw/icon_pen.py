"""Strokes and fills of all icons, on the 48 grid."""


def painted(fill: str, data: str) -> str:
    """Return a filled shape with an ink outline."""
    return f'<path class="f-{fill} line" d="{data}"/>'


def flat(fill: str, data: str) -> str:
    """Return a filled shape without outline: eyes, holes, shadows."""
    return f'<path class="f-{fill}" d="{data}"/>'


def inked(data: str) -> str:
    """Return an ink line."""
    return f'<path class="nofill line" d="{data}"/>'


def inked_bold(data: str) -> str:
    """Return a strong ink line: arrows."""
    return f'<path class="nofill bold" d="{data}"/>'


def stroke(pigment: str, data: str, width: float = 2) -> str:
    """Return a coloured line, for dark grounds."""
    return (
        f'<path class="nofill s-{pigment}" stroke-width="{width:g}" stroke-linejoin="round" '
        f'stroke-linecap="round" d="{data}"/>'
    )


def disc(fill: str, x: float, y: float, r: float) -> str:
    """Return a disc with an ink outline."""
    return f'<circle class="f-{fill} line" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def small(shape: str, x: float, y: float, scale: float) -> str:
    """Return a shape, moved and scaled down."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{shape}</g>'
