"""Cached parts of a board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from nomarch.draw.caching import clear_drawn, drawn
from nomarch.draw.tips import LATER
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed

from .playing import each_game

MOVES = 40


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_drawings_are_the_same_without_the_cache(book: Rulebook, shape: str) -> None:
    """Two tables share the cache, so that one could be taken for the other."""
    positions, rng, setups = [], Random(5), list(book.setups())
    for number, setup in enumerate((setups[0], setups[-1])):
        match = Match(book, setup, make_seed(f"drawn {number}"))
        for _ in range(MOVES):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
            for viewer in (SPECTATOR, seat, rng.randrange(match.players)):
                cached = match.svg(viewer, shape=shape, standalone=False)
                positions.append((match.snapshot(), viewer, cached))
    for match, viewer, cached in positions[::3]:
        clear_drawn()
        assert match.svg(viewer, shape=shape, standalone=False) == cached


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_a_brief_drawing_lacks_only_tips(book: Rulebook, shape: str) -> None:
    """Its pieces are those of the whole drawing, in its order."""
    rng, later = Random(5), 0
    match = Match(book, list(book.setups())[-1], make_seed("brief"))
    for _ in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        for viewer in (SPECTATOR, seat):
            whole = match.svg(viewer, shape=shape, standalone=False)
            brief = match.svg(viewer, shape=shape, standalone=False, brief=True)
            pieces, all_pieces = (list(without_titles(drawn)) for drawn in (brief, whole))
            assert len(pieces) == len(all_pieces)
            for piece, same in zip(pieces, all_pieces, strict=True):
                if piece.get("data-tip") == LATER:
                    later += 1
                    assert same.attrib.pop("data-tip") not in ("", LATER)
                    del piece.attrib["data-tip"]
                    same.attrib.pop("aria-description", None)
                assert (piece.tag, piece.attrib, piece.text) == (same.tag, same.attrib, same.text)
    assert bool(later) == hasattr(book.words, "tips")


def without_titles(drawing: str) -> Iterator[ElementTree.Element]:
    """The elements of a drawing; a page does away with the titles of pieces."""
    return (
        node for node in ElementTree.fromstring(drawing).iter() if not node.tag.endswith("title")
    )


def test_a_part_is_drawn_once_for_equal_values() -> None:
    calls = []

    @drawn
    def part(values: tuple[int, ...], size: float, flag: object = None) -> str:
        calls.append((values, size))
        return f"{values} {size} {flag}"

    assert part((1, 2), 3) == part((1, 2), 3)
    assert len(calls) == 1
    assert part((1, 2), 3, True) != part((1, 2), 3, 1)
    clear_drawn()
    part((1, 2), 3)
    assert len(calls) == 4


def test_a_scene_or_a_view_is_refused() -> None:
    class Position:
        players = 2

    @drawn
    def part(position: object) -> str:
        return str(position)

    with pytest.raises(TypeError, match="takes no Position"):
        part(Position())
