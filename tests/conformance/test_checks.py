"""Every game passes the checks of `nomarch.conformance`, and the checks find mistakes."""

import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import nomarch
from nomarch.conformance import (
    COMPILED_CHECKS,
    GAME_CHECKS,
    RULES_CHECKS,
    SETUP_CHECKS,
    Problem,
    board_checks as board,
    check_game,
    compiled_checks as compiled,
    rules_checks as rules,
    shown_checks as shown,
    view_checks as views,
    words_checks as words,
)
from nomarch.conformance.contrast_checks import check_contrast, pixels_of
from nomarch.conformance.fact_checks import check_facts
from nomarch.conformance.playing import tried_setups
from nomarch.draw import covers
from nomarch.draw.png import render_png
from nomarch.kernel.declare.game import Rulebook, Setup, rulebook

from .conftest import Broken, Change
from .playing import BOOKS, CASES, FEWEST_AND_MOST, MOST, SMALLEST, case_id, each_game

Check = Callable[..., Iterator[Problem]]


def told(problems: Iterator[Problem]) -> list[str]:
    return [str(problem) for problem in problems if not problem.is_note]


def game_marks(book: Rulebook, check: Check) -> Any:
    """What draws and plays, after a change of what it exercises; facts always."""
    return () if book is SMALLEST or check is check_facts else pytest.mark.compiled


@pytest.mark.parametrize(
    ("book", "check"),
    [
        pytest.param(book, check, marks=game_marks(book, check))
        for book in BOOKS
        for check in GAME_CHECKS
    ],
    ids=case_id,
)
def test_a_game_passes(book: Rulebook, check: Check) -> None:
    assert told(check(book)) == []


def cases_of(checks: Iterable[Check], marks_of: Callable[..., Any]) -> list[Any]:
    """Every check of every set-up."""
    cases = ((book, setup, check) for book, setup in CASES for check in checks)
    return [pytest.param(*case, marks=marks_of(*case)) for case in cases]


def setup_marks(book: Rulebook, setup: Setup, check: Check) -> Any:
    """All checks with the most players; rules with every option after a change."""
    if (book, setup) in MOST:
        return ()
    return pytest.mark.compiled if check in RULES_CHECKS else pytest.mark.thorough


@pytest.mark.parametrize(
    ("book", "setup", "check"), cases_of(SETUP_CHECKS, setup_marks), ids=case_id
)
def test_a_set_up_passes(book: Rulebook, setup: Setup, check: Check) -> None:
    assert told(check(book, setup)) == []


def build_marks(book: Rulebook, setup: Setup, check: Check) -> Any:
    """Whole games end with other bytes if a single move differs; move by move a small one does."""
    if book is SMALLEST:
        return ()
    is_usual = check is compiled.check_series and (book, setup) in FEWEST_AND_MOST
    return pytest.mark.compiled if is_usual else pytest.mark.thorough


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("book", "setup", "check"), cases_of(COMPILED_CHECKS, build_marks), ids=case_id
)
def test_builds_agree(book: Rulebook, setup: Setup, check: Check) -> None:
    assert told(check(book, setup)) == []


@each_game
def test_every_way_to_end_has_a_golden_playthrough(book: Rulebook) -> None:
    folder = Path(__file__).parent.parent / "golden" / book.game.id
    seen = set()
    for path in sorted(folder.glob("*.txt")):
        match = nomarch.load(path.read_text(encoding="utf-8"))
        assert match.over
        events = [event for step in match.steps for event in step.events]
        assert book.invariants.ending(events) == path.stem
        seen.add(path.stem)
    assert seen == set(book.invariants.ENDINGS)


# --- What the checks find -------------------------------------------------------------------------

