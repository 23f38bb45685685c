"""Curves: how a run went, as one picture."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.charts import ChartAxis, Curve, Line, Panel, draw_panel
from nomarch.draw.svg import Svg
from nomarch.kernel.game import rulebook
from nomarch.training.settings import TrainingSettings

WIDTH, HEIGHT = 960, 590
PANELS = (Box(70, 70, 860, 260), Box(70, 400, 395, 150), Box(535, 400, 395, 150))


def draw_curves(log: Sequence[Line], settings: TrainingSettings) -> Svg:
    """Win rates, value loss and entropy over the decisions of a run."""
    title = rulebook(settings.game).game.title
    heading = f"{title}, {settings.players} players: learning by self-play"
    fair = 1 / settings.players
    others = ("", "one", "two", "three", "four", "five")[settings.players - 1]
    curves = [
        Curve("random", "malachite", f"{others} random bots"),
        Curve("greedy", "carnelian", f"{others} greedy bots"),
    ]
    if any("league" in line for line in log):
        curves.append(Curve("league", "lapis", "the league, on average"))
        curves.append(Curve("league_worst", "amethyst", "its hardest member"))
    wins = Panel(
        "games won against…",
        tuple(curves),
        lambda share: f"{share:.0%}",
        top=1.0,
        mark=(fair, f"fair share, {fair:.0%}"),
    )
    value = Panel("value loss", (Curve("value_loss", "lapis", ""),), lambda loss: f"{loss:.2f}")
    entropy = Panel("entropy", (Curve("entropy", "amethyst", ""),), lambda nats: f"{nats:.2f}")
    axis = _steps(max((line["step"] for line in log), default=1.0))
    drawn = [
        draw_panel(panel, box, log, axis)
        for panel, box in zip((wins, value, entropy), PANELS, strict=True)
    ]
    title = svg.text(PANELS[0].x, 34, heading, 20, bold=True)
    return svg.drawing(
        WIDTH, HEIGHT, title, *drawn, name=heading, description=_description(log), prefix="curves"
    ).standalone()


def _steps(last: float) -> ChartAxis:
    """From no decision to the last."""
    ticks = [(last * half / 2, f"{last * half / 2 / 1e6:.1f} M") for half in range(3)]
    ticks[-1] = last, ticks[-1][1] + " decisions"
    return ChartAxis("step", 0.0, last, tuple(ticks))


def _description(log: Sequence[Line]) -> str:
    """The last measurement in words."""
    measured = [line for line in log if "greedy" in line]
    if not measured:
        return "Nothing was measured yet."
    line = measured[-1]
    return (
        f"After {line['step']:,.0f} decisions {line['random']:.0%} of games are won against random "
        f"and {line['greedy']:.0%} against greedy bots."
    )
