"""Games with planted mistakes."""

import importlib
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import pytest

from nomarch.kernel.declare.game import Rulebook, include

TESTS = Path(__file__).parent.parent
Change = tuple[str, str, str]
"""A file of a game without its ending, what stands there, and what is put in its place."""


class Broken(Protocol):
    """Copies a small game with some changes."""

    def __call__(self, *changes: Change, game: str = "smallest") -> Rulebook: ...


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Broken:
    monkeypatch.syspath_prepend(tmp_path)

    def make(*changes: Change, game: str = "smallest") -> Rulebook:
        # Modules stay loaded, so copies need different names, which also seed the random games.
        name = f"broken_{sha256(repr((game, changes)).encode()).hexdigest()[:12]}"
        copy = tmp_path / name
        shutil.copytree(TESTS / game, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for path in copy.glob("*.py"):
            source = path.read_text("utf-8").replace(f"tests.{game}", name)
            path.write_text(source.replace('Game("', f'Game("{name}-', 1), "utf-8")
        for file, old, new in changes:
            path = copy / f"{file}.py"
            source = path.read_text("utf-8")
            assert old in source
            path.write_text(source.replace(old, new, 1), "utf-8")
        importlib.invalidate_caches()
        return include(name)

    return make
