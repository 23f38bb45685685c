"""Tests marked `compiled` run after a change of what they exercise, and when nobody can say."""

import subprocess
from pathlib import Path

import pytest

from . import conftest


@pytest.mark.parametrize(
    ("file", "runs"),
    [
        ("src/nomarch/kernel/declare/masks.py", True),
        ("src/nomarch/games/amun_re/facts.py", True),
        ("tests/smallest/rules.py", True),
        ("tests/test_compiled.py", True),
        ("tests/test_search.py", False),
    ],
)
def test_a_test_runs_after_a_change_of_what_it_compiles(
    file: str, runs: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    needless = set()
    for number in range(conftest.SHARE):
        monkeypatch.setattr(conftest, "changes", lambda n=number: ([file], n))
        needless.add(conftest.is_needless(request.node))
    assert needless == ({False} if runs else {True, False}), "it has its turn"


def test_on_main_the_last_commit_counts_and_on_a_branch_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOMARCH_TESTED", raising=False)

    def git(*words: str) -> None:
        me = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(("git", *me, *words), cwd=tmp_path, check=True, capture_output=True)

    def changed(*, by: str = "") -> list[str] | None:
        for folder in ("src/nomarch/kernel", "src/nomarch/web", "tests/web") if by else ():
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / by).touch()
        if by:
            git("add", ".")
            git("commit", "-m", by)
        found = conftest.changes.__wrapped__(tmp_path)
        return found and [Path(file).name for file in found[0]]

    git("init", "-b", "main")
    assert changed(by="a") is None, "there may have been more"
    assert changed(by="b") == ["b"], "not what pages are made of"
    git("switch", "-c", "branch")
    assert changed(by="c") == ["c"]
    assert changed(by="d") == ["c", "d"]
    (tmp_path / "tests" / "new").touch()
    assert changed() == ["c", "d", "new"]
    monkeypatch.setenv("NOMARCH_TESTED", "HEAD~1")
    assert changed() == ["d", "new"]
    monkeypatch.setenv("NOMARCH_TESTED", "0" * 40)
    assert changed() is None, "nobody knows that commit"
