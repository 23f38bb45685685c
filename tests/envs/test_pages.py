"""Pages and notebooks about environments: made from the games, and true."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tools import environment_pages

from ..test_docs_run import check_imports

DOCS = Path(__file__).parent.parent.parent / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", environment_pages.PAGES)
def test_a_page_is_what_the_games_say(name: str) -> None:
    """Otherwise: `python -m tools.environment_pages`."""
    written = (environment_pages.FOLDER / name).read_text(encoding="utf-8")
    assert written == environment_pages.PAGES[name]()


each_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


@each_notebook
def test_a_notebook_imports_what_there_is(notebook: Path) -> None:
    document = json.loads(notebook.read_text(encoding="utf-8"))
    cells = ("".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code")
    for cell in cells:
        check_imports(cell)


@pytest.mark.thorough
@pytest.mark.xdist_group("compile-ra")
@each_notebook
def test_a_notebook_runs_from_top_to_bottom(
    notebook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cell by cell in one namespace, as its kernel does; what a cell ends with has a value."""
    monkeypatch.setenv("NOTEBOOK_MINUTES", "0")
    names: dict[str, Any] = {}
    document = json.loads(notebook.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    for cell in document["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        tree = ast.parse("".join(cell["source"]))
        shown = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, notebook.name, "exec"), names)
        if shown is not None:
            assert isinstance(shown, ast.Expr)
            eval(compile(ast.Expression(shown.value), notebook.name, "eval"), names)


def test_importing_the_environments_registers_gymnasium_ids() -> None:
    code = "import nomarch.envs, gymnasium; gymnasium.spec('nomarch/Ra-v0')"
    subprocess.run([sys.executable, "-c", code], check=True)
