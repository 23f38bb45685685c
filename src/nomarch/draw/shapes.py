"""Shapes shared by all boards: cards, tiles, cartouches, badges, panels, rings, lettering.

They know places, sizes and colours, but no scene; see `board_parts` and `scene` for that.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Any

from nomarch.draw import palette, svg
from nomarch.draw.font_metrics import ems as ems
from nomarch.draw.palette import SEATS
from nomarch.draw.seat_emblems import MARKS
from nomarch.draw.tips import LATER

GRID = 48
"""Icons are drawn on a square of this size."""
PLAQUE = 18
"""Font size of a button's words."""


def card(x: float, y: float, w: float, h: float, ground: str, extra: str = "line") -> str:
    """Draw a tile or card: rounded corners and an even outline."""
    return svg.rect(x, y, w, h, f"f-{ground} {extra}", 0.06 * min(w, h))


def icon(markup: str, x: float, y: float, size: float, **pairs: object) -> str:
    """Place an icon of the 48 grid."""
    return svg.group(markup, at=(x, y), scale=size / GRID, **pairs)


def tile(markup: str, ground: str, x: float, y: float, size: float) -> str:
    """Draw a square tile with its icon."""
    return card(x, y, size, size, ground) + icon(markup, x, y, size)


def cartouche(
    x: float, y: float, words: object, ground: str = "ink", ink: str = "papyrus", size: float = 18
) -> str:
    """Draw a count in a rounded oval, centred on x, y.

    It takes no clicks and lies on top of a clickable piece: text inside a button must be part of
    the button's accessible name.
    """
    width, high = 12 + size * ems(str(words)), size + 5
    count = svg.text(x, y + 0.35 * size, words, size, f"f-{ink} sans", "middle", bold=True)
    ground_ = svg.rect(x - width / 2, y - high / 2, width, high, f"f-{ground}", high / 2)
    return svg.group(ground_, count, aria_hidden="true", pointer_events="none")


def badge(seat: int, x: float, y: float, r: float = 14) -> str:
    """Draw a seat's colour and emblem, centred on x, y."""
    ink = "papyrus" if SEATS[seat] == "kohl" else "bone"
    mark = icon(MARKS[seat], x - r * 0.72, y - r * 0.72, r * 1.44, class_=f"f-{ink}")
    return svg.circle(x, y, r, f"f-{SEATS[seat]} line") + mark


def sun(x: float, y: float, r: float, value: int, *, face_up: bool = True, size: float = 0) -> str:
    """Draw a sun disc with as many rays as its value, centred on x, y; `size` is the number's."""
    size = size or 0.8 * r
    ground, ink = ("gold", "soot") if face_up else ("papyrus-edge", "ink")
    rays = "".join(
        f"M{svg.number(x + 0.74 * r * cos(a))} {svg.number(y + 0.74 * r * sin(a))}"
        f"L{svg.number(x + r * cos(a))} {svg.number(y + r * sin(a))}"
        for a in (2 * pi * i / max(value, 1) - pi / 2 for i in range(value))
    )
    return (
        svg.path(rays, "nofill drawn", stroke_width=3 if r > 20 else 2)
        + svg.circle(x, y, 0.7 * r, f"f-{ground} line")
        + svg.text(x, y + 0.35 * size, value, size, f"f-{ink} {face_of(size)}", "middle", bold=True)
    )


@lru_cache(1024)
def panel(x: float, y: float, w: float, h: float, *, active: bool = False) -> str:
    """Draw the ground of a player's area; an active one has a strong edge."""
    edge = "s-carnelian" if active else "s-papyrus-edge"
    cls = f"f-papyrus-deep {edge} panel{' active' if active else ''}"
    return svg.rect(x, y, w, h, cls, 10, stroke_width=3 if active else 1.5)


@lru_cache(256)
def sheet(x: float, y: float, w: float, h: float) -> str:
    """Draw the paper board that shared things lie on."""
    return svg.rect(x, y, w, h, "f-papyrus s-papyrus-edge paper", 14, stroke_width=1.5)


def ring(x: float, y: float, w: float, h: float, r: float = 8) -> str:
    """Draw the dashed ring of a legal choice, gold on a dark edge."""
    edge = svg.rect(x, y, w, h, "nofill ring-edge", r)
    return edge + svg.rect(x, y, w, h, "nofill ring", r)


def frame(x: float, y: float, w: float, h: float, r: float = 8, ink: str = "carnelian") -> str:
    """Draw a strong frame around a chosen piece."""
    return svg.rect(x, y, w, h, f"nofill s-{ink}", r, stroke_width=4)


