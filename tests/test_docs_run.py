"""What the documents show is true: examples run, promised values come out, quotes are verbatim."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import nomarch
import nomarch.engine.match
import nomarch.engine.simulation
import nomarch.envs.batch
import nomarch.envs.observations
import nomarch.envs.pettingzoo

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SMALLEST = ROOT / "tests" / "smallest"
MOST_LINES = 200

FENCED = re.compile(r"^```(\w*) *(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


@dataclass(frozen=True)
class Fenced:
    """A fenced block of a page: ```` ```python ```` runs, ```` ```py some/file.py ```` quotes.

    ```` ```python torch ```` runs where torch is.
    """

    page: Path
    language: str
    source: str
    text: str


def fenced() -> Iterator[Fenced]:
    for page in PAGES:
        for language, source, text in FENCED.findall(page.read_text(encoding="utf-8")):
            yield Fenced(page, language, source, text)


BLOCKS = list(fenced())
RUNNING = sorted({block.page for block in BLOCKS if block.language == "python"})


def run(code: str, names: dict[str, Any]) -> None:
    """Runs a block; an expression with a value as its comment has to have that value."""
    lines = code.splitlines()
    for statement in ast.parse(code).body:
        part = ast.get_source_segment(code, statement) or ""
        if not isinstance(statement, ast.Expr):
            exec(part, names)
            continue
        value = eval(part, names)
        _, found, comment = lines[(statement.end_lineno or 1) - 1].partition("  # ")
        if found and is_value(comment):
            assert repr(value) == comment, part


def is_value(comment: str) -> bool:
    """Whether a comment promises a value, and not only explains."""
    try:
        ast.literal_eval(comment)
    except (ValueError, SyntaxError):
        return comment.startswith("<")
    return True


@pytest.mark.xdist_group("compile-ra")
@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    names: dict[str, Any] = {}
    for block in BLOCKS:
        if block.page != page or block.language != "python":
            continue
        if not block.source or find_spec(block.source):
            run(block.text, names)


def test_examples_that_promise_too_much_are_found() -> None:
    run("x = 1\nx + 1  # 2\nx  # one, as said above\n", {})
    with pytest.raises(AssertionError):
        run("x = 1\nx + 1  # 3\n", {})


@pytest.mark.parametrize(
    "quote", [block for block in BLOCKS if block.language == "py"], ids=lambda quote: quote.source
)
def test_a_quote_is_what_the_file_says(quote: Fenced) -> None:
    assert quote.text in (ROOT / quote.source).read_text(encoding="utf-8")


def test_every_file_of_the_smallest_game_is_quoted() -> None:
    quoted = {ROOT / block.source for block in BLOCKS if block.language == "py"}
    assert set(SMALLEST.glob("*.py")) <= quoted


def test_the_smallest_game_is_small() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SMALLEST.glob("*.py"))
    assert len([line for line in text.splitlines() if line.strip()]) < MOST_LINES


@pytest.mark.xdist_group("compile-ra")
@pytest.mark.parametrize(
    "module",
    [
        nomarch,
        nomarch.engine.match,
        nomarch.engine.simulation,
        nomarch.envs.batch,
        nomarch.envs.observations,
        nomarch.envs.pettingzoo,
    ],
)
def test_the_examples_of_docstrings_hold(module: ModuleType) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    finder, examples = doctest.DocTestFinder(exclude_empty=True), 0
    for found in finder.find(module):
        if found.examples:
            match = nomarch.new("ra", players=4, seed="tonight")
            found.globs = {"nomarch": nomarch, "match": match}
            examples += len(found.examples)
            assert runner.run(found).failed == 0, found.name
    assert examples > 0
