"""Tips that wait until somebody asks for them.

What a piece would do now, for whoever looks, follows from all that lies on the table, so it would
have to be told anew after every move, to everyone, and is hardly ever read. In a drawing for a page
three dots stand in its place. The page asks for the tips of its drawing when somebody points at
such a piece; they come in the order in which the pieces stand in the drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from xml.etree import ElementTree

if TYPE_CHECKING:
    from nomarch.draw.scene import Scene

LATER = "..."
"""The tip of a piece that is told when somebody asks for it."""

P = ParamSpec("P")
AnyScene = TypeVar("AnyScene", bound="Scene[Any, Any]")


def on_demand(
    function: Callable[Concatenate[AnyScene, P], str],
) -> Callable[Concatenate[AnyScene, P], str]:
    """Marks what tells a tip that can wait. Pieces with an id then say what a move changes."""

    @wraps(function)
    def told(scene: AnyScene, /, *about: P.args, **named: P.kwargs) -> str:
        return LATER if scene.is_brief else function(scene, *about, **named)

    return told


def tips_of(drawing: str) -> list[str]:
    """All tips of a drawing, in its order."""
    found = (node.get("data-tip") for node in ElementTree.fromstring(drawing).iter())
    return [tip for tip in found if tip is not None]
