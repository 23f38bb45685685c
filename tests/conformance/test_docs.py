"""Every game has a page of rules, and what the page names exists."""

from __future__ import annotations

import re
from pathlib import Path
from types import FunctionType

from nomarch.kernel.game import Rulebook

from .playing import each_game

TESTS = Path(__file__).parent.parent
PAGES = TESTS.parent / "docs" / "rules"

TEST = re.compile(r"\btest_\w+")
IN_RULES = re.compile(r"\brules\.(?!py\b)([a-z_]\w*)")
CODE = re.compile(r"`([A-Za-z_][\w.]*)`")


def page_of(book: Rulebook) -> str:
    return (PAGES / f"{book.game.id}.md").read_text(encoding="utf-8")


def columns(page: str, title: str) -> list[str]:
    """The cells below a title, of every table that has such a column."""
    found, at = [], -1
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            at = -1
        elif at >= 0:
            found += [cells[at]] if set(cells[at]) - set("-: ") else []
        elif title in cells:
            at = cells.index(title)
    return found


def functions(book: Rulebook) -> set[str]:
    return {name for name, value in vars(book.rules).items() if isinstance(value, FunctionType)}


@each_game
def test_the_rules_have_a_page(book: Rulebook) -> None:
    assert (PAGES / f"{book.game.id}.md").exists()
    page = page_of(book)
    assert page.startswith(f"# {book.game.title}")
    for title in ("rule", "function", "test"):
        assert columns(page, title), f"no table has a column {title!r}"
    assert len(columns(page, "rule")) == len(columns(page, "test"))


@each_game
def test_every_test_that_the_page_names_exists(book: Rulebook) -> None:
    folder = TESTS / book.package.rpartition(".")[2]
    defined = set()
    for source in folder.glob("test_*.py"):
        defined |= set(re.findall(r"^def (test_\w+)", source.read_text("utf-8"), re.MULTILINE))
    named = set(TEST.findall(page_of(book)))
    assert named, "the page proves nothing"
    assert named <= defined, f"unknown: {sorted(named - defined)}"


@each_game
def test_every_function_that_the_page_names_exists(book: Rulebook) -> None:
    page = page_of(book)
    named = {name.removeprefix("rules.") for cell in columns(page, "function")
             for name in CODE.findall(cell)}  # fmt: skip
    named |= set(IN_RULES.findall(page))
    assert named
    assert named <= functions(book), f"unknown: {sorted(named - functions(book))}"


@each_game
def test_every_rule_names_a_function_and_a_test(book: Rulebook) -> None:
    page = page_of(book)
    assert all(CODE.search(cell) for cell in columns(page, "function"))
    assert all(TEST.search(cell) for cell in columns(page, "test"))
