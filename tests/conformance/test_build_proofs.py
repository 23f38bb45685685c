"""A proof of rules ends with a change of anything that it depends on."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path

import pytest

from nomarch.kernel import backend
from nomarch.kernel.game import rulebook

from . import build_proofs
from .build_proofs import ALWAYS, needs_proof, prove, stored_proofs
from .playing import SMALLEST

GIZA = rulebook("giza")


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty file of proofs."""
    monkeypatch.setattr(build_proofs, "PROOFS", tmp_path / "proofs.json")
    monkeypatch.setattr(build_proofs, "CHECKS", ())
    monkeypatch.setattr(build_proofs, "check_greedy", lambda book: ())
    return tmp_path / "proofs.json"


def test_a_game_is_proved_until_its_rules_or_the_kernel_change(
    tmp_path: Path, proofs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {}
    for package in (GIZA.package, "nomarch.kernel"):
        folders[package] = shutil.copytree(backend.folder_of(package), tmp_path / package)
        copy = folders[package] / "__init__.py"
        monkeypatch.setattr(importlib.import_module(package), "__file__", str(copy))
    assert needs_proof(GIZA)
    assert prove(GIZA) == []
    assert not needs_proof(GIZA)
    (folders[GIZA.package] / "words" / "__init__.py").write_text("# changed\n")
    assert not needs_proof(GIZA)
    for changed in ((GIZA.package, "heuristic.py"), ("nomarch.kernel", "batch.py")):
        with (folders[changed[0]] / changed[1]).open("a") as file:
            file.write("# changed\n")
        assert needs_proof(GIZA)
        prove(GIZA)


def test_what_is_wrong_is_not_proved(proofs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_proofs, "CHECKS", (lambda book, setup: iter(["wrong"]),))
    assert set(prove(GIZA)) == {"wrong"}
    assert not proofs.exists()


def test_a_small_game_is_checked_in_every_run(proofs: Path) -> None:
    prove(SMALLEST)
    assert SMALLEST.game.id in stored_proofs()
    assert needs_proof(SMALLEST)
    assert SMALLEST.game.id in ALWAYS
