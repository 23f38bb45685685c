"""What the documents show is true: examples run, promised values come out, quotes are verbatim."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import nomarch
import nomarch.engine.match
import nomarch.engine.match_result
import nomarch.engine.simulation
import nomarch.envs.actions
import nomarch.envs.batch
import nomarch.envs.observations
import nomarch.envs.pettingzoo
from nomarch.cli.entry_point import build_parser
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.game_packages import GROUP

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SMALLEST = ROOT / "tests" / "smallest"
RA = rulebook("ra")

FENCED = re.compile(r'^```(\w*) *(?:title=)?"?(.*?)"?\n((?:.*\n)*?)```$', re.MULTILINE)


@dataclass(frozen=True)
class Fenced:
    """A fenced block of a page: ```` ```python ```` runs, ```` ```py ```` quotes a file.

    ```` ```python title="torch" ```` runs where torch is.
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


def check_imports(code: str) -> None:
    """What code imports from the package is there."""
    for statement in ast.walk(ast.parse(code)):
        if isinstance(statement, ast.ImportFrom) and statement.module:
            if statement.module.partition(".")[0] != "nomarch":
                continue
            module = import_module(statement.module)
            for name in (alias.name for alias in statement.names):
                assert hasattr(module, name) or find_spec(f"{statement.module}.{name}"), name


@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.name)
def test_the_examples_of_a_page_import_what_there_is(page: Path) -> None:
    for block in BLOCKS:
        if (block.page, block.language) == (page, "python") and not block.source:
            check_imports(block.text)


COMPILING = re.compile(r"nomarch\.envs(?!\.records)|simulate\(")
"""What compiles a large game; tests/envs and tests/test_cli.py do the same with small ones."""


def examples_of(page: Path) -> str:
    """The Python of a page that can run here."""
    return "".join(
        block.text
        for block in BLOCKS
        if (block.page, block.language) == (page, "python")
        if not block.source or find_spec(block.source)
    )


def first_examples_of(page: Path) -> str:
    """The Python of a page up to what compiles a game."""
    code = examples_of(page)
    found = COMPILING.search(code)
    return code[: code.rfind("\n", 0, found.start()) + 1] if found else code


@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.name)
def test_the_first_examples_of_a_page_run(page: Path) -> None:
    run(first_examples_of(page), {})


@pytest.mark.xdist_group("compile-ra")
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=page.name) for page in RUNNING if COMPILING.search(examples_of(page))],
)
@pytest.mark.compiled
def test_all_examples_of_a_page_run(page: Path) -> None:
    run(examples_of(page), {})


@pytest.mark.parametrize(
    "quote", [block for block in BLOCKS if block.language == "py"], ids=lambda quote: quote.source
)
def test_a_quote_is_what_the_file_says(quote: Fenced) -> None:
    assert quote.text in (ROOT / quote.source).read_text(encoding="utf-8")


COMMAND = re.compile(r"^(?: {4}|\$ )(nomarch .*)$", re.MULTILINE)
RUN_BY = {
    "python": "test_all_examples_of_a_page_run",
    "py": "test_a_quote_is_what_the_file_says",
    "toml": "test_the_entry_point_of_a_page_is_one",
}
NOT_RUN = {
    "sh": "commands that install or serve; those of ours are parsed by the test below",
    "bash": "see sh",
    "console": "see sh",
    "text": "output",
    "json": "messages, which tests/web/test_openapi.py checks against their schemas",
    "yaml": "see tests/test_deploy.py for the files that are shipped",
    "javascript": "examples/bot.js is run by tests/test_examples_run.py",
    "": "output, or commands: parsed by the test below",
}
"""Why blocks of a language are not run."""


def test_every_block_is_run_or_says_why_not() -> None:
    assert {block.language for block in BLOCKS} <= RUN_BY.keys() | NOT_RUN.keys()
    assert not RUN_BY.keys() & NOT_RUN.keys()


def commands() -> Iterator[tuple[Path, str]]:
    """The calls of `nomarch` that pages show, without comments and what follows in a pipe."""
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "examples").rglob("*.md"))]:
        for line in COMMAND.findall(page.read_text(encoding="utf-8")):
            yield page, re.split(r"\s+#|\s{2,}|\s+[|>&]\s*", line)[0].rstrip("\\ ")


@pytest.mark.parametrize(
    ("page", "line"), list(commands()), ids=[f"{page.name}: {line}" for page, line in commands()]
)
def test_a_command_of_a_page_is_understood(page: Path, line: str) -> None:
    words = [word for word in shlex.split(line)[1:] if word != "…"]
    status: object = 0
    try:
        build_parser().parse_args(words)
    except SystemExit as stopped:  # `--help` ends with 0
        status = stopped.code
    assert status == 0, line


def test_the_entry_point_of_a_page_is_one() -> None:
    for block in BLOCKS:
        if block.language == "toml":
            points = tomllib.loads(block.text)["project"]["entry-points"][GROUP]
            assert all(package.isidentifier() for package in points.values())


def test_every_file_of_the_smallest_game_is_quoted() -> None:
    quoted = {ROOT / block.source for block in BLOCKS if block.language == "py"}
    assert set(SMALLEST.glob("*.py")) <= quoted


@pytest.mark.xdist_group("compile-ra")
@pytest.mark.parametrize(
    "module",
    [
        nomarch,
        nomarch.engine.match,
        nomarch.engine.match_result,
        pytest.param(nomarch.engine.simulation, marks=pytest.mark.compiled),
        nomarch.envs.actions,
        pytest.param(nomarch.envs.batch, marks=pytest.mark.compiled),
        nomarch.envs.observations,
        pytest.param(nomarch.envs.pettingzoo, marks=pytest.mark.compiled),
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
