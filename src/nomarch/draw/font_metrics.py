"""Widths of words in the faces of boards, from a table made of the font files."""

import json
from functools import cache, lru_cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
UNKNOWN = 700
"""Width of a letter that the fonts do not have, in thousandths of an em."""


@cache
def widths() -> dict[str, dict[str, int]]:
    """Return widths in thousandths of an em by face and character."""
    table: dict[str, dict[str, int]] = json.loads((FONTS / "widths.json").read_bytes())
    for name, other in (("serif", "sans"), ("serif-bold", "sans-bold")):
        table[name] = table[other] | table[name]
    return table


@lru_cache(8192)
def ems(words: str, face: str = "sans", *, bold: bool = True) -> float:
    """Return the width of words in ems; bold by default, as that is the widest."""
    known = widths()[f"{face}-bold" if bold else face]
    return sum(known.get(letter, UNKNOWN) for letter in words) / 1000
