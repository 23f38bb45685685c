"""Seeds: 256 bits of chance, written as 64 hex digits, and the promise made about them."""

from __future__ import annotations

import hashlib
import secrets
import struct

from nomarch.errors import BadSeed

_DIGITS = frozenset("0123456789abcdef")


def make_seed(wish: str | int | None = None) -> str:
    """A seed of 64 hex digits: fresh and secret, or made from an int or any text."""
    if wish is None:
        return secrets.token_hex(32)
    if isinstance(wish, bool) or not isinstance(wish, str | int):
        raise BadSeed(f"A seed is an int or a text, not {type(wish).__name__}.")
    text = str(wish).strip().lower()
    if len(text) == 64 and set(text) <= _DIGITS:
        return text
    if isinstance(wish, str) and not wish.strip():
        raise BadSeed("A seed may not be empty; leave it out for a fresh one.")
    return hashlib.sha256(f"nomarch seed {wish}".encode()).hexdigest()


def key_of(seed: str) -> tuple[int, ...]:
    """A seed as the eight signed words of a ChaCha key."""
    return struct.unpack("<8i", bytes.fromhex(seed))


def commitment(seed: str) -> str:
    """The promise that is shown before a game and can be checked after it: SHA-256 of the seed."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
