"""A cache for drawings of past positions, which replays request repeatedly."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from nomarch.engine.match_log import Step

MAX_BOARDS = 128


class PastBoards:
    """The latest drawings; each is valid while its step is the last one of the game."""

    def __init__(self) -> None:
        self._boards: OrderedDict[Hashable, tuple[Step | None, str]] = OrderedDict()

    def get(self, key: Hashable, step: Step | None) -> str:
        """Return a drawing made when `step` was the last one, or an empty string."""
        known = self._boards.get(key)
        if known is None or known[0] is not step:
            return ""
        self._boards.move_to_end(key)
        return known[1]

    def add(self, key: Hashable, step: Step | None, drawing: str) -> None:
        self._boards[key] = step, drawing
        if len(self._boards) > MAX_BOARDS:
            self._boards.popitem(last=False)
