"""What a game's invariants are stated with: laws that hold in every position, as pairs."""

from __future__ import annotations

from collections.abc import Iterator

from nomarch.kernel.events import Records as Records

Laws = Iterator[tuple[bool, str]]
"""Whether each law is broken, and what to say then."""


def complaints(*laws: Laws) -> list[str]:
    """What is said of the laws that are broken."""
    return [complaint for some in laws for is_broken, complaint in some if is_broken]
