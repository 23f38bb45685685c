"""Backends: a cache that cannot go stale, and walls that keep the layers apart."""

from __future__ import annotations

import ast
import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
import pytest

import nomarch
from nomarch.errors import RulesOutsideDialect
from nomarch.kernel import backend
from nomarch.kernel.chance import TABLE
from nomarch.kernel.game import Rulebook, rulebooks
from nomarch.kernel.layout import STREAM

PACKAGE = Path(nomarch.__file__).parent
BOOK = next(iter(rulebooks().values()))


@pytest.fixture
def copied_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Copies of the kernel's and a game's sources, which the backend takes for the real ones."""
    package = importlib.import_module(BOOK.package)
    kernel, game = tmp_path / "kernel", tmp_path / "game"
    shutil.copytree(Path(backend.__file__).parent, kernel)
    shutil.copytree(Path(str(package.__file__)).parent, game)
    monkeypatch.setattr(backend, "__file__", str(kernel / "backend.py"))
    monkeypatch.setattr(package, "__file__", str(game / "__init__.py"))
    return kernel, game


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled code; Numba's setting is put back afterwards."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setenv("NOMARCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fingerprint() -> str:
    return backend._fingerprint(BOOK, "1")


def test_the_cache_changes_with_every_source_it_depends_on(
    copied_sources: tuple[Path, Path],
) -> None:
    seen = {fingerprint()}
    compiled = [
        source
        for folder in copied_sources
        for source in sorted(folder.rglob("*.py"))
        if not source.relative_to(folder).parts[0].startswith(backend.PICTURES_AND_WORDS)
    ]
    assert len(compiled) > len(backend.DIALECT_FILES)
    for source in compiled:
        source.write_text(source.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        assert fingerprint() not in seen, f"{source.name} does not count"
        seen.add(fingerprint())


def test_the_cache_outlives_changes_of_pictures_and_words(
    copied_sources: tuple[Path, Path],
) -> None:
    before = fingerprint()
    for name in backend.PICTURES_AND_WORDS:
        for source in copied_sources[1].glob(f"{name}*"):
            source.rename(source.with_name(f"{name}_changed"))
    assert fingerprint() == before


def test_the_cache_changes_with_the_compiler() -> None:
    assert backend._fingerprint(BOOK, "1") != backend._fingerprint(BOOK, "2")


def test_compiled_code_is_kept_in_a_folder_of_its_own(own_cache: Path) -> None:
    build = backend._numba_build(BOOK.game.id, "cpu", boundscheck=False)
    assert build.first_seat(0b1000) == 3
    (folder,) = own_cache.iterdir()
    assert folder.name.startswith(f"{BOOK.game.id}-cpu-")
    assert list(folder.rglob("*.nbi"))


def test_a_cache_that_cannot_be_written_only_costs_time(own_cache: Path) -> None:
    own_cache.write_text("a file stands where the folder should be", encoding="utf-8")
    build = backend._numba_build(BOOK.game.id, "cpu", boundscheck=False)
    assert build.first_seat(0b0100) == 2


def test_builds_are_made_once() -> None:
    game = BOOK.game.id
    assert backend.interpreted(game) is backend.interpreted(game)
    assert backend.cpu(game) is backend.cpu(game)
    assert backend.cpu(game) is not backend.checked(game)


def test_the_checked_build_checks_indices() -> None:
    """A bag that is emptier than it claims: the search for the tile runs past its end."""
    build, stream = backend.checked(BOOK.game.id), STREAM.records()[0]
    build.reseed(stream, np.zeros(8, np.int64), 0, TABLE)
    with pytest.raises(IndexError):
        build.draw_from(stream, np.zeros(3, np.int8), 9)


def test_rules_outside_the_dialect_are_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "rules.py"
    source.write_text("def setup(s):\n    return 0.5\n", encoding="utf-8")
    monkeypatch.setattr(BOOK.module("rules"), "__file__", str(source))
    with pytest.raises(RulesOutsideDialect, match="has no floats"):
        backend.link(BOOK, lambda function: function, compiled=False)


# --- Walls ------------------------------------------------------------------------------------


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Every module that a source imports, at any depth."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_only_the_backend_imports_numba() -> None:
    guilty = {
        path.relative_to(PACKAGE).as_posix()
        for path, tree in sources()
        if any(name.split(".")[0] in {"numba", "numba_cuda"} for name in imported(tree))
    }
    assert guilty == {"kernel/backend.py"}


def test_no_game_is_named_outside_games() -> None:
    names = {book.game.id for book in rulebooks().values()}
    names |= {book.game.title for book in rulebooks().values()}
    names |= {folder_of(book) for book in rulebooks().values()}
    for path, tree in sources():
        if path.is_relative_to(PACKAGE / "games"):
            continue
        quoted = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not quoted & names, f"{path.name} names a game"
        assert not any(name.startswith("nomarch.games.") for name in imported(tree)), path.name


def test_no_game_knows_another() -> None:
    for book in rulebooks().values():
        own = f"nomarch.games.{folder_of(book)}"
        for path, tree in sources():
            if path.is_relative_to(PACKAGE / "games" / folder_of(book)):
                others = {name for name in imported(tree) if name.startswith("nomarch.games.")}
                assert all(name == own or name.startswith(f"{own}.") for name in others), path


def folder_of(book: Rulebook) -> str:
    return book.package.rpartition(".")[2]


@pytest.mark.parametrize(
    ("layer", "unknown"),
    [
        ("kernel", ("games", "draw", "match", "bots", "cli", "terminal", "simulation")),
        ("draw", ("games", "kernel", "match", "bots", "cli", "terminal", "simulation")),
        ("games", ("match", "bots", "cli", "terminal", "simulation")),
        ("bots", ("cli", "terminal")),
    ],
)
def test_arrows_point_down_only(layer: str, unknown: tuple[str, ...]) -> None:
    for path, tree in sources():
        if path.is_relative_to(PACKAGE / layer):
            for name in imported(tree):
                parts = name.split(".")
                upwards = parts[0] == "nomarch" and len(parts) > 1 and parts[1] in unknown
                assert not upwards, f"{path.relative_to(PACKAGE)} imports {name}"
