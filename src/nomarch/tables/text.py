"""What people write: names and chat, without what cannot be seen or what turns a page around."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
MOST_MARKS = 3
"""Accents on one letter; more of them climb into the lines above."""
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Invisible, but scripts and pictures are written with them: allowed in chat."""
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Signs that are letters or marks by their kind, and nothing to the eye."""


def clean_name(name: str) -> str:
    """A name as others see it, cut to a friendly length; empty if there is nothing to see."""
    return clean(name)[:LONGEST_NAME].strip()


def clean(text: str, allowed: str = "") -> str:
    """One line of text without signs of control, direction and emptiness.

    Empty if nothing of it can be seen.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind == "Cc" or kind.startswith("Z"):
            kept.append(" ")
        elif sign in allowed or (not _is_invisible(sign, kind) and marks <= MOST_MARKS):
            kept.append(sign)
    line = " ".join("".join(kept).split())
    return line if any(unicodedata.category(sign)[0] in "LNPS" for sign in line) else ""


def _is_invisible(sign: str, kind: str) -> bool:
    return kind.startswith("C") or sign in _FILLERS or _is_selector(ord(sign))


def _is_selector(code: int) -> bool:
    """Whether a sign only chooses among pictures of the one before it."""
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
