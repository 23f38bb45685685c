"""`nomarch new-game` writes a game that passes everything at once."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Protocol

import pytest

from nomarch.cli import main
from nomarch.conformance.new_game import parse_name
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook

REPOSITORY = Path(__file__).parent.parent.parent


class NewGame(Protocol):
    """Writes a game; the folder of its project."""

    def __call__(self, title: str) -> Path: ...


@pytest.fixture
def new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NewGame:
    monkeypatch.setattr(sys, "path", [*sys.path])

    def make(title: str) -> Path:
        assert main(["new-game", title, "--in", str(tmp_path)]) == 0
        return tmp_path / f"nomarch-{title.lower().replace(' ', '-')}"

    return make


def test_a_new_game_passes_everything(
    tmp_path: Path, new_game: NewGame, capsys: pytest.CaptureFixture[str]
) -> None:
    root = new_game("Moon Race")
    steps = capsys.readouterr().out.splitlines()
    assert f"  pip install -e '{root}[test]'" in steps
    assert f"  python -m pytest {root}" in steps
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [text.split(">")[0] for text in project["optional-dependencies"]["test"]]
    assert needed == ["nomarch[serve]", "pytest"]
    assert main(["check-game", str(root), "--seconds", "0"]) == 0
    told = capsys.readouterr()
    assert told.out.count("still describes the game that `new-game` wrote") == 2
    assert told.out.splitlines()[-1].startswith("Moon Race: no problems, ")
    assert "puzzles are optional" in told.out
    assert main(["draw", str(root), "-o", str(tmp_path / "board.svg")]) == 0
    assert "Moon Race" in (tmp_path / "board.svg").read_text("utf-8")
    assert rulebook("moon-race").package == "nomarch_moon_race"
    for path in root.rglob("*.*"):
        if path.is_file() and path.suffix in (".py", ".md", ".toml"):
            assert "GAME_" not in path.read_text("utf-8"), path


def test_its_own_tests_pass(new_game: NewGame) -> None:
    root = new_game("moon-race")
    paths = os.pathsep.join([str(root / "src"), str(REPOSITORY / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py"],
        cwd=root, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    linted = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "."], cwd=root, capture_output=True
    )
    assert linted.returncode == 0, linted.stdout


def test_a_mistake_is_reported_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "Star Race"]) == 0
    path = Path("nomarch-star-race/src/nomarch_star_race/lessons.py")
    path.write_text(path.read_text("utf-8").replace('("take 2",)', '("throw",)'), "utf-8")
    own = Path("nomarch-star-race/tests/test_rules.py")
    own.write_text(
        own.read_text("utf-8") + "\n\ndef test_stars() -> None:\n    assert 0\n", "utf-8"
    )
    Path("nomarch-star-race/README.md").write_text("# Star Race\n", "utf-8")
    assert main(["check-game", "nomarch-star-race", "--seconds", "0"]) == 1
    told = capsys.readouterr()
    assert f"{path}:10: Lesson 1, fours, step 2: asks for `throw`, which is not legal there." in (
        told.out
    )
    assert "The game's own tests: 1 failed, " in told.out
    assert "README.md" not in told.out
    assert "Star Race: " in told.err


def test_a_file_that_cannot_be_loaded_is_reported_once(
    new_game: NewGame, capsys: pytest.CaptureFixture[str]
) -> None:
    root = new_game("Hare Race")
    package = root / "src" / "nomarch_hare_race"
    beliefs = "from nomarch.kernel.declare.rules import fork, nothing_of_that_name\n"
    (package / "beliefs.py").write_text(beliefs, "utf-8")
    assert main(["check-game", str(root), "--seconds", "0"]) == 1
    told = capsys.readouterr().out
    assert told.count("cannot import name 'nothing_of_that_name'") == 1
    assert "beliefs.py:1: " in told


@pytest.mark.parametrize(
    ("text", "title", "id_", "package"),
    [
        ("Moon Race", "Moon Race", "moon-race", "nomarch_moon_race"),
        ("moon-race", "Moon Race", "moon-race", "nomarch_moon_race"),
        ("Mehen", "Mehen", "mehen", "nomarch_mehen"),
        (" mehen ", "Mehen", "mehen", "nomarch_mehen"),
    ],
)
def test_names(text: str, title: str, id_: str, package: str) -> None:
    name = parse_name(text)
    assert (name.title, name.id, name.package) == (title, id_, package)


@pytest.mark.parametrize("text", ["", "7 wonders", "../x", "a/b", "ra", "Ra", "a__b", "é"])
def test_names_that_cannot_be(text: str) -> None:
    with pytest.raises(BadOption):
        parse_name(text)


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nomarch-mehen").mkdir()
    assert main(["new-game", "Mehen", "--in", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_failing_import_is_told_with_its_line(
    new_game: NewGame, capsys: pytest.CaptureFixture[str]
) -> None:
    root = new_game("Sand Race")
    source = root / "src" / "nomarch_sand_race" / "__init__.py"
    source.write_text(source.read_text("utf-8") + "\nimport nothing_there\n", "utf-8")
    line = len(source.read_text("utf-8").splitlines())
    assert main(["check-game", str(root)]) != 0
    told = capsys.readouterr().err
    assert f"__init__.py:{line}: ModuleNotFoundError: No module named 'nothing_there'" in told
    assert "Traceback" not in told
