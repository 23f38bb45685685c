"""SVG elements as strings."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from html import unescape
from typing import Self
from xml.sax.saxutils import escape, quoteattr

from nomarch.draw import palette
from nomarch.draw.font_metrics import ems

_STYLE = palette.css(palette.LIGHT)
STYLE_HASH = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
"""Hash of a drawing's own style sheet, for the content security policy."""
_is_special = re.compile(r"[&<>\"\n\r\t]").search
"""Whether a value must be escaped. Most need not be, and a board has thousands."""
_wide = re.compile(r"[^\x00-\xff]")
_LINE = re.compile(r'<text ([^>]*font-size="([^"]+)"[^>]*)>([^<]+)</text>')


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _narrow(markup: str) -> str:
    """Replace characters beyond Latin-1 by references.

    A single one would double the memory of every string it is joined into.
    """
    return markup if markup.isascii() else _wide.sub(lambda sign: f"&#{ord(sign[0])};", markup)


def joined(*parts: str) -> str:
    """Join parts into one string that does not remember them."""
    return "".join(parts)


class Composed(str):
    """Markup that remembers its parts, so that two drawings can be compared quickly."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]
    """The parts that are not composed themselves, in order."""

    def __new__(cls, *parts: str) -> Self:
        composed = super().__new__(cls, "".join(parts))
        flat: list[str] = []
        for part in parts:
            if isinstance(part, Composed):
                flat.extend(part.parts)
            else:
                flat.append(part)
        composed.parts = tuple(flat)
        return composed

    @classmethod
    def again(cls, parts: tuple[str, ...]) -> Self:
        """Compose markup from parts that are already flat."""
        composed = super().__new__(cls, "".join(parts))
        composed.parts = parts
        return composed


class Svg(Composed):
    """A drawing. Notebooks display it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self.standalone()

    def standalone(self) -> Svg:
        """Return the drawing with its own style sheet and background, for files and notebooks.

        Each line of text states its width: pictures can't load the page's fonts, and those of the
        system may be wider.
        """
        if "<style>" in self:
            return self
        start = self.index(">") + 1
        style = f"<style>{_STYLE}</style>"
        ground = '<rect class="f-papyrus" x="-9999" y="-9999" width="29999" height="29999"/>'
        return Svg(self[:start] + style + ground + _LINE.sub(_at_its_width, self[start:]))


def _at_its_width(line: re.Match[str]) -> str:
    pairs, size, words = line.groups()
    face = "serif" if re.search(r"\bserif\b", pairs) else "sans"
    width = float(size) * ems(unescape(words), face, bold="font-weight" in pairs)
    fit = f'textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"'
    return f"<text {pairs} {fit}>{words}</text>"


def number(value: float) -> str:
    """Format a coordinate without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else f"{int(value)}"


def attributes(pairs: dict[str, object]) -> str:
    """Format attributes; `None` leaves one out, `_` stands for `-`."""
    return "".join([_written(name, value) for name, value in pairs.items() if value is not None])


@lru_cache(16384, typed=True)
def _written(name: str, value: object) -> str:
    """Format an attribute. Cached: the same few repeat."""
    text = number(value) if type(value) is float else str(value)
    quoted = quoteattr(text) if _is_special(text) else f'"{text}"'
    return f" {_attribute(name)}={_narrow(quoted)}"


def element(tag: str, *children: str, **pairs: object) -> str:
    """Return any element; children are markup already."""
    if not children:
        return f"<{tag}{attributes(pairs)}/>"
    return f"<{tag}{attributes(pairs)}>{''.join(children)}</{tag}>"


def rect(x: float, y: float, w: float, h: float, cls: str, r: float = 0, **pairs: object) -> str:
    return element("rect", x=x, y=y, width=w, height=h, rx=r or None, class_=cls, **pairs)


def circle(x: float, y: float, r: float, cls: str, **pairs: object) -> str:
    return element("circle", cx=x, cy=y, r=r, class_=cls, **pairs)


def path(data: str, cls: str, **pairs: object) -> str:
    """Return a path; a coloured line is `path(data, "nofill s-lapis", stroke_width=3)`."""
    return element("path", d=data, class_=cls, **pairs)


def text(
    x: float,
    y: float,
    words: object,
    size: float = 14,
    cls: str = "f-ink sans",
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """Return one line of text; y is its baseline."""
    return element(
        "text",
        _narrow(escape(str(words))),
        x=x,
        y=y,
        font_size=size,
        class_=cls,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="700" if bold else None,
    )


def group(
    *children: str, at: tuple[float, float] | None = None, scale: float = 1, **pairs: object
) -> str:
    """Return a group, moved and scaled."""
    moved = ""
    if at is not None:
        moved = f"translate({number(at[0])} {number(at[1])})"
    if scale != 1:
        moved += f" scale({scale:.4g})"
    return element("g", *(children or ("",)), transform=moved or None, **pairs)


def title(words: str) -> str:
    """Return a title element: a tooltip, and the accessible name."""
    return f"<title>{_narrow(escape(words))}</title>"


def drawing(
    width: float, height: float, *children: str, name: str, description: str, prefix: str
) -> Svg:
    """Return a whole drawing with its text description."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'class="board" id="{prefix}" role="group" '
        f'aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc">'
        f'<title id="{prefix}-title">{_narrow(escape(name))}</title>'
    )
    desc = f'<desc id="{prefix}-desc">{_narrow(escape(description))}</desc>'
    return Svg(head, desc, *children, "</svg>")
