"""The templates of all pages, read from their folder or from one with compiled ones."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import (
    BaseLoader,
    Environment,
    FileSystemLoader,
    ModuleLoader,
    StrictUndefined,
    pass_context,
    select_autoescape,
)
from jinja2.runtime import Context
from markupsafe import Markup

TEMPLATES = Path(__file__).parents[1] / "templates"
COMPILED = TEMPLATES.with_name("compiled_templates")
"""Made for places where compiling takes long: in a page, a fifth of a second for a large one."""
MOST_SHARED = 200
"""Parts of pages that are kept for everybody."""

_shared: dict[tuple[object, ...], Markup] = {}


@cache
def environment() -> Environment:
    loader: BaseLoader = FileSystemLoader(TEMPLATES)
    if COMPILED.exists():
        loader = ModuleLoader(COMPILED)
    made = Environment(
        loader=loader,
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["shared"] = share
    return made


@pass_context
def share(context: Context, *values: object, caller: Callable[[], Markup]) -> Markup:
    """`{% call shared(…) %}`: a part of a page, rendered once for everybody.

    Apart from the language and the root, it may depend only on the values.
    """
    import msgspec  # which a memory snapshot can't hold

    language = context["language"], context["fmt"].tag
    key = context.name, language, context["root"], msgspec.json.encode(values)
    if (known := _shared.get(key)) is None:
        if len(_shared) >= MOST_SHARED:
            _shared.clear()
        known = _shared[key] = caller()
    return known


def load_all() -> None:
    """Load all templates, and compile those that are not."""
    for path in sorted(TEMPLATES.glob("*.*")):
        environment().get_template(path.name)


def compile_all(folder: Path) -> None:
    """Write compiled templates, as Python modules, to a folder."""
    environment().compile_templates(folder, zip=None, ignore_errors=False)
