"""Who wants to hear about compiling, which takes a while; importing this costs nothing."""

from __future__ import annotations

from collections.abc import Callable

watchers: list[Callable[[str, int], object]] = []
"""Told a game and how many of its functions are compiled so far; 0 when all is ready."""


def tell(game: str, functions: int) -> None:
    """Lets everybody know."""
    for watch in watchers:
        watch(game, functions)
