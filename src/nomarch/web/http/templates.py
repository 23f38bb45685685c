"""The templates of all pages, read from their folder or from one with compiled ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import (
    BaseLoader,
    Environment,
    FileSystemLoader,
    ModuleLoader,
    StrictUndefined,
    select_autoescape,
)

TEMPLATES = Path(__file__).parents[1] / "templates"
COMPILED = TEMPLATES.with_name("compiled_templates")
"""Made for places where compiling takes long: in a page, a fifth of a second for a large one."""


@cache
def environment() -> Environment:
    loader: BaseLoader = FileSystemLoader(TEMPLATES)
    if COMPILED.exists():
        loader = ModuleLoader(COMPILED)
    return Environment(
        loader=loader,
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def load_all() -> None:
    """Load all templates, and compile those that are not."""
    for path in sorted(TEMPLATES.glob("*.html")):
        environment().get_template(path.name)


def compile_all(folder: Path) -> None:
    """Write compiled templates, as Python modules, to a folder."""
    environment().compile_templates(folder, zip=None, ignore_errors=False)
