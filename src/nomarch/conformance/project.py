"""Where a game's project keeps its pages and tests, and games that are not installed yet."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from nomarch.conformance.new_game import template_pages
from nomarch.conformance.problems import Problem
from nomarch.errors import UnknownGame
from nomarch.kernel.declare.game import Rulebook, include, rulebook
from nomarch.kernel.declare.game_packages import GROUP

OURS = "nomarch.games."
TESTS_FAILED, NO_TESTS = 1, 5
"""What pytest returns."""


@dataclass(frozen=True)
class GameProject:
    """The folder with `pyproject.toml` that a game is developed in."""

    root: Path
    book: Rulebook

    @property
    def is_ours(self) -> bool:
        return self.book.package.startswith(OURS)

    @property
    def rules_page(self) -> Path:
        docs = self.root / "docs"
        return docs / "rules" / f"{self.book.game.id}.md" if self.is_ours else docs / "rules.md"

    @property
    def tests(self) -> Path:
        tests = self.root / "tests"
        return tests / self.book.package.removeprefix(OURS) if self.is_ours else tests


def project_of(book: Rulebook) -> GameProject | None:
    """The project of a game; none for one that is installed without its sources."""
    for folder in book.folder.parents:
        if "site-packages" in folder.parts:
            return None
        declared = folder / "pyproject.toml"
        if declared.exists():
            return GameProject(folder, book) if _declares(declared, book) else None
    return None


def check_project(project: GameProject) -> Iterator[Problem]:
    """A game's own tests pass; pages that describe the game of `new-game` are noted."""
    if project.is_ours:
        return
    for path, text in template_pages(project.root, project.book.game.title):
        if path.exists() and path.read_text(encoding="utf-8") == text:
            sentence = "This page still describes the game that `new-game` wrote."
            yield Problem(sentence, path, 1, is_note=True)
    if not project.tests.is_dir() or not find_spec("pytest"):
        yield Problem("The game's own tests were not run.", is_note=True)
        return
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(project.tests)]
    # One of them may run `check-game`, which is not to run the tests again.
    done = subprocess.run(
        [*command, "--ignore-glob=*test_conformance.py"], cwd=project.root, capture_output=True,
        text=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    if done.returncode == TESTS_FAILED:
        *_, summary = done.stdout.splitlines()
        yield Problem(f"The game's own tests: {summary.strip('= ')}.", project.tests)
    elif done.returncode not in (0, NO_TESTS):
        package = project.book.package
        is_installed = any(point.value == package for point in entry_points(group=GROUP))
        how = "" if is_installed else f" Install the game first: pip install -e {project.root}"
        sentence = f"The game's own tests can't be run: {' '.join(command)}.{how}"
        yield Problem(sentence, project.tests, is_note=not is_installed)


def _declares(declared: Path, book: Rulebook) -> bool:
    """Whether a project is the one that a game belongs to."""
    project = tomllib.loads(declared.read_text(encoding="utf-8")).get("project", {})
    points = project.get("entry-points", {}).get(GROUP, {})
    is_ours = project.get("name") == "nomarch" and book.package.startswith(OURS)
    return is_ours or book.package in points.values()


def find_game(name: str) -> Rulebook:
    """Return a game by its id, by its package, or by the folder of its project."""
    folder = Path(name)
    if not folder.is_dir():
        try:
            return rulebook(name)
        except UnknownGame:
            if not name.replace(".", "_").isidentifier() or not _can_import(name):
                raise
            return _include(name)
    for package in (folder, *sorted((folder / "src").glob("*")), *sorted(folder.glob("*"))):
        source = package / "__init__.py"
        if source.exists() and "GAME" in source.read_text(encoding="utf-8"):
            home = str(package.parent.resolve())
            if home not in sys.path:
                sys.path.insert(0, home)
            return _include(package.name)
    raise UnknownGame(f"{folder}: no package with a `GAME` was found in it.")


def _include(package: str) -> Rulebook:
    """Import a game; errors in its files are reported with the line."""
    try:
        return include(package)
    except (ImportError, SyntaxError) as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if package in Path(frame.filename).parts]
        at = f"{own[-1].filename}:{own[-1].lineno}: " if own else ""
        raise UnknownGame(f"{at}{type(error).__name__}: {error}") from error


def _can_import(name: str) -> bool:
    try:
        return hasattr(importlib.import_module(name), "GAME")
    except ImportError:
        return False
