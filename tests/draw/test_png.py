"""Numbers can be read in PNG pictures, whatever fonts the system has."""

import re

import numpy as np
import pytest

import nomarch
from nomarch.draw import palette, shapes, svg
from nomarch.draw.png import render_png
from nomarch.engine.match import SPECTATOR
from nomarch.envs.single_game import picture


def test_the_values_of_suns_look_different() -> None:
    suns = [shapes.sun(100, 90, 60, value) for value in range(1, 17)]
    boards = [
        svg.drawing(200, 200, sun, name="Sun", description="", prefix="x")
        for sun in (*suns, re.sub("<text.*</text>", "", suns[0]))
    ]
    sheet = palette.css(palette.LIGHT)
    assert len({render_png(board, style_sheet=sheet) for board in boards}) == 17


def test_a_board_shows_the_values_of_suns() -> None:
    board = nomarch.new("ra", 3, 7).svg(SPECTATOR)
    other = re.sub(r'(class="f-gold line"[^<]*<text[^>]*>)\d+<', r"\g<1>17<", board, count=1)
    assert np.any(picture(board) != picture(other))


def test_pictures_do_not_depend_on_the_fonts_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "resvg_py.svg_to_bytes", lambda **options: asked.append(options["skip_system_fonts"]) or b""
    )
    for name in ("Zoë", "Łukasz", "Νεφερτάρι"):
        render_png(svg.text(0, 0, name))
    assert asked == [True, True, False]
