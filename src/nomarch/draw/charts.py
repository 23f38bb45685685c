"""Line charts with confidence bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nomarch.draw import svg
from nomarch.draw.box import Box

Line = Mapping[str, float]
"""One row of a log: measurements by name."""

MOST_POINTS = 400
"""Points drawn per curve; longer logs are thinned."""


@dataclass(frozen=True)
class ChartAxis:
    """A horizontal axis: the log's field, its range and its labels."""

    name: str
    first: float
    last: float
    ticks: tuple[tuple[float, str], ...]

    def share(self, value: float) -> float:
        """Return a value's position on the axis, from 0 to 1."""
        return (value - self.first) / (self.last - self.first)


@dataclass(frozen=True)
class Curve:
    """One line of a panel: the log's field, a colour and a legend."""

    name: str
    colour: str
    title: str


@dataclass(frozen=True)
class Panel:
    """One chart: a title, its curves and the format of its scale."""

    title: str
    curves: tuple[Curve, ...]
    written: Callable[[float], str]
    top: float | None = None
    """Upper end of the scale; by default from the data."""
    mark: tuple[float, str] | None = None
    """A reference line: its height and label."""


def draw_panel(panel: Panel, box: Box, log: Sequence[Line], axis: ChartAxis) -> str:
    highest = max((line[c.name] for c in panel.curves for line in log if c.name in line), default=1)
    top = panel.top or highest * 1.1 or 1.0
    parts = [
        svg.rect(*box, "f-chalk s-papyrus-edge"),
        svg.text(box.x, box.y - 10, panel.title, 14, "f-ink sans", bold=True),
        *_scale(panel, box, top, axis),
    ]
    if panel.mark:
        height, why = panel.mark
        y = box.bottom - box.h * height / top
        parts.append(_stroke([(box.x, y), (box.right, y)], "gold", stroke_dasharray="6 5"))
        parts.append(svg.text(box.right - 8, y + 16, why, 12, "f-ink-soft sans", "end"))
    for number, curve in enumerate(panel.curves):
        parts.append(_curve(curve, box, log, top, axis))
        if curve.title:
            x = box.x + 180 + 190 * number
            parts.append(svg.rect(x, box.y - 20, 12, 12, f"f-{curve.colour}", 2))
            parts.append(svg.text(x + 18, box.y - 10, curve.title, 13))
    return svg.group(*parts)


def _scale(panel: Panel, box: Box, top: float, axis: ChartAxis) -> list[str]:
    """Draw the labels of both axes."""
    parts = []
    for half in range(3):
        y = box.bottom - box.h * half / 2
        words = panel.written(top * half / 2)
        parts.append(svg.text(box.x - 8, y + 4, words, 12, "f-ink-soft sans", "end"))
    for value, words in axis.ticks:
        share = axis.share(value)
        anchor = "start" if share == 0 else "end" if share == 1 else "middle"
        x = box.x + box.w * share
        parts.append(svg.text(x, box.bottom + 18, words, 12, "f-ink-soft sans", anchor))
    return parts


def _curve(curve: Curve, box: Box, log: Sequence[Line], top: float, axis: ChartAxis) -> str:
    """Draw a line over the band of its 95 % intervals, if the log has them."""

    def places(name: str) -> list[tuple[float, float]]:
        points = [(line[axis.name], line[name]) for line in log if name in line]
        return [
            (box.x + box.w * axis.share(at), box.bottom - box.h * value / top)
            for at, value in points[:: max(1, len(points) // MOST_POINTS)]
        ]

    band = places(f"{curve.name}_low") + places(f"{curve.name}_high")[::-1]
    drawn = svg.path(_through(band), f"f-{curve.colour}", opacity=0.2) if band else ""
    line = places(curve.name)
    return drawn + (_stroke(line, curve.colour) if line else "")


def _stroke(places: Sequence[tuple[float, float]], colour: str, **pairs: object) -> str:
    return svg.path(_through(places), f"nofill s-{colour}", stroke_width=2, **pairs)


def _through(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
