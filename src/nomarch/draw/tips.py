"""Tips that the page fetches when they are needed.

What a piece would do now depends on the whole position, so such a tip would be new after every
move, and few are read. In a drawing for a page three dots stand in for it. When somebody points at
such a piece, the page asks for all tips of its drawing; they come in the drawing's order.
"""

from xml.etree import ElementTree

LATER = "..."
"""The placeholder of a tip that is fetched later."""


def tips_of(drawing: str) -> list[str]:
    """Return all tips of a drawing, in its order."""
    found = (node.get("data-tip") for node in ElementTree.fromstring(drawing).iter())
    return [tip for tip in found if tip is not None]
