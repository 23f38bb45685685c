"""Cleans text of invisible and direction-changing characters, and quotes it in short."""

import re
import unicodedata

LONGEST_NAME, LONGEST_SEAT_NAME = 24, 40
"""Characters of a name as people give it, and as it may be numbered at a table."""
LONGEST_QUOTE = 200
MOST_MARKS = 3
"""The most combining marks on one letter; more would overlap other lines."""
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Invisible characters that scripts and emoji need; allowed in chat."""
SPARE = 8
"""Characters of uncleaned text read for each one that is kept; normalizing any more is slow."""
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that Unicode calls letters or marks, but that show nothing."""
has_control = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]").search
"""Whether a text has characters that no word has; PostgreSQL refuses some."""


def clean_name(name: str, most: int = LONGEST_NAME) -> str:
    """Return a name cut to length; empty if nothing of it is visible."""
    return clean(name[: SPARE * most])[:most].strip()


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
    is_selector = 0xFE00 <= ord(sign) <= 0xFE0F or 0xE0100 <= ord(sign) <= 0xE01EF
    return is_selector or kind.startswith("C") or sign in _FILLERS


def excerpt(text: object, most: int = LONGEST_QUOTE) -> str:
    words = str(text)
    return words if len(words) <= most else words[: most - 1] + "…"


def quoted(value: object, most: int = LONGEST_QUOTE) -> str:
    """Return a value as an error quotes it: in quotation marks, and only its beginning."""
    return excerpt(repr(value[:most] if isinstance(value, str) else value), most)
