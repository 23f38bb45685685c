"""Every game has a page of rules, and what the page names exists."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from nomarch.conformance.project import GameProject, find_game, project_of
from nomarch.conformance.rules_page_checks import check_rules_page
from nomarch.errors import UnknownGame
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks


@pytest.mark.parametrize("book", rulebooks().values(), ids=list(rulebooks()))
def test_the_rules_have_a_page(book: Rulebook) -> None:
    project = project_of(book)
    assert project is not None
    assert list(map(str, check_rules_page(project))) == []
    sources = [path.read_text("utf-8") for path in project.tests.glob("test_*.py")]
    named = re.findall(r"`test_\w+\[(.+?)\]`", project.rules_page.read_text("utf-8"))
    assert [one for one in named if not any(f'"{one}"' in source for source in sources)] == []


PAGE = """\
# Ra

| rule | function | test |
| --- | --- | --- |
| Draw. | `draw_tile` | `test_rules` |
| Levitate. | `levitate` | `test_levitation` |
| Rest. | nothing | nobody |
"""


def test_what_a_page_may_not_say(tmp_path: Path) -> None:
    class Elsewhere(GameProject):
        rules_page = tmp_path / "rules.md"  # type: ignore[assignment]

    ours = project_of(rulebook("ra"))
    assert ours is not None
    project = Elsewhere(ours.root, ours.book)
    (absent,) = check_rules_page(project)
    assert absent.is_note
    project.rules_page.write_text(PAGE)
    found = {problem.sentence: problem.line for problem in check_rules_page(project)}
    assert found["There is no function `levitate`."] == 6
    assert found["There is no test `test_levitation`."] == 6
    assert found["'nothing' names no function."] == 7
    assert found["'nobody' names no test."] == 7


def test_a_game_is_found_by_id_by_package_and_by_folder() -> None:
    assert find_game("ra") is rulebook("ra")
    smallest = Path(__file__).parent.parent / "smallest"
    assert find_game("tests.smallest").game.id == "crocodile"
    with pytest.raises(UnknownGame, match="no package with a `GAME`"):
        find_game(str(smallest / "locale"))
    with pytest.raises(UnknownGame, match="There is no game 'no such game'"):
        find_game("no such game")


def test_a_project_of_its_own_keeps_pages_and_tests_together() -> None:
    ours = project_of(rulebook("amun-re"))
    assert ours is not None
    assert ours.rules_page == ours.root / "docs" / "rules" / "amun-re.md"
    assert ours.tests == ours.root / "tests" / "amun_re"
    theirs = replace(ours, book=find_game("tests.smallest"))
    assert theirs.rules_page == ours.root / "docs" / "rules.md"
    assert theirs.tests == ours.root / "tests"
