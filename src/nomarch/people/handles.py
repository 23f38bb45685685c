"""Claimed names: which are allowed, and which look alike."""

import re
import unicodedata
from functools import cache, lru_cache

from nomarch import platform
from nomarch.tables.state.errors import BadRequest

SHORTEST, LONGEST = 3, 20
RESERVED = (
    "admin", "administrator", "anonymous", "api", "bot", "deleted", "everyone", "guest", "help",
    "host", "mod", "moderator", "nobody", "nomarch", "null", "official", "player", "robot", "root",
    "staff", "support", "system", "team", "undefined", "webmaster", "you",
    "amenhotep", "hatshepsut", "imhotep", "nefertari", "ptolemy", "cleopatra",
)  # fmt: skip
"""Words that sound like the site itself, and the bots' names."""
STAFF = (
    "admin", "administrator", "mod", "moderator", "nomarch", "official", "staff", "support",
    "webmaster",
)  # fmt: skip
"""Words that no part of a name may be."""
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "7": "t"})
_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"))
_WORDS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")


def handle_key(handle: str) -> str:
    """Return the same text for names that a reader could confuse.

    Only letters and digits count. Case and accents don't, nor do letters of other scripts that
    look alike, 0 and O, 1, l and I, 3 and E, 4 and A, 5 and S, 7 and T, rn and m, vv and w. The
    key of a key is the key itself.
    """
    plain = unicodedata.normalize("NFKC", handle)
    # Capitals of other scripts look like other letters than their small ones do.
    plain = "".join(sign if _is_latin(sign) else _prototype(sign) for sign in plain)
    plain = unicodedata.normalize("NFKD", plain.casefold())
    plain = unicodedata.normalize("NFKD", "".join(map(_prototype, plain)).casefold())
    key = "".join(sign for sign in plain if sign.isalnum()).translate(_ALIKE)
    for pair, single in _ALIKE_PAIRS:
        key = key.replace(pair, single)
    return key


@lru_cache(maxsize=4096)
def _prototype(sign: str) -> str:
    """Return what stands for all characters that look like one, as in Unicode's UTS 39."""
    look_alikes = _look_alikes()
    found = look_alikes.get(sign, ())
    if len(found) != 1 or (sign.isalnum() and not any(part.isalnum() for part in found[0])):
        return sign  # it stands for others, or looks like no letter
    return found[0] if len(look_alikes.get(found[0], ())) > 1 else min(sign, found[0])


@cache
def _look_alikes() -> dict[str, tuple[str, ...]]:
    """Return Unicode's confusable characters; loaded once, when the first name is checked."""
    if platform.IS_BROWSER:  # Nobody claims a name there.
        return {}
    from confusable_homoglyphs.confusables import confusables_data

    marks = "\u200e"  # the data puts them around letters that are read from right to left
    return {
        sign.strip(marks): tuple(each["c"].strip(marks) for each in found)
        for sign, found in confusables_data.items()
    }


@cache
def _reserved_keys() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(map(handle_key, RESERVED)), frozenset(map(handle_key, STAFF))


def is_reserved(name: str) -> bool:
    """Whether a name sounds like the site itself, its staff or a bot."""
    names, staff = _reserved_keys()
    words = [word for word in _WORDS.split(name) if word]
    parts = {handle_key(part) for word in words for part in (word, word.strip("0123456789"))}
    return handle_key(name) in names or not parts.isdisjoint(staff)


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
    if is_reserved(handle):
        raise BadRequest("This name is reserved. Choose another.")
    return handle


def _is_allowed(sign: str) -> bool:
    """Whether a name may have this character: Latin letters, so that no two scripts look alike."""
    if sign in "-_0123456789":
        return True
    return sign.isalpha() and _is_latin(sign)


def _is_latin(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("LATIN ")
