"""Rules name the type of the state, so that mypy refuses a field that does not exist."""

from __future__ import annotations

import ast
from pathlib import Path

from nomarch.kernel.compile.backend import DIALECT_FILES

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "nomarch" / "games"


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
