"""What every part of a board's drawing needs to know; a game's own scene adds its measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from nomarch.i18n import Translate


@dataclass(frozen=True)
class Scene:
    """A view, whose it is, what may be done in it, and how to speak of it."""

    view: Any
    viewer: int
    legal: frozenset[int]
    to_act: Sequence[int]
    names: Sequence[str]
    t: Translate
    prefix: str

    notation: ClassVar[staticmethod[[int], str]]
    """The game's `format_action`."""
    offer: ClassVar[staticmethod[[Translate, Any, int], str]]
    """The game's `words.move`."""

    def action(self, action: int) -> str | None:
        """An action's notation if it is legal now."""
        return self.notation(action) if action in self.legal else None

    def label(self, action: int) -> str | None:
        """An action in words if it is legal now."""
        return self.offer(self.t, self.view, action) if action in self.legal else None

    def id(self, name: object) -> str:
        """A piece's id, which two drawings on one page do not share."""
        return f"{self.prefix}-{name}"
