"""Every sentence of the server that a person may read, from its sources and its templates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract
from jinja2 import Environment, nodes

import nomarch

PACKAGE = Path(nomarch.__file__).parent
FOLDERS = ("draw", "tables", "web")
CALLS = {"t": None, "Refused": None}
"""What takes a sentence as its first argument: translation, and refusals, which are told later."""


def sentences() -> dict[str, str]:
    """All English sentences, each with a place where it stands."""
    found = dict(in_templates())
    found.update(in_sources())
    return found


def in_sources() -> Iterator[tuple[str, str]]:
    for path in sorted(p for folder in FOLDERS for p in (PACKAGE / folder).rglob("*.py")):
        with path.open("rb") as file:
            for line, message, *_ in extract("python", file, CALLS):
                text = message if isinstance(message, str) else message[0]
                yield text, f"{path.relative_to(PACKAGE)}:{line}"


def in_templates() -> Iterator[tuple[str, str]]:
    environment = Environment(autoescape=True)
    for path in sorted((PACKAGE / "web" / "templates").glob("*.html")):
        for call in environment.parse(path.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "t":
                (text,) = call.args
                assert isinstance(text, nodes.Const), f"{path.name}: t takes a literal"
                yield text.value, f"{path.relative_to(PACKAGE)}:{call.lineno}"
