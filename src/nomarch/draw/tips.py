"""Tips that the page fetches when they are needed.

What a piece would do now depends on the whole position, so such a tip would be new after every
move, and few are read. In a drawing for a page three dots stand in for it. When somebody points at
such a piece, the page asks for all tips of its drawing; they come in the drawing's order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from xml.etree import ElementTree

if TYPE_CHECKING:
    from nomarch.draw.scene import Scene

LATER = "..."
"""The placeholder of a tip that is fetched later."""

P = ParamSpec("P")
AnyScene = TypeVar("AnyScene", bound="Scene[Any, Any]")


def on_demand(
    function: Callable[Concatenate[AnyScene, P], str],
) -> Callable[Concatenate[AnyScene, P], str]:
    """Mark a function whose tip can be fetched later."""

    @wraps(function)
    def told(scene: AnyScene, /, *about: P.args, **named: P.kwargs) -> str:
        return LATER if scene.is_brief else function(scene, *about, **named)

    return told


def tips_of(drawing: str) -> list[str]:
    """Return all tips of a drawing, in its order."""
    found = (node.get("data-tip") for node in ElementTree.fromstring(drawing).iter())
    return [tip for tip in found if tip is not None]
