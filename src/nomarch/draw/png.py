"""Drawings as PNG, written with the fonts that come with the package."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"
SERIF, SANS = "Nomarch Serif", "Nomarch Sans"
COVERED = frozenset(
    chr(code)
    for first, last in (
        (0x09, 0x0D), (0x20, 0x7E), (0xA0, 0x17F), (0x192, 0x192), (0x218, 0x21B),
        (0x2C6, 0x2CD), (0x2D0, 0x2D3), (0x2D6, 0x2DD), (0x2010, 0x2026), (0x2030, 0x203A),
        (0x2070, 0x2071), (0x2074, 0x208E), (0x20AC, 0x20AC), (0x2122, 0x2122),
        (0x2150, 0x215E), (0x2190, 0x2199), (0x2212, 0x2212), (0x2215, 0x2215),
        (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265),
        (0x25A0, 0x25CF), (0x2605, 0x2606), (0x2713, 0x2717),
    )
    for code in range(first, last + 1)
)  # fmt: skip
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
