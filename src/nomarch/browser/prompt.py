"""A Python prompt in the page: cells that share names, with `nomarch` imported."""

import ast
import contextlib
import io
import traceback
from typing import Any

import nomarch

CELL = "<cell>"


class Prompt:
    """Runs cells one after the other."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__", "nomarch": nomarch}

    async def run(self, code: str) -> dict[str, str]:
        """Run a cell; return what it printed, and its last value as text and as a picture."""
        printed, value = io.StringIO(), None
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                value = await self._evaluate(code)
                text = "" if value is None else repr(value)
                picture = value._repr_svg_() if hasattr(value, "_repr_svg_") else ""
            except BaseException as error:
                text, picture = _without_prompt(error), ""
        return {"printed": printed.getvalue(), "text": text, "picture": picture}

    async def _evaluate(self, code: str) -> Any:
        body = ast.parse(code, CELL).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        if body:
            await _finish(eval(compile(ast.Module(body, []), CELL, "exec", flags), self.names))
        if last is None:
            return None
        assert isinstance(last, ast.Expr)
        return await _finish(
            eval(compile(ast.Expression(last.value), CELL, "eval", flags), self.names)
        )


async def _finish(value: Any) -> Any:
    return await value if hasattr(value, "__await__") else value


def _without_prompt(error: BaseException) -> str:
    """Return a traceback that begins in the cell."""
    frames = traceback.extract_tb(error.__traceback__)
    first = next((i for i, frame in enumerate(frames) if frame.filename == CELL), len(frames))
    head = ["Traceback (most recent call last):\n"] if first < len(frames) else []
    lines = [*head, *traceback.format_list(frames[first:])]
    return "".join([*lines, *traceback.format_exception_only(error)]).rstrip()
