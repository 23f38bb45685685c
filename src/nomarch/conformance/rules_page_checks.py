"""Check of a game's rules page: every rule names a function and a test, and both exist."""

import re
from collections.abc import Iterator
from pathlib import Path

from nomarch.conformance.problems import Problem
from nomarch.conformance.project import GameProject
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import Rulebook

TEST = re.compile(r"\btest_\w+")
IN_RULES = re.compile(r"\brules\.(?!py\b)([a-z_]\w*)")
CODE = re.compile(r"`([A-Za-z_][\w.]*)`")


def check_rules_page(project: GameProject) -> Iterator[Problem]:
    """What the page names exists; `same` stands for the test of the rule above."""
    book, path = project.book, project.rules_page
    if not path.exists():
        sentence = f"There is no page of the rules ({path.name}); it is optional."
        yield Problem(sentence, is_note=True)
        return
    page = path.read_text(encoding="utf-8")

    def wrong(text: str, sentence: str) -> Problem:
        return Problem(sentence, path, page[: max(page.find(text), 0)].count("\n") + 1)

    if not page.startswith(f"# {book.game.title}"):
        yield wrong("", f"The page must begin with `# {book.game.title}`.")
    rules, functions, proofs = (
        _column(page, *names) for names in (("rule",), ("function",), ("test", "tests"))
    )
    if not len(rules) == len(functions) == len(proofs):
        yield wrong("", "Each rule needs a function and a test: columns rule, function, test.")
    chapters = len(book.words.rules_help(ENGLISH))
    if len(rules) < chapters:
        sentence = f"Rules on this page: {len(rules)}. It needs one for each chapter of the help: "
        yield wrong("", f"{sentence}{chapters}.")
    for cell in functions:
        if not CODE.search(cell):
            yield wrong(cell, f"{cell!r} names no function.")
    named = {name for cell in functions for name in CODE.findall(cell)}
    named |= {f"rules.{name}" for name in IN_RULES.findall(page)}
    for name in sorted(named):
        if not _is_defined(book, name):
            yield wrong(name, f"There is no function `{name}`.")
    for cell in proofs:
        if not TEST.search(cell) and not cell.startswith("same"):
            yield wrong(cell, f"{cell!r} names no test.")
    defined = _tests_in(project.tests)
    for name in sorted(set(TEST.findall(page))):
        # A name may stand for all tests that begin with it, as in `test_s01_…`.
        if not any(test.startswith(name) for test in defined):
            yield wrong(name, f"There is no test `{name}`.")


def _column(page: str, *titles: str) -> list[str]:
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


def _is_defined(book: Rulebook, name: str) -> bool:
    """Whether a name, perhaps with its file before it, stands in one of the game's files."""
    folder = book.folder
    file, _, rest = name.rpartition(".")
    if rest == "py":
        return (folder / name).exists()
    chapters = [path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")]
    modules = {".".join(part for part in parts if part != "__init__") for parts in chapters} - {""}
    places = [module for module in modules if not file or f".{file}." in f".{module}."]
    return any(_defines(book, module, rest) for module in places)


def _defines(book: Rulebook, module: str, name: str) -> bool:
    """Whether a file has that name; one that can't be loaded is another check's concern."""
    try:
        return hasattr(book.module(module), name)
    except Exception:
        return True


def _tests_in(folder: Path) -> set[str]:
    """The names of test functions and of the files they stand in."""
    found = set()
    for source in folder.glob("test_*.py"):
        found.add(source.stem)
        found |= set(re.findall(r"^def (test_\w+)", source.read_text("utf-8"), re.MULTILINE))
    return found
