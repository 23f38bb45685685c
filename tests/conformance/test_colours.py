"""Pieces that differ by colour alone differ for every eye."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest

from nomarch.conformance.playing import played
from nomarch.draw import palette
from nomarch.kernel.declare.game import rulebook, rulebooks
from tests.browser.playing import some_of

EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "achromatopsia": ((0.213, 0.715, 0.072),) * 3,
}
"""What is left of linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""
LEAST = 10
"""The distance in CIELAB from which two colours are told apart at a glance."""
COLOUR = re.compile(r"\bf-([a-z][a-z-]*)")
Rgb = tuple[float, float, float]


def linear(colour: str) -> Rgb:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return red, green, blue


def lab(rgb: Rgb, eye: str) -> Rgb:
    r, g, b = (max(0.0, sum(k * c for k, c in zip(row, rgb, strict=True))) for row in EYES[eye])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eye: str) -> float:
    a, b = (lab(linear(palette.LIGHT[name]), eye) for name in (one, other))
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5


def pieces(drawing: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The kinds of shapes in each piece, without place and colours, and its colours in order."""
    for node in ElementTree.fromstring(drawing).iter():
        if node.get("data-tip") is None:
            continue
        parts = list[str]()
        for part in node.iter():
            said = (part.text or "").strip()
            path = re.sub(r"[^a-zA-Z]", "", part.get("d", ""))
            parts.append(f"{part.tag} {said} {part.get('href')} {path} {part.get('class')}")
        drawn = "\n".join(parts)
        yield COLOUR.sub("colour", drawn), tuple(COLOUR.findall(drawn))


def missed(drawings: Iterable[str]) -> set[str]:
    """The pairs of pieces that differ by colours which are alike to some eyes."""
    alike = defaultdict[str, set[tuple[str, ...]]](set)
    for shape, colours in (piece for drawing in drawings for piece in pieces(drawing)):
        alike[shape].add(colours)
    found = set[str]()
    for one, other in (pair for group in alike.values() for pair in combinations(group, 2)):
        differing = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
        for eye in EYES:
            if max(distance(*pair, eye) for pair in differing) < LEAST:
                found.add(f"{eye}: {differing[0]}")
    return found


@pytest.mark.parametrize("game", some_of(rulebooks(), "giza"))
def test_no_pair_differs_by_a_colour_that_some_eyes_miss(game: str) -> None:
    book = rulebook(game)
    matches = [played(book, next(book.setups()), 5, moment) for moment in (40, 120)]
    found = missed(match.svg(0, standalone=False) for match in matches)
    assert not found, f"{book.game.title}: {found}"


def test_a_pair_is_found() -> None:
    piece = '<g data-tip="A fish"><path class="f-{} line" d="M{} 0h9"/></g>'
    drawn = f"<svg>{piece.format('clay', 1)}{piece.format('reed', 30)}</svg>"
    assert any("deuteranopia" in line or "achromatopsia" in line for line in missed([drawn]))
