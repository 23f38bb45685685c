"""A deal that all players make together, so that nobody can choose it, nor the host's browser.

Everyone commits to a secret by its SHA-256, the tab that runs the game before all others. Once all
seats are taken and everyone has committed, people reveal their secrets, and the seed is made of
all. The tab's own secret stays one until the game is over, like the seed.
"""

import hashlib
from collections.abc import Collection

import msgspec

from nomarch.errors import Refused
from nomarch.kernel.run.seeds import commitment, make_seed

TAB = ""
"""In the place of a person: the tab that runs the game."""
COMMIT, REVEAL = "commit", "reveal"


class Contribution(msgspec.Struct, frozen=True):
    """What somebody adds to a deal."""

    person: str
    commitment: str
    secret: str = ""


Contributions = tuple[Contribution, ...]


def start() -> Contributions:
    secret = make_seed()
    return (Contribution(TAB, commitment(secret), secret),)


def next_step(
    made: Contributions, people: Collection[str], person: str, *, has_free_seats: bool
) -> str:
    """Return what a person has to do next: `COMMIT`, `REVEAL` or nothing."""
    if not made or person not in people:
        return ""
    by_person = {each.person: each for each in made}
    if person not in by_person:
        return COMMIT
    is_committed = not has_free_seats and by_person.keys() >= set(people)
    return REVEAL if is_committed and not by_person[person].secret else ""


def contribute(made: Contributions, person: str, step: str, value: str) -> Contributions:
    """Return the contributions after a person's next step."""
    if step == COMMIT:
        return (*made, Contribution(person, value))
    if any(each.person == person and each.commitment != commitment(value) for each in made):
        raise Refused("This isn't the secret you committed to.")
    return tuple(
        msgspec.structs.replace(each, secret=value) if each.person == person else each
        for each in made
    )


def is_complete(made: Contributions, people: Collection[str]) -> bool:
    return not made or {each.person for each in made if each.secret} >= set(people)


def combined_seed(made: Contributions) -> str:
    """Return the SHA-256 of all secrets, in the order of their commitments."""
    digest = hashlib.sha256()
    for each in sorted(made, key=lambda each: each.commitment):
        digest.update(bytes.fromhex(each.secret))
    return digest.hexdigest()
