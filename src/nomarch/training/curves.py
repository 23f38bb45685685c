"""Curves: how a run went, as one picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.svg import Svg
from nomarch.kernel.game import rulebook
from nomarch.training.settings import Settings

Line = Mapping[str, float]

WIDTH, HEIGHT = 960, 590
PANELS = (Box(70, 70, 860, 260), Box(70, 400, 395, 150), Box(535, 400, 395, 150))
MOST_POINTS = 400
"""More would not be seen."""


@dataclass(frozen=True)
class Curve:
    """One line of a panel: a name of the log, its colour, and what it is called."""

    name: str
    colour: str
    title: str


@dataclass(frozen=True)
class Panel:
    """What a panel shows, and how its scale is written."""

    title: str
    curves: tuple[Curve, ...]
    written: Callable[[float], str]
    top: float | None = None
    """Where its scale ends; by what it shows unless it says otherwise."""
    mark: tuple[float, str] | None = None
    """A height that is worth knowing, and why."""


def draw_curves(log: Sequence[Line], settings: Settings) -> Svg:
    """Win rates, value loss and entropy over the decisions of a run."""
    title = rulebook(settings.game).game.title
    heading = f"{title}, {settings.players} players: learning by self-play"
    fair = 1 / settings.players
    wins = Panel(
        "games won against…",
        (
            Curve("random", "malachite", f"{_others(settings)} random bots"),
            Curve("greedy", "carnelian", f"{_others(settings)} greedy bots"),
        ),
        lambda share: f"{share:.0%}",
        top=1.0,
        mark=(fair, f"fair share, {fair:.0%}"),
    )
    value = Panel("value loss", (Curve("value_loss", "lapis", ""),), lambda loss: f"{loss:.2f}")
    entropy = Panel("entropy", (Curve("entropy", "amethyst", ""),), lambda nats: f"{nats:.2f}")
    last = max((line["step"] for line in log), default=1.0)
    drawn = [
        _panel(panel, box, log, last)
        for panel, box in zip((wins, value, entropy), PANELS, strict=True)
    ]
    told = svg.text(PANELS[0].x, 34, heading, 20, bold=True)
    return svg.drawing(
        WIDTH, HEIGHT, told, *drawn, name=heading, description=_told(log), prefix="curves"
    ).standalone()


def _others(settings: Settings) -> str:
    """How many the others are, in a word."""
    return ("", "one", "two", "three", "four", "five")[settings.players - 1]


def _told(log: Sequence[Line]) -> str:
    """The last measurement in words."""
    measured = [line for line in log if "greedy" in line]
    if not measured:
        return "Nothing was measured yet."
    line = measured[-1]
    return (
        f"After {line['step']:,.0f} decisions {line['random']:.0%} of games are won against random "
        f"and {line['greedy']:.0%} against greedy bots."
    )


def _panel(panel: Panel, box: Box, log: Sequence[Line], last: float) -> str:
    highest = max((line[c.name] for c in panel.curves for line in log if c.name in line), default=1)
    top = panel.top or highest * 1.1 or 1.0
    parts = [
        svg.rect(*box, "f-chalk s-papyrus-edge"),
        svg.text(box.x, box.y - 10, panel.title, 14, "f-ink sans", bold=True),
        *_scale(panel, box, top, last),
    ]
    if panel.mark:
        height, why = panel.mark
        y = box.bottom - box.h * height / top
        parts.append(_stroke([(box.x, y), (box.right, y)], "gold", stroke_dasharray="6 5"))
        parts.append(svg.text(box.right - 8, y + 16, why, 12, "f-ink-soft sans", "end"))
    for number, curve in enumerate(panel.curves):
        parts.append(_curve(curve, box, log, top, last))
        if curve.title:
            x = box.x + 180 + 190 * number
            parts.append(svg.rect(x, box.y - 20, 12, 12, f"f-{curve.colour}", 2))
            parts.append(svg.text(x + 18, box.y - 10, curve.title, 13))
    return svg.group(*parts)


def _scale(panel: Panel, box: Box, top: float, last: float) -> list[str]:
    """Numbers beside the panel, and below it."""
    parts = []
    for quarter in (0, 2, 4):
        y = box.bottom - box.h * quarter / 4
        words = panel.written(top * quarter / 4)
        parts.append(svg.text(box.x - 8, y + 4, words, 12, "f-ink-soft sans", "end"))
        x = box.x + box.w * quarter / 4
        anchor = ("start", "", "middle", "", "end")[quarter]
        words = f"{last * quarter / 4 / 1e6:.1f} M" + (" decisions" if quarter == 4 else "")
        parts.append(svg.text(x, box.bottom + 18, words, 12, "f-ink-soft sans", anchor))
    return parts


def _curve(curve: Curve, box: Box, log: Sequence[Line], top: float, last: float) -> str:
    """The line, above the band of its 95 % intervals if it has any."""

    def places(name: str) -> list[tuple[float, float]]:
        points = [(line["step"], line[name]) for line in log if name in line]
        return [
            (box.x + box.w * step / last, box.bottom - box.h * value / top)
            for step, value in points[:: max(1, len(points) // MOST_POINTS)]
        ]

    band = places(f"{curve.name}_low") + places(f"{curve.name}_high")[::-1]
    drawn = svg.path(_through(band), f"f-{curve.colour}", opacity=0.2) if band else ""
    line = places(curve.name)
    return drawn + (_stroke(line, curve.colour) if line else "")


def _stroke(places: Sequence[tuple[float, float]], colour: str, **pairs: object) -> str:
    return svg.path(_through(places), f"nofill s-{colour}", stroke_width=2, **pairs)


def _through(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
