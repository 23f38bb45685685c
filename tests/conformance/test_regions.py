"""Every game: the parts of a board that can be looked at closer say what they are and where."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from nomarch.engine.match import SHAPES
from nomarch.kernel.game import Rulebook

from .playing import each_game, played

MOMENTS = (5, 60, None)
SLACK = 1.0
"""A region may reach so far beyond the drawing: half a line's width."""


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_regions_have_a_title_and_lie_on_the_board(book: Rulebook, shape: str) -> None:
    setup = next(book.setups())
    for moment in MOMENTS:
        match = played(book, setup, 3, moment)
        root = ElementTree.fromstring(match.svg(0, shape=shape, standalone=False))
        width, height = map(float, root.get("viewBox", "").split()[2:])
        regions = [node for node in root.iter() if node.get("data-region") is not None]
        titles = [region.get("data-region", "") for region in regions]
        assert {*match.names} <= {*titles}, "everyone's area can be looked at"
        assert all(titles)
        assert len({region.get("id") for region in regions}) == len(regions)
        for region in regions:
            x, y, w, h = map(float, region.get("data-box", "").split())
            assert w > 0 < h
            assert min(x, y) >= -SLACK
            assert max(x + w - width, y + h - height) <= SLACK
