"""Drawings as PNG, written with the fonts that come with the package."""

from html import unescape

from nomarch.draw.font_metrics import FONTS, widths

SERIF, SANS = "Nomarch Serif", "Nomarch Sans"
COVERED = frozenset(widths()["sans"]) | frozenset("\t\n\r")
"""Characters of the fonts in `FONTS`."""


def render_png(
    drawing: str,
    *,
    width: int | None = None,
    zoom: float | None = None,
    style_sheet: str | None = None,
    background: str | None = None,
) -> bytes:
    """Render a drawing; `width` is in pixels.

    The result is the same on every machine, unless a name needs letters that only the system's
    fonts have.
    """
    import resvg_py

    picture = resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=width,
        zoom=zoom,
        style_sheet=style_sheet,
        background=background,
        skip_system_fonts=COVERED.issuperset(unescape(drawing)),
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family=SANS,
        serif_family=SERIF,
        sans_serif_family=SANS,
    )
    return bytes(picture)
