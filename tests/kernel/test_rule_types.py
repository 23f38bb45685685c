"""Rules name the type of the state, so that mypy refuses a field that does not exist."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from nomarch.kernel.backend import DIALECT_FILES

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "nomarch" / "games"
PLANTED = GAMES / "ra" / "rules" / "epochs.py"
CHECKED = ("rules", "rules.epochs", "state")
"""The modules of Ra that are needed to know the type of `s`; all others are skipped."""


def dialect_sources() -> list[Path]:
    return [
        path
        for game in sorted(GAMES.iterdir())
        for name in DIALECT_FILES
        for path in (game / f"{name}.py", *sorted((game / name).glob("*.py")))
        if path.exists()
    ]


def test_every_rule_function_says_that_it_takes_the_games_state() -> None:
    assert dialect_sources()
    untyped = [
        f"{path.relative_to(GAMES)}:{node.lineno}"
        for path in dialect_sources()
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
        for argument in node.args.args[:1]
        if argument.arg == "s"
        and (argument.annotation is None or ast.unparse(argument.annotation) != "st.State")
    ]
    assert untyped == []


def refusals(planted: Path) -> str:
    """What mypy says with the project's settings if Ra's epochs were written like that."""
    modules = (*(f"nomarch.games.ra.{name}" for name in CHECKED), "nomarch.kernel.layout")
    command = [sys.executable, "-m", "mypy", "--cache-dir", "/dev/null"]
    command += ["--follow-imports", "skip", "--shadow-file", str(PLANTED), str(planted)]
    for module in modules:
        command += ["-m", module]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_a_misspelt_field_in_a_rule_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    source, planted = PLANTED.read_text("utf-8"), tmp_path / "epochs.py"
    assert "s.epoch += 1" in source
    planted.write_text(source.replace("s.epoch += 1", "s.epohc += 1"), "utf-8")
    said = refusals(planted)
    assert '"State" has no attribute "epohc"; maybe "epoch"?' in said, said
