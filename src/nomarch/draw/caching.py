"""A cache for the parts of a board.

A drawn part is a plain function of values. It takes no scene, so it cannot read anything that is
not among its arguments, and the cache needs to know nothing else. A thin function reads the scene
and calls it:

    def _epochs(scene: RaScene, x: float, y: float) -> str:
        return _epoch_discs(scene.canvas, x, y, scene.view.epoch)

    @drawn
    def _epoch_discs(canvas: RaCanvas, x: float, y: float, now: int) -> str: ...

Arguments must be hashable: pass `tuple(row)`, not a row of the view.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from nomarch.checkpoints import checkpoint

MAX_ENTRIES = 4096
"""Results kept per function."""

P = ParamSpec("P")
R = TypeVar("R")

_clearers: list[Callable[[], None]] = []


def drawn(function: Callable[P, R]) -> Callable[P, R]:
    """Cache a drawing function by its arguments, `True` and `1` apart.

    Raises `TypeError` for a scene or a view: neither would ever be found again.
    """

    @wraps(function)
    def on_miss(*args: P.args, **named: P.kwargs) -> R:
        for value in (*args, *named.values()):
            if _is_position(value):
                kind = type(value).__name__
                raise TypeError(f"{function.__qualname__}() is cached and takes no {kind}")
        checkpoint()
        return function(*args, **named)

    cached = lru_cache(MAX_ENTRIES, typed=True)(on_miss)
    _clearers.append(cached.cache_clear)
    return cast(Callable[P, R], cached)


def clear_drawn() -> None:
    """Forget all drawn parts."""
    for clear in _clearers:
        clear()


def _is_position(value: Any) -> bool:
    """Whether a value is a scene or a view."""
    return hasattr(value, "players") or hasattr(value, "view")