MISTAKES: list[tuple[Check, str, str, str, str]] = [
    (rules.check_description, "__init__", "(2, 3, 4)", "(4, 3, 2)", "ascending order"),
    (rules.check_notation, "actions", '"land"', '"land=all"', "may not contain ="),
    (rules.check_dialect, "rules", "s.boat = 0", "s.boat = [0]", "The rule dialect"),
    (rules.check_endings, "invariants", '"goal")', '"points")', "'goal', which `ENDINGS`"),
    (rules.check_invariants, "rules", "s.boat += 1", "s.boat += 2", "fish"),
    (views.check_evaluation, "heuristic", "    if action", "    s.boat = 3\n    if action",
     "changes"),
    (views.check_features, "features", '"boat", 0, 30', '"boat", 0, 1', "declared from 0 to 1"),
    (board.check_drawings, "art", "action=cast", "action=-1", "'cast 1' is legal"),
    (board.check_drawings, "art", 'name="boat"', 'name="seat-0"', "are called 'board-seat-0'"),
    (board.check_drawings, "art", 'name="boat"', 'name="the boat"', "'board-the boat' on the wide"),
    (board.check_pictures, "art", '"kind", (FISH', '"sort", (FISH', "the picture 'kind-0'"),
    (board.check_tips, "art", 'tip=scene.t("The boat")', 'tip=""', "has no proper tip"),
    (board.check_regions, "art", "board_parts.tableau(scene, seat, area, plate)", "plate",
     "has no `tableau`"),
    (board.check_regions, "art", "size=scene.shape.type.huge", "size=12", "px high on the wide"),
    (board.check_lettering, "art", "at, times,", 'at, shapes.shorten("Three times", 7),',
     "is cut on the board"),
    (board.check_lettering, "art", "at, times,", 'at, "Three times as many fish as before",',
     "units beyond its part"),
    (words.check_sentences, "events", "{player} casts", "{{player}} casts", "not filled in"),
    (words.check_sentences, "words", 't("Land")', 't("")', "'land' has no words"),
    (words.check_sentences, "words", "Cast × {times}", "Cast", "are both called 'Cast'"),
    (check_contrast, "art", "board_parts.many(boat, view.boat)",
     'svg.text(boat.x + 20, boat.y + 20, "Fish", 14, "f-turquoise sans")', "on turquoise"),
    (shown.check_literals, "words", 't("Land")', '"Land"', "'Land' is never translated"),
    (shown.check_literals, "art", 'tip=scene.t("The boat")', 'tip="The boat"',
     "'The boat' is never translated"),
    (words.check_glossary, "words", '"kind-1", t("Crocodile")', '"", t("Crocodile")', "explains"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "sentence"),
    MISTAKES,
    ids=[f"{mistake[0].__name__}-{number}" for number, mistake in enumerate(MISTAKES)],
)
def test_a_mistake_is_found_and_placed(
    broken: Broken, check: Check, file: str, old: str, new: str, sentence: str
) -> None:
    book = broken((file, old, new))
    problems = check(book, tried_setups(book)[0]) if check in SETUP_CHECKS else check(book)
    found = next(problem for problem in problems if sentence in problem.sentence)
    assert found.path is not None
    assert 1 <= found.line <= len(found.path.read_text("utf-8").splitlines())


def test_the_contrast_of_a_line_is_told_once_with_its_place(broken: Broken) -> None:
    drawn = 'svg.text(boat.x + 20, boat.y + 20, "Fish", 14, "f-turquoise sans")'
    found = told(check_contrast(broken(("art", "board_parts.many(boat, view.boat)", drawn))))
    assert len(found) == len(set(found)) <= 4
    pattern = r"'Fish' in turquoise on [\w#-]+, at \d+, \d+ of the wide board, can hardly be read"
    assert re.search(pattern, found[0])


def test_a_cached_part_that_depends_on_more_is_found(broken: Broken) -> None:
    text = "svg.text(size, size, str(SEEN[0]), 14, 'f-ink')"
    part = f"@caching.drawn\ndef tally(size):\n    return {text}"
    book = broken(
        ("art", " board_parts, covers", " board_parts, caching, covers"),
        ("art", "def draw(", f"SEEN = [0]\n\n\n{part}\n\n\ndef draw("),
        ("art", "    boat = Box(", "    SEEN[0] = view.boat\n    boat = Box("),
        ("art", "board_parts.many(boat, view.boat)", "tally(20)"),
    )
    assert any(
        "depends on more than its values" in found for found in told(board.check_cache(book))
    )


