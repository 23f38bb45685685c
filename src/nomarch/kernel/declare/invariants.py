"""Helpers for a game's invariants: laws that hold in every position."""

from collections.abc import Iterator

from nomarch.kernel.declare.events import Records as Records

Laws = Iterator[tuple[bool, str]]
"""Pairs: whether a law is broken, and the complaint."""


def complaints(*laws: Laws) -> list[str]:
    """Return the complaints about broken laws."""
    return [complaint for some in laws for is_broken, complaint in some if is_broken]
