"""`nomarch catalogs`: new sentences come in, stale ones go, the others stay as they are."""

import importlib
import shutil
from pathlib import Path

import pytest

from nomarch.cli import main
from nomarch.conformance.catalogs import check_catalogs, game_source, missing, update
from nomarch.kernel.declare.game import Rulebook, include

SMALLEST = Path(__file__).parent.parent / "smallest"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    """The smallest game, in which *Land* is called *Row home* now."""
    monkeypatch.syspath_prepend(tmp_path)
    name = f"catalogs_{tmp_path.name}"
    shutil.copytree(SMALLEST, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / name).glob("*.py"):
        source = path.read_text("utf-8").replace("tests.smallest", name)
        source = source.replace('Game("crocodile"', f'Game("{name}"')
        path.write_text(source.replace('t("Land")', 't("Row home")'), "utf-8")
    importlib.invalidate_caches()
    return include(name)


def test_a_catalog_follows_its_sources(book: Rulebook) -> None:
    source = game_source(book)
    before = source.path("nl").read_text("utf-8")
    assert update(source, "nl") == (1, 1)
    after = source.path("nl").read_text("utf-8")
    assert missing(source, "nl") == ["Row home"]
    assert '"Aan land"' in before
    assert '"Aan land"' not in after
    old, new = (
        [line for line in text.splitlines() if line not in ("", 'msgstr ""')]
        for text in (before, after)
    )
    assert [line for line in old if line in new] == [line for line in new if line in old]
    assert "# What happens" in new
    assert update(source, "nl") == (0, 0)
    assert source.path("nl").read_text("utf-8") == after


def test_what_is_missing_is_listed_by_language(
    book: Rulebook, capsys: pytest.CaptureFixture[str]
) -> None:
    before = game_source(book).path("fr").read_text("utf-8")
    assert main(["catalogs", book.package, "--check"]) == 1
    assert game_source(book).path("fr").read_text("utf-8") == before
    assert main(["catalogs", book.package]) == 0
    told = capsys.readouterr().out.splitlines()
    assert f"{book.package} fr: 1 new, 1 dropped, 1 missing" in told
    assert told.count("    Row home") == 4


def test_a_game_in_english_only_is_fine(book: Rulebook) -> None:
    source = game_source(book)
    for language in source.languages():
        source.path(language).unlink()
    assert [problem.is_note for problem in check_catalogs(book)] == [True, True, True]


def test_a_missing_translation_is_a_problem(book: Rulebook) -> None:
    found = [problem for problem in check_catalogs(book) if not problem.is_note]
    languages = "Français", "Nederlands"
    assert [problem.sentence for problem in found] == [
        f"{language}: 1 sentence is missing: 'Row home'." for language in languages
    ]


def test_a_placeholder_that_is_lost_is_found(book: Rulebook) -> None:
    path = game_source(book).path("nl")
    path.write_text(path.read_text("utf-8").replace('"{player} vist."', '"Iemand vist."'))
    found = [problem for problem in check_catalogs(book) if "must" in problem.sentence]
    assert [problem.sentence for problem in found] == ["'Iemand vist.' must contain {player}."]
    assert found[0].path == path