def test_a_wide_board_that_changes_its_size_is_found(broken: Broken) -> None:
    book = broken(
        ("art", "Measures(WIDE, 12)", "Measures(1200, 12)"),
        ("art", "places.others[-1].bottom + 12", "sum(view.points) + 900"),
    )
    assert any("changes its size" in sentence for sentence in told(board.check_regions(book)))


def test_a_brief_drawing_with_other_pieces_is_found(broken: Broken) -> None:
    book = broken(("art", 'name="boat"', 'name="boat" if options["brief"] else "ship"'))
    found = told(board.check_brief_drawings(book))
    assert any("differs in more than its tips" in sentence for sentence in found)


def test_colours_of_pixels_are_those_of_the_picture() -> None:
    drawn = rulebook("ra").art.cover()
    picture = render_png(drawn, zoom=0.5)
    assert (pixels_of(picture) == np.array(Image.open(BytesIO(picture)))).all()


@pytest.mark.parametrize(
    ("changes", "sentence", "file", "line"),
    [
        (
            (("rules", "range(1, box.CASTS + 1)", "range(1, 1)"),),
            "NoLegalMove", "rules", "def legal",
        ),
        (
            (("rules", "range(1, box.CASTS + 1)", "range(1, 2)"),
             ("rules", "    if s.boat > 0:\n        allow(mask, act.LAND)\n", ""),
             ("rules", "        cast(s, seat, act.CAST.times(action))", "        s.boat = 1")),
            "EndlessMoves", "rules", "def apply",
        ),
        ((("words", "names[view.seat]", "nmaes[view.seat]"),), "nmaes", "words", "nmaes[view"),
        (
            (("words", "names[view.seat]", "names[view.seat + 9]"),),
            "IndexError", "words", "names[view.seat + 9]",
        ),
        (
            (("heuristic", "if action == act.LAND:", "if action == act.LAND"),),
            "Expected ':'.", "heuristic", "if action == act.LAND",
        ),
        ((("rules", "s.boat += 1", "s.boat += 100"),),
         "00; i1 holds -128 to 127. Use a wider type.", "state", "boat: int"),
    ],
    ids=["no move", "no end", "a typo", "a crash", "a syntax error", "an overflow"],
)  # fmt: skip
def test_an_error_is_told_once_with_its_line(
    broken: Broken, changes: tuple[Change, ...], sentence: str, file: str, line: str
) -> None:
    problems = [problem for problem in check_game(broken(*changes)) if not problem.is_note]
    found, *others = (problem for problem in problems if sentence in problem.sentence)
    assert not others or sentence == "IndexError"
    assert found.path is not None
    assert found.path.stem == file
    assert line in lines_of(found)[found.line - 1]
    assert problems == [found] or file != "heuristic"
    assert not [problem for problem in problems if "format requires" in problem.sentence]


def test_a_visible_field_that_nothing_shows_is_noted(broken: Broken) -> None:
    tide = '    tide: int = field("i1", (), EVERYONE)'
    book = broken(("state", "    boat: int", f"{tide}\n    boat: int"))
    found = {problem.sentence.split("`")[1]: problem for problem in shown.check_shown_fields(book)}
    assert found.keys() == {"tide", "river"}
    assert found["tide"].is_note
    assert "tide: int" in lines_of(found["tide"])[found["tide"].line - 1]


def test_a_secret_that_its_owner_never_sees_is_noted(broken: Broken) -> None:
    book = broken(("words", "amount=view.bid[seat]", "amount=1"), game="caravan")
    found = [problem.sentence for problem in shown.check_shown_fields(book)]
    assert any("`bid`" in sentence for sentence in found)


def lines_of(problem: Problem) -> list[str]:
    assert problem.path is not None
    return problem.path.read_text("utf-8").splitlines()


def test_names_of_covers_have_no_spaces() -> None:
    drawn = covers.cover(
        "Moon Race", sky="lapis", ray="gold", disc="sun", emblem="", ground=(), row=()
    )
    assert 'id="cover-moon-race"' in drawn
