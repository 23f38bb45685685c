"""Every game has a page of rules, and what the page names exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from nomarch.i18n import ENGLISH
from nomarch.kernel.game import Rulebook, rulebooks

TESTS = Path(__file__).parent.parent
PAGES = TESTS.parent / "docs" / "rules"

TEST = re.compile(r"\btest_\w+")
IN_RULES = re.compile(r"\brules\.(?!py\b)([a-z_]\w*)")
CODE = re.compile(r"`([A-Za-z_][\w.]*)`")

each_game = pytest.mark.parametrize("book", rulebooks().values(), ids=list(rulebooks()))


def page_of(book: Rulebook) -> str:
    return (PAGES / f"{book.game.id}.md").read_text(encoding="utf-8")


def columns(page: str, *titles: str) -> list[str]:
    """The cells below one of some titles, of every table that has such a column."""
    found, at = [], -1
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            at = -1
        elif at >= 0:
            found += [cells[at]] if set(cells[at]) - set("-: ") else []
        elif set(titles) & set(cells):
            at = next(i for i, cell in enumerate(cells) if cell in titles)
    return found


def is_defined(book: Rulebook, name: str) -> bool:
    """Whether a name, perhaps with its file before it, stands in one of the game's files."""
    folder = Path(importlib.import_module(book.package).__file__ or "").parent
    file, _, rest = name.rpartition(".")
    if rest == "py":
        return (folder / name).exists()
    chapters = [path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")]
    modules = {".".join(part for part in parts if part != "__init__") for parts in chapters} - {""}
    places = [module for module in modules if not file or f".{file}." in f".{module}."]
    return any(hasattr(book.module(module), rest) for module in places)


def proofs_of(book: Rulebook) -> set[str]:
    """The names of the game's test functions and of the files they stand in."""
    found = set()
    for source in (TESTS / book.package.rpartition(".")[2]).glob("test_*.py"):
        found.add(source.stem)
        found |= set(re.findall(r"^def (test_\w+)", source.read_text("utf-8"), re.MULTILINE))
    return found


@each_game
def test_the_rules_have_a_page(book: Rulebook) -> None:
    assert (PAGES / f"{book.game.id}.md").exists()
    page = page_of(book)
    assert page.startswith(f"# {book.game.title}")
    rules, tests = columns(page, "rule"), columns(page, "test", "tests")
    assert len(rules) == len(tests) == len(columns(page, "function"))
    assert len(rules) >= len(book.words.rules_help(ENGLISH)), "a row for each chapter of the help"


@each_game
def test_every_test_that_the_page_names_exists(book: Rulebook) -> None:
    """A name may stand for all tests that begin with it, as in `test_s01_…`."""
    defined = proofs_of(book)
    named = set(TEST.findall(page_of(book)))
    unknown = {name for name in named if not any(test.startswith(name) for test in defined)}
    assert unknown == set()


@each_game
def test_every_function_that_the_page_names_exists(book: Rulebook) -> None:
    page = page_of(book)
    named = {name for cell in columns(page, "function") for name in CODE.findall(cell)}
    named |= {f"rules.{name}" for name in IN_RULES.findall(page)}
    assert {name for name in named if not is_defined(book, name)} == set()


@each_game
def test_every_rule_names_a_function_and_a_test(book: Rulebook) -> None:
    """`same` stands for the test of the rule above."""
    page = page_of(book)
    assert all(CODE.search(cell) for cell in columns(page, "function"))
    proofs = columns(page, "test", "tests")
    assert [cell for cell in proofs if not TEST.search(cell) and not cell.startswith("same")] == []
