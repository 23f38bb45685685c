"""Check of contrast: what is written on a board can be read on what lies below it."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

from nomarch.conformance.playing import played
from nomarch.conformance.problems import Problem, problem_at
from nomarch.draw import palette
from nomarch.draw.font_metrics import ems
from nomarch.draw.png import render_png
from nomarch.engine.match import SHAPES
from nomarch.kernel.declare.game import Rulebook

SVG = "{http://www.w3.org/2000/svg}"
ZOOM = 0.5
MOMENTS = (7, 110)
"""Decisions after which boards are checked."""
Matrix = np.ndarray[Any, Any]
"""Where the points of a group lie on the drawing: 2 rows of 3."""
Pixels = np.ndarray[Any, Any]


@dataclass(frozen=True)
class WrittenLine:
    """A line of text: three points of it on the drawing, and its pigment."""

    words: str
    points: tuple[tuple[float, float], ...]
    pigment: str


def check_contrast(book: Rulebook) -> Iterator[Problem]:
    """Words on a board can be read, in both themes and shapes."""
    setup, reported = list(book.setups())[-1], set[tuple[str, ...]]()
    for moment in MOMENTS:
        match = played(book, setup, 23, moment)
        seat = match.to_act[0] if match.to_act else 0
        for shape in SHAPES:
            drawing = match.svg(seat, shape=shape, standalone=False)
            for theme in palette.THEMES:
                root = ElementTree.fromstring(drawing)
                written = list(_written(root, np.eye(2, 3)))
                ground = _painted(root, theme)
                for words in written:
                    key = words.words, words.pigment, shape, _name(theme)
                    if key not in reported and (dull := _dull(words, ground, theme, shape)):
                        reported.add(key)
                        yield problem_at(book, "art", "def draw", dull)


def _dull(words: WrittenLine, ground: Pixels, theme: dict[str, str], shape: str) -> str:
    """What is wrong with a line of text: most of it stands on what is too much like it."""
    below = []
    for x, y in words.points:
        at = (
            int(np.clip(y * ZOOM, 0, ground.shape[0] - 1)),
            int(np.clip(x * ZOOM, 0, ground.shape[1] - 1)),
        )
        below.append("#{:02X}{:02X}{:02X}".format(*ground[at][:3]))
    contrast, colour = sorted(
        (palette.contrast(theme[words.pigment], colour), colour) for colour in below
    )[1]
    if contrast >= palette.READABLE:
        return ""
    pigment = next((name for name, value in theme.items() if value.upper() == colour), "")
    x, y = words.points[1]
    return (
        f"{words.words!r} in {words.pigment} on {pigment or colour}, at {x:.0f}, {y:.0f} of the "
        f"{shape} board, can hardly be read in the {_name(theme)} theme: "
        f"a contrast of {contrast:.1f}, and {palette.READABLE} are needed."
    )


def _name(theme: dict[str, str]) -> str:
    return "light" if theme is palette.LIGHT else "dark"


def _written(node: ElementTree.Element, matrix: Matrix) -> Iterator[WrittenLine]:
    if node.tag == f"{SVG}symbol":
        return  # shown elsewhere
    matrix = matrix_of(node, matrix)
    if node.tag == f"{SVG}text" and node.text:
        x, y, length, size = line_of(node)
        parts = (0.35, 0.5, 0.65)
        points = (matrix @ (x + part * length, y - 0.35 * size, 1) for part in parts)
        classes = node.get("class", "").split()
        pigment = next(name[2:] for name in classes if name.startswith("f-"))
        yield WrittenLine(node.text, tuple((float(a), float(b)) for a, b in points), pigment)
    for child in node:
        yield from _written(child, matrix)


def line_of(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Where a line of text begins, its length, and the size of its letters."""
    face = "serif" if "serif" in text.get("class", "").split() else "sans"
    size = float(text.get("font-size", "16"))
    length = size * ems("".join(text.itertext()), face, bold=text.get("font-weight") is not None)
    start = {"middle": 0.5, "end": 1}.get(text.get("text-anchor", ""), 0) * length
    return float(text.get("x", "0")) - start, float(text.get("y", "0")), length, size


def matrix_of(node: ElementTree.Element, matrix: Matrix) -> Matrix:
    """Where a group's points lie, inside of whatever it stands in."""
    for step in node.get("transform", "").replace(",", " ").split(")"):
        if not step.strip():
            continue
        name, values = step.strip().split("(")
        numbers = [float(value) for value in values.split()]
        own = np.eye(3)
        if name == "translate":
            own[:2, 2] = [*numbers, 0][:2]
        elif name == "scale":
            own[0, 0], own[1, 1] = numbers[0], numbers[-1]
        elif name == "rotate" and len(numbers) == 1:
            turn = np.radians(numbers[0])
            own[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
        else:
            continue  # such groups are pictures, without words
        matrix = matrix @ own
    return matrix


def _painted(root: ElementTree.Element, theme: dict[str, str]) -> Pixels:
    """The drawing without its words, in pixels."""
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag == f"{SVG}text"]:
            parent.remove(child)
    markup = ElementTree.tostring(root, encoding="unicode")
    return pixels_of(
        render_png(markup, style_sheet=palette.css(theme), background=theme["papyrus"], zoom=ZOOM)
    )


def pixels_of(picture: bytes) -> Pixels:
    """The pixels of a PNG with four bytes each."""
    width, height, bits, kind = struct.unpack(">IIBB", picture[16:26])
    assert (bits, kind) == (8, 6)
    data, at = b"", 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            data += picture[at + 8 : at + 8 + length]
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 4 * width)
    return _unfiltered(lines[:, :1], lines[:, 1:].reshape(height, width, 4))


def _unfiltered(kinds: Pixels, rows: Pixels) -> Pixels:
    """Undo the filters of a PNG's rows: a pixel depends on those to its left, above and between.

    Each row is shifted by one more pixel than the one above: pixels of a diagonal, which don't
    depend on each other, lie in one column and are computed at once.
    """
    height, width, _ = rows.shape
    shifted = np.zeros((width + height + 1, height + 1, 4), np.int16)
    for row in range(height):
        shifted[row + 2 : row + 2 + width, row + 1] = rows[row]
    for column in range(2, width + height + 1):
        left, up = shifted[column - 1, 1:], shifted[column - 1, :-1]
        corner = shifted[column - 2, :-1]
        a, b, c = np.abs(up - corner), np.abs(left - corner), np.abs(left + up - 2 * corner)
        nearest = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
        guess = np.choose(kinds, (np.zeros_like(left), left, up, (left + up) // 2, nearest))
        shifted[column, 1:] = (shifted[column, 1:] + guess) & 255
    found = [shifted[row + 2 : row + 2 + width, row + 1] for row in range(height)]
    return np.array(found, np.uint8)
