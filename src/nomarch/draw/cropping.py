"""Cut the surroundings of some pieces out of a drawing, with the textures and symbols they use."""

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from nomarch.draw import svg
from nomarch.draw.box import Box, hull

SVG = "http://www.w3.org/2000/svg"
AROUND = 3
"""Units shown around a clip: half of the lines along its edges."""
_used = re.compile(r'(?:url\(#|href="#)([^)"]+)').findall

ElementTree.register_namespace("", SVG)


class NoSuchPart(LookupError):
    """A drawing has no piece of that name."""


def cut(drawing: str, pieces: Sequence[str], label: str, tallest: float) -> svg.Svg | None:
    """Return the part of a drawing around some pieces as a picture; None if it would be too tall.

    It shows the clips (`board_parts.clip`) that hold the pieces, and what lies between them.
    """
    root = ElementTree.fromstring(drawing)
    paths = [_clips_around(root, f"{root.get('id', '')}-{piece}") for piece in pieces]
    whole = [clip for clip in paths[0] if all(clip in path for path in paths)][-1]
    shown = hull([_box(path[-1]) for path in paths]).grown(AROUND)
    if shown.h > tallest:
        return None
    for piece in whole.iter():
        piece.attrib.pop("tabindex", None)  # pictures are not cropped further
    body = ElementTree.tostring(whole, "unicode")
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


def _clips_around(node: Element, id_: str) -> list[Element]:
    """Return the clips that hold a piece, the outermost first; the whole drawing is one."""
    path = _path_to(node, id_)
    if not path:
        raise NoSuchPart(f"There is no {id_} in the drawing.")
    return [path[0], *(each for each in path if each.get("data-box") is not None)]


def _path_to(node: Element, id_: str) -> list[Element]:
    if node.get("id") == id_:
        return [node]
    return next(([node, *path] for child in node if (path := _path_to(child, id_))), [])


def _box(part: Element) -> Box:
    return Box(*map(float, part.get("data-box", part.get("viewBox", "")).split()))


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
