"""Tests that run again only after a change of something they exercise.

A test marked `proved` is left out while `proofs.txt` holds its name with a hash of everything it
depends on: its own code, that of the modules it imports, directly or not, the game it plays, and
the versions of Python, Numba and the processor. Comments and docstrings do not count.

    pytest -m proved --prove     run the tests without a proof; store one for each that passes

The file has one line per test and is merged by union, so that branches don't conflict.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import platform
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import numba
import pytest

from nomarch.bots.fingerprints import code_lines
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, rulebook

ROOT = Path(__file__).parents[1]
PROOFS = ROOT / "tests" / "proofs.txt"
PACKAGES = {"nomarch": ROOT / "src" / "nomarch", "tests": ROOT / "tests", "bench": ROOT / "bench"}
PLATFORM = f"{platform.machine()}-python{sys.version_info[0]}.{sys.version_info[1]}"
VERSIONS = f"{PLATFORM}-numba{numba.__version__}"
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
DATA = ("*.json", "*.jsonl", "*.npz")
"""Files of a game that tests of bots and puzzles depend on, beside its rules."""


def path_of(module: str) -> Path | None:
    """Return the file of a module of this project."""
    package, *names = module.split(".")
    if package not in PACKAGES:
        return None
    base = PACKAGES[package].joinpath(*names)
    found = (base / "__init__.py", base.with_suffix(".py"))
    return next((path for path in found if path.exists()), None)


def name_of(path: Path) -> str:
    """Return the name of the module in a file of this project."""
    package, folder = next(item for item in PACKAGES.items() if path.is_relative_to(item[1]))
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join((package, *(part for part in parts if part != "__init__")))


def imported_names(path: Path) -> Iterator[str]:
    """Yield the names a file imports anywhere but for type checking."""
    module = name_of(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    nodes: list[ast.AST] = [ast.parse(path.read_bytes())]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            nodes += node.orelse
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level]
            base = ".".join([*above, *filter(None, [node.module])]) if node.level else node.module
            yield str(base)
            yield from (f"{base}.{alias.name}" for alias in node.names)
        else:
            nodes += (each for each in ast.iter_child_nodes(node) if isinstance(each, STATEMENTS))


@cache
def direct_imports(path: Path) -> frozenset[Path]:
    return frozenset(filter(None, map(path_of, imported_names(path))))


@cache
def import_closure(root: Path) -> frozenset[Path]:
    """Return a file and all files of this project that it imports, directly or not."""
    seen, waiting = {root}, [root]
    while waiting:
        new = direct_imports(waiting.pop()) - seen
        seen |= new
        waiting += new
    return frozenset(seen)


@cache
def game_files(package: str) -> tuple[Path, ...]:
    """Return the files of a game that its compiled code and its bots depend on."""
    folder = backend.folder_of(package)
    data = (path for pattern in DATA for path in folder.glob(pattern))
    return (*backend.compiled_sources(folder), *sorted(data))


@cache
def modules_of(package: str) -> tuple[Path, ...]:
    return tuple(backend.folder_of(package).rglob("*.py"))


@cache
def data_files(package: Path) -> tuple[Path, ...]:
    """Return the files of a package that are no modules, also those in folders of data."""

    def is_its_own(path: Path) -> bool:
        folders = (parent for parent in path.parents if (parent / "__init__.py").exists())
        return path.is_file() and path.suffix not in (".py", ".pyc") and next(folders) == package

    return tuple(filter(is_its_own, package.rglob("*")))


@cache
def file_hash(path: Path) -> bytes:
    """Return a hash of a file: of a module's code, without comments, docstrings and version."""
    if path.suffix != ".py":
        return hashlib.sha256(path.read_bytes()).digest()
    lines = code_lines(path.read_text("utf-8"))
    kept = (line for line in lines if not line.startswith("__version__"))
    return hashlib.sha256("\n".join(kept).encode()).digest()


def files_of(item: pytest.Function) -> set[Path]:
    """Return the files that a test exercises.

    A check or module among its parameters counts in place of what the test's file imports. A game
    stands for its rules and data; for a check, which also reads its texts and pictures, for all its
    files, and the packages that the check imports for their data, such as fonts.
    `proved("ra")` names games, `proved(modules=[...])` what a test imports in other processes.
    """
    marker = item.get_closest_marker("proved")
    games = [rulebook(game).package for game in marker.args] if marker else []
    roots, files = set[Path](), {item.path}
    for module in marker.kwargs.get("modules", ()) if marker else ():
        found = path_of(module)
        assert found is not None, f"there is no module {module}"
        files |= import_closure(found)
    values: Iterable[object] = item.callspec.params.values() if hasattr(item, "callspec") else ()
    for value in values:
        if isinstance(value, Rulebook):
            games.append(value.package)
        elif isinstance(value, Path):
            files.add(value)
        elif inspect.isfunction(value) or isinstance(value, ModuleType):
            roots.add(Path(inspect.getfile(value)))
    for root in roots or {item.path}:
        files |= import_closure(root)
    if roots:
        folders = {path.parent for path in files if path.is_relative_to(PACKAGES["nomarch"])}
        folders |= {path.parent for game in games for path in modules_of(game)}
        files |= {path for game in games for path in modules_of(game)}
        files = files.union(*map(data_files, folders))
    return files.union(*map(game_files, games))


def proof_of(item: pytest.Function) -> str:
    """Return the line that proves a test: versions, hash and name."""
    digest = hashlib.sha256()
    for path in sorted(files_of(item)):
        digest.update(file_hash(path))
    return f"{VERSIONS} {digest.hexdigest()[:16]} {item.nodeid}"


def stored_proofs() -> set[str]:
    return set(PROOFS.read_text("utf-8").splitlines()) if PROOFS.exists() else set()


def store_proofs(lines: Iterable[str]) -> None:
    """Add proofs, in place of older ones of the same tests on this platform."""
    new = {tuple(line.split(" ", 2)) for line in lines}
    replaced = {(versions, test) for versions, _, test in new}
    old = {tuple(line.split(" ", 2)) for line in stored_proofs()}
    kept = {proof for proof in old if (proof[0], proof[2]) not in replaced}
    ordered = sorted(kept | new, key=lambda proof: (proof[2], proof[0], proof[1]))
    PROOFS.write_text("".join(" ".join(proof) + "\n" for proof in ordered), "utf-8")
