"""Cleans names and chat of invisible and direction-changing characters."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
MOST_MARKS = 3
"""The most combining marks on one letter; more would overlap other lines."""
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Invisible characters that scripts and emoji need; allowed in chat."""
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that Unicode calls letters or marks, but that show nothing."""


def clean_name(name: str) -> str:
    """Return a name cut to length; empty if nothing of it is visible."""
    return clean(name)[:LONGEST_NAME].strip()


def clean(text: str, allowed: str = "") -> str:
    """Return one line without control, direction and filler characters; empty if invisible."""
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
    """Whether a character is a variation selector."""
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
