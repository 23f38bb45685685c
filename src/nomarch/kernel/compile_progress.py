"""Progress of compiling. Importing this is cheap."""

from __future__ import annotations

from collections.abc import Callable

watchers: list[Callable[[str, int], object]] = []
"""Called with a game and the number of functions compiled so far; 0 when it is ready."""


def tell(game: str, functions: int) -> None:
    """Call all watchers."""
    for watch in watchers:
        watch(game, functions)
