"""Seeds: 256 bits as 64 hex digits, and their commitment."""

import hashlib
import secrets
import struct
from numbers import Integral

from nomarch.errors import BadSeed

_DIGITS = frozenset("0123456789abcdef")


def make_seed(wanted: str | int | None = None) -> str:
    """Return 64 hex digits: fresh and secret, or made from an int or any text."""
    if wanted is None:
        return secrets.token_hex(32)
    if isinstance(wanted, bool) or not isinstance(wanted, str | Integral):
        raise BadSeed(f"A seed is an int or a text, not {type(wanted).__name__}.")
    text = str(wanted).strip().lower()
    if len(text) == 64 and set(text) <= _DIGITS:
        return text
    if isinstance(wanted, str) and not wanted.strip():
        raise BadSeed("A seed may not be empty; leave it out for a fresh one.")
    return hashlib.sha256(f"nomarch seed {wanted}".encode()).hexdigest()


def key_of(seed: str) -> tuple[int, ...]:
    """Return a seed as the eight signed words of a ChaCha key."""
    return struct.unpack("<8i", bytes.fromhex(seed))


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed, shown before a game and checked after it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
