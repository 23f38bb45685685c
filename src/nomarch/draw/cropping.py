"""Cut a named clip out of a drawing, with the textures and symbols it uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from nomarch.draw import svg
from nomarch.draw.box import Box

SVG = "http://www.w3.org/2000/svg"
AROUND = 3
"""Units shown around a clip: half of the lines along its edges."""
_used = re.compile(r'(?:url\(#|href="#)([^)"]+)').findall

ElementTree.register_namespace("", SVG)


class NoSuchPart(LookupError):
    """A drawing has no clip of that name."""


def cut(drawing: str, name: str, near: Sequence[str], label: str) -> svg.Svg:
    """Return a clip of a drawing as a picture of its own, described by `label`.

    With `near`, only the area around these other clips inside it is shown.
    """
    root = ElementTree.fromstring(drawing)
    prefix = root.get("id", "")
    part = _found(root, f"{prefix}-{name}")
    boxes = [_box(_found(part, f"{prefix}-{other}")) for other in near] or [_box(part)]
    shown = _around(boxes).grown(AROUND)
    for piece in part.iter():
        piece.attrib.pop("tabindex", None)  # pictures are not cropped further
    body = ElementTree.tostring(part, "unicode")
    picture = svg.element(
        "svg",
        "".join(_definitions(root, body)),
        body,
        xmlns=SVG,
        viewBox=" ".join(map(svg.number, shown)),
        width=round(shown.w),
        height=round(shown.h),
        class_="board excerpt",
        role="img",
        aria_label=label,
    )
    return svg.Svg(picture)


def _found(within: Element, id_: str) -> Element:
    for node in within.iter():
        if node.get("id") == id_ and node.get("data-box") is not None:
            return node
    raise NoSuchPart(f"There is no {id_} in the drawing that says where it is.")


def _box(part: Element) -> Box:
    return Box(*map(float, part.get("data-box", "").split()))


def _around(boxes: Sequence[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(x, y, right - x, bottom - y)


def _definitions(root: Element, body: str) -> Iterator[str]:
    """Yield the definitions that the body refers to, directly or not, and does not contain."""
    known = {node.get("id"): node for node in root.iter() if node.get("id")}
    wanted, held = [*_used(body)], {node.get("id") for node in ElementTree.fromstring(body).iter()}
    while wanted:
        id_ = wanted.pop()
        if id_ not in held and id_ in known:
            held.add(id_)
            markup = ElementTree.tostring(known[id_], "unicode")
            wanted += _used(markup)
            yield svg.element("defs", markup)
