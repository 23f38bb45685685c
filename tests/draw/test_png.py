"""Numbers can be read in PNG pictures, whatever fonts the system has."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import nomarch
from nomarch.cli import main
from nomarch.conformance.contrast_checks import SVG, Matrix, matrix_of
from nomarch.draw import palette, shapes, svg
from nomarch.draw.font_metrics import FONTS
from nomarch.draw.png import render_png
from nomarch.draw.shapes import face_of
from nomarch.engine.match import SPECTATOR, Match
from nomarch.envs.single_game import picture

Pixels = np.ndarray[Any, Any]
NUMBERS = range(1, 17)


def glyphs(words: str, size: float, face: str) -> Pixels:
    """The ink of a bold number, in a square around the middle of its baseline."""
    side = 2 * int(2 * size)
    image = Image.new("L", (side, side))
    font = ImageFont.truetype(str(FONTS / f"Nomarch{face.title()}-Bold.ttf"), size)
    ImageDraw.Draw(image).text((side / 2, side / 2), words, 255, font, anchor="ms")
    return np.asarray(image, float)


def around(pixels: Pixels, x: int, y: int, size: float) -> Pixels:
    """The pixels in which a number of this size stands with its baseline's middle at x, y."""
    wide, high = int(0.55 * size), int(0.75 * size)
    return pixels[y - high : y + 1, x - wide : x + wide + 1]


def read_number(pixels: Pixels, x: float, y: float, size: float, face: str) -> int | None:
    """The number whose glyphs are most like the dark pixels there; None without any likeness."""
    darkness = 255 - pixels.mean(axis=2)
    places = [
        around(darkness, round(x) + right, round(y) + down, size)
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
    ]
    if not any(place.std() for place in places):
        return None
    middle = int(2 * size)
    likeness = {}
    for number in NUMBERS:
        ink = around(glyphs(str(number), size, face), middle, middle, size).ravel()
        likeness[number] = max(np.corrcoef(ink, place.ravel())[0, 1] for place in places)
    best = max(NUMBERS, key=likeness.__getitem__)
    return best if likeness[best] > 0.8 else None


def pixels_of(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def suns(
    node: ElementTree.Element, matrix: Matrix
) -> Iterator[tuple[int, float, float, float, str]]:
    """Values of suns of a board of Ra: each a number after a disc of gold."""
    matrix = matrix_of(node, matrix)
    scale = float(np.hypot(*matrix[:, 0]))
    before = ""
    for child in node:
        classes = child.get("class", "")
        if child.tag == f"{SVG}text" and before == "f-gold line":
            x, y = matrix @ (float(child.get("x", "0")), float(child.get("y", "0")), 1)
            size = scale * float(child.get("font-size", ""))
            yield int(child.text or ""), x, y, size, classes.split()[-1]
        before = classes
        yield from suns(child, matrix)


def assert_suns_can_be_read(match: Match, pixels: Pixels) -> None:
    root = ElementTree.fromstring(match.svg(SPECTATOR))
    zoom = pixels.shape[1] / float(root.get("viewBox", "").split()[2])
    found = [
        (value, read_number(pixels, x * zoom, y * zoom, size * zoom, face))
        for value, x, y, size, face in suns(root, np.eye(2, 3))
    ]
    assert len(found) > match.players
    assert [read for _, read in found] == [value for value, _ in found]


@pytest.mark.parametrize("value", NUMBERS)
def test_the_value_of_a_sun_can_be_read(value: int) -> None:
    board = svg.drawing(
        200, 200, shapes.sun(100, 90, 60, value), name="Sun", description="", prefix="x"
    )
    pixels = pixels_of(render_png(board, style_sheet=palette.css(palette.LIGHT)))
    assert read_number(pixels, 100, 90 + 0.28 * 60, 0.8 * 60, face_of(48)) == value


def test_the_command_draws_numbers(tmp_path: Path) -> None:
    path = tmp_path / "ra.png"
    arguments = ["--players", "3", "--seed", "7", "--moves", "0", "--seat", "-1"]
    assert main(["draw", "ra", *arguments, "-o", str(path)]) == 0
    assert_suns_can_be_read(nomarch.new("ra", 3, 7), pixels_of(path.read_bytes()))


def test_environments_draw_numbers() -> None:
    match = nomarch.new("ra", 3, 7)
    assert_suns_can_be_read(match, picture(match.svg(SPECTATOR)))


def test_pictures_do_not_depend_on_the_fonts_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "resvg_py.svg_to_bytes", lambda **options: asked.append(options["skip_system_fonts"]) or b""
    )
    for name in ("Zoë", "Łukasz", "Νεφερτάρι"):
        render_png(svg.text(0, 0, name))
    assert asked == [True, True, False]
