"""Claimed names: which are allowed, and which look alike."""

from __future__ import annotations

import unicodedata

from nomarch.tables.errors import BadRequest

SHORTEST, LONGEST = 3, 20
RESERVED = (
    "admin", "administrator", "anonymous", "api", "bot", "deleted", "everyone", "guest", "help",
    "host", "mod", "moderator", "nobody", "nomarch", "null", "official", "player", "robot", "root",
    "staff", "support", "system", "team", "undefined", "webmaster", "you",
    "amenhotep", "hatshepsut", "imhotep", "nefertari", "ptolemy", "cleopatra",
)  # fmt: skip
"""Words that sound like the site itself, and the bots' names."""
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "-": "", "_": ""})
_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"))


def handle_key(handle: str) -> str:
    """Return the same text for names that a reader could confuse.

    Case, accents, hyphens and underscores don't count, nor 0 and O, 1, l and I, rn and m, vv
    and w.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", handle).casefold())
    key = "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_ALIKE)
    for pair, single in _ALIKE_PAIRS:
        key = key.replace(pair, single)
    return key


_RESERVED_KEYS = frozenset(handle_key(word) for word in RESERVED)


def check_handle(handle: str) -> str:
    """Return a name in its normal form. Raises `BadRequest` if it isn't allowed."""
    handle = unicodedata.normalize("NFKC", handle.strip())
    if not SHORTEST <= len(handle) <= LONGEST or not all(map(_is_allowed, handle)):
        raise BadRequest(
            "A name has {least} to {most} letters, digits, hyphens or underscores.",
            least=SHORTEST,
            most=LONGEST,
        )
    if not handle[0].isalnum() or not any(sign.isalpha() for sign in handle):
        raise BadRequest("A name begins with a letter or digit and has at least one letter.")
    if handle_key(handle) in _RESERVED_KEYS:
        raise BadRequest("This name is reserved. Choose another.")
    return handle


def _is_allowed(sign: str) -> bool:
    """Whether a name may have this character: Latin letters, so that no two scripts look alike."""
    if sign in "-_0123456789":
        return True
    return sign.isalpha() and unicodedata.name(sign, "").startswith("LATIN ")
