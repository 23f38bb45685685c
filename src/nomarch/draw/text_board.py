"""The position in words inside a drawing, from which the page makes its text board.

A drawing carries a `<metadata>` element with one group per section: lines, and cells of a table. It
travels with the drawing, so that the words change at the same moment as the picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from nomarch.draw import svg

if TYPE_CHECKING:
    from nomarch.kernel.declare.sentences import Position

SVG = "{http://www.w3.org/2000/svg}"
PLAYERS = "players"
"""The kind of the section with a row for each player."""


class BoardSection(NamedTuple):
    """A section as a drawing carries it."""

    title: str
    """Empty for the board and the players, which the page names."""
    kind: str
    lines: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sections_of(position: Position) -> list[BoardSection]:
    """Return the sections of a position: the board, a game's own ones, and the players."""
    return [
        BoardSection("", "board", position.lines, (), ()),
        *(BoardSection(s.title, "part", s.lines, s.columns, s.rows) for s in position.sections),
        BoardSection("", PLAYERS, (), position.columns, position.rows),
    ]


def markup_of(position: Position) -> str:
    """Return a position as an element that is not drawn."""
    return svg.element("metadata", *map(_markup, sections_of(position)), class_="position")


def _markup(section: BoardSection) -> str:
    children = [f"<g data-line={quoteattr(line)}/>" for line in section.lines]
    cells = [section.columns, *section.rows] if section.columns else []
    children += [
        f"<g data-cells={quoteattr(json.dumps(row, ensure_ascii=False))}/>" for row in cells
    ]
    return svg.element("g", *children, data_section=section.title, data_kind=section.kind)


def read_sections(drawing: str) -> Iterator[BoardSection]:
    """Read the sections back from a drawing."""
    for group in ElementTree.fromstring(drawing).iterfind(f"{SVG}metadata/{SVG}g"):
        lines = [line for node in group if (line := node.get("data-line")) is not None]
        found = [node.get("data-cells") for node in group]
        cells = [tuple(json.loads(row)) for row in found if row is not None]
        title, kind = group.get("data-section", ""), group.get("data-kind", "")
        yield BoardSection(title, kind, tuple(lines), cells[0] if cells else (), tuple(cells[1:]))
