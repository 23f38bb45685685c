"""The score track: fifty spaces and one for scores below zero."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.parts import space
from nomarch.draw.shapes import badge, icon
from nomarch.games.egizia import components as box, icons
from nomarch.games.egizia.art.common import GAP, Board
from nomarch.games.egizia.rules import tableau

HEIGHT, LOW = 66, 40
"""The height of a row, and the width of the space for scores below zero."""


def draw(scene: Board, parts: list[str], y: float) -> float:
    """The track and everyone's stone on it; where the next part begins."""
    rows = 1 if scene.wide else 2
    track = Box(scene.shape.edge + LOW, y + HEIGHT - 24, scene.shape.room - LOW, 20)
    row = track.across(box.SCARAB // rows)
    cells = [cell.moved(0, i * HEIGHT) for i in range(rows) for cell in row]
    below = Box(scene.shape.edge, y + HEIGHT - 24, LOW - 4, 20)
    spaces = [_cell(number, cell) for number, cell in enumerate(cells)]
    spaces.append(space(below, "< 0", ground="clay", size=13, bold=True))
    parts.append(svg.group(*spaces, *_stones(scene, cells, below), id=scene.id("score")))
    return y + rows * HEIGHT + GAP


def _cell(number: int, at: Box) -> str:
    strong = number % 5 == 0
    words = number if strong else ""
    return space(at, words, ground="sand" if strong else "chalk", size=13, r=0)


def _stones(scene: Board, cells: list[Box], below: Box) -> list[str]:
    """Everyone's stone; on a space the one ahead stands on top."""
    view, stacked, drawn = scene.view, dict[Box, int](), []
    places = {seat: int(tableau.place(view, seat)) for seat in range(view.players)}
    for seat in sorted(places, key=places.__getitem__, reverse=True):
        points = view.points[seat]
        at = below if points < 0 else cells[points % box.SCARAB]
        level = stacked[at] = stacked.get(at, -1) + 1
        top = at.y - 10 - 11 * level
        laps = points >= box.SCARAB
        tip = scene.t("{player}: score {points}, place {place}").format(
            player=scene.names[seat], points=points, place=places[seat]
        )
        scarab = icon(icons.SCARAB, at.mid + 6, top - 18, 15) if laps else ""
        drawn.append(
            scene.piece(badge(seat, at.mid, top, 10) + scarab, tip=tip, name=f"score-{seat}")
        )
    return drawn
