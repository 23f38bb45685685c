"""An extension of Griffe: the reference shows the examples of docstrings as code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object


class Doctests(Extension):
    """Markdown would take `>>>` for a quotation."""

    def on_object(self, *, obj: Object, **more: Any) -> None:
        if obj.docstring:
            text = obj.docstring.value
            obj.docstring.value = re.sub(r"(?m)^>>> (?:.+\n?)+", "```pycon\n\\g<0>\n```\n", text)