def piece(
    *children: str,
    tip: str,
    id_: str | None = None,
    action: str | None = None,
    label: str | None = None,
    cls: str = "piece",
    barred: str | None = None,
    **more: Any,
) -> str:
    """Draw a piece with a tip; it is clickable when it carries an action.

    `barred` is the action of a piece that cannot be chosen now, so that the page can explain why.
    """
    chosen: dict[str, Any] = {}
    text = "" if tip == LATER else tip
    if action is not None:
        chosen = {
            "data_action": action,
            "role": "button",
            "tabindex": "0",
            "aria_label": label or text,
            "aria_description": text or None if label != text else None,
        }
    return svg.group(
        svg.title(label or text if chosen else text) if text or label else "",
        *children,
        id=id_,
        class_=f"{cls} legal" if chosen else cls,
        data_tip=tip,
        data_not=barred,
        **chosen,
        **more,
    )


def plaque(
    x: float,
    y: float,
    w: float,
    words: str,
    *,
    action: str,
    tip: str = "",
    h: float = 40,
    ground: str = "gold",
    ink: str = "",
    id_: str | None = None,
) -> str:
    """Draw a button for an action without a piece; long words take two lines."""
    lines = wrapped(words, (w - 12) / PLAQUE, 2, ems)
    low = y + h / 2 + 0.34 * PLAQUE - 0.55 * PLAQUE * (len(lines) - 1)
    cls = f"f-{ink or ink_on(ground)} sans"
    return piece(
        svg.rect(x, y, w, h, f"f-{ground} line", 8),
        written(lines, x + w / 2, low, PLAQUE, cls, "middle", bold=True, leading=1.1),
        ring(x - 4, y - 4, w + 8, h + 8, 11),
        tip=tip or words,
        action=action,
        label=words,
        cls="plaque",
        id_=id_,
    )


INKS = ("ink", "papyrus", "soot", "linen")


@cache
def ink_on(ground: str) -> str:
    """Return the first ink that is readable on a colour in both themes."""

    def contrast(ink: str) -> float:
        return min(palette.contrast(theme[ink], theme[ground]) for theme in palette.THEMES)

    return next((ink for ink in INKS if contrast(ink) >= palette.READABLE), max(INKS, key=contrast))


def heading(x: float, y: float, words: str, size: float = 20, anchor: str = "start") -> str:
    """Draw a heading in the inscription serif."""
    return svg.text(x, y, words, size, "f-ink serif", anchor, bold=True)


def number(x: float, y: float, value: object, size: float = 24, anchor: str = "middle") -> str:
    """Draw an important number in the inscription serif."""
    return svg.text(x, y, figures(value), size, f"f-ink {face_of(size)}", anchor, bold=True)


def face_of(size: float) -> str:
    """Return the face of a number: in the serif, a smaller 1 looks like an I."""
    return "serif" if size >= 48 else "sans"


def figures(value: object) -> str:
    """Format a number with a true minus sign."""
    return str(value).replace("-", "−")


def breadth(value: object, size: float) -> float:
    """Return the width of a number."""
    return size * ems(figures(value), face_of(size))


def shorten(words: str, most: float, measure: Callable[[str], float] = len) -> str:
    """Cut words to a number of letters, with an ellipsis.

    Another `measure` than `len` gives the unit of `most`.
    """
    if measure(words) <= most:
        return words

    def length(cut: int) -> float:
        return measure(words[:cut].rstrip() + "…")

    fitting = bisect_right(range(len(words)), most, key=length)
    return words[: max(fitting - 1, 0)].rstrip() + "…"


def fitted(words: str, width: float, size: float, face: str = "sans", *, bold: bool = True) -> str:
    """Cut words to a width at a size of lettering, with an ellipsis."""
    return shorten(words, width, lambda line: ems(line, face, bold=bold) * size)


def wrapped(
    words: str, most: float, lines: int, measure: Callable[[str], float] = len
) -> list[str]:
    """Wrap words into a few lines of at most `most` letters, the last one cut if needed.

    Another `measure` than `len` gives the unit of `most`.
    """
    rows, rest = list[str](), words.split()
    while rest and len(rows) < lines - 1:
        fitting = bisect_right(
            range(1, len(rest) + 1), most, key=lambda count: measure(" ".join(rest[:count]))
        )
        rows.append(" ".join(rest[: fitting or 1]))
        del rest[: fitting or 1]
    if rest or not rows:
        rows.append(" ".join(rest))
    return [shorten(line, most, measure) for line in rows]


def written(
    lines: Sequence[str],
    x: float,
    y: float,
    size: float = 18,
    cls: str = "f-ink sans",
    anchor: str = "start",
    bold: bool = False,
    leading: float = 1.15,
) -> str:
    """Draw lines of text, the first baseline at y."""
    return "".join(
        svg.text(x, y + i * size * leading, line, size, cls, anchor, bold)
        for i, line in enumerate(lines)
    )
