"""Every game with an `icons.svg`: the sheet shows the palette's colours, and its icons draw."""

from importlib import resources
from xml.etree import ElementTree

import pytest

from nomarch.draw import palette
from nomarch.draw.icon_files import load_icons
from nomarch.kernel.declare.game import Rulebook

from .playing import each_game


@each_game
def test_the_icon_sheet_has_the_colours_of_the_light_theme(book: Rulebook) -> None:
    sheet = resources.files(book.package).joinpath("icons.svg")
    if not sheet.is_file():
        pytest.skip("no icon sheet")
    style = ElementTree.fromstring(sheet.read_text(encoding="utf-8"))[0]
    assert style.text == palette.css(palette.LIGHT).replace("\n", "")
    icons = load_icons(book.package)
    assert icons
    for markup in icons.values():
        assert len(ElementTree.fromstring(f"<g>{markup}</g>")) > 0
