"""A deal that all players make together, so that nobody can choose it, nor the host's browser.

Everyone has a secret and first promises it by its SHA-256, the tab that runs the game before all
others. Once all seats are taken and all promises made, people show their secrets, and the seed is
made of all. The tab's own secret stays one until the game is over, like the seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection

import msgspec

from nomarch.errors import Refused
from nomarch.kernel.run.seeds import commitment, make_seed

TAB = ""
"""In the place of a person: the tab that runs the game."""
PROMISE, SECRET = "promise", "secret"


class Part(msgspec.Struct, frozen=True):
    """What somebody adds to a deal."""

    person: str
    promise: str
    secret: str = ""


Parts = tuple[Part, ...]


def begin() -> Parts:
    secret = make_seed()
    return (Part(TAB, commitment(secret), secret),)


def asked(parts: Parts, people: Collection[str], person: str, *, has_free_seats: bool) -> str:
    """Return what a person has to add next: `PROMISE`, `SECRET` or nothing."""
    if not parts or person not in people:
        return ""
    made = {part.person: part for part in parts}
    if person not in made:
        return PROMISE
    is_promised = not has_free_seats and made.keys() >= set(people)
    return SECRET if is_promised and not made[person].secret else ""


def add(parts: Parts, person: str, kind: str, text: str) -> Parts:
    """Return the parts with what a person adds."""
    if kind == PROMISE:
        return (*parts, Part(person, text))
    if any(part.person == person and part.promise != commitment(text) for part in parts):
        raise Refused("This isn't what you promised.")
    return tuple(
        msgspec.structs.replace(part, secret=text) if part.person == person else part
        for part in parts
    )


def is_complete(parts: Parts, people: Collection[str]) -> bool:
    return not parts or {part.person for part in parts if part.secret} >= set(people)


def seed_of(parts: Parts) -> str:
    """Return the seed of a deal: the SHA-256 of all secrets, in the order of their promises."""
    digest = hashlib.sha256()
    for part in sorted(parts, key=lambda part: part.promise):
        digest.update(bytes.fromhex(part.secret))
    return digest.hexdigest()
