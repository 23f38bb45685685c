"""Views with a few fields replaced, to let the rules count what a change would be worth.

more = Supposed(view, bricks=replaced(view.bricks, p, 2))
gain = scoring.points(more, seat) - scoring.points(view, seat)
"""

from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Supposed:
    """A view in which the given fields have other values."""

    def __init__(self, view: Any, **fields: Any) -> None:
        self._view, self._fields = view, fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name] if name in self._fields else getattr(self._view, name)


def replaced(row: Sequence[T], index: int, value: T) -> list[T]:
    return [value if i == index else each for i, each in enumerate(row)]
