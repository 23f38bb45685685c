"""A drawing that remembers its parts is the same drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from nomarch.draw.memory import SWEEP, Album, Sketch, part, question
from nomarch.draw.scene import Measures, Scene
from nomarch.draw.svg import Composed
from nomarch.draw.tips import LATER
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed

from .playing import each_game

MOVES = 40


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_an_album_changes_no_drawing(book: Rulebook, shape: str) -> None:
    """One album for two tables and all viewers: nothing is taken for what it is not.

    A viewer has the same sketch at both tables, so that all kinds of things change in it.
    """
    album, rng, sketches = Album(most=300_000), Random(5), defaultdict[int, Sketch](Sketch)
    setups = list(book.setups())
    for number, setup in enumerate((setups[0], setups[-1])):
        match = Match(book, setup, make_seed(f"album {number}"))
        for _ in range(MOVES):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
            for viewer in (SPECTATOR, seat, rng.randrange(match.players)):
                plain = match.svg(viewer, shape=shape, standalone=False)
                album.turn_to(sketches[viewer])
                assert match.svg(viewer, shape=shape, standalone=False, album=album) == plain


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_a_brief_drawing_lacks_only_tips(book: Rulebook, shape: str) -> None:
    """Its pieces are those of the whole drawing, in its order; the others' moves still show."""
    album, rng, later = Album(brief=True), Random(5), 0
    match = Match(book, list(book.setups())[-1], make_seed("brief"))
    for _ in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        for viewer in (SPECTATOR, seat):
            whole = match.svg(viewer, shape=shape, standalone=False)
            brief = match.svg(viewer, shape=shape, standalone=False, album=album)
            pieces, all_pieces = (list(without_titles(drawn)) for drawn in (brief, whole))
            assert len(pieces) == len(all_pieces)
            for piece, same in zip(pieces, all_pieces, strict=True):
                if piece.get("data-tip") == LATER:
                    later += 1
                    assert tells_of_moves(piece), piece.get("id")
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


def tells_of_moves(piece: ElementTree.Element) -> bool:
    """Whether a page can tell by something else than a tip that a move was about a piece."""
    is_watched = piece.get("id") is not None and "nameplate" not in (piece.get("class") or "")
    return not is_watched or bool(piece.get("data-says") or piece.get("data-source"))


class Valley(Scene[Any, Any]):
    """A scene of whatever fields a test likes."""


def scene_of(album: Album, **fields: Any) -> Valley:
    """A scene with an album, seen by a spectator."""
    view = SimpleNamespace(players=2, **fields)
    measures = Measures(100, 1)
    how = {"legal": (), "to_act": (), "names": ("A", "B"), "t": str, "shape": "wide"}
    return Valley(view, None, {}, (measures, measures), viewer=-1, prefix="p", album=album, **how)  # type: ignore[arg-type]


def test_a_question_is_asked_again_only_when_something_it_looked_at_has_changed() -> None:
    """A page's answers stay as long as the page shows the same."""
    asked = []

    @question
    def most(scene: Valley, row: int) -> int:
        asked.append(row)
        return max(scene.view.wealth[row])

    @part
    def shown(scene: Valley) -> str:
        return f"{most(scene, 0)} {most(scene, 1)}"

    album = Album()
    assert shown(scene_of(album, wealth=[[1, 5], [2, 3]])) == "5 3"
    assert shown(scene_of(album, wealth=[[1, 5], [2, 4]])) == "5 4"
    assert asked == [0, 1, 1]


def test_what_only_asks_whether_a_field_has_a_value_stays_while_the_answer_does() -> None:
    drawn = []

    @part
    def shown(scene: Valley) -> str:
        drawn.append(scene.sees("leader", 1))
        return "crown" if drawn[-1] else ""

    album = Album()
    crowns = [shown(scene_of(album, leader=leader)) for leader in (0, 2, 1, 1, 0)]
    assert crowns == ["", "", "crown", "crown", ""]
    assert drawn == [False, True]


def test_an_excerpt_is_noted_and_has_nothing_else() -> None:
    """A long calculation cannot look at what was not noted."""

    @part
    def shown(scene: Valley) -> str:
        some = scene.excerpt("doubles", wealth=1)
        with pytest.raises(AttributeError):
            _ = some.secret
        with pytest.raises(KeyError):
            _ = some.wealth[0]
        return f"{some.doubles} {sum(some.wealth[1])}"

    album, drawn = Album(), []
    for wealth, doubles in ((3, 0), (4, 0), (4, 1)):
        scene = scene_of(album, doubles=doubles, wealth=[[9, 9], [2, wealth]], secret=7)
        drawn.append(shown(scene))
    assert drawn == ["0 5", "0 6", "1 6"]


def test_what_was_put_together_is_remembered_by_its_parts() -> None:
    """The parts are the same objects as before, so that nothing is told again and kept twice."""
    drawn = []

    @part
    def stone(scene: Valley, at: int) -> str:
        drawn.append(at)
        return f"<rect x='{at}' height='{scene.view.heights[at]}'/>"

    @part
    def wall(scene: Valley) -> tuple[str, int]:
        return Composed("<g>", stone(scene, 0), stone(scene, 1), "</g>"), scene.view.players

    album = Album()
    first, players = wall(scene_of(album, heights=[4, 7]))
    again, _ = wall(scene_of(album, heights=[4, 7]))
    grown, _ = wall(scene_of(album, heights=[4, 8]))
    assert (players, drawn) == (2, [0, 1, 1])
    assert isinstance(first, Composed)
    assert isinstance(again, Composed)
    assert isinstance(grown, Composed)
    assert first == again == "".join(first.parts)
    assert all(new is old for new, old in zip(again.parts, first.parts, strict=True))
    assert [new is old for new, old in zip(grown.parts, first.parts, strict=True)] == [
        True, True, False, True,
    ]  # fmt: skip


def test_a_page_forgets_what_it_has_not_looked_for() -> None:
    @part
    def stone(scene: Valley, at: int) -> str:
        return f"{at} {scene.view.players}"

    album, sketch = Album(), Sketch()
    for turn in range(10 * SWEEP):
        stone(scene_of(album.turn_to(sketch), turn=turn), turn)
    assert len(sketch._parts) <= SWEEP
