"""Tests marked `compiled` run after a change of what they exercise, and when nobody can say."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from nomarch.kernel.declare.game import Rulebook, rulebook

from . import conftest


@pytest.mark.parametrize("book", [rulebook("amun-re")])
@pytest.mark.parametrize(
    ("file", "runs"),
    [
        ("src/nomarch/kernel/declare/masks.py", True),
        ("src/nomarch/games/__init__.py", True),
        ("src/nomarch/games/amun_re/rules/auction.py", True),
        ("src/nomarch/games/amun_re/ideas.py", True),
        ("src/nomarch/games/amun_re/art/provinces.py", False),
        ("src/nomarch/games/ra/rules/auction.py", False),
        ("src/nomarch/web/app.py", False),
        ("src/nomarch/draw/svg.py", False),
        ("tests/test_compiled.py", True),
    ],
)
def test_a_test_runs_after_a_change_of_what_it_compiles(
    file: str, runs: bool, book: Rulebook, request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    needless = set()
    for number in range(conftest.SHARE):
        monkeypatch.setattr(conftest, "changes", lambda n=number: (["README.md", file], n))
        needless.add(conftest.is_needless(request.node, pytest.mark.compiled.mark))
    assert needless == ({False} if runs else {True, False}), "it has its turn"
    drawn = pytest.mark.compiled("src/nomarch/draw/").mark
    assert conftest.is_needless(request.node, drawn) <= (
        "/draw/" not in file and "/art/" not in file
    )


def test_on_main_the_last_commits_count_and_on_a_branch_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOMARCH_TESTED", raising=False)
    monkeypatch.setattr(conftest, "SERIES", 2)

    def git(*words: str) -> None:
        me = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(("git", *me, *words), cwd=tmp_path, check=True, capture_output=True)

    def changed_by(name: str) -> list[str] | None:
        (tmp_path / name).touch()
        git("add", ".")
        git("commit", "-m", name)
        found = conftest.changes.__wrapped__(tmp_path)
        return found and found[0]

    git("init", "-b", "main")
    assert changed_by("a") is changed_by("b") is None, "there may have been more"
    assert changed_by("c") == ["b", "c"]
    assert changed_by("d") == ["c", "d"]
    git("switch", "-c", "branch")
    assert changed_by("e") == ["e"]
    (tmp_path / "new").touch()
    assert conftest.changes.__wrapped__(tmp_path) == (["e", "new"], 5)
    monkeypatch.setenv("NOMARCH_TESTED", "HEAD~3")
    assert conftest.changes.__wrapped__(tmp_path) == (["c", "d", "e", "new"], 5)
    monkeypatch.setenv("NOMARCH_TESTED", "0" * 40)
    assert conftest.changes.__wrapped__(tmp_path) is None, "nobody knows that commit"
